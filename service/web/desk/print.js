// Paper has one size: what is printed is made as small as it must be to fit on one page, and no smaller.

const PAGE = { width: "190mm", height: 255 }; // inside the margins of A4 and of Letter, mm
const SIZES = { first: 7.5, last: 3.5, step: 0.25 }; // points
const MM = 96 / 25.4;

/** Watches for printing. */
export function fitToPaper() {
  const root = document.documentElement;
  const sheet = document.querySelector("link[media='print']");
  addEventListener("beforeprint", () => {
    // For a moment the screen is laid out as paper, to be measured; nothing of it is painted.
    sheet.media = "all";
    document.body.style.inlineSize = PAGE.width;
    for (let size = SIZES.first; size >= SIZES.last; size -= SIZES.step) {
      root.style.fontSize = `${size}pt`;
      if (document.getElementById("desk").scrollHeight <= PAGE.height * MM) break;
    }
    document.body.style.inlineSize = "";
    sheet.media = "print";
  });
  addEventListener("afterprint", () => {
    root.style.fontSize = "";
  });
}
