// @ts-check
// What is said: the log of the match, chat, and the line below the floor.
import { get, make, makeButton, say } from "./dom.js";

const MAX_LINES = 400;
const MAX_CHAT = 280; // characters

/** A list of lines at whose end one stays, and a field to say something. */
export class Talk {
  /** @param {string} id of the section @param {(text: string) => void} send */
  constructor(id, send) {
    const section = get(id);
    this.list = section.querySelector("ol") || make("ol", section);
    this.list.tabIndex = 0;
    this.follows = true;
    this.list.onscroll = () => {
      const { scrollHeight, scrollTop, clientHeight, clientWidth } = this.list;
      // a list of another size than the observer has seen has moved by itself: nobody reads further up
      if (clientHeight === this.height && clientWidth === this.width) {
        this.follows = scrollHeight - scrollTop - clientHeight < 40;
      }
    };
    this.height = this.width = 0;
    new ResizeObserver(() => { // it was hidden, or has another room now
      this.height = this.list.clientHeight;
      this.width = this.list.clientWidth;
      this.follow();
      if (this.isSeen) this.onSeen();
    }).observe(this.list);
    const form = make("form", section, "", "row"), field = make("input", form);
    field.maxLength = MAX_CHAT;
    field.autocomplete = "off";
    field.enterKeyHint = "send";
    field.dataset.hint = "chat";
    const button = makeButton(form, "", () => {});
    button.type = "submit";
    button.dataset.word = "send";
    form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text) send(text);
      field.value = "";
    };
    this.field = field;
  }

  get isSeen() {
    return this.list.offsetHeight > 0;
  }

  onSeen() {}

  learn() {
    this.field.placeholder = say("chat");
    this.field.setAttribute("aria-label", say("chat"));
    this.list.setAttribute("aria-label", say("log"));
  }

  clear() {
    this.list.replaceChildren();
    this.follows = true;
  }

  /** Add a line of the log, or write one with a known number again; chat has no number (-1). */
  add(/** @type {number} */ number, /** @type {string} */ text, style = "") {
    const { list } = this;
    let line = number >= 0 ? list.querySelector(`[data-number="${number}"]`) : null;
    if (!line) {
      line = make("li", list);
      if (number >= 0) line.dataset.number = String(number);
    }
    line.textContent = text;
    line.className = style;
    if (list.children.length > MAX_LINES) list.firstElementChild?.remove();
    this.follow();
  }

  /** Stay at the end, unless somebody reads further up. */
  follow() {
    if (this.follows) this.list.scrollTop = this.list.scrollHeight;
  }
}
