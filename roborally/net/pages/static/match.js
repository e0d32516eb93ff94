// @ts-check
// A match on the page: it plays the beats that the server sends, then asks the questions, and says what it waits for.
import { Board } from "./board.js";
import { fitWords, get, learn, make, makePicture, say } from "./dom.js";
import { DAMAGE, MARKER } from "./floor.js";
import { fetchJson } from "./net.js";
import { Sheet } from "./sheet.js";
import { showStates } from "./states.js";

const SOON = 10; // seconds that are left when the clock warns
const BANNER_TIME = 1800; // milliseconds
const LINES_SHOWN = 3; // how many lines of a beat are shown below the floor

export class Match {
  /**
   * @param {(message: Record<string, any>) => void} send
   * @param {import("./talk.js").Talk} talk
   */
  constructor(send, talk) {
    this.send = send;
    this.talk = talk;
    this.board = new Board(get("stage"), get("board"), get("floor"));
    this.sheet = new Sheet(this.board, send);
    this.code = "";
    /** @type {any} */
    this.pack = null;
    this.packAddress = "";
    /** @type {any} the newest message about the state */
    this.scene = null;
    /** @type {any[]} the rows as far as the beats have been played */
    this.rows = [];
    /** @type {any[]} */
    this.members = [];
    /** @type {any} */
    this.clock = { at: 0, seconds: null, held: false };
    /** @type {any[]} what lies in the slots of the reader's program, `null` in an empty one */
    this.program = [];
    /** The digest of the last match that has ended. */
    this.digest = "";
    this.onLobby = () => {};
    /** Whether the lobby is still there when a match is over. */
    this.hasLobby = () => true;
    this.board.onBeat = (beat) => this.showBeat(beat);
    this.board.onRest = () => this.rest();
    this.board.onLook = (cell) => this.showCell(cell);
    this.sheet.onSent = (question, faces) => {
      if (faces && question.piece === this.own) this.showProgram(faces);
      this.showWaiting();
    };
    setInterval(() => this.showClock(), 250);
    get("mine").onclick = () => this.board.goHome();
    get("whole").onclick = () => this.board.showWhole();
    get("skip").onclick = () => this.board.skip();
  }

  get isOpen() {
    return this.scene !== null;
  }

  picture = (/** @type {number} */ number) => this.board.world.symbols[number]?.src || "";

  /** Return the first piece of the reader, -1 for none. */
  get own() {
    const { seat } = this.scene;
    return seat < 0 ? -1 : this.pack.pieces.findIndex((/** @type {any} */ piece) => piece.seat === seat);
  }

  // --- messages

  /** Show the full picture; its pack comes before it, once. Chat stands in the log where it was said. */
  async begin(/** @type {any} */ message, /** @type {string} */ code, /** @type {any[]} */ chat) {
    const address = `/pack/${message.pack}`;
    if (address !== this.packAddress) {
      this.pack = await fetchJson(address);
      this.packAddress = address;
      learn(this.pack.words);
      if (this.pack.large) this.sharpen(this.pack);
      this.board.begin(this.pack, -1);
    }
    this.code = code;
    this.scene = message;
    this.board.own = this.own;
    this.board.take(message.now);
    this.board.show(message.now);
    this.sheet.begin(code);
    this.showProgram([]);
    this.showCell(null);
    this.talk.clear();
    const log = message.log.map((/** @type {any[]} */ [number, text, kind, beat]) =>
      ({ number, text, beat, style: kind === 1 ? "heading" : "" }));
    log.push(...chat.map((said) => ({ ...said, number: -1, style: "chat" })));
    log.sort((/** @type {any} */ one, /** @type {any} */ other) => one.beat - other.beat);
    for (const { number, text, style } of log) this.talk.add(number, text, style);
    get("caption").textContent = message.log.length ? message.log[message.log.length - 1][1] : "";
    get("floor").setAttribute("aria-label", say("board"));
    get("mine").hidden = this.own < 0;
    this.setClock(message);
    this.rest();
  }

  async sharpen(/** @type {any} */ pack) {
    const { board } = await fetchJson(pack.large);
    if (pack === this.pack) get("board").src = board;
  }

  play(/** @type {any} */ message) {
    if (!this.scene) return;
    this.scene = { ...this.scene, ...message };
    this.board.take(message.now);
    this.setClock(message);
    for (const text of message.notices || []) this.say(text);
    if (message.beats.length) {
      this.sheet.close(message.now.questions);
      get("skip").hidden = false;
      get("waiting").textContent = "";
    }
    this.showCell(null);
    this.board.play(message.beats, message.now);
  }

  setClock(/** @type {any} */ { clock, held, waiting }) {
    this.clock = { at: performance.now(), seconds: clock, held };
    if (this.scene) Object.assign(this.scene, { waiting });
    this.showClock();
    this.showStates();
    if (!this.board.playing) this.showWaiting();
  }

  /** Say to those who do not see the signs who is ready, as long as no line says whom the match waits for. */
  announceReady(/** @type {number[]} */ waiting) {
    const ready = this.scene.waiting.filter((/** @type {number} */ seat) => !waiting.includes(seat));
    const said = this.namesOf(ready).map((/** @type {string} */ name) => say("is-ready", { name })).join(" ");
    if (this.sheet.asked && said) get("announce").textContent = said;
  }

