// @ts-check
// The connection to the server. It says hello, comes back by itself after a loss, and hands messages on.

const PROTOCOL = Number(document.documentElement.dataset.protocol);
export const VERSION = document.documentElement.dataset.version || "";
/** Reasons of a close frame after which trying again is pointless. */
const FINAL = [
  "kicked", "elsewhere", "ended", "closed", "version", "denied", "gone", "listed", "message", "flood", "full",
];
const FIRST_WAIT = 500, MAX_WAIT = 5000, OPEN_TIMEOUT = 8000, LONG_HIDDEN = 20_000; // milliseconds

export class Line {
  /**
   * @param {(message: any) => void} onMessage
   * @param {(state: "open" | "lost" | "closed", reason: string) => void} onState "closed" is for good
   */
  constructor(onMessage, onState) {
    this.onMessage = onMessage;
    this.onState = onState;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Record<string, any>} */
    this.hello = {};
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.wanted = false;
    this.hiddenAt = 0;
    addEventListener("online", () => this.reopen());
    addEventListener("offline", () => { if (this.wanted) this.onState("lost", ""); });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) { this.hiddenAt = Date.now(); return; }
      const dead = Date.now() - this.hiddenAt > LONG_HIDDEN; // a phone may have cut the line without a word
      if (dead || !this.socket) this.reopen();
    });
  }

  /** Connect, and stay connected. */
  open(/** @type {Record<string, any>} */ hello) {
    this.hello = { type: "hello", protocol: PROTOCOL, game: VERSION, ...hello };
    this.wait = FIRST_WAIT;
    this.wanted = true;
    this.connect();
  }

  /** Try again at once, if a connection is wanted at all. */
  reopen() {
    if (this.wanted) this.connect();
  }

  close() {
    this.wanted = false;
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  connect() {
    clearTimeout(this.timer);
    const before = this.socket;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/`);
    this.socket = socket;
    before?.close();
    const late = setTimeout(() => socket.close(), OPEN_TIMEOUT);
    let reason = "";
    socket.onopen = () => {
      clearTimeout(late);
      socket.send(JSON.stringify(this.hello));
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return;
      const message = JSON.parse(event.data);
      if (message.type === "refused") reason = message.reason;
      if (message.type === "welcome") {
        this.wait = FIRST_WAIT;
        const back = this.hello.wish === "watch" ? {} : { wish: "join", token: message.token };
        this.hello = { ...this.hello, ...back, code: message.code };
        this.onState("open", "");
      }
      this.onMessage(message);
    };
    socket.onclose = (event) => {
      clearTimeout(late);
      if (this.socket !== socket) return;
      this.socket = null;
      const why = event.reason || reason;
      if (FINAL.includes(why)) {
        this.wanted = false;
        this.onState("closed", why);
        return;
      }
      this.onState("lost", why);
      this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
      this.wait = Math.min(MAX_WAIT, this.wait * 2);
    };
  }

  /** Send a message; while the line is lost nothing is sent, and the server asks again afterwards. */
  send(/** @type {Record<string, any>} */ message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

/** Return what an address of this server holds; after a fault it is asked again, with growing waits. */
export async function fetchJson(/** @type {string} */ address) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(MAX_WAIT, wait * 2)) {
    try {
      const answer = await fetch(address);
      if (answer.ok) return await answer.json();
      if (answer.status === 404) throw new RangeError(`${address} is not there`);
    } catch (error) {
      if (error instanceof RangeError) throw error;
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}
