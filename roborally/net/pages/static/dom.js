// @ts-check
// Elements of the page, its words, and what the browser keeps for it. Texts of others are only ever set as text.

export const get = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** Add an element to another one. @returns {any} */
export function make(/** @type {string} */ name, /** @type {Element} */ parent, text = "", style = "") {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  if (style) element.className = style;
  parent.append(element);
  return element;
}

/** Add a button. @returns {HTMLButtonElement} */
export function makeButton(/** @type {Element} */ parent, /** @type {string} */ text,
  /** @type {() => void} */ press, style = "") {
  const button = make("button", parent, text, style);
  button.type = "button";
  button.onclick = press;
  return button;
}

/** Add a picture; without a `name` it says nothing that is not said beside it. @returns {HTMLImageElement} */
export function makePicture(/** @type {Element} */ parent, /** @type {string} */ address, name = "", style = "") {
  const image = make("img", parent, "", style);
  image.src = address;
  image.alt = name;
  image.draggable = false;
  return image;
}

/** Let the longest word of an element have room, however narrow its button is. */
export function fitWords(/** @type {HTMLElement} */ element) {
  const words = (element.textContent || "").split(/[\s\u00ad-]+/);
  element.style.setProperty("--letters", String(Math.max(...words.map((word) => word.length))));
}

// --- words

/** @type {Record<string, string>} */
const words = {};

/** Return a text of the page with its values filled in. */
export function say(/** @type {string} */ name, /** @type {Record<string, any>} */ values = {}) {
  return (words[name] || name).replace(/\{(\w+)\}/g, (all, key) => (key in values ? String(values[key]) : all));
}

/** Take words in, and write them wherever the page asks for them. */
export function learn(/** @type {Record<string, string>} */ more) {
  Object.assign(words, more);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-word]"))) {
    element.textContent = say(element.dataset.word || "");
  }
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-name]"))) {
    element.title = say(element.dataset.name || "");
    element.setAttribute("aria-label", element.title);
  }
}

// --- what the browser keeps

const PREFIX = "roborally-";

/** Keeps values in the browser by name; where it refuses, only as long as the page is open. */
class Store {
  constructor(/** @type {"localStorage" | "sessionStorage"} */ kind) {
    /** @type {Record<string, string>} */
    this.values = {};
    /** @type {Storage | null} */
    this.storage = null;
    try {
      const storage = window[kind];
      storage.setItem(`${PREFIX}test`, "1");
      storage.removeItem(`${PREFIX}test`);
      this.storage = storage;
    } catch { /* a private window, or storage that is switched off */ }
  }

  /** @returns {any} */
  get(/** @type {string} */ name) {
    try {
      const kept = this.storage ? this.storage.getItem(PREFIX + name) : this.values[name];
      return JSON.parse(kept || "null");
    } catch {
      return null;
    }
  }

  set(/** @type {string} */ name, /** @type {any} */ value) {
    this.values[name] = JSON.stringify(value);
    try {
      this.storage?.setItem(PREFIX + name, this.values[name]);
    } catch { /* it is full */ }
  }

  remove(/** @type {string} */ name) {
    delete this.values[name];
    this.storage?.removeItem(PREFIX + name);
  }
}

/** What is kept for the next visit, and what is kept for a reload. */
export const kept = new Store("localStorage"), keptHere = new Store("sessionStorage");

// --- a card with more to read, and the sign that it is one's turn

/** Show paragraphs over the page: a text, or a title with a text and perhaps a picture. */
export function showCard(/** @type {string} */ title,
  /** @type {(string | {title: string, text?: string, picture?: string})[]} */ parts) {
  const box = get("card-text");
  get("card-title").textContent = title;
  box.replaceChildren();
  for (const part of parts) {
    const line = make("p", box);
    if (typeof part === "string") { line.textContent = part; continue; }
    if (part.picture) makePicture(line, part.picture);
    make("strong", line, part.title);
    if (part.text) make("span", line, ` ${part.text}`);
  }
  get("card").showModal();
}

/** @type {AudioContext | null} */
let audio = null;

/** Sound may only begin with a tap or a key. */
export function allowSound() {
  if (!audio && typeof AudioContext === "function") audio = new AudioContext();
  if (audio?.state === "suspended") audio.resume();
}

/** Two short tones, and a vibration, where that was not switched off. */
export function ring() {
  if (kept.get("sound") === false) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  if (audio?.state !== "running") return;
  [660, 880].forEach((pitch, number) => {
    const start = /** @type {AudioContext} */ (audio).currentTime + number * 0.12;
    const tone = new OscillatorNode(/** @type {AudioContext} */ (audio), { frequency: pitch });
    const loudness = new GainNode(/** @type {AudioContext} */ (audio), { gain: 0.15 });
    loudness.gain.setValueAtTime(0.15, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.2);
    tone.connect(loudness).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(start);
    tone.stop(start + 0.2);
  });
}
