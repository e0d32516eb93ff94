// @ts-check
// The floor of a match: what stands there, the acts that change it, and how both are drawn. It knows no rule: every act
// says where a piece is afterwards. The shapes of the data are those of acts.py and piece_status.py.

/**
 * A piece: the upper left corner of its cell, its angle in degrees, whether it is on the board, and its row.
 * @typedef {{x: number, y: number, angle: number, here: boolean, row: any[]}} Piece
 * What stands on a floor: pieces, the edges of shut gates, and the pieces that have won.
 * @typedef {{pieces: Piece[], shut: number[][], winners: number[]}} Standing
 * An act of a beat, when it starts in milliseconds, and its piece before it.
 * @typedef {{act: any[], start: number, from: Piece}} Planned
 * What never changes but grows: pieces with their colours, pictures, colours by number, belts.
 * @typedef {{pieces: any[], faces: HTMLImageElement[], symbols: HTMLImageElement[], colours: string[],
 *   belts: number[][]}} World
 */

/** The length of each act in milliseconds. @type {Record<string, number>} */
export const LENGTHS = {
  a: 360, m: 270, t: 260, b: 240, p: 450, f: 500, x: 650, l: 500,
  h: 450, r: 450, s: 700, o: 450, c: 350, g: 300, w: 900,
};
const HEADING_PAUSE = 400, LINE_PAUSE = 250; // milliseconds for a line of the log with which nothing moves
const STEPS = ["m", "t", "b", "p"]; // acts of one piece that come one after the other
/** The places in a row. */
export const DAMAGE = 0, GAUGES = 1, SIGNS = 2, EQUIPMENT = 3, MARKER = 4, HAND = 5, SOLID = 6;
/** The signs of a row: not on the board yet, out of the game, powered down. */
export const WAITING = 0, ELIMINATED = 1, RESTING = 2;
const GATE = "#ffb347", EDGE = "#0b0d11", SPARKS = "#ff9b3d", PAIN = "#ff5d5d", REPAIR = "#6ee7a8", WHITE = "#ffffff";

/** Return an image of an address; it is drawn as soon as it is there. */
export function imageOf(/** @type {string} */ address) {
  const image = new Image();
  image.src = address;
  return image;
}

export const isLoaded = (/** @type {HTMLImageElement | undefined} */ image) =>
  Boolean(image && image.complete && image.naturalWidth);

/** Return the standing after an act. @returns {Standing} */
function afterAct(/** @type {Standing} */ standing, /** @type {any[]} */ act) {
  const change = (/** @type {Partial<Piece>} */ values) => {
    const pieces = standing.pieces.slice();
    pieces[act[1]] = { ...pieces[act[1]], ...values };
    return { ...standing, pieces };
  };
  switch (act[0]) {
    case "m": return change({ x: act[2], y: act[3] });
    case "t": return change({ angle: standing.pieces[act[1]].angle + act[3] * 90 });
    case "p": return change({ x: act[2], y: act[3], angle: act[4] * 90, here: true });
    case "f": case "x": return change({ here: false });
    case "g": return { ...standing, shut: act[1] };
    case "w": return { ...standing, winners: act[1] };
  }
  return standing;
}

/** Return when each act of a beat starts, and the standing after all. */
export function planned(/** @type {any[][]} */ acts, /** @type {Standing} */ before) {
  /** @type {Record<string, number>} */
  const free = {};
  /** @type {Planned[]} */
  const plan = [];
  let after = before;
  for (const act of acts) {
    const key = STEPS.includes(act[0]) ? act[0] + act[1] : "";
    const start = key ? free[key] || 0 : 0;
    if (key) free[key] = start + LENGTHS[act[0]];
    plan.push({ act, start, from: after.pieces[act[1]] });
    after = afterAct(after, act);
  }
  return { plan, after };
}

