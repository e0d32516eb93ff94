// @ts-check
// The page of a hosted match: the door, the lobby, the match, and the way back after a lost line.
import { allowSound, get, kept, keptHere, learn, say } from "./dom.js";
import { Lobby } from "./lobby.js";
import { Match } from "./match.js";
import { Line, VERSION, fetchJson } from "./net.js";
import { Talk } from "./talk.js";

const LANGUAGES = ["en", "de", "sv"];
const SURE_TIME = 4000; // milliseconds in which leaving is confirmed
/** The words of the door before the server's have come. */
const FIRST_WORDS = { name: "Name", code: "Code", join: "Join", watch: "Watch", language: "Language" };

const wished = [kept.get("language"), ...navigator.languages.map((name) => name.slice(0, 2))];
let language = wished.find((name) => LANGUAGES.includes(name)) || "en";
let code = location.pathname.slice(1).toUpperCase();
/** Why the match has ended, if it did not end by its rules. */
let end = "";
/** Whether the server has another version than this page, and a reload has not helped. */
let isOld = false;
/** The latest chat lines. @type {any[]} */
let chatted = [];

const line = new Line(take, showLine);
const lobbyTalk = new Talk("lobby-talk", chat), talk = new Talk("talk", chat);
const lobby = new Lobby((message) => line.send(message));
const match = new Match((message) => line.send(message), talk);
talk.onSeen = () => { get("unread").hidden = true; };
match.onLobby = () => {
  const seat = kept.get(`seat-${code}`);
  line.hello.ended = match.digest; // it need not be shown again
  if (seat) kept.set(`seat-${code}`, { ...seat, ended: match.digest });
  showPage(lobby.state && line.wanted ? "lobby" : "door");
};
match.hasLobby = () => line.wanted;

function showPage(/** @type {"door" | "lobby" | "match"} */ name) {
  for (const id of ["door", "lobby", "match"]) get(id).hidden = id !== name;
  document.body.dataset.page = name;
  if (name !== "match") document.title = `RoboRally ${code}`.trim();
}

async function speak() {
  document.documentElement.lang = language;
  get("language").value = language;
  const content = await fetchJson(`/lobby/${language}?${VERSION}`);
  learn(content.words);
  for (const one of [lobbyTalk, talk]) one.learn();
  lobby.choices = content;
  if (document.body.dataset.page === "lobby") lobby.show();
  note();
}

/** Say what is not as it should be, and stays so. */
function note() {
  get("notice").textContent = isOld ? say("version") : kept.storage ? "" : say("storage-refused");
}

// --- the door

function enter(/** @type {string} */ wish) {
  const name = get("name").value.trim();
  code = get("code").value.trim().toUpperCase();
  if (!name) { get("name").focus(); return; }
  kept.set("name", name);
  get("trouble").textContent = say("connecting");
  end = "";
  line.open({ name, wish, code, page: language });
}

/** Take the seat again that this browser has in the match, if it has one. */
function comeBack() {
  const seat = code ? kept.get(`seat-${code}`) : null, watcher = code ? keptHere.get(`watch-${code}`) : null;
  if (seat) line.open({ name: seat.name, wish: "join", code, token: seat.token, ended: seat.ended, page: language });
  else if (watcher) line.open({ name: watcher, wish: "watch", code, page: language });
  return Boolean(seat || watcher);
}

function forgetSeat() {
  kept.remove(`seat-${code}`);
  keptHere.remove(`watch-${code}`);
}

/** Load the page again in the hope for the server's version of it, but only once. */
function reloadOnce() {
  if (!keptHere.storage || keptHere.get("reloaded") === VERSION) return false;
  keptHere.set("reloaded", VERSION);
  location.reload();
  return true;
}

// --- messages

/** Messages wait for the one before them, which may be loading pictures. */
let busy = Promise.resolve();

function take(/** @type {any} */ message) {
  const handler = HANDLERS[message.type];
  if (handler) busy = busy.then(() => handler(message)).catch((error) => { console.error(error); });
}

