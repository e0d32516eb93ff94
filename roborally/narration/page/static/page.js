// Shows the beats of a match that is over. It knows no rule: every act says where a piece is afterwards, and `Painter`
// moves it there. The shapes of the data are those of roborally/narration/page/acts.py and story.py.
import { DAMAGE, EQUIPMENT, GAUGES, HAND, MARKER, Painter, SIGNS, imageOf, lengthOf, planned } from "./floor.js";
(() => {
  "use strict";
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

  function begin(data) {
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const faces = data.pieces.map((piece) => imageOf(piece.picture));
    const symbols = data.pictures.map(imageOf);
    const [width, height] = data.size;
    const canvas = get("canvas"), pen = canvas.getContext("2d");
    const painter = new Painter(pen, { ...data, faces, symbols });
    let words = data.words[0], side = 32, now = 0, playing = false, last = 0, dirty = true, shown = -1;

    // --- the states before each beat, and when each begins

    const first = data.start.at.map((at, piece) => ({
      x: at ? at[0] : 0, y: at ? at[1] : 0, angle: data.start.facing[piece] * 90, here: at !== null, row: data.start.rows[piece],
    }));
    const states = [{ pieces: first, shut: data.start.shut, winners: [] }];
    const starts = [0];
    const plans = data.beats.map(([acts, rows], number) => {
      const { plan, after } = planned(acts, states[number]);
      const pieces = after.pieces.slice();
      for (const [piece, row] of rows) pieces[piece] = { ...pieces[piece], row };
      states.push({ ...after, pieces });
      starts.push(starts[number] + lengthOf(plan, data.words[0].log.filter((line) => line[0] === number)));
      return plan;
    });
    const total = starts[starts.length - 1];

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
      pen.clearRect(0, 0, width, height);
      painter.draw(states[beat], plan, now - starts[beat]);
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