/** Return the length of a beat in milliseconds; its lines of the log are [number, text, kind]. */
export function lengthOf(/** @type {Planned[]} */ plan, /** @type {any[][]} */ lines) {
  const pause = lines.some((line) => line[2] === 1) ? HEADING_PAUSE : lines.length ? LINE_PAUSE : 0;
  return Math.max(pause, ...plan.map((entry) => entry.start + LENGTHS[entry.act[0]]));
}

export const smooth = (/** @type {number} */ part) => part * part * (3 - 2 * part);

/** Draws with a pen whose unit is a cell. */
export class Painter {
  /** @param {CanvasRenderingContext2D} pen @param {World} world */
  constructor(pen, world) {
    this.pen = pen;
    this.world = world;
  }

  /**
   * Draw a standing `time` milliseconds after a plan has begun.
   * @param {Standing} standing @param {Planned[]} plan @param {number} time
   * @param {() => void} below draws what lies under the pieces
   */
  draw(standing, plan, time, below = () => {}) {
    const { pen } = this;
    const parts = plan.map(({ act, start }) => (time - start) / LENGTHS[act[0]]);
    const run = plan.findIndex((entry) => entry.act[0] === "a");
    if (run >= 0 && parts[run] < 1) this.runBelts(parts[run]);
    for (const [x, y, direction] of standing.shut) this.drawEdge(x, y, direction);
    below();
    const pieces = standing.pieces.map((piece) => ({ ...piece, alpha: 1, size: 1 }));
    plan.forEach(({ act, from }, number) => {
      const part = parts[number];
      if (part >= 0) movePiece(pieces[act[1]], act, Math.min(1, part), from);
      if (act[0] === "c" && part >= 0 && part < 1) this.lightCells(act[1], 0.35 * (1 - part));
    });
    pieces.forEach((piece, number) => { if (piece.row[MARKER]) this.drawMarker(piece.row[MARKER], number); });
    const place = (/** @type {Piece} */ piece) => `${Math.round(piece.x)},${Math.round(piece.y)}`;
    /** @type {Record<string, number[]>} */
    const crowds = {};
    pieces.forEach((piece, number) => {
      if (piece.here && this.world.pieces[number].seat >= 0) (crowds[place(piece)] ??= []).push(number);
    });
    pieces.forEach((piece, number) => {
      const crowd = crowds[place(piece)] || [];
      if (piece.here) this.drawPiece(piece, number, crowd.length > 1 ? crowd.indexOf(number) : -1, crowd.length);
    });
    plan.forEach(({ act }, number) => {
      if (parts[number] < 0 || parts[number] >= 1) return;
      pen.save();
      this.drawEffect(act, parts[number], pieces);
      pen.restore();
    });
  }

  /** Draw a piece; several on one cell stand in a circle, `place` of `count`, -1 if it stands alone. */
  drawPiece(/** @type {any} */ piece, /** @type {number} */ number, /** @type {number} */ place,
    /** @type {number} */ count) {
    const { pen } = this, own = this.world.pieces[number];
    let x = piece.x + 0.5, y = piece.y + 0.5, size = piece.size;
    if (place >= 0) {
      const angle = -Math.PI / 2 + (2 * Math.PI * place) / count;
      x += 0.24 * Math.cos(angle);
      y += 0.24 * Math.sin(angle);
      size *= 0.62;
    }
    pen.save();
    pen.globalAlpha = piece.alpha * (piece.row[SOLID] ? 1 : 0.55);
    pen.translate(x, y);
    if (own.seat >= 0) {
      const alpha = pen.globalAlpha;
      pen.globalAlpha = alpha * 0.45;
      this.drawDisc(0, 0, 0.47 * size, own.body);
      pen.globalAlpha = alpha;
    }
    pen.save();
    if (piece.row[SIGNS].includes(RESTING)) pen.filter = "grayscale(1)";
    this.drawFace(number, piece.angle, 1.04 * size);
    pen.restore();
    if (own.seat >= 0) this.drawBadge(own, 0.3 * size, 0.3 * size, 0.19 * Math.max(size, 0.7));
    pen.restore();
  }

