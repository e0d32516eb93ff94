// @ts-check
// The view of tiles that are laid into slots, by taps or by dragging: a hand of cards, dice, an order of checkpoints.
import { fitWords, make, makeButton, makePicture, say } from "./dom.js";

const SLIP = 10; // how far a finger may slip in a tap, in pixels

/** The names of directions as their numbers. */
export const COMPASS = [
  "north", "east", "south", "west", "north-east", "south-east", "south-west", "north-west",
];
/** @type {Record<string, string>} */
export const ARROWS = {
  "north-west": "↖", north: "↑", "north-east": "↗", west: "←",
  east: "→", "south-west": "↙", south: "↓", "south-east": "↘",
};
/** The directions as they lie around a middle, row by row. */
export const ROSE = [
  "north-west", "north", "north-east", "west", "", "east", "south-west", "south", "south-east",
];

/**
 * A tile in a slot, and what was chosen of its parts.
 * @typedef {{id: number, parts: Record<string, any>}} Laid
 */

/** Which tiles lie in which slots, and the answer that this is. */
class Layout {
  constructor(/** @type {any} */ question, /** @type {any} */ draft) {
    this.question = question;
    this.values = question.tiles.map((/** @type {any} */ one) => one.value);
    const before = JSON.stringify(draft?.values) === JSON.stringify(this.values) ? draft.laid : []; // else another hand
    /** @type {(Laid | null)[]} */
    this.laid = question.slots.map((/** @type {any} */ _slot, /** @type {number} */ number) => {
      const one = before[number];
      return one && this.isOpen(number) && this.tile(one.id) ? one : null;
    });
  }

  /** @returns {any} */
  tile(/** @type {number} */ id) {
    return this.question.tiles.find((/** @type {any} */ one) => one.id === id);
  }

  isOpen(/** @type {number} */ slot) {
    return !this.question.slots[slot].fixed && !this.question.slots[slot].shut;
  }

  fits(/** @type {number} */ slot, /** @type {number} */ id) {
    const only = this.question.slots[slot].fits || [];
    return this.isOpen(slot) && (!only.length || only.includes(id));
  }

  slotOf(/** @type {number} */ id) {
    return this.laid.findIndex((one) => one?.id === id);
  }

  isDone(/** @type {Laid} */ one) {
    return (this.tile(one.id).parts || []).every((/** @type {any} */ part) => one.parts[part.name] != null);
  }

  /** A tile whose parts are to be chosen, if there is any. @returns {Laid | null} */
  get room() {
    const tile = this.question.tiles.find((/** @type {any} */ one) => one.parts.length);
    return tile ? { id: tile.id, parts: {} } : null;
  }

  get isFull() {
    return this.laid.every((one, slot) => !this.isOpen(slot) || (one && this.isDone(one)));
  }

  /** Lay a tile into a slot; what lies there goes where the tile comes from. */
  lay(/** @type {number} */ slot, /** @type {number} */ id) {
    const from = this.slotOf(id), before = this.laid[slot];
    let one = from >= 0 ? this.laid[from] : null;
    if (!one) {
      one = { id, parts: {} };
      for (const part of this.tile(id).parts || []) if (part.default != null) one.parts[part.name] = part.default;
    }
    if (from >= 0) this.laid[from] = before && this.fits(from, before.id) ? before : null;
    this.laid[slot] = one;
  }

  /** What lies in the slots, as states show a program. */
  get faces() {
    return this.laid.map((one, slot) => {
      const tile = this.question.slots[slot].fixed || (one && this.tile(one.id));
      if (!tile) return null;
      const { picture, arrow } = this.looks(tile, one);
      return { text: [tile.text, arrow].join(" ").trim(), picture };
    });
  }

  get answer() {
    const { empty } = this.question;
    const values = this.laid.map((one) => (one && this.isDone(one) ? this.valueOf(one) : empty ?? null));
    return empty == null ? values.filter((value) => value !== null) : values;
  }

  valueOf(/** @type {Laid} */ one) {
    const { value, parts } = this.tile(one.id);
    return parts?.length ? value.replace(/\{(\w+)\}/g, (/** @type {string} */ _all, /** @type {string} */ name) =>
      String(one.parts[name])) : value;
  }

