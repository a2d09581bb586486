"""Reads what the service draws."""

from __future__ import annotations

from xml.etree import ElementTree

Element = ElementTree.Element
SVG = "{http://www.w3.org/2000/svg}"


def read(text: str) -> Element:
    """The root of a picture; fails where it is no XML, has a script or handler, or loads anything."""
    root = ElementTree.fromstring(text)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED, element.tag
        assert not [name for name in element.attrib if name.startswith("on") or name.endswith("href")]
        assert "url(" not in f"{element.attrib} {element.text}"
    return root


ALLOWED = {"svg", "title", "desc", "style", "symbol", "g", "rect", "circle", "path", "text"}


def alternative(root: Element) -> tuple[str, str]:
    """Title and description, as a screen reader finds them."""
    assert root.get("role") == "img"
    named = {element.get("id"): element.text or "" for element in root.iter()}
    title, description = (named[name] for name in root.attrib["aria-labelledby"].split())
    return title, description


def texts(root: Element) -> list[str]:
    """The texts in the order drawn."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def of_class(root: Element, name: str) -> list[Element]:
    """The elements that a colour paints, in the order drawn."""
    return [element for element in root.iter() if name in element.get("class", "").split()]
