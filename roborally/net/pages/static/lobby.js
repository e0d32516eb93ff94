// @ts-check
// The lobby: who is there, the robots to choose from, ready or not.
import { get, make, makeButton, makePicture, say } from "./dom.js";

export class Lobby {
  /** @param {(message: Record<string, any>) => void} send */
  constructor(send) {
    this.send = send;
    /** What there is to choose from: robots, titles of modes and courses. @type {any} */
    this.choices = { robots: [], modes: {}, courses: {}, teams: [], colours: [] };
    /** @type {any} the last message */
    this.state = null;
    this.me = -1;
    this.fresh = true;
    get("ready").onclick = () => this.choose(this.own?.robot || "", !this.own?.ready);
  }

  get own() {
    return this.state?.members.find((/** @type {any} */ member) => member.id === this.me);
  }

  choose(/** @type {string} */ robot, /** @type {boolean} */ ready) {
    Object.assign(this.own, { robot, ready }); // the next tap does not wait for the server
    this.send({ type: "choose", robot, ready });
  }

  robot(/** @type {string} */ id) {
    return this.choices.robots.find((/** @type {any} */ one) => one.id === id);
  }

  show(/** @type {any} */ state = this.state) {
    if (!state) return;
    this.state = state;
    const { match, seats } = state.config, { modes, courses } = this.choices;
    const titles = [modes[match.mode] || match.mode, courses[match.course] || match.course];
    get("lobby-title").textContent = titles.filter(Boolean).join(" · ");
    const host = state.members.find((/** @type {any} */ member) => member.host);
    get("lobby-note").textContent = host ? say("lobby-note", { host: host.name }) : "";
    const own = this.own, known = own && this.robot(own.robot);
    if (known && !known.modes.includes(match.mode || "")) this.choose("", false); // the mode has changed
    this.showMembers(seats || []);
    get("own").hidden = !own || own.watching;
    if (!own || own.watching) return;
    get("ready").setAttribute("aria-pressed", String(own.ready));
    get("ready").textContent = say(own.ready ? "ready-now" : "ready");
    this.showRobots(own);
  }

  showMembers(/** @type {any[]} */ seats) {
    const list = get("members");
    list.replaceChildren();
    for (const member of this.state.members) {
      const notes = [member.host && say("host"), member.watching && say("watches"), !member.connected && say("offline"),
        member.ready && say("ready-now")];
      const seat = seats.findIndex((one) => one.name === member.name), { robot } = seats[seat] || member;
      this.addPerson(list, member.name, member.watching ? "" : robot, notes, member.ready, this.livery(seats, seat));
    }
    seats.forEach(({ controller, name, robot }, seat) => {
      if (["human", "remote", ""].includes(controller ?? "human")) return;
      this.addPerson(list, name, robot, [say("bot")], true, this.livery(seats, seat));
    });
  }

  /** Return the number of the colours that a seat has in the match, -1 without a seat. */
  livery(/** @type {any[]} */ seats, /** @type {number} */ seat) {
    const { colours, teams } = this.choices, { team } = seats[seat] || {};
    return (team && teams.includes(this.state.config.match.mode) ? team - 1 : seat) % colours.length;
  }

  addPerson(/** @type {Element} */ list, /** @type {string} */ name, /** @type {string} */ robot,
    /** @type {any[]} */ notes, /** @type {boolean} */ ready, /** @type {number} */ livery) {
    const line = make("li", list, "", ready ? "is-ready" : ""), known = this.robot(robot);
    if (known) makePicture(line, known.liveries[livery]); else make("span", line, "", "no-picture");
    make("strong", line, name).style.color = this.choices.colours[livery] || "";
    make("small", line, [known?.title, ...notes].filter(Boolean).join(" · "));
  }

  /** Show the robots as the buttons of one choice, which arrow keys go through. */
  showRobots(/** @type {any} */ own) {
    const grid = get("robots");
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.robot : "";
    const others = (this.state.config.seats || []).filter((/** @type {any} */ one) => one.name !== own.name);
    const mode = this.state.config.match.mode || "";
    const robots = this.choices.robots.filter((/** @type {any} */ one) => one.modes.includes(mode));
    const chosen = robots.find((/** @type {any} */ one) => one.id === own.robot);
    grid.replaceChildren();
    get("robots-title").hidden = !robots.length;
    get("ability").textContent = chosen?.ability || "";
    for (const robot of robots) {
      const button = makeButton(grid, "", () => this.choose(robot.id, own.ready));
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(robot === chosen));
      button.tabIndex = robot === (chosen || robots[0]) ? 0 : -1;
      button.dataset.robot = robot.id;
      const taker = others.find((/** @type {any} */ one) => one.robot === robot.id);
      button.disabled = Boolean(taker) && robot !== chosen;
      makePicture(button, robot.picture);
      make("span", button, robot.title);
      if (taker) make("small", button, say("taken", { name: taker.name }), "taken");
      else if (robot.ability) make("small", button, robot.ability);
      button.onkeydown = (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const free = /** @type {HTMLElement[]} */ ([...grid.children].filter((one) => !one.disabled));
        free[(free.indexOf(button) + step + free.length) % free.length].focus();
      };
      if (robot.id === focused) button.focus();
    }
  }
}