  drawFace(/** @type {number} */ number, /** @type {number} */ angle, /** @type {number} */ size) {
    const face = this.world.faces[number];
    this.pen.rotate((angle * Math.PI) / 180);
    if (isLoaded(face)) this.pen.drawImage(face, -size / 2, -size / 2, size, size);
  }

  drawDisc(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius,
    /** @type {string} */ colour) {
    this.pen.fillStyle = colour;
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 7);
    this.pen.fill();
  }

  drawBadge(/** @type {any} */ own, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius) {
    this.drawDisc(x, y, radius, own.body);
    this.pen.strokeStyle = EDGE;
    this.pen.lineWidth = 0.03;
    this.pen.stroke();
    this.drawLetters(String(own.seat + 1), x, y, radius * 1.5, own.ink);
  }

  /** Draw letters in pixels: in cells they would be too small to shape. */
  drawLetters(/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size,
    /** @type {string} */ colour) {
    const { pen } = this;
    pen.save();
    pen.translate(x, y);
    pen.scale(size / 20, size / 20);
    pen.font = "bold 20px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = colour;
    pen.fillText(text, 0, 1);
    pen.restore();
  }

  /** Draw the pin of a respawn point: each seat has its own spot, so that none is hidden. */
  drawMarker(/** @type {number[]} */ [x, y], /** @type {number} */ number) {
    const pin = this.world.symbols[this.world.pieces[number].pin];
    const across = x - 0.05 + 0.23 * (number % 4), down = y + (number % 8 < 4 ? -0.06 : 0.6);
    if (isLoaded(pin)) this.pen.drawImage(pin, across, down, 0.4, 0.4);
  }

  drawEdge(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ direction) {
    const { pen } = this;
    pen.save();
    pen.translate(x + 0.5, y + 0.5);
    pen.rotate((direction * Math.PI) / 2);
    pen.fillStyle = GATE;
    pen.fillRect(-0.5, -0.54, 1, 0.09);
    pen.restore();
  }

  /** Draw arrows that run one cell along every belt. */
  runBelts(/** @type {number} */ part) {
    const { pen } = this;
    pen.strokeStyle = WHITE;
    pen.lineWidth = 0.05;
    pen.globalAlpha = 0.55 * Math.sin(Math.PI * part);
    pen.beginPath();
    for (const [x, y, direction] of this.world.belts) {
      const dx = [0, 1, 0, -1][direction], dy = [-1, 0, 1, 0][direction];
      for (const shift of [0, 0.5]) {
        const along = ((smooth(part) + shift) % 1) - 0.5;
        const tipX = x + 0.5 + dx * along, tipY = y + 0.5 + dy * along;
        pen.moveTo(tipX - dx * 0.14 - dy * 0.2, tipY - dy * 0.14 + dx * 0.2);
        pen.lineTo(tipX, tipY);
        pen.lineTo(tipX - dx * 0.14 + dy * 0.2, tipY - dy * 0.14 - dx * 0.2);
      }
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }

  lightCells(/** @type {number[][]} */ cells, /** @type {number} */ alpha, colour = WHITE) {
    this.pen.fillStyle = colour;
    this.pen.globalAlpha = alpha;
    for (const [x, y] of cells) this.pen.fillRect(x, y, 1, 1);
    this.pen.globalAlpha = 1;
  }

  drawEffect(/** @type {any[]} */ act, /** @type {number} */ part, /** @type {Piece[]} */ pieces) {
    const { colours, symbols } = this.world;
    const middle = (/** @type {number} */ piece) => [pieces[piece].x + 0.5, pieces[piece].y + 0.5];
    const light = (/** @type {number} */ piece) => colours[this.world.pieces[piece].colour];
    switch (act[0]) {
      case "l": this.drawBeam(act, part); break;
      case "x": this.drawBurst([act[2] + 0.5, act[3] + 0.5], part, 0.9, SPARKS); break;
      case "h": this.drawBurst(middle(act[1]), part, 0.5, PAIN); break;
      case "r": this.drawRing(middle(act[1]), part, REPAIR); break;
      case "p": this.drawRing([act[2] + 0.5, act[3] + 0.5], part, light(act[1])); break;
      case "o": this.drawRing([act[1], act[2]], part, colours[act[3]]); break;
      case "w": for (const piece of act[1]) this.drawBurst(middle(piece), part, 1.4, light(piece)); break;
      case "s": if (isLoaded(symbols[act[3]])) {
        const up = act[5] > 0 ? part : 1 - part;
        this.pen.globalAlpha = Math.min(1, 3 * (1 - part));
        this.pen.drawImage(symbols[act[3]], act[1] - 0.3, act[2] - 0.5 - 0.7 * up, 0.6, 0.6);
      }
    }
  }

  drawBeam(/** @type {any[]} */ [, x1, y1, x2, y2, colour, hit], /** @type {number} */ part) {
    const { pen } = this, reach = hit ? 1 : Math.min(1, 1.4 / (Math.hypot(x2 - x1, y2 - y1) || 1));
    pen.globalAlpha = (hit ? 1 : 0.5) * Math.sin(Math.PI * Math.min(1, part + 0.15));
    pen.lineCap = "round";
    this.drawLine(x1, y1, x1 + (x2 - x1) * reach, y1 + (y2 - y1) * reach, 0.14, this.world.colours[colour]);
    this.drawLine(x1, y1, x1 + (x2 - x1) * reach, y1 + (y2 - y1) * reach, 0.05, WHITE);
  }

  drawLine(/** @type {number} */ x1, /** @type {number} */ y1, /** @type {number} */ x2, /** @type {number} */ y2,
    /** @type {number} */ width, /** @type {string} */ colour) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  }

  drawBurst(/** @type {number[]} */ [x, y], /** @type {number} */ part, /** @type {number} */ reach,
    /** @type {string} */ colour) {
    this.pen.globalAlpha = 1 - part;
    for (let spark = 0; spark < 12; spark += 1) {
      const angle = spark * 2.4, far = reach * smooth(part) * (0.6 + (spark % 4) * 0.14);
      this.drawDisc(x + far * Math.cos(angle), y + far * Math.sin(angle), 0.09 * (1.2 - part), colour);
    }
  }

  drawRing(/** @type {number[]} */ [x, y], /** @type {number} */ part, /** @type {string} */ colour) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.globalAlpha = 1 - part;
    pen.lineWidth = 0.06;
    pen.beginPath();
    pen.arc(x, y, 0.3 + 0.5 * part, 0, 7);
    pen.stroke();
  }
}

/** Move a piece to where it is in a part (0 to 1) of an act. */
function movePiece(/** @type {any} */ piece, /** @type {any[]} */ act, /** @type {number} */ part,
  /** @type {Piece} */ from) {
  const soft = smooth(part), wave = Math.sin(part * Math.PI);
  switch (act[0]) {
    case "m":
      piece.x = from.x + (act[2] - from.x) * soft;
      piece.y = from.y + (act[3] - from.y) * soft;
      break;
    case "t":
      piece.angle = from.angle + act[3] * 90 * soft;
      break;
    case "b":
      piece.x += act[2] * 0.12 * wave;
      piece.y += act[3] * 0.12 * wave;
      break;
    case "p":
      Object.assign(piece, { x: act[2], y: act[3], angle: act[4] * 90, here: true });
      Object.assign(piece, { alpha: part, size: 1.4 - 0.4 * soft });
      break;
    case "f":
      Object.assign(piece, { size: 1 - soft, alpha: 1 - part });
      break;
    case "x":
      piece.alpha = Math.max(0, 1 - 3 * part);
  }
}
