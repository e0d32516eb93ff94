// @ts-check
// The floor on a page: a camera over its picture, a canvas with all that stands there, and the beats that are played.
import { DAMAGE, Painter, imageOf, isLoaded, lengthOf, planned } from "./floor.js";

const CELL = 32; // the side of a cell of the picture below the canvas, before the camera scales it
const NEAR = 52, LEAST = 6, MOST = 140; // sides of a cell in pixels: near one's robot, and the limits
const TAP = 10, TWICE = 320; // how far a finger may slip in a tap, and the time between two, in pixels and milliseconds
const STILL_PAUSE = 500; // the longest beat where things do not move
const HURRY = 3; // how much faster beats are played while later ones wait
const GOLD = "#f2c14e", DANGER = "#ff544a", SHADOW = "rgba(10, 12, 18, .75)";

export class Board {
  constructor(/** @type {HTMLElement} */ stage, /** @type {HTMLImageElement} */ picture,
    /** @type {HTMLCanvasElement} */ canvas) {
    this.stage = stage;
    this.picture = picture;
    this.canvas = canvas;
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.size = [1, 1];
    this.camera = { x: 0, y: 0, side: 20 };
    /** @type {import("./floor.js").World} */
    this.world = { pieces: [], faces: [], symbols: [], colours: [], belts: [] };
    this.painter = new Painter(this.pen, this.world);
    /** @type {import("./floor.js").Standing} */
    this.standing = { pieces: [], shut: [], winners: [] };
    /** @type {any[]} */
    this.marks = [];
    /** @type {any[]} what is still to be played: a beat, or the state after some */
    this.queue = [];
    /** @type {import("./floor.js").Planned[]} */
    this.plan = [];
    this.playing = false;
    this.began = 0;
    this.length = 0;
    this.fits = true;
    this.asked = false;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {number[][]} cells that may be chosen */
    this.marked = [];
    /** @type {number[] | null} */
    this.chosen = null;
    /** @type {any} where an answer leads */
    this.ghost = null;
    /** @type {{cell: number[], facing: number} | null} where a robot will stand */
    this.stands = null;
    this.own = -1;
    this.onBeat = (/** @type {any[]} */ _beat) => {};
    this.onRest = () => {};
    this.onTap = (/** @type {number} */ _x, /** @type {number} */ _y) => {};
    /** @type {number[] | null} a cell that is described */
    this.looked = null;
    this.onLook = (/** @type {number[]} */ _cell) => {};
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.skip(); });
    this.listenToPointers();
    new ResizeObserver(() => this.fit()).observe(stage);
  }

  /** Take in what never changes in a match; `own` is the piece of the reader, -1 for none. */
  begin(/** @type {any} */ pack, /** @type {number} */ own) {
    this.size = pack.size;
    this.own = own;
    this.picture.style.width = `${CELL * pack.size[0]}px`;
    this.picture.style.height = `${CELL * pack.size[1]}px`;
    this.stage.style.setProperty("--ratio", String(pack.size[1] / pack.size[0]));
    this.picture.src = pack.board;
    const faces = pack.pieces.map((/** @type {any} */ piece) => this.load(piece.picture));
    Object.assign(this.world, { pieces: pack.pieces, faces, symbols: [], belts: pack.belts });
    this.showWhole();
  }

  load(/** @type {string} */ address) {
    const image = imageOf(address);
    image.onload = () => this.request();
    return image;
  }

  /** Take in what a message shows first: pictures that come only once, and colours. */
  take(/** @type {any} */ now) {
    const [first, addresses] = now.pictures;
    addresses.forEach((/** @type {string} */ address, /** @type {number} */ number) => {
      this.world.symbols[first + number] ??= this.load(address);
    });
    this.world.colours = now.colours;
  }

  /** Show a state at once. */
  show(/** @type {any} */ now) {
    this.queue = [];
    this.playing = false;
    this.plan = [];
    this.stand(now);
  }

  stand(/** @type {any} */ now) {
    const pieces = now.at.map((/** @type {any} */ at, /** @type {number} */ number) => ({
      x: at ? at[0] : 0, y: at ? at[1] : 0, angle: now.facing[number] * 90, here: at !== null,
      row: now.rows[number].slice(),
    }));
    this.standing = { pieces, shut: now.shut, winners: [] };
    this.marks = now.marks;
    this.request();
  }

  // --- playing beats

  /** Play beats, then show the state after them. */
  play(/** @type {any[]} */ beats, /** @type {any} */ now) {
    this.queue.push(...beats.map((beat) => ({ beat })), { now });
    if (document.hidden) this.skip(); else if (!this.playing) this.next();
  }

  /** Show the end at once: in a hidden page no frame is drawn, and all others would wait for it. */
  skip() {
    const rest = this.queue;
    const busy = this.playing || rest.length > 0;
    this.queue = [];
    this.playing = false;
    this.plan = [];
    for (const { beat, now } of rest) if (now) this.stand(now); else this.onBeat(beat);
    if (busy) this.onRest();
  }

  next() {
    this.plan = [];
    this.playing = false;
    while (this.queue.length && this.queue[0].now) this.stand(this.queue.shift().now);
    const entry = this.queue.shift();
    this.request();
    if (!entry) { this.onRest(); return; }
    const [, acts, lines, numbers] = entry.beat;
    const { plan, after } = planned(acts, this.standing);
    const hurry = this.queue.filter((/** @type {any} */ one) => one.now).length > 1 ? HURRY : 1;
    this.pace = hurry;
    this.length = lengthOf(plan, lines);
    if (this.still.matches) this.length = Math.min(this.length, STILL_PAUSE);
    this.before = this.standing;
    this.plan = this.still.matches ? [] : plan;
    this.standing = after;
    for (const [piece, change] of numbers) after.pieces[piece].row[DAMAGE] += change;
    this.began = performance.now();
    this.playing = true;
    this.onBeat(entry.beat);
  }

  // --- camera

  fit() {
    const ratio = Math.min(2, devicePixelRatio || 1), { clientWidth, clientHeight } = this.stage;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.ratio = ratio;
    if (this.fits) this.showWhole(); else this.look(this.camera);
  }

  showWhole() {
    const { clientWidth, clientHeight } = this.stage;
    this.look({ x: 0, y: 0, side: Math.min(clientWidth / this.size[0], clientHeight / this.size[1]) });
    this.fits = true;
  }

  /** Point the camera; the board never leaves the stage, and stays at the top of an upright one. */
  look(/** @type {{x: number, y: number, side: number}} */ { x, y, side }) {
    const inside = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ length) =>
      length <= room ? (room - length) / 2 : Math.min(room * 0.3, Math.max(room * 0.7 - length, at));
    const { clientWidth, clientHeight } = this.stage;
    this.fits = false;
    const upright = innerHeight > innerWidth && side * this.size[1] <= clientHeight;
    this.camera = {
      side, x: inside(x, clientWidth, side * this.size[0]),
      y: upright ? 0 : inside(y, clientHeight, side * this.size[1]),
    };
    this.request();
  }

  /** Go to a cell, near enough to see it well. */
  goTo(/** @type {number} */ x, /** @type {number} */ y) {
    const side = Math.max(this.camera.side, NEAR), { clientWidth, clientHeight } = this.stage;
    this.look({ side, x: clientWidth / 2 - (x + 0.5) * side, y: clientHeight / 2 - (y + 0.5) * side });
  }

  /** Go to the reader's robot, or to where it will stand. */
  goHome() {
    const piece = this.standing.pieces[this.own];
    if (piece?.here) this.goTo(piece.x, piece.y);
    else if (this.stands) this.goTo(this.stands.cell[0], this.stands.cell[1]);
    else this.showWhole();
  }

  zoom(/** @type {number} */ factor, /** @type {number} */ x, /** @type {number} */ y) {
    const { camera } = this, side = Math.max(LEAST, Math.min(MOST, camera.side * factor)), real = side / camera.side;
    this.look({ side, x: x - (x - camera.x) * real, y: y - (y - camera.y) * real });
  }

  move(/** @type {number} */ dx, /** @type {number} */ dy) {
    this.look({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  listenToPointers() {
    /** @type {Map<number, number[]>} */
    const down = new Map();
    let slipped = 0, fingers = 0, last = -TWICE;
    const { canvas } = this;
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (!down.size) slipped = fingers = 0;
      down.set(event.pointerId, [event.offsetX, event.offsetY]);
      fingers = Math.max(fingers, down.size);
    };
    canvas.onpointermove = (event) => {
      const before = down.get(event.pointerId);
      if (!before) return;
      const at = [event.offsetX, event.offsetY], dx = at[0] - before[0], dy = at[1] - before[1];
      const other = [...down].find(([id]) => id !== event.pointerId);
      slipped += Math.abs(dx) + Math.abs(dy);
      down.set(event.pointerId, at);
      if (other) {
        const [x, y] = other[1];
        this.zoom(Math.hypot(at[0] - x, at[1] - y) / (Math.hypot(before[0] - x, before[1] - y) || 1), x, y);
      } else if (slipped >= TAP) this.move(dx, dy);
    };
    canvas.onpointerup = canvas.onpointercancel = (event) => {
      const tapped = down.delete(event.pointerId) && fingers === 1 && slipped < TAP && event.type === "pointerup";
      if (!tapped) return;
      const cell = this.cellAt(event.offsetX, event.offsetY);
      this.onLook(cell);
      if (event.timeStamp - last < TWICE) this.goHome(); else this.onTap(...cell);
      last = event.timeStamp;
    };
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.onkeydown = (event) => {
      const step = 60, middle = [this.stage.clientWidth / 2, this.stage.clientHeight / 2];
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => this.move(step, 0), ArrowRight: () => this.move(-step, 0),
        ArrowUp: () => this.move(0, step), ArrowDown: () => this.move(0, -step),
        "+": () => this.zoom(1.25, middle[0], middle[1]), "-": () => this.zoom(0.8, middle[0], middle[1]),
        Home: () => this.goHome(), End: () => this.showWhole(),
      };
      if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    };
  }

  /** @returns {[number, number]} */
  cellAt(/** @type {number} */ x, /** @type {number} */ y) {
    const { camera } = this;
    return [Math.floor((x - camera.x) / camera.side), Math.floor((y - camera.y) / camera.side)];
  }

  // --- drawing

  request() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => this.frame());
  }

  frame() {
    this.asked = false;
    const passed = (performance.now() - this.began) * (this.pace || 1);
    if (this.playing && passed >= this.length) this.next();
    this.draw(this.playing ? (performance.now() - this.began) * (this.pace || 1) : 0);
    if (this.playing || (this.marked.length && !this.still.matches)) this.request();
  }

  draw(/** @type {number} */ time) {
    const { pen, camera } = this, ratio = this.ratio || 1;
    this.picture.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.side / CELL})`;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.setTransform(camera.side * ratio, 0, 0, camera.side * ratio, camera.x * ratio, camera.y * ratio);
    const standing = this.playing && this.plan.length && this.before ? this.before : this.standing;
    this.painter.draw(standing, this.plan, time, () => this.drawBelow());
  }

  /** Draw what lies under the pieces. */
  drawBelow() {
    for (const mark of this.marks) this.drawMark(mark);
    const pulse = this.still.matches ? 0.4 : 0.32 + 0.14 * Math.sin(performance.now() / 250);
    if (this.marked.length) this.painter.lightCells(this.marked, pulse, GOLD);
    if (this.looked) this.drawFrame(this.looked, "#ffffff");
    if (this.chosen) this.drawFrame(this.chosen, GOLD);
    if (this.ghost) this.drawGhost(this.ghost);
    if (this.stands) this.drawStand(this.stands.cell, this.stands.facing, GOLD);
  }

  drawMark(/** @type {any} */ { cell: [x, y], fill, picture, count, to }) {
    const { pen, world } = this;
    if (fill >= 0) {
      pen.fillStyle = world.pieces[fill].body;
      pen.globalAlpha = 0.43;
      pen.fillRect(x + 0.03, y + 0.03, 0.94, 0.94);
      pen.globalAlpha = 1;
    }
    if (to) this.painter.drawLine(x + 0.5, y + 0.5, to[0] + 0.5, to[1] + 0.5, 0.08, GOLD);
    const image = world.symbols[picture];
    if (!isLoaded(image)) return;
    for (let number = 0; number < Math.max(1, count || 1); number += 1) {
      pen.drawImage(image, x + 0.28 + 0.12 * number, y + 0.05, 0.4, 0.4);
    }
  }

  drawFrame(/** @type {number[]} */ [x, y], /** @type {string} */ colour) {
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = 0.09;
    this.pen.strokeRect(x + 0.05, y + 0.05, 0.9, 0.9);
  }

  /** Draw the way of a robot as its rules foresee it: legs, shots, and the stages at which it stops. */
  drawGhost(/** @type {any} */ ghost) {
    const { painter } = this;
    for (const [width, colour] of /** @type {[number, string][]} */ ([[0.2, SHADOW], [0.11, GOLD]])) {
      this.pen.lineCap = "round";
      for (const [, x1, y1, x2, y2, jump] of ghost.legs) {
        this.pen.setLineDash(jump ? [0.12, 0.2] : []);
        painter.drawLine(x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, width, colour);
      }
    }
    this.pen.setLineDash([]);
    for (const [, x1, y1, x2, y2] of ghost.shots) {
      painter.drawLine(x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, 0.06, DANGER);
    }
    if (ghost.cell) this.drawStand(ghost.cell, ghost.facing, ghost.lost ? DANGER : GOLD);
    if (ghost.cell && ghost.lost) {
      const [x, y] = ghost.cell;
      painter.drawLine(x + 0.1, y + 0.1, x + 0.9, y + 0.9, 0.1, DANGER);
      painter.drawLine(x + 0.9, y + 0.1, x + 0.1, y + 0.9, 0.1, DANGER);
    }
    for (const [stage, x, y] of ghost.stops) {
      painter.drawDisc(x + 0.82, y + 0.18, 0.17, SHADOW);
      painter.drawLetters(String(stage), x + 0.82, y + 0.18, 0.24, "#ffffff");
    }
  }

  drawStand(/** @type {number[]} */ [x, y], /** @type {number} */ facing, /** @type {string} */ colour) {
    const { pen } = this;
    pen.save();
    pen.translate(x + 0.5, y + 0.5);
    pen.globalAlpha = 0.6;
    if (this.own >= 0) this.painter.drawFace(this.own, facing * 90, 0.84);
    pen.restore();
    pen.strokeStyle = colour;
    pen.lineWidth = 0.06;
    pen.beginPath();
    pen.arc(x + 0.5, y + 0.5, 0.48, 0, 7);
    pen.stroke();
  }
}
