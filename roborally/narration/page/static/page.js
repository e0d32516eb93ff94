"use strict";
// Shows the beats of a match. It knows no rule: every act says where a piece is afterwards, and this script moves it
// there. The shapes of the data are those of roborally/narration/page/acts.py and story.py.
(() => {
  const LENGTHS = { a: 360, m: 270, t: 260, b: 240, p: 450, f: 500, x: 650, l: 500, h: 450, r: 450, s: 700, o: 450, c: 350, g: 300, w: 900 };
  const HEADING = 400, LINE = 250; // milliseconds for a line of the log with which nothing moves
  const STEPS = ["m", "t", "b", "p"]; // acts of one piece that come one after the other
  const DAMAGE = 0, GAUGES = 1, SIGNS = 2, EQUIPMENT = 3, MARKER = 4, HAND = 5, SOLID = 6; // the places in a row
  const RESTING = 2; // the sign of a robot that is powered down
  const ICONS = {
    play: "M5 3l14 9-14 9z", pause: "M5 3h5v18H5zM14 3h5v18h-5z", back: "M15 4l-9 8 9 8z", on: "M9 4l9 8-9 8z",
    "turn-back": "M4 4h3v16H4zM20 4l-11 8 11 8z", "turn-on": "M17 4h3v16h-3zM4 4l11 8-11 8z",
    light: "M12 3a9 9 0 1 0 0 18zM13 3.1a9 9 0 0 1 0 17.8z",
  };
  const get = (id) => document.getElementById(id);
  const make = (name, parent, text) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  };

  async function unpacked() {
    const packed = Uint8Array.from(atob(get("data").textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  function picture(address) {
    const image = new Image();
    image.src = address;
    return image;
  }

  function begin(data) {
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const faces = data.pieces.map((piece) => picture(piece.picture));
    const symbols = data.pictures.map(picture);
    const [width, height] = data.size;
    const canvas = get("canvas"), pen = canvas.getContext("2d");
    let words = data.words[0], side = 32, now = 0, playing = false, last = 0, dirty = true, shown = -1;

    // --- the states before each beat, and when each begins

    const first = data.start.at.map((at, piece) => ({
      x: at ? at[0] : 0, y: at ? at[1] : 0, angle: data.start.facing[piece] * 90, here: at !== null, row: data.start.rows[piece],
    }));
    const states = [{ pieces: first, shut: data.start.shut, winners: [] }];
    const starts = [0];
    const plans = data.beats.map(([acts, rows], number) => {
      const before = states[number], after = { pieces: before.pieces.slice(), shut: before.shut, winners: before.winners };
      const free = {}, plan = [];
      for (const act of acts) {
        const key = STEPS.includes(act[0]) ? act[0] + act[1] : "";
        const start = key ? free[key] || 0 : 0;
        if (key) free[key] = start + LENGTHS[act[0]];
        plan.push({ act, start, from: after.pieces[act[1]] });
        apply(after, act);
      }
      for (const [piece, row] of rows) after.pieces[piece] = { ...after.pieces[piece], row };
      states.push(after);
      const told = data.words[0].log.filter((line) => line[0] === number);
      const pause = told.some((line) => line[2] === 1) ? HEADING : told.length ? LINE : 0;
      const length = Math.max(pause, ...plan.map((entry) => entry.start + LENGTHS[entry.act[0]]));
      starts.push(starts[number] + length);
      return plan;
    });
    const total = starts[starts.length - 1];

    function apply(state, act) {
      const change = (values) => { state.pieces[act[1]] = { ...state.pieces[act[1]], ...values }; };
      switch (act[0]) {
        case "m": change({ x: act[2], y: act[3] }); break;
        case "t": change({ angle: state.pieces[act[1]].angle + act[3] * 90 }); break;
        case "p": change({ x: act[2], y: act[3], angle: act[4] * 90, here: true }); break;
        case "f": case "x": change({ here: false }); break;
        case "g": state.shut = act[1]; break;
        case "w": state.winners = act[1]; break;
      }
    }

    function beatAt(time) { // the last beat that has begun; the number of beats at the very end
      if (time >= total) return plans.length;
      let low = 0, high = plans.length;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= time) low = middle; else high = middle - 1;
      }
      return low;
    }

    // --- drawing

    function fit() {
      const stage = get("stage"), narrow = matchMedia("(max-width: 800px)").matches;
      const room = narrow ? innerHeight * 0.62 : innerHeight - document.querySelector("header").offsetHeight - get("controls").offsetHeight - get("caption").offsetHeight - 64;
      side = Math.max(8, Math.min(stage.clientWidth / width, room / height));
      const floor = get("floor");
      floor.style.width = `${side * width}px`;
      floor.style.height = `${side * height}px`;
      const ratio = Math.min(2, devicePixelRatio || 1);
      canvas.width = Math.round(side * width * ratio);
      canvas.height = Math.round(side * height * ratio);
      pen.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0); // units are cells
      dirty = true;
    }

    function draw() {
      const beat = beatAt(now), plan = beat < plans.length && now > starts[beat] ? plans[beat] : [];
      const state = states[beat], time = now - starts[beat];
      pen.clearRect(0, 0, width, height);
      const run = plan.find((entry) => entry.act[0] === "a");
      if (run && time < LENGTHS.a) belts(time / LENGTHS.a);
      for (const [x, y, direction] of state.shut) edge(x, y, direction);
      const pieces = state.pieces.map((piece) => ({ ...piece, alpha: 1, size: 1 }));
      for (const { act, start, from } of plan) {
        const part = Math.min(1, Math.max(0, (time - start) / LENGTHS[act[0]]));
        if (time >= start) move(pieces[act[1]], act, part, from);
      }
      for (const { act, start } of plan) if (act[0] === "c" && time >= start) cells(act[1], (time - start) / LENGTHS.c);
      pieces.forEach((piece, number) => { if (piece.row[MARKER]) marker(piece.row[MARKER], number); });
      const crowd = {};
      pieces.forEach((piece, number) => {
        const key = `${Math.round(piece.x)},${Math.round(piece.y)}`;
        if (piece.here && data.pieces[number].seat >= 0) (crowd[key] = crowd[key] || []).push(number);
      });
      pieces.forEach((piece, number) => {
        if (!piece.here) return;
        const others = crowd[`${Math.round(piece.x)},${Math.round(piece.y)}`] || [];
        robot(piece, number, others.length > 1 ? others.indexOf(number) : -1, others.length);
      });
      for (const { act, start } of plan) {
        const part = (time - start) / LENGTHS[act[0]];
        if (part >= 0 && part < 1) effect(act, part, pieces);
      }
    }

    const smooth = (part) => part * part * (3 - 2 * part);

    function move(piece, act, part, from) {
      const soft = smooth(part), wave = Math.sin(part * Math.PI);
      switch (act[0]) {
        case "m": piece.x = from.x + (act[2] - from.x) * soft; piece.y = from.y + (act[3] - from.y) * soft; break;
        case "t": piece.angle = from.angle + act[3] * 90 * soft; break;
        case "b": piece.x += act[2] * 0.12 * wave; piece.y += act[3] * 0.12 * wave; break;
        case "p": Object.assign(piece, { x: act[2], y: act[3], angle: act[4] * 90, here: true, alpha: part, size: 1.4 - 0.4 * soft }); break;
        case "f": piece.size = 1 - soft; piece.alpha = 1 - part; break;
        case "x": piece.alpha = Math.max(0, 1 - 3 * part); break;
      }
    }

    function robot(piece, number, place, count) {
      let x = piece.x + 0.5, y = piece.y + 0.5, size = piece.size;
      if (place >= 0) {
        const angle = -Math.PI / 2 + (2 * Math.PI * place) / count;
        x += 0.24 * Math.cos(angle); y += 0.24 * Math.sin(angle); size *= 0.62;
      }
      pen.save();
      pen.globalAlpha = piece.alpha * (piece.row[SOLID] ? 1 : 0.55);
      pen.translate(x, y);
      if (data.pieces[number].seat >= 0) {
        pen.fillStyle = data.pieces[number].body;
        pen.beginPath(); pen.arc(0, 0, 0.47 * size, 0, 7); pen.globalAlpha *= 0.45; pen.fill(); pen.globalAlpha /= 0.45;
      }
      pen.save();
      pen.rotate((piece.angle * Math.PI) / 180);
      if (piece.row[SIGNS].includes(RESTING)) pen.filter = "grayscale(1)";
      if (faces[number].complete) pen.drawImage(faces[number], -0.52 * size, -0.52 * size, 1.04 * size, 1.04 * size);
      pen.restore();
      if (data.pieces[number].seat >= 0) badge(number, 0.3 * size, 0.3 * size, 0.19 * Math.max(size, 0.7));
      pen.restore();
    }

    function badge(number, x, y, radius) {
      const piece = data.pieces[number];
      pen.fillStyle = piece.body; pen.strokeStyle = "#0b0d11"; pen.lineWidth = 0.03;
      pen.beginPath(); pen.arc(x, y, radius, 0, 7); pen.fill(); pen.stroke();
      letter(String(piece.seat + 1), x, y, radius * 1.5, piece.ink);
    }

    function letter(text, x, y, size, colour) { // letters are drawn in pixels: in cells they would be too small to shape
      pen.save();
      pen.translate(x, y);
      pen.scale(size / 20, size / 20);
      pen.font = "bold 20px system-ui, sans-serif"; pen.textAlign = "center"; pen.textBaseline = "middle"; pen.fillStyle = colour;
      pen.fillText(text, 0, 1);
      pen.restore();
    }

    function marker([x, y], number) { // the pin of a respawn point: each seat has its own spot, so that none is hidden
      const pin = symbols[data.pieces[number].pin];
      if (pin && pin.complete) pen.drawImage(pin, x - 0.05 + 0.23 * (number % 4), y + (number % 8 < 4 ? -0.06 : 0.6), 0.4, 0.4);
    }

    function edge(x, y, direction) {
      pen.save();
      pen.translate(x + 0.5, y + 0.5); pen.rotate((direction * Math.PI) / 2);
      pen.fillStyle = "#ffb347"; pen.fillRect(-0.5, -0.54, 1, 0.09);
      pen.restore();
    }

    function belts(part) { // arrows that run one cell along every belt
      pen.strokeStyle = "#ffffff"; pen.lineWidth = 0.05; pen.globalAlpha = 0.55 * Math.sin(Math.PI * part);
      pen.beginPath();
      for (const [x, y, direction] of data.belts) {
        const dx = [0, 1, 0, -1][direction], dy = [-1, 0, 1, 0][direction];
        for (const shift of [0, 0.5]) {
          const along = ((smooth(part) + shift) % 1) - 0.5, tipX = x + 0.5 + dx * along, tipY = y + 0.5 + dy * along;
          pen.moveTo(tipX - dx * 0.14 - dy * 0.2, tipY - dy * 0.14 + dx * 0.2);
          pen.lineTo(tipX, tipY);
          pen.lineTo(tipX - dx * 0.14 + dy * 0.2, tipY - dy * 0.14 - dx * 0.2);
        }
      }
      pen.stroke();
      pen.globalAlpha = 1;
    }

    function cells(list, part) {
      if (part >= 1) return;
      pen.fillStyle = "#ffffff"; pen.globalAlpha = 0.35 * (1 - part);
      for (const [x, y] of list) pen.fillRect(x, y, 1, 1);
      pen.globalAlpha = 1;
    }

    function effect(act, part, pieces) {
      pen.save();
      switch (act[0]) {
        case "l": beam(act, part); break;
        case "x": burst(act[2] + 0.5, act[3] + 0.5, part, 0.9, "#ff9b3d"); break;
        case "h": burst(pieces[act[1]].x + 0.5, pieces[act[1]].y + 0.5, part, 0.5, "#ff5d5d"); break;
        case "r": ring(pieces[act[1]].x + 0.5, pieces[act[1]].y + 0.5, part, "#6ee7a8"); break;
        case "p": ring(act[2] + 0.5, act[3] + 0.5, part, data.colours[data.pieces[act[1]].colour]); break;
        case "o": ring(act[1], act[2], part, data.colours[act[3]]); break;
        case "w": for (const piece of act[1]) burst(pieces[piece].x + 0.5, pieces[piece].y + 0.5, part, 1.4, data.colours[data.pieces[piece].colour]); break;
        case "s": if (act[3] >= 0 && symbols[act[3]].complete) {
          pen.globalAlpha = Math.min(1, 3 * (1 - part));
          const up = act[5] > 0 ? part : 1 - part;
          pen.drawImage(symbols[act[3]], act[1] - 0.3, act[2] - 0.5 - 0.7 * up, 0.6, 0.6);
        }
      }
      pen.restore();
    }

    function beam([, x1, y1, x2, y2, colour, hit], part) {
      const reach = hit ? 1 : Math.min(1, 1.4 / (Math.hypot(x2 - x1, y2 - y1) || 1));
      pen.globalAlpha = (hit ? 1 : 0.5) * Math.sin(Math.PI * Math.min(1, part + 0.15));
      pen.lineCap = "round";
      for (const [line, tint] of [[0.14, data.colours[colour]], [0.05, "#ffffff"]]) {
        pen.strokeStyle = tint; pen.lineWidth = line;
        pen.beginPath(); pen.moveTo(x1, y1); pen.lineTo(x1 + (x2 - x1) * reach, y1 + (y2 - y1) * reach); pen.stroke();
      }
    }

    function burst(x, y, part, reach, colour) {
      pen.fillStyle = colour; pen.globalAlpha = 1 - part;
      for (let spark = 0; spark < 12; spark += 1) {
        const angle = spark * 2.4, far = reach * smooth(part) * (0.6 + (spark % 4) * 0.14);
        pen.beginPath(); pen.arc(x + far * Math.cos(angle), y + far * Math.sin(angle), 0.09 * (1.2 - part), 0, 7); pen.fill();
      }
    }

    function ring(x, y, part, colour) {
      pen.strokeStyle = colour; pen.globalAlpha = 1 - part; pen.lineWidth = 0.06;
      pen.beginPath(); pen.arc(x, y, 0.3 + 0.5 * part, 0, 7); pen.stroke();
    }

    // --- what stands beside the board

    const rows = data.pieces.map(() => ({}));

    function buildTable() {
      const table = get("robots");
      table.replaceChildren();
      data.pieces.forEach((piece, number) => {
        const line = make("tr", table), name = make("td", line);
        const face = make("img", name);
        face.src = piece.picture; face.className = "face"; face.alt = "";
        if (piece.seat >= 0) face.style.background = piece.body;
        make("span", name, ` ${piece.seat >= 0 ? `${piece.seat + 1} · ` : ""}${words.names[number]}`);
        const place = make("div", name, "");
        place.className = "more";
        const numbers = make("td", line);
        numbers.className = "gauge";
        rows[number] = { line, place, numbers, key: "" };
      });
    }

    function tell(state) {
      const say = words.interface;
      state.pieces.forEach((piece, number) => {
        const { line, place, numbers } = rows[number], row = piece.row;
        const key = JSON.stringify([piece.x, piece.y, piece.angle, piece.here, row]);
        if (rows[number].key === key) return;
        rows[number].key = key;
        line.dataset.piece = number;
        line.dataset.place = piece.here ? `${piece.x},${piece.y},${((piece.angle / 90) % 4 + 4) % 4}` : "";
        line.className = piece.here ? "" : "gone";
        const notes = [piece.here ? say.place.replace("{x}", piece.x + 1).replace("{y}", piece.y + 1) : say.away];
        for (const sign of row[SIGNS]) notes.push(say[sign]);
        for (const [title, cards] of [[say.options, row[EQUIPMENT]], [say.hand, row[HAND]]]) {
          if (cards.length) notes.push(`${title}: ${cards.map((card) => words.equipment[card]).join(", ")}`);
        }
        place.textContent = notes.join(" · ");
        numbers.replaceChildren();
        if (data.pieces[number].seat >= 0 || row[DAMAGE]) count(numbers, symbols[data.damage], say.damage, row[DAMAGE]);
        row[GAUGES].forEach((value, gauge) => {
          if (value === null || (data.gauges[gauge].mark && !value)) return;
          const goal = data.goals[number][gauge];
          count(numbers, symbols[data.gauges[gauge].picture], words.gauges[gauge], data.gauges[gauge].mark ? "" : goal ? `${value}/${goal}` : value);
        });
      });
    }

    function count(parent, image, title, value) {
      const box = make("span", parent), icon = make("img", box);
      icon.src = image.src; icon.alt = title; box.title = title;
      make("span", box, ` ${value} `);
    }

    function buildLog() {
      const list = get("log");
      list.replaceChildren();
      words.log.forEach(([beat, text, kind], number) => {
        const line = make("li", list, text);
        line.className = kind === 1 ? "heading" : "";
        line.dataset.number = number;
        line.dataset.beat = beat;
      });
    }

    function mark(beat) { // the line of the log that is told now, in the log and below the board
      const lines = get("log").children;
      let current = -1;
      const until = now >= total ? plans.length : beat;
      for (let number = 0; number < words.log.length; number += 1) {
        const told = words.log[number][0] <= until;
        lines[number].classList.toggle("later", !told);
        lines[number].classList.remove("now");
        if (told) current = number;
      }
      const banner = get("banner");
      banner.classList.remove("shown");
      if (current < 0) { get("caption").textContent = ""; return; }
      const line = lines[current], list = get("log");
      line.classList.add("now");
      if (line.offsetTop < list.scrollTop || line.offsetTop + line.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = line.offsetTop - list.clientHeight / 2;
      }
      const here = words.log.filter((entry) => entry[0] === words.log[current][0]).map((entry) => entry[1]);
      get("caption").textContent = here.slice(-3).join(" ");
      const large = words.log.filter((entry) => entry[0] === until && entry[2] === 2);
      if (large.length && until < plans.length) { banner.replaceChildren(); make("span", banner, large[0][1]); banner.classList.add("shown"); }
    }

    function turnAt(beat) {
      let found = data.turns.length ? data.turns[0][1] : 1;
      for (const [start, turn] of data.turns) if (start <= beat) found = turn;
      return found;
    }

    function refresh() {
      const beat = beatAt(now);
      get("time").value = now;
      if (shown !== beat) {
        shown = beat;
        tell(states[playing && beat < plans.length ? beat + 1 : beat]); // first, since it takes room from the log
        mark(beat);
        get("turn").textContent = words.interface.turn.replace("{turn}", turnAt(beat));
        get("time").setAttribute("aria-valuetext", `${get("turn").textContent}. ${get("caption").textContent}`);
      }
    }

    // --- controls

    function icon(id, name) {
      const box = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      box.setAttribute("viewBox", "0 0 24 24"); path.setAttribute("d", ICONS[name]); box.append(path);
      get(id).replaceChildren(box);
    }

    function speak(language) {
      words = data.words.find((entry) => entry.language === language) || data.words[0];
      document.documentElement.lang = words.language;
      document.title = words.title;
      get("title").textContent = words.title;
      const say = words.interface;
      for (const id of ["back", "on", "turn-back", "turn-on", "light"]) { get(id).title = say[id]; get(id).setAttribute("aria-label", say[id]); }
      for (const id of ["language", "time"]) get(id).setAttribute("aria-label", say[id]);
      get("speed-name").textContent = say.speed; get("robots-name").textContent = say.robots; get("log-name").textContent = say.log;
      get("keys").textContent = say.keys; get("fan").textContent = say.fan;
      canvas.setAttribute("aria-label", say.board);
      buildTable(); buildLog(); showPlay();
      shown = -1;
      go(now);
    }

    function showPlay() {
      icon("play", playing ? "pause" : "play");
      const name = words.interface[playing ? "pause" : "play"];
      get("play").title = name; get("play").setAttribute("aria-label", name);
    }

    function go(time) {
      now = Math.min(total, Math.max(0, time));
      dirty = true;
      request();
    }

    function pause() { playing = false; showPlay(); shown = -1; dirty = true; request(); }

    function toggle() {
      if (playing) { pause(); return; }
      if (now >= total) now = 0;
      playing = true; last = 0; showPlay(); shown = -1; request();
    }

    const visible = plans.map((plan, number) => number).filter((number) => starts[number + 1] > starts[number]);

    function step(direction) {
      if (playing) pause();
      const beat = beatAt(now);
      if (direction > 0) {
        const next = visible.find((number) => number >= beat);
        go(next === undefined ? total : starts[next + 1]);
      } else {
        const before = visible.filter((number) => starts[number] < now);
        go(before.length ? starts[before[before.length - 1]] : 0);
      }
    }

    function turn(direction) {
      const times = data.turns.map(([beat]) => starts[beat]);
      if (direction > 0) { const next = times.find((time) => time > now); go(next === undefined ? total : next); }
      else { const before = times.filter((time) => time < now); go(before.length ? before[before.length - 1] : 0); }
    }

    function speedBy(steps) {
      const choice = get("speed");
      choice.selectedIndex = Math.min(choice.length - 1, Math.max(0, choice.selectedIndex + steps));
    }

    let asked = false;
    function request() { if (!asked) { asked = true; requestAnimationFrame(frame); } }

    function frame(time) {
      asked = false;
      if (playing) {
        if (last) now += Math.min(100, time - last) * Number(get("speed").value);
        last = time;
        if (still.matches) now = starts[Math.min(plans.length, beatAt(now))];
        dirty = true;
        if (now >= total) { now = total; playing = false; showPlay(); shown = -1; }
      }
      if (dirty) { draw(); refresh(); dirty = false; }
      if (playing) request();
    }

    if (data.words.length) for (const entry of data.words) {
      const names = { en: "English", de: "Deutsch", sv: "Svenska" };
      const option = make("option", get("language"), names[entry.language] || entry.language);
      option.value = entry.language;
    }
    get("picture").src = data.board;
    get("time").max = total;
    for (const [beat, number] of data.turns) {
      const tick = make("span", get("ticks"), String(number));
      tick.style.left = `${(100 * starts[beat]) / Math.max(1, total)}%`;
    }
    for (const id of ["back", "on", "turn-back", "turn-on", "light"]) icon(id, id);
    get("play").onclick = toggle;
    get("back").onclick = () => step(-1);
    get("on").onclick = () => step(1);
    get("turn-back").onclick = () => turn(-1);
    get("turn-on").onclick = () => turn(1);
    get("time").oninput = (event) => { if (playing) pause(); go(Number(event.target.value)); };
    get("language").onchange = (event) => speak(event.target.value);
    get("light").onclick = () => document.documentElement.toggleAttribute("data-light");
    get("log").onclick = (event) => {
      const line = event.target.closest("li");
      if (line) { if (playing) pause(); go(starts[Number(line.dataset.beat) + 1]); }
    };
    canvas.onclick = toggle;
    canvas.onpointermove = (event) => {
      const box = canvas.getBoundingClientRect();
      const x = Math.floor(((event.clientX - box.left) / box.width) * width), y = Math.floor(((event.clientY - box.top) / box.height) * height);
      const names = (fits) => states[beatAt(now)].pieces.flatMap((piece, number) => (fits(piece) ? [words.names[number]] : []));
      const there = names((piece) => piece.here && piece.x === x && piece.y === y);
      const owners = names(({ row }) => row[MARKER] && row[MARKER][0] === x && row[MARKER][1] === y);
      const lies = words.cells.filter((cell) => cell[0] === x && cell[1] === y).map((cell) => cell[2]);
      const pins = owners.length ? [words.interface.respawn.replace("{name}", new Intl.ListFormat(words.language).format(owners))] : [];
      canvas.title = [...there, ...lies, ...pins].join("\n");
    };
    document.onkeydown = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
      const own = event.target.tagName === "BUTTON";
      const keys = {
        " ": own ? null : toggle, ArrowRight: () => (event.shiftKey ? turn(1) : step(1)), ArrowLeft: () => (event.shiftKey ? turn(-1) : step(-1)),
        Home: () => go(0), End: () => go(total), "+": () => speedBy(1), "-": () => speedBy(-1),
      };
      if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
    };
    document.documentElement.toggleAttribute("data-light", matchMedia("(prefers-color-scheme: light)").matches);
    let wanted = data.words[0].language;
    for (const language of [...navigator.languages].reverse()) if (data.words.some((entry) => entry.language === language.slice(0, 2))) wanted = language.slice(0, 2);
    get("language").value = wanted;
    fit();
    speak(wanted);
    new ResizeObserver(() => { fit(); request(); }).observe(get("stage"));
    addEventListener("resize", () => { fit(); request(); });
    for (const image of [...faces, ...symbols]) image.decode().then(() => { dirty = true; request(); }, () => {});
    const hash = new URLSearchParams(location.hash.slice(1));
    if (hash.has("turn")) { const found = data.turns.find((entry) => entry[1] === Number(hash.get("turn"))); if (found) go(starts[found[0]]); }
    if (hash.has("end")) go(total);
    if (hash.has("play")) toggle();
    document.documentElement.dataset.ready = "yes";
  }

  unpacked().then(begin).catch((error) => {
    const problem = get("problem");
    problem.hidden = false;
    problem.textContent = `This page cannot be shown: ${error.message}. A browser of the last years can show it, if the file is whole.`;
    throw error;
  });
})();
