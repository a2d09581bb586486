// Builds elements, and turns what is shown into what should be shown while focus and typed text stay.

const SVG = "http://www.w3.org/2000/svg";

/** An element: h("button", {class: "x", onclick: f, key: "k"}, "text", child, [more]); nothing for null and false. */
export function h(tag, options = {}, ...children) {
  return fill(document.createElement(tag), options, children);
}

/** The same for SVG. */
export function svg(tag, options = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), options, children);
}

function fill(node, options, children) {
  node.handlers = {};
  for (const [name, value] of Object.entries(options)) {
    if (name === "checked") node.setAttribute("data-checked", (node.checked = Boolean(value)));
    else if (value === null || value === undefined || value === false) continue;
    else if (name.startsWith("on")) node.handlers[name] = node[name] = value;
    else if (name === "key") node.key = value;
    else if (name === "value") node.setAttribute("data-value", (node.value = value));
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  if (node.localName === "select" && "value" in options) node.value = options.value;
  return node;
}

/** Makes the children of `parent` like `fresh`: what has the same tag and key stays, so focus does too. */
export function show(parent, fresh) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter((node) => node.key !== undefined).map((node) => [node.key, node]));
  const kept = fresh.map((node, index) => {
    const same = node.key === undefined ? old[index] : keyed.get(node.key);
    if (!same || same.nodeName !== node.nodeName || same.key !== node.key) return node;
    patch(same, node);
    return same;
  });
  for (const node of old) if (!kept.includes(node)) node.remove();
  kept.forEach((node, index) => {
    const here = parent.childNodes[index];
    if (here !== node) parent.insertBefore(node, here ?? null);
  });
}

function patch(node, fresh) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data !== fresh.data) node.data = fresh.data;
    return;
  }
  for (const name of node.getAttributeNames()) {
    // The browser opens and closes these, so their state is the page's and not ours.
    const ofTheBrowser = name === "open" && (node.localName === "details" || node.localName === "dialog");
    if (!fresh.hasAttribute(name) && !ofTheBrowser) node.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  for (const name of Object.keys(node.handlers ?? {})) node[name] = null;
  Object.assign(node, fresh.handlers);
  node.handlers = fresh.handlers;
  show(node, [...fresh.childNodes]);
  if ("value" in node && fresh.hasAttribute("data-value")) {
    const wanted = fresh.getAttribute("data-value");
    if (node.value !== wanted) node.value = wanted;
  }
  if (fresh.hasAttribute("data-checked")) node.checked = fresh.checked;
}

/** Moves the focus to the element of that id, where there is one. */
export function focus(id) {
  document.getElementById(id)?.focus();
}

/** Tells those who do not see the page what has changed. */
export function announce(text) {
  const live = document.getElementById("live");
  if (live.textContent !== text) live.textContent = text;
}

/** A name, a notation or a code as it is written, whatever the direction of the text around it. */
export function bdi(text, options = {}) {
  return h("bdi", options, String(text));
}