  /** Return the names of others by their seats. */
  namesOf(/** @type {number[]} */ seats) {
    return this.pack.pieces
      .filter((/** @type {any} */ piece, /** @type {number} */ number, /** @type {any[]} */ all) =>
        seats.includes(piece.seat) && all.findIndex((one) => one.seat === piece.seat) === number)
      .filter((/** @type {any} */ piece) => piece.seat !== this.scene.seat)
      .map((/** @type {any} */ piece) => piece.name);
  }

  setMembers(/** @type {any[]} */ members) {
    this.members = members;
    this.showStates();
  }

  refuse(/** @type {string} */ id, /** @type {string} */ text) {
    const asked = this.scene?.now.questions.some((/** @type {any} */ one) => one.id === id);
    if (!asked) { this.say(text); return; }
    this.sheet.refuse(id, text);
    if (!this.board.playing) this.rest();
  }

  /** Say a sentence that belongs to no beat. */
  say(/** @type {string} */ text) {
    this.talk.add(-1, text, "notice");
    get("caption").textContent = text;
  }

  // --- what is shown

  showBeat(/** @type {any[]} */ [, , lines, numbers]) {
    for (const [number, text, kind] of lines) this.talk.add(number, text, kind === 1 ? "heading" : "");
    if (lines.length) {
      get("caption").textContent = lines.slice(-LINES_SHOWN).map((/** @type {any[]} */ line) => line[1]).join(" ");
    }
    const large = lines.filter((/** @type {any[]} */ line) => line[2] === 2);
    if (large.length && !document.hidden) this.showBanner(large[0][1]);
    for (const [piece, change] of numbers) this.rows[piece][DAMAGE] += change;
    if (numbers.length) this.showStates();
  }

  showBanner(/** @type {string} */ text) {
    const banner = get("banner");
    banner.textContent = text;
    clearTimeout(this.bannerTimer);
    this.bannerTimer = setTimeout(() => { banner.textContent = ""; }, BANNER_TIME);
  }

  /** All beats have been played: show the numbers as they are, and what is asked. */
  rest() {
    const { now, beat } = this.scene;
    this.rows = now.rows.map((/** @type {any[]} */ row) => row.slice());
    get("skip").hidden = true;
    get("turn").textContent = say("turn", { turn: now.turn });
    document.body.dataset.turn = String(now.turn);
    this.showStates();
    const program = now.programs[this.own];
    if (program?.some(Boolean)) this.showProgram(program);
    if (now.result) this.sheet.showResult(now.result, this.pack.pieces, () => this.leave(), this.hasLobby());
    else this.sheet.show(now.questions, this.picture);
    this.showWaiting();
    document.body.dataset.over = now.over ? "yes" : "";
    document.title = `${this.sheet.asked ? "● " : ""}RoboRally ${this.code}`;
    this.send({ type: "seen", beat });
  }

  /** Show the reader's program while nothing is asked; it stays until the next one is laid. */
  showProgram(/** @type {any[]} */ program) {
    const list = get("program");
    list.replaceChildren();
    list.style.setProperty("--count", String(program.length));
    for (const slot of program) {
      const box = make("li", list, "", "slot");
      if (slot?.picture >= 0) makePicture(box, this.picture(slot.picture));
      fitWords(make("span", box, slot?.text || "", "text"));
    }
  }

  /** Say what stands on a cell, and frame it. */
  showCell(/** @type {number[] | null} */ cell) {
    const { board, pack } = this, [x, y] = cell || [-1, -1];
    const isIn = x >= 0 && y >= 0 && x < board.size[0] && y < board.size[1];
    board.looked = isIn ? cell : null;
    board.request();
    const namesOf = (/** @type {(piece: import("./floor.js").Piece) => boolean} */ fits) => board.standing.pieces
      .flatMap((piece, number) => (fits(piece) ? [pack.pieces[number].name] : [])).join(", ");
    const owners = namesOf(({ row }) => row[MARKER]?.[0] === x && row[MARKER][1] === y);
    const said = [
      namesOf((piece) => piece.here && piece.x === x && piece.y === y),
      ...pack.cells.filter((/** @type {any[]} */ one) => one[0] === x && one[1] === y)
        .map((/** @type {any[]} */ one) => one[2]),
      owners && say("respawn", { name: owners }),
    ].filter(Boolean);
    const middle = board.camera.y + (y + 0.5) * board.camera.side;
    get("cell").classList.toggle("above", middle > board.stage.clientHeight / 2);
    get("cell").textContent = isIn ? said.join("\n") || say("place", { x: x + 1, y: y + 1 }) : "";
  }

  leave() {
    this.scene = null;
    this.onLobby();
  }

  showStates() {
    if (!this.scene) return;
    const { now, seat } = this.scene, waiting = this.board.playing ? [] : this.scene.waiting;
    const rows = this.rows.length === now.rows.length ? this.rows : now.rows;
    showStates(get("states"), {
      pack: this.pack, now: { ...now, rows }, members: this.members, waiting, seat, picture: this.picture,
    });
  }

  /** Say whom the match waits for when it is not the reader. */
  showWaiting() {
    const { now, waiting } = this.scene, names = this.namesOf(waiting);
    const quiet = now.over || this.sheet.asked || !names.length;
    get("waiting").textContent = quiet ? "" : say("waiting-for", { names: names.join(", ") });
  }

  showClock() {
    const { at, seconds, held } = this.clock, box = get("clock");
    const left = seconds === null ? null : Math.max(0, held ? seconds : seconds - (performance.now() - at) / 1000);
    box.textContent = left === null ? "" : `${Math.ceil(left)} s`;
    box.classList.toggle("soon", left !== null && !held && left < SOON);
    box.classList.toggle("held", held);
  }
}
