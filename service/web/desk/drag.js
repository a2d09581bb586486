// Dragging a piece onto a slot, by mouse or finger. What it does to the hands is told to `drop`.

const FAR = 6; // pixels that make a click a drag

/** Handlers for a piece at a slot; `drop(from, to)` gets both slots' data. The keys of both are their datasets. */
export function draggable(drop) {
  return { onpointerdown: (event) => start(event, drop) };
}

function start(event, drop) {
  if (event.button !== 0) return;
  const piece = event.currentTarget;
  const [x, y] = [event.clientX, event.clientY];
  let ghost = null;
  const move = (moved) => {
    if (!ghost && Math.hypot(moved.clientX - x, moved.clientY - y) < FAR) return;
    if (!ghost) {
      ghost = piece.cloneNode(true);
      ghost.className = "ghost";
      ghost.removeAttribute("id");
      ghost.setAttribute("aria-hidden", "true");
      document.body.append(ghost);
      piece.classList.add("lifted");
    }
    ghost.style.left = `${moved.clientX}px`;
    ghost.style.top = `${moved.clientY}px`;
    for (const other of document.querySelectorAll(".over")) other.classList.remove("over");
    slotAt(moved)?.classList.add("over");
  };
  const end = (ended) => {
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    if (!ghost) return;
    ghost.remove();
    piece.classList.remove("lifted");
    for (const other of document.querySelectorAll(".over")) other.classList.remove("over");
    // The click that follows a drag is none.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    const slot = ended.type === "pointerup" ? slotAt(ended) : null;
    if (slot && slot !== piece) drop({ ...piece.dataset }, { ...slot.dataset });
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

const slotAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-slot]");
