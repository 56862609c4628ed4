// The parts of the page that the server renders again for each answer.
import { element } from "./element.ts";
import { morph } from "./morph.ts";

const STATE = "state";

/** Updates the parts, and leaves an unchanged part alone. */
export class Parts {
  readonly #shown = new Map<string, string>();

  /** Shows the new HTML of the parts, by the ids of their elements. */
  show(parts: Readonly<Record<string, string>>): void {
    for (const [id, html] of Object.entries(parts)) {
      const target = document.getElementById(id);
      // An open form stays as it is, because the viewer may be typing in it.
      if (target === null || this.#shown.get(id) === html || target.querySelector("details[open]") !== null) continue;
      morph(target, html);
      this.#shown.set(id, html);
    }
  }

  /** Shows a sentence in place of the server's. A repeated sentence changes nothing, so it is not read aloud again. */
  say(...sentence: (Node | string)[]): void {
    const paragraph = element("p", { class: "alert" }, ...sentence);
    if (this.#shown.get(STATE) === paragraph.outerHTML) return;
    document.getElementById(STATE)?.replaceChildren(paragraph);
    this.#shown.set(STATE, paragraph.outerHTML);
  }
}