  /** Return the number of a tile's picture, which a part of it may choose, and the arrow of a direction. */
  looks(/** @type {any} */ tile, /** @type {Laid | null} */ one) {
    const parts = tile.parts || [], face = parts.find((/** @type {any} */ part) => part.face);
    const compass = parts.find((/** @type {any} */ part) => part.view === "compass");
    const shown = face ? one?.parts[face.name] ?? face.default ?? face.choices[0] : null;
    return {
      picture: face && tile.faces?.[shown] !== undefined ? tile.faces[shown] : tile.picture,
      arrow: compass && one ? ARROWS[one.parts[compass.name]] || "" : "",
    };
  }
}

/** @type {(box: HTMLElement, question: any, context: import("./views.js").Context) => void} */
export function layTiles(box, question, context) {
  const layout = new Layout(question, context.draft);
  let editing = layout.laid.findIndex((one) => one && !layout.isDone(one));
  const slots = make("div", box, "", "slots");
  slots.style.setProperty("--count", String(question.slots.length));
  const tiles = make("div", box, "", "tiles"), editor = make("div", box, "", "editor");
  box.classList.toggle("parts", Boolean(layout.room));
  const problem = make("p", box, "", "problem");
  problem.setAttribute("role", "status");
  const row = make("p", box, "", "row");
  const clear = makeButton(row, "↺", () => {
    layout.laid.fill(null);
    editing = -1;
    change();
  });
  clear.title = say("clear");
  clear.setAttribute("aria-label", clear.title);
  let lost = "";
  const end = makeButton(row, say("confirm"), () => {
    if (!lost || end.dataset.sure) { context.answer(layout.answer, layout.faces); return; }
    end.dataset.sure = "yes";
    end.textContent = say("anyway");
    problem.textContent = say("doubt", { warning: lost });
  }, "accent confirm");

  const put = (/** @type {number} */ slot, /** @type {number} */ id) => {
    layout.lay(slot, id);
    editing = layout.tile(id).parts?.length ? slot : -1;
    change();
  };
  const takeBack = (/** @type {number} */ slot) => {
    layout.laid[slot] = null;
    editing = -1;
    change();
  };

  /** Show what is laid; Confirm waits until the server has looked at it. */
  function change() {
    const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement)
      ? document.activeElement.dataset.key : "";
    context.keep({ values: layout.values, laid: layout.laid });
    refresh();
    lost = "";
    delete end.dataset.sure;
    end.textContent = say("confirm");
    const ready = !question.whole || layout.isFull;
    end.disabled = !ready || question.preview;
    clear.disabled = layout.laid.every((one) => !one);
    if (question.preview) {
      context.preview(layout.answer, (text, warning, loss) => {
        lost = loss;
        problem.textContent = ready ? text || loss || warning : loss;
        problem.classList.toggle("warning", !text && !loss);
        end.disabled = !ready || Boolean(text);
        if (focused && ready && !box.contains(document.activeElement)) end.focus();
      });
    }
    if (!focused) return;
    const next = box.querySelector(`[data-key="${focused}"]:enabled`) || box.querySelector(".tile:enabled");
    if (next instanceof HTMLElement) next.focus();
  }

  function refresh() {
    slots.replaceChildren();
    tiles.replaceChildren();
    editor.replaceChildren();
    question.slots.forEach((/** @type {any} */ slot, /** @type {number} */ number) => showSlot(slot, number));
    for (const tile of question.tiles) showTile(tile);
    const one = editing >= 0 ? layout.laid[editing] : null;
    const shown = one || layout.room; // without a tile, what keeps its room
    editor.classList.toggle("idle", !one);
    if (shown) for (const part of layout.tile(shown.id).parts) showPart(part, shown);
  }

  function showSlot(/** @type {any} */ slot, /** @type {number} */ number) {
    const one = layout.laid[number], tile = slot.fixed || (one && layout.tile(one.id));
    const button = makeButton(slots, "", () => {
      if (!one) return;
      if (tile.parts?.length && editing !== number) { editing = number; change(); } else takeBack(number);
    }, "slot");
    button.dataset.slot = button.dataset.key = String(number);
    make("span", button, slot.title, "number");
    button.classList.toggle("fixed", Boolean(slot.fixed || slot.shut));
    button.classList.toggle("editing", number === editing);
    button.disabled = !one;
    let name = slot.shut ? say("shut") : say("empty");
    if (tile) {
      button.classList.add("full");
      name = showFace(button, tile, one);
      if (slot.fixed) name += `, ${say("shut")}`;
    }
    button.setAttribute("aria-label", `${slot.title}: ${name}`);
    if (one) drag(button, one.id);
  }

  function showTile(/** @type {any} */ tile) {
    const used = layout.slotOf(tile.id) >= 0;
    const button = makeButton(tiles, "", () => {
      const free = layout.laid.findIndex((one, slot) => !one && layout.fits(slot, tile.id));
      if (free >= 0) put(free, tile.id);
    }, "tile");
    button.dataset.tile = String(tile.id);
    button.dataset.key = `tile-${tile.id}`;
    button.disabled = used;
    button.setAttribute("aria-label", showFace(button, tile, null));
    if (!used) drag(button, tile.id);
  }

  /** Show a tile in a button, and return what it is called. */
  function showFace(/** @type {HTMLElement} */ button, /** @type {any} */ tile, /** @type {Laid | null} */ one) {
    const { picture, arrow } = layout.looks(tile, one);
    if (picture >= 0) makePicture(button, context.picture(picture));
    fitWords(make("span", button, arrow || tile.text, arrow ? "arrow" : "text"));
    if (tile.badge) make("span", button, tile.badge, "badge");
    if (tile.help) button.title = `${tile.text}: ${tile.help}`;
    const parts = one ? Object.values(one.parts).map((part) => say(String(part))) : [];
    return [tile.text, tile.badge, ...parts].filter(Boolean).join(" ");
  }

  function showPart(/** @type {any} */ part, /** @type {Laid} */ one) {
    const { faces } = layout.tile(one.id), compass = part.view === "compass";
    const line = make("div", editor, "", compass ? "compass" : "faces");
    for (const choice of compass ? ROSE : part.choices) {
      if (!part.choices.includes(choice)) { make("span", line); continue; }
      const button = makeButton(line, "", () => {
        one.parts[part.name] = choice;
        if (compass && layout.isDone(one)) editing = -1;
        change();
      });
      if (part.face && faces?.[choice] >= 0) makePicture(button, context.picture(faces[choice]));
      else button.textContent = ARROWS[choice] || String(choice);
      button.setAttribute("aria-label", say(String(choice)));
      button.setAttribute("aria-pressed", String(one.parts[part.name] === choice));
      button.dataset.part = `${part.name}=${choice}`;
      button.dataset.key = `part-${part.name}-${choice}`;
    }
  }

  /** Let a tile be dragged: onto a slot, or out of its slot. */
  function drag(/** @type {HTMLButtonElement} */ button, /** @type {number} */ id) {
    button.onpointerdown = (event) => {
      const { clientX, clientY } = event;
      let slipped = false;
      button.setPointerCapture(event.pointerId);
      const slotAt = (/** @type {PointerEvent} */ at) => {
        const found = document.elementsFromPoint(at.clientX, at.clientY)
          .find((one) => one !== button && one instanceof HTMLElement && one.dataset.slot && slots.contains(one));
        return found instanceof HTMLElement ? Number(found.dataset.slot) : -1;
      };
      button.onpointermove = (move) => {
        const dx = move.clientX - clientX, dy = move.clientY - clientY;
        slipped ||= Math.hypot(dx, dy) > SLIP;
        if (!slipped) return;
        button.classList.add("dragged");
        button.style.transform = `translate(${dx}px, ${dy}px)`;
        const over = slotAt(move);
        [...slots.children].forEach((slot, number) =>
          slot.classList.toggle("over", number === over && layout.fits(number, id)));
      };
      button.onpointerup = button.onpointercancel = (drop) => {
        button.onpointermove = button.onpointerup = button.onpointercancel = null;
        if (!slipped) return;
        const over = drop.type === "pointerup" ? slotAt(drop) : -1, from = layout.slotOf(id);
        if (over >= 0 && layout.fits(over, id)) put(over, id);
        else if (from >= 0 && over < 0 && drop.type === "pointerup") takeBack(from);
        else refresh();
      };
    };
  }

  change();
}
