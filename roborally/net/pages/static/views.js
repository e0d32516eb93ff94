// @ts-check
// The views: each turns a question into controls, and what is chosen there into an answer. No rule is known here.
import { make, makeButton, makePicture, say } from "./dom.js";
import { ARROWS, COMPASS, ROSE, layTiles } from "./tiles.js";

/**
 * What a view may do beside its controls.
 * @typedef {object} Context
 * @property {(number: number) => string} picture the address of a picture
 * @property {any} draft what was chosen before a reload
 * @property {(draft: any) => void} keep keeps what is chosen until it is sent
 * @property {(value: any, faces?: any[]) => void} answer sends an answer, and shows what it has laid
 * @property {(value: () => any) => void} hold gives an answer that is sent with that to the question beside it
 * @property {boolean} alone whether there is no other question to be held for
 * @property {(cells: number[][], tap: (cell: number[]) => void) => void} mark offers cells on the floor
 * @property {(cell: number[] | null) => void} choose frames a cell on the floor
 * @property {(stands: {cell: number[], facing: number} | null) => void} stand shows where the robot will stand
 * @property {(answer: any, done: (problem: string, warning: string, lost: string) => void) => void} preview
 *   asks where it leads
 */

export const same = (/** @type {any} */ one, /** @type {any} */ other) => JSON.stringify(one) === JSON.stringify(other);

/** Add the button of an answer, with its picture and what it means. */
function choiceButton(/** @type {Element} */ parent, /** @type {any} */ choice, /** @type {Context} */ context,
  /** @type {() => void} */ press) {
  const button = makeButton(parent, "", press, "choice");
  if (choice.picture >= 0) makePicture(button, context.picture(choice.picture));
  const text = make("span", button, choice.text);
  if (choice.help) make("small", text, choice.help);
  button.disabled = Boolean(choice.gone);
  button.dataset.value = JSON.stringify(choice.value);
  return button;
}

function confirmButton(/** @type {Element} */ box, /** @type {() => void} */ press) {
  return makeButton(make("p", box, "", "row"), say("confirm"), press, "accent confirm");
}

/** Show which one of several buttons is chosen. */
function markOne(/** @type {Map<string, HTMLButtonElement>} */ buttons, /** @type {any} */ value) {
  for (const [key, button] of buttons) button.setAttribute("aria-pressed", String(key === JSON.stringify(value)));
}

/** @type {Record<string, (box: HTMLElement, question: any, context: Context) => void>} */
export const VIEWS = {
  none(box, question, context) {
    confirmButton(box, () => context.answer(question.default));
  },

  list(box, question, context) {
    const helped = question.choices.some((/** @type {any} */ one) => one.help);
    const grid = make("div", box, "", helped ? "choices wide" : "choices");
    for (const choice of question.choices) {
      const button = choiceButton(grid, choice, context, () => context.answer(choice.value));
      button.classList.toggle("usual", !question.alike && same(choice.value, question.default));
    }
  },

  switch(box, question, context) {
    const others = question.choices.filter((/** @type {any} */ one) => !same(one.value, question.default));
    if (question.at_once || context.alone || others.length !== 1) {
      VIEWS.list(box, { ...question, choices: question.at_once ? others : question.choices }, context);
      return;
    }
    const label = make("label", box, "", "row held"), tick = make("input", label);
    tick.type = "checkbox";
    tick.checked = context.draft === true;
    tick.onchange = () => context.keep(tick.checked);
    label.append(...box.querySelectorAll(".asks"));
    context.hold(() => (tick.checked ? others[0].value : question.default));
  },

  cell(box, question, context) {
    /** @type {number[][]} */
    const cells = question.choices.map((/** @type {any} */ one) => one.value);
    /** @type {Map<string, HTMLButtonElement>} */
    const buttons = new Map();
    const choose = (/** @type {number[]} */ cell) => {
      context.keep(cell);
      context.choose(cell);
      if (question.stands) context.stand({ facing: 0, ...question.stands, cell });
      markOne(buttons, cell);
      end.disabled = false;
      end.onclick = () => context.answer(cell);
    };
    const grid = make("div", box, "", "choices small");
    for (const choice of question.choices) {
      buttons.set(JSON.stringify(choice.value), choiceButton(grid, choice, context, () => choose(choice.value)));
    }
    const end = confirmButton(box, () => {});
    end.disabled = true;
    context.mark(cells, choose);
    if (cells.some((cell) => same(cell, context.draft))) choose(context.draft);
    else if (question.stands) context.stand(question.stands);
  },

  compass(box, question, context) {
    /** @type {Map<string, HTMLButtonElement>} */
    const buttons = new Map();
    const turn = (/** @type {string} */ name) => {
      if (question.stands) context.stand({ ...question.stands, facing: COMPASS.indexOf(name) });
    };
    const choose = (/** @type {string} */ name) => {
      context.keep(name);
      turn(name);
      markOne(buttons, name);
      end.disabled = false;
      end.onclick = () => context.answer(name);
    };
    const rose = make("div", box, "", "compass");
    for (const name of ROSE) {
      const choice = question.choices.find((/** @type {any} */ one) => one.value === name);
      if (!choice) { make("span", rose); continue; }
      const button = makeButton(rose, ARROWS[name], () => choose(name));
      button.setAttribute("aria-label", choice.text);
      button.dataset.value = JSON.stringify(name);
      buttons.set(JSON.stringify(name), button);
    }
    const end = confirmButton(box, () => {});
    end.disabled = true;
    if (buttons.has(JSON.stringify(context.draft))) choose(context.draft); else turn(question.default);
  },

  many(box, question, context) {
    /** @type {Set<number>} */
    const chosen = new Set(context.draft || []);
    const grid = make("div", box, "", "choices");
    const refresh = () => {
      end.disabled = chosen.size < question.least || chosen.size > question.most;
    };
    question.choices.forEach((/** @type {any} */ choice, /** @type {number} */ number) => {
      const show = () => button.setAttribute("aria-pressed", String(chosen.has(number)));
      const button = choiceButton(grid, choice, context, () => {
        if (!chosen.delete(number)) chosen.add(number);
        context.keep([...chosen]);
        show();
        refresh();
      });
      show();
    });
    const values = () => question.choices.filter((/** @type {any} */ _one, /** @type {number} */ n) => chosen.has(n));
    const end = confirmButton(box, () => context.answer(values().map((/** @type {any} */ one) => one.value)));
    refresh();
  },

  tiles: layTiles,
};
