// Groups of buttons of which one is in the tab order; arrows move between them, as in a toolbar or a grid.

/** A key handler for a group whose buttons have `data-rove`; up and down move by the rows that are seen. */
export function rove(event) {
  const group = event.currentTarget;
  const buttons = [...group.querySelectorAll("[data-rove]")];
  const at = buttons.indexOf(event.target.closest("[data-rove]"));
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const forward = getComputedStyle(group).direction === "rtl" ? -1 : 1;
  const columns = buttons.filter((button) => button.offsetTop === buttons[0].offsetTop).length;
  const steps = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -at,
    End: buttons.length - 1 - at,
  };
  const next = at + (steps[event.key] ?? NaN);
  if (Number.isNaN(next)) return;
  event.preventDefault();
  if (next < 0 || next >= buttons.length) return;
  reach(buttons, next);
  buttons[next].focus();
}

function reach(buttons, index) {
  buttons.forEach((button, other) => {
    button.tabIndex = other === index ? 0 : -1;
  });
}

/** Which button of a group is in the tab order, by the group's name; kept while the page is. */
const stops = new Map();

/** The tab index of a button: `name` of the group, `value` of the button, `values` of all of them. */
export function tabIndex(name, value, values) {
  const stop = stops.get(name);
  return (values.includes(stop) ? stop : values[0]) === value ? "0" : "-1";
}

/** Notes that a button of a group has the focus. */
export function stopAt(name, value) {
  stops.set(name, value);
}
