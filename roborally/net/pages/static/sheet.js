// @ts-check
// The sheet of questions: each as its view, drafts that outlive a reload, and where an unfinished answer leads.
import { get, kept, make, makeButton, makePicture, ring, say } from "./dom.js";
import { VIEWS, same } from "./views.js";

const BETWEEN_PREVIEWS = 140, PREVIEW_PATIENCE = 2000, TRIES = 3; // milliseconds, and how often a preview is asked for

/** Asks the server where unfinished answers lead: one at a time, and only for the newest. */
class Previews {
  constructor(/** @type {(message: Record<string, any>) => void} */ send) {
    this.send = send;
    this.number = 0;
    this.timer = 0;
    this.sentAt = -BETWEEN_PREVIEWS;
    /** @type {{id: string, answer: any, done: (problem: string, ghost: any) => void} | null} */
    this.wanted = null;
    this.tries = 0;
  }

  ask(/** @type {string} */ id, /** @type {any} */ answer, /** @type {(problem: string, ghost: any) => void} */ done) {
    this.wanted = { id, answer, done };
    this.tries = 0;
    this.number += 1;
    this.sendSoon(Math.max(0, this.sentAt + BETWEEN_PREVIEWS - performance.now()));
  }

  sendSoon(/** @type {number} */ wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.wanted) return;
      this.tries += 1;
      if (this.tries > TRIES) { this.done("", null); return; } // the server looks at the answer itself, too
      this.sentAt = performance.now();
      this.send({ type: "preview", id: this.wanted.id, answer: this.wanted.answer, number: this.number });
      this.sendSoon(PREVIEW_PATIENCE);
    }, wait);
  }

  take(/** @type {any} */ message) {
    if (message.number === this.number) this.done(message.problem, message.ghost);
  }

  done(/** @type {string} */ problem, /** @type {any} */ ghost) {
    clearTimeout(this.timer);
    this.wanted?.done(problem, ghost);
    this.wanted = null;
  }

  forget() {
    clearTimeout(this.timer);
    this.wanted = null;
  }
}

export class Sheet {
  /** @param {import("./board.js").Board} board @param {(message: Record<string, any>) => void} send */
  constructor(board, send) {
    this.board = board;
    this.send = send;
    this.previews = new Previews(send);
    this.box = get("sheet");
    this.code = "";
    /** @type {any[]} the questions that are shown */
    this.questions = [];
    /** @type {Set<string>} the ids of those that have been answered, and of all that have been asked */
    this.sent = new Set();
    /** @type {Set<string>} */
    this.known = new Set();
    /** @type {Map<string, string>} why answers were refused, by id */
    this.refused = new Map();
    /** @type {Map<string, () => any>} */
    this.held = new Map();
  }

  /** The first question that the match waits for. */
  get asked() {
    return this.questions.find((one) => !one.optional);
  }

  /** Begin again, with drafts for a match. */
  begin(/** @type {string} */ code) {
    this.code = code;
    this.sent.clear();
    this.clear();
    this.note();
  }

  clear() {
    this.questions = [];
    this.previews.forget();
    this.held.clear();
    Object.assign(this.board, { marked: [], chosen: null, ghost: null, stands: null, onTap: () => {} });
    this.board.request();
    this.box.replaceChildren();
  }

  /** Close the sheet while beats are played, unless all that it shows is asked still. */
  close(/** @type {any[]} */ questions) {
    if (this.questions.every((one) => questions.some((other) => other.id === one.id))) return;
    this.clear();
    this.note();
  }

  /** Show questions; those that have not changed stay as they are. */
  show(/** @type {any[]} */ questions, /** @type {(number: number) => string} */ picture) {
    const open = questions.filter((one) => !this.sent.has(one.id) && !(one.optional && one.only !== null));
    open.sort((one, other) => Number(one.optional) - Number(other.optional));
    if (same(open, this.questions) && !this.refused.size) return;
    this.clear();
    this.questions = open;
    this.showAgain = () => this.show(questions, picture);
    const { asked } = this;
    const news = open.filter((one) => !this.known.has(one.id));
    for (const one of open) this.known.add(one.id);
    for (const question of this.questions) this.showQuestion(question, picture);
    this.refused.clear();
    this.note();
    if (!news.length) return;
    get("announce").textContent = news.map((one) => `${one.title} ${one.text}`).join(" ");
    this.box.scrollTop = 0;
    if (news.includes(asked)) ring();
  }

