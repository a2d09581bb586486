"""The composition root: discovers the games and puts settings, games and the web together, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from flask import Flask

from service import games
from service.core.errors import pointer
from service.core.rulesets import RulesetFileError
from service.settings import Settings, SettingsError
from service.web import (
    body,
    browsers,
    desk,
    docs,
    endpoint,
    language,
    locales,
    observe,
    ops,
    pages,
    problems,
    rulebook,
    tokens,
    verdicts,
)
from service.web.endpoint import Game, GameOptions, Operation
from service.web.language import Texts
from service.web.requestlog import RequestLog
from service.web.sealing import KeyFileError, Keys
from service.web.tokens import TokenFileError, Tokens

PAGES = (pages.SENTENCES, docs.SENTENCES, rulebook.SENTENCES)
SPECIFICATION = Path(__file__).with_name("openapi.yaml")


def create_app(settings: Settings | None = None) -> Flask:
    """The service; raises SettingsError or RulesetFileError where it must not start."""
    settings = settings or Settings()
    return compose(settings, _games(settings))


def compose(settings: Settings, brought: Iterable[Game]) -> Flask:
    """The service with these games, ready to answer; raises SettingsError for bad keys or tokens."""
    about = ops.about(settings.revision)
    keys, valid = _secrets(settings, f"{about.name} {about.version}")
    app = Flask("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    # An address with two slashes is another address; a redirect would lose the body of a POST.
    app.url_map.merge_slashes = False
    found = tuple(brought)
    own = (language.CORE, language.FIELDS, problems.SENTENCES, body.SENTENCES, tokens.SENTENCES, *PAGES)
    sentences = (*own, *(game.sentences for game in found))
    texts = Texts(*sentences, translations=locales.translations())
    language.install(app, texts)
    observe.install(app)
    problems.install(app)
    if valid is not None:
        app.extensions["tokens"] = valid
        tokens.install(app, valid)
    readiness = ops.Readiness()
    itself = ops.operations(readiness, about, SPECIFICATION)
    read = (*desk.operations(texts), *_pages(app, found))
    service = Game("service", ops.DESCRIPTION, (*verdicts.operations(keys), *itself, *read), {})
    app.extensions["games"] = (*found, service)
    for game in app.extensions["games"]:
        endpoint.register(app, game.operations, keys)
    browsers.install(app, settings.cors_origins)
    watchers: list[observe.Watcher] = [RequestLog()] if settings.request_log else []
    if settings.metrics_port:
        # Imported only where it is wanted: it takes as long as NumPy.
        from service.web.metrics import Metrics

        build = {"version": about.version, "python": about.python, "revision": about.revision}
        metrics = Metrics(build, {game.name: game.cache for game in found if game.cache})
        app.extensions["metrics"] = metrics
        watchers.append(metrics)
    observe.watch(app, watchers)
    app.extensions["readiness"] = readiness
    readiness.start()
    return app


def boot(environ: Mapping[str, str]) -> Flask:
    """The service as the environment sets it; exits with every reason why it must not start."""
    try:
        return create_app(Settings.from_environment(environ))
    except SettingsError as error:
        raise SystemExit(f"The service does not start:\n{error}") from None
    except RulesetFileError as error:
        raise SystemExit(f"The service does not start:\n{_tell(error)}") from None


def _pages(app: Flask, found: Iterable[Game]) -> tuple[Operation, ...]:
    """The operations that answer with pages; what those load gets its routes here."""
    brought, own = docs.assets(), rulebook.assets()
    brought.install(app)
    own.install(app)
    pages.forward(app, docs.FORWARDS | rulebook.forwards(found))
    return *docs.operations(brought), *rulebook.operations(found, own)


def _secrets(settings: Settings, engine: str) -> tuple[Keys, Tokens | None]:
    faults: list[str] = []
    keys, valid = Keys(), None
    try:
        keys = Keys.load(settings.signing_key, settings.verifying_keys, engine)
    except KeyFileError as error:
        faults += error.faults
    try:
        valid = Tokens(settings.tokens_file) if settings.tokens_file else None
    except TokenFileError as error:
        faults += error.faults
    if faults:
        raise SettingsError(faults)
    return keys, valid


def _games(settings: Settings) -> list[Game]:
    names = games.names()
    folders = _ruleset_folders(settings.rulesets_dir, names)
    return [
        games.api(name).game(
            GameOptions(folders.get(name), settings.max_batch_hands, settings.inline_rulesets)
        )
        for name in names
    ]


def _ruleset_folders(folder: Path | None, names: Iterable[str]) -> dict[str, Path]:
    if folder is None:
        return {}
    # A mounted ConfigMap has entries of its own that start with dots.
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    strange = [entry for entry in entries if entry.name not in names or not entry.is_dir()]
    if strange:
        wanted = ", ".join(names)
        raise SettingsError(
            [f"RULESETS_DIR: {entry} is no folder of a game; there may be: {wanted}" for entry in strange]
        )
    return {entry.name: entry for entry in entries}


def _tell(error: RulesetFileError) -> str:
    texts = Texts(language.CORE, language.BOOT)
    lines = []
    for at in error.faults:
        sentence = texts.text(locales.ENGLISH, at.fault.message, at.fault.facts)
        place = pointer(at.fault.path)
        lines.append(f"{at.file}:{at.line}: {place + ': ' if place else ''}{sentence} ({at.fault.code})")
    return "\n".join(lines)