/** @type {Record<string, (message: any) => void | Promise<void>>} */
const HANDLERS = {
  welcome(message) {
    const { name, wish } = line.hello;
    code = message.code;
    lobby.me = message.member;
    history.replaceState(null, "", `/${code}`);
    if (wish === "watch") keptHere.set(`watch-${code}`, name);
    else kept.set(`seat-${code}`, { name, token: message.token, ended: line.hello.ended });
    isOld = message.game !== VERSION;
    if (isOld && reloadOnce()) return;
    note();
    end = "";
    get("trouble").textContent = "";
    chatted = message.chat || [];
    lobbyTalk.clear();
    for (const said of chatted) lobbyTalk.add(-1, chatLine(said));
  },
  refused(message) {
    if (message.reason === "version" && reloadOnce()) return;
    if (["gone", "kicked"].includes(message.reason)) forgetSeat();
    get("trouble").textContent = message.reason === "version" ? say("version") : message.text.sentence;
  },
  lobby(message) {
    lobby.state = message;
    lobby.show();
    if (!match.isOpen) showPage("lobby");
  },
  members(message) {
    match.setMembers(message.members);
  },
  async scene(message) {
    const before = chatted.length - message.chat_beats.length; // these were said before the match
    const chat = chatted.map((said, number) =>
      ({ text: chatLine(said), beat: message.chat_beats[number - before] ?? -1 }));
    await match.begin(message, code, chat);
    showPage("match");
    match.board.fit();
    stayAwake();
  },
  shown(message) {
    match.play(message);
  },
  clock(message) {
    if (!match.isOpen) return;
    match.announceReady(message.waiting);
    match.setClock(message);
  },
  previewed(message) {
    match.sheet.previews.take(message);
  },
  rejected(message) {
    const text = message.text.sentence;
    if (match.isOpen) match.refuse(message.id || "", text); else get("lobby-note").textContent = text;
  },
  said(message) {
    const text = chatLine(message);
    chatted.push(message);
    if (!match.isOpen) { lobbyTalk.add(-1, text); return; }
    talk.add(-1, text, "chat");
    get("caption").textContent = text;
    get("unread").hidden = talk.isSeen;
  },
  ended(message) {
    if (message.reason === "over") { // the result stands on the page already, and a lobby follows
      match.digest = message.digest;
      return;
    }
    forgetSeat();
    end = message.text ? message.text.sentence : say(`ended-${message.reason}`);
    if (match.isOpen) match.say(end);
  },
};

// --- the line

function showLine(/** @type {"open" | "lost" | "closed"} */ state, /** @type {string} */ reason) {
  document.body.dataset.line = state;
  const bar = get("lost"), inside = match.isOpen || !get("lobby").hidden;
  bar.hidden = state === "open" || !(inside || state === "lost");
  get("try").hidden = reason !== "elsewhere";
  if (state === "lost") get("why").textContent = say(["restart", "busy"].includes(reason) ? reason : "lost");
  if (state !== "closed") return;
  if (["kicked", "closed"].includes(reason)) forgetSeat();
  const text = end || (["denied", "gone", "version"].includes(reason) ? "" : say(`closed-${reason}`));
  get("why").textContent = text;
  const stays = reason === "elsewhere" || (match.isOpen && match.scene.now.over);
  bar.hidden = !stays || !text;
  if (stays) {
    if (match.isOpen && !match.board.playing) match.rest(); // what leads on has another name
    return;
  }
  if (text) get("trouble").textContent = text;
  match.scene = null;
  showPage("door");
}

function chatLine(/** @type {any} */ { course, name, text }) {
  return course ? say("shows-course", { name, title: text }) : [name, text].filter(Boolean).join(": ");
}

function chat(/** @type {string} */ text) {
  line.send({ type: "chat", text });
}

/** Keep the screen on, where a browser lets a page do that. */
async function stayAwake() {
  try {
    if (!document.hidden && match.isOpen) await navigator.wakeLock?.request("screen");
  } catch { /* the battery is low */ }
}

// --- controls

function leave(/** @type {HTMLButtonElement} */ button) {
  if (button.dataset.sure) {
    line.send({ type: "leave" });
    line.close();
    forgetSeat();
    match.scene = null;
    lobby.state = null;
    get("lost").hidden = true;
    showPage("door");
    return;
  }
  button.dataset.sure = "yes";
  button.textContent = say("leave-sure");
  setTimeout(() => {
    delete button.dataset.sure;
    button.textContent = say("leave");
  }, SURE_TIME);
}

function openTalk(/** @type {boolean} */ open) {
  document.body.classList.toggle("talking", open);
  get("more").setAttribute("aria-expanded", String(open));
  talk.list.scrollTop = talk.list.scrollHeight;
  if (open) talk.list.focus();
}

get("enter").onsubmit = (/** @type {Event} */ event) => {
  event.preventDefault();
  enter("join");
};
get("watch").onclick = () => enter("watch");
get("try").onclick = () => { if (!comeBack()) showPage("door"); };
get("language").onchange = () => {
  language = get("language").value;
  kept.set("language", language);
  speak();
};
get("more").onclick = () => openTalk(!document.body.classList.contains("talking"));
get("sound").checked = kept.get("sound") !== false;
get("sound").onchange = () => kept.set("sound", get("sound").checked);
get("close-card").onclick = () => get("card").close();
get("card").onclick = (/** @type {Event} */ event) => { if (event.target === get("card")) get("card").close(); };
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".leave"))) {
  button.onclick = () => leave(button);
}
addEventListener("click", allowSound);
addEventListener("keydown", (event) => {
  allowSound();
  if (event.key === "Escape" && document.body.classList.contains("talking")) {
    openTalk(false);
    get("more").focus();
  }
});
document.addEventListener("visibilitychange", stayAwake);

if (CSS.supports("height", "1dvh") && typeof get("card").showModal === "function") {
  get("old").hidden = true;
  learn(FIRST_WORDS);
  get("name").value = kept.get("name") || "";
  get("code").value = code;
  showPage("door");
  if (comeBack()) get("trouble").textContent = say("connecting");
  speak();
}
