"""The hand-ranking service: what a hand of QiuQiu or Piquet is worth, over HTTP.

The layer law, which import-linter enforces (an arrow reads "may import"):

    wsgi, openapi → app → games.*.api → web → core

A game's other modules import ``core`` only, and games know nothing of each other, so that
``import service.games.qiuqiu.ranking`` loads neither Flask nor marshmallow.
"""