  showQuestion(/** @type {any} */ question, /** @type {(number: number) => string} */ picture) {
    const section = make("section", this.box, "", "question"), head = make("h2", section);
    section.dataset.id = question.id;
    section.dataset.kind = question.kind;
    section.dataset.view = question.view;
    section.classList.toggle("aside", question.optional);
    if (question.picture >= 0) makePicture(head, picture(question.picture));
    make("span", head, question.title || question.text);
    if (question.title && question.text) make("span", section, question.text, "asks");
    for (const sentence of question.shown || []) {
      const line = make("p", section, "", "fact");
      if (sentence.picture >= 0) makePicture(line, picture(sentence.picture));
      make("span", line, sentence.text);
    }
    const refusal = make("p", section, this.refused.get(question.id) || "", "problem");
    refusal.setAttribute("role", "alert");
    const view = VIEWS[question.view] || VIEWS.none;
    view(section, question, this.contextOf(question, picture));
  }

  /** @returns {import("./views.js").Context} */
  contextOf(/** @type {any} */ question, /** @type {(number: number) => string} */ picture) {
    const { board } = this;
    const { asked } = this;
    if (question === asked && question.piece >= 0) board.own = question.piece;
    return {
      picture,
      draft: this.drafts()[question.id],
      keep: (draft) => kept.set(`draft-${this.code}`, { ...this.drafts(), [question.id]: draft }),
      answer: (value, faces) => this.answer(question, value, faces),
      hold: (value) => this.held.set(question.id, value),
      alone: !asked || asked === question,
      mark: (cells, tap) => {
        board.marked = cells;
        board.onTap = (x, y) => { if (cells.some((cell) => same(cell, [x, y]))) tap([x, y]); };
        board.request();
      },
      choose: (cell) => {
        board.chosen = cell;
        board.request();
      },
      stand: (stands) => {
        board.stands = stands;
        board.request();
      },
      preview: (answer, done) => this.previews.ask(question.id, answer, (problem, ghost) => {
        board.ghost = ghost;
        board.request();
        done(problem, ghost?.warning || "", ghost?.lost || "");
      }),
    };
  }

  /**
   * Send an answer, with the last of those that are waited for what was held until then; then it is too late for what
   * else may be answered. Ask what is left. `faces` are a program, as states show it.
   */
  answer(/** @type {any} */ question, /** @type {any} */ value, /** @type {any[] | undefined} */ faces) {
    const isLast = !question.optional && !this.questions.some((one) => !one.optional && one !== question);
    if (isLast) {
      for (const [id, other] of this.held) this.send({ type: "answer", id, answer: other() });
      for (const one of this.questions) this.sent.add(one.id);
    }
    this.sent.add(question.id);
    this.send({ type: "answer", id: question.id, answer: value });
    this.showAgain();
    this.onSent(question, faces);
  }

  /** Say outside of the sheet what is asked: while nothing is, the log has its room. */
  note() {
    document.body.dataset.question = this.asked?.kind || "";
    document.body.classList.toggle("quiet", !this.box.children.length);
  }

  showAgain() {}

  onSent(/** @type {any} */ _question, /** @type {any[] | undefined} */ _faces) {}

  /** Ask again what the server has refused. */
  refuse(/** @type {string} */ id, /** @type {string} */ text) {
    this.sent.delete(id);
    this.refused.set(id, text);
  }

  /** The drafts of questions that are open; those of others are forgotten. @returns {Record<string, any>} */
  drafts() {
    const all = kept.get(`draft-${this.code}`) || {};
    return Object.fromEntries(Object.entries(all).filter(([id]) => this.questions.some((one) => one.id === id)));
  }

  /** Show the result instead of questions. */
  showResult(/** @type {any} */ result, /** @type {any[]} */ pieces, /** @type {() => void} */ leave,
    /** @type {boolean} */ toLobby) {
    this.clear();
    const section = make("section", this.box, "", "question result");
    make("h2", section, result.own || result.text);
    if (result.own) make("p", section, result.text);
    const list = make("ul", section);
    for (const [piece, text] of result.places) {
      const line = make("li", list);
      makePicture(line, pieces[piece].picture);
      make("strong", line, pieces[piece].name);
      make("span", line, text);
    }
    makeButton(make("p", section, "", "row"), say(toLobby ? "to-lobby" : "leave"), leave, "accent");
    this.note();
  }
}
