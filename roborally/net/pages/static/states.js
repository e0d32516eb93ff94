// @ts-check
// The state of every robot: damage, gauges, equipment, its program as far as it may be seen, and who plays it.
import { DAMAGE, ELIMINATED, EQUIPMENT, GAUGES, HAND, SIGNS } from "./floor.js";
import { make, makeButton, makePicture, say, showCard } from "./dom.js";

/**
 * What is shown of a match: its pack, the newest state, members, awaited seats, and the address of a picture.
 * @typedef {{pack: any, now: any, members: any[], waiting: number[], seat: number,
 *   picture: (number: number) => string}} Seen
 */

/** Return the gauges of a piece that count now: picture, title, value. */
function gaugesOf(/** @type {Seen} */ { pack, now, picture }, /** @type {number} */ piece) {
  /** @type {{picture: string, title: string, value: string}[]} */
  const found = [];
  const row = now.rows[piece];
  if (pack.pieces[piece].seat >= 0 || row[DAMAGE]) {
    const most = pack.pieces[piece].seat >= 0 && pack.toughness ? `/${pack.toughness}` : "";
    found.push({ picture: picture(pack.damage), title: say("damage"), value: `${row[DAMAGE]}${most}` });
  }
  row[GAUGES].forEach((/** @type {any} */ value, /** @type {number} */ number) => {
    const gauge = pack.gauges[number], goal = pack.goals[piece][number];
    if (value === null || (gauge.mark && !value)) return;
    const shown = gauge.mark ? "" : goal ? `${value}/${goal}` : String(value);
    found.push({ picture: picture(gauge.picture), title: gauge.title, value: shown });
  });
  return found;
}

function memberOf(/** @type {Seen} */ { pack, members }, /** @type {number} */ piece) {
  const { seat } = pack.pieces[piece];
  return seat < 0 ? null : members.find((member) => member.seat === seat && !member.watching);
}

/** Return what else is to be said of a piece: its signs, and who plays it. */
function notesOf(/** @type {Seen} */ seen, /** @type {number} */ piece) {
  const member = memberOf(seen, piece);
  return [
    ...seen.now.rows[piece][SIGNS].map((/** @type {number} */ sign) => say(String(sign))),
    member?.player ? say("stand-in") : member && !member.connected ? say("offline") : "",
  ].filter(Boolean);
}

/** Fill the list of all robots. */
export function showStates(/** @type {Element} */ list, /** @type {Seen} */ seen) {
  const { pack, now, waiting, seat } = seen, scrolled = list.scrollLeft;
  const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement)
    ? document.activeElement.dataset.piece : "";
  list.replaceChildren();
  const order = pack.pieces.map((/** @type {any} */ _piece, /** @type {number} */ number) => number);
  const isOwn = (/** @type {number} */ number) => seat >= 0 && pack.pieces[number].seat === seat;
  order.sort((/** @type {number} */ one, /** @type {number} */ other) => Number(isOwn(other)) - Number(isOwn(one)));
  for (const number of order) {
    const piece = pack.pieces[number], row = now.rows[number];
    const button = makeButton(make("li", list), "", () => showPiece(seen, number), "state");
    button.dataset.piece = String(number);
    const busy = piece.seat >= 0 && waiting.includes(piece.seat);
    button.classList.toggle("waits", busy);
    button.classList.toggle("own", isOwn(number));
    button.classList.toggle("gone", row[SIGNS].includes(ELIMINATED));
    const face = makePicture(button, piece.picture, "", "face");
    if (piece.seat >= 0) face.style.background = piece.body;
    const body = make("span", button), head = make("span", body, "", "head");
    const name = make("strong", head, piece.seat >= 0 ? `${piece.seat + 1} ${piece.name}` : piece.name);
    if (piece.seat >= 0) name.style.color = now.colours[piece.colour];
    if (busy) make("span", head, say("waits"), "busy");
    const line = make("span", body, "", "numbers");
    for (const gauge of gaugesOf(seen, number)) {
      makePicture(line, gauge.picture, gauge.title).title = gauge.title;
      make("span", line, gauge.value);
    }
    for (const card of row[EQUIPMENT]) make("span", line, now.cards[card]?.[0] || card, "card-name");
    if (row[EQUIPMENT].length) make("span", line, say("cards", { count: row[EQUIPMENT].length }), "card-count");
    for (const note of notesOf(seen, number)) make("small", line, note);
    const program = now.programs[number];
    if (program) showProgram(make("span", body, "", "program"), program, seen);
    if (button.dataset.piece === focused) button.focus();
  }
  list.scrollLeft = scrolled;
}

function showProgram(/** @type {Element} */ line, /** @type {any[]} */ program, /** @type {Seen} */ { now, picture }) {
  program.forEach((slot, number) => {
    const box = make("span", line, "", number + 1 === now.stage ? "step now" : "step");
    if (slot?.picture >= 0) makePicture(box, picture(slot.picture), slot.text).title = slot.text;
    else box.textContent = slot?.text || "";
  });
}

/** Show all that is known of a piece, with the texts of its cards. */
function showPiece(/** @type {Seen} */ seen, /** @type {number} */ piece) {
  const { pack, now } = seen, at = now.at[piece], row = now.rows[piece];
  const where = at ? say("place", { x: at[0] + 1, y: at[1] + 1 }) : say("away");
  const cards = (/** @type {string[]} */ ids) => ids.map((id) => {
    const [title, text] = now.cards[id] || [id, ""];
    return { title, text };
  });
  const program = (now.programs[piece] || []).filter(Boolean).map((/** @type {any} */ slot) => slot.text);
  showCard(pack.pieces[piece].name, [
    [where, ...notesOf(seen, piece)].join(" · "),
    ...gaugesOf(seen, piece).map(({ title, value, picture }) => ({ title, text: value, picture })),
    ...cards(row[EQUIPMENT]),
    ...(row[HAND].length ? [say("hand"), ...cards(row[HAND])] : []),
    ...(program.length ? [program.join(" · ")] : []),
  ]);
}
