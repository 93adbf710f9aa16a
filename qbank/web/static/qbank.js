"use strict";
// Everything here is for convenience: without it each form works by its buttons.

// What is said stands in the page, in its language: in {braces} what is known here alone.
const filled = (text, given) => (text ?? "").replace(/{(\w+)}/g, (all, name) => given[name] ?? all);

// Times in the reader's own zone.
for (const time of document.querySelectorAll("time[datetime]")) {
  const when = new Date(time.dateTime);
  time.textContent = "second" in time.dataset ? when.toLocaleTimeString() : when.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

// What is wider than the page is reached by the keyboard too.
for (const box of document.querySelectorAll(".prompt, .ask, .solution")) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;

// What the page is about after an answer.
document.querySelector("[data-focus]")?.focus();

// While somebody types: how it is read.
for (const form of document.querySelectorAll("form[data-read]")) {
  let waiting, asked = 0;
  form.addEventListener("input", (event) => {
    if (event.target.type !== "text") return;
    clearTimeout(waiting);
    waiting = setTimeout(() => read(form, ++asked), 350);
  });
  const read = async (form, mine) => {
    const body = new FormData(form);
    body.set("do", "read");
    const answer = await fetch(form.dataset.read, { method: "POST", body, headers: { accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || mine !== asked) return;
    const { readings } = await answer.json();
    const places = form.querySelectorAll(".part");
    readings.forEach((reading, at) => {
      const place = places[at]?.querySelector(".reading");
      if (place) show(place, reading);
    });
  };
  const show = (place, { read, trouble }) => {
    const said = document.createElement(trouble ? "span" : "b");
    said.textContent = trouble || read;
    said.className = trouble ? "wrong" : "";
    place.replaceChildren(...(trouble ? [said] : read ? [`${place.dataset.as} `, said] : []));
  };
}

// Sitting a quiz: answers are saved while they are typed, and kept in this browser until the service has said so.
const sitting = document.querySelector("[data-attempt]");
if (sitting) {
  const attempt = sitting.dataset.attempt, base = `/attempts/${attempt}`;
  const form = sitting.querySelector("form[data-save]"), status = sitting.querySelector("[data-status]");
  const say = (name, kind, given = {}) => {
    const said = document.createElement("span");
    said.className = kind;
    said.textContent = filled(status?.dataset[name], given);
    status?.replaceChildren(said);
  };
  const pause = (seconds) => new Promise((done) => {
    const waiting = setTimeout(go, seconds * 1000);
    const events = ["online", "focus"]; // the network is back, or somebody who signed in elsewhere
    function go() { clearTimeout(waiting); for (const name of events) removeEventListener(name, go); done(); }
    for (const name of events) addEventListener(name, go);
  });
  const keyOf = (position) => `qbank:${attempt}:${position}`;
  // Of a question: `job`, what was sent and never acknowledged, and `texts`, what the page showed last.
  const kept = (position) => {
    try { return JSON.parse(localStorage.getItem(keyOf(position))); } catch { return null; }
  };
  const keep = (position, open) => {
    try { open ? localStorage.setItem(keyOf(position), JSON.stringify(open)) : localStorage.removeItem(keyOf(position)); } catch { /* it stays in the page */ }
  };
  let csrf = document.querySelector("input[name=csrf]").value;
  const renewed = async () => { // after signing in again in another tab
    // Not led on to the door: that page could give this browser a stranger's cookie while somebody signs in.
    const answer = await fetch(location.href, { redirect: "manual" }).catch(() => null);
    if (!answer?.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    csrf = page.querySelector("input[name=csrf]")?.value ?? csrf;
    for (const field of document.querySelectorAll("input[name=csrf]")) field.value = csrf;
    return true;
  };
  const send = async (position, job) => {
    const body = new URLSearchParams({ csrf, request: job.request, do: "save" });
    for (const [part, text] of Object.entries(job.texts)) body.set(`part-${part}`, text);
    for (const [part, revision] of Object.entries(job.seen)) body.set(`seen-${part}`, revision);
    const answer = await fetch(`${base}/${position}`, { method: "POST", body, headers: { accept: "application/json" }, signal: AbortSignal.timeout(20000) }).catch(() => null);
    if (!answer) return { status: 0 };
    return { status: answer.status, after: Number(answer.headers.get("retry-after")), body: await answer.json().catch(() => ({})) };
  };
  const clock = (ms) => new Date(ms).toLocaleTimeString();
  // The box with the question's number: how many of its parts have an answer, of these texts that count.
  const numbered = (position, counting) => {
    const box = sitting.querySelector(`[data-number="${position}"]`);
    if (!box) return;
    const texts = Object.values(counting), [word, sign] = box.querySelectorAll("span");
    const done = texts.filter(Boolean).length, all = texts.length, told = box.closest("ol").dataset;
    box.classList.toggle("answered", done > 0);
    word.textContent = ` ${filled(done === all ? told.whole : done ? told.partly : told.none, { done, all })}`;
    sign.textContent = done === all ? " ✓" : done ? " …" : "";
  };

  // The time that is left, by the server's clock and this machine's steady one.
  let deadline = Number(sitting.dataset.deadline), now = Number(sitting.dataset.now), read = performance.now(), over = false;
  const left = () => deadline - (now + performance.now() - read);
  const told = (body) => {
    if (!body.now) return;
    [now, read] = [body.now, performance.now()];
    if (body.deadline) deadline = body.deadline;
  };
  const words = (ms, { hours, minutes }) => {
    const all = Math.max(0, Math.ceil(ms / 1000)), h = Math.floor(all / 3600), min = Math.floor(all / 60) % 60;
    return filled(h ? hours : minutes, { h, min, s: all % 60 });
  };
  let warned = Infinity;
  const tick = () => {
    const place = sitting.querySelector("[data-left]");
    if (!place || over) return;
    place.textContent = words(left(), place.dataset);
    for (const minutes of [1, 5]) {
      if (left() > minutes * 60000 || warned <= minutes) continue;
      warned = minutes;
      const warning = sitting.querySelector("[data-warning]");
      warning.textContent = filled(warning.dataset.warning, { minutes });
      break;
    }
    if (left() < 0) { over = true; end(); }
  };
  const look = async () => {
    const answer = await fetch(`${base}/time`, { headers: { accept: "application/json" } }).catch(() => null);
    if (answer?.ok) told(await answer.json());
  };
  const end = async () => {
    await look();
    if (left() > 0) { over = false; return; } // there is more time than this page knew
    await flushed();
    for (let wait = 1; ; wait = Math.min(wait * 2, 15)) {
      const body = new URLSearchParams({ csrf });
      const answer = await fetch(`${base}/submit`, { method: "POST", body }).catch(() => null);
      if (answer?.ok) break;
      if (answer?.status === 403) await renewed();
      await pause(wait);
    }
    leaving = true;
    location.href = `${base}/receipt`;
  };
  if (deadline) {
    setInterval(tick, 500);
    setInterval(look, 60000);
    document.addEventListener("visibilitychange", () => document.hidden || look());
  }

  // One question: one request at a time, sent again under its name until it is answered.
  let dirty = false, pending = null, running = null, leaving = false, stopped = false;
  const flushed = async () => {
    while (!stopped && (running || dirty)) await (running ?? save());
  };
  const save = () => (running ??= saving().finally(() => { running = null; }));
  const fields = () => [...form.elements].filter((field) => field.name.startsWith("seen-")).map((field) => field.name.slice(5));
  const texts = () => Object.fromEntries(fields().map((part) => [part, textOf(part)]));
  const seen = () => Object.fromEntries(fields().map((part) => [part, form.elements[`seen-${part}`].value]));
  const named = (texts, seen) => ({ request: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, texts, seen });
  const textOf = (part) => [...new FormData(form).getAll(`part-${part}`)].join(", ");
  const put = (part, text) => {
    for (const field of form.elements) {
      if (field.name !== `part-${part}`) continue;
      if (field.type === "text") field.value = text;
      else field.checked = text.split(", ").includes(field.value);
    }
  };
  const saving = async () => {
    const position = form.dataset.save;
    const mine = pending ?? named(texts(), seen());
    pending = mine;
    dirty = fields().some((part) => textOf(part) !== mine.texts[part]);
    keep(position, { job: mine, texts: texts(), seen: seen() });
    for (let wait = 2; ; wait = Math.min(wait * 2, 15)) {
      const { status: code, after, body } = await send(position, mine);
      if (code === 200 || code === 409 && body.standing) return received(position, mine, body);
      if (code === 413 || code === 422 || code === 404 || code === 409) {
        pending = null;
        dirty = false;
        say("refused", "unsaved", { why: body.detail ?? status.dataset.unsaid });
        stopped = true;
        return;
      }
      if (code === 401 || code === 403) {
        say("out", "unsaved");
        if (await renewed() && wait < 15) continue;
      } else say("again", "unsaved");
      await pause(after || wait);
    }
  };
  const received = (position, mine, body) => {
    pending = null;
    told(body);
    numbered(position, { ...mine.texts, ...body.stored });
    if (body.standing === "stale") keep(position, { texts: texts(), seen: mine.seen });
    for (const [part, revision] of Object.entries(body.revisions)) form.elements[`seen-${part}`].value = revision;
    shown(body.readings, mine);
    if (body.standing === "stale") return conflict(body);
    keep(position, dirty ? { texts: texts(), seen: seen() } : null);
    for (const [part, text] of Object.entries(body.stored)) if (body.standing === "counts" && textOf(part) === mine.texts[part]) put(part, text);
    if (body.standing === "late") say(body.final ? "final" : "late", "unsaved", { time: clock(body.received) });
    else if (!dirty) say("saved", "saved", { time: clock(body.received) });
  };
  const shown = (readings, mine) => {
    form.querySelectorAll(".part").forEach((place, at) => {
      const said = place.querySelector(".reading"), part = fields()[at];
      if (!said || textOf(part) !== mine.texts[part]) return;
      const { read, trouble } = readings[at], word = document.createElement(trouble ? "span" : "b");
      word.textContent = trouble || read;
      if (trouble) word.className = "wrong";
      said.replaceChildren(...(trouble ? [word] : read ? [`${said.dataset.as} `, word] : []));
    });
  };
  const conflict = (body) => {
    stopped = dirty = true;
    say("conflicting", "unsaved");
    const place = form.querySelector("[data-conflict]"), told = place.dataset;
    place.className = "conflict";
    place.replaceChildren();
    const both = body.conflicts.map((part) => [part, body.stored[part], textOf(part)]);
    const choice = (label, name, chosen) => {
      const side = document.createElement("div"), button = document.createElement("button"), words = document.createElement("p");
      words.textContent = `${label} ${both.map((each) => each[chosen] || told.empty).join("; ")}`;
      button.type = "button";
      button.className = "second";
      button.textContent = name;
      button.addEventListener("click", () => {
        for (const each of both) put(each[0], each[chosen]);
        place.replaceChildren();
        place.className = "";
        stopped = false;
        dirty = true;
        save();
      });
      side.append(words, button);
      place.append(side);
    };
    choice(told.saved, told.keep, 1);
    choice(told.here, told.use, 2);
    place.querySelector("button").focus();
  };
  if (form) {
    let waiting;
    const soon = (seconds) => {
      dirty = true;
      keep(form.dataset.save, { job: pending, texts: texts(), seen: seen() });
      stopped = stopped && form.querySelector("[data-conflict]").childElementCount > 0;
      clearTimeout(waiting);
      waiting = setTimeout(() => { if (!stopped && dirty) flushed(); }, seconds * 1000);
    };
    form.addEventListener("input", (event) => { say("typed", "quiet"); soon(event.target.type === "text" ? 1 : 0); });
    form.addEventListener("change", () => { if (dirty) soon(0); });
    form.addEventListener("submit", async (event) => {
      if (stopped) { event.preventDefault(); return; }
      if (event.submitter?.value === "read") { event.preventDefault(); dirty = true; await flushed(); return; }
      if (event.submitter?.value !== "next") { leaving = true; return; }
      event.preventDefault();
      dirty = true;
      await flushed();
      if (!stopped) location.href = form.dataset.next;
    });
    addEventListener("beforeunload", (event) => { if (!leaving && (dirty || running)) event.preventDefault(); });
    const before = kept(form.dataset.save);
    if (before) { // typed here before, and never acknowledged
      for (const [part, text] of Object.entries(before.texts)) put(part, text);
      pending = before.job ?? named(before.texts, before.seen);
      dirty = true;
      flushed();
    }
  }
  // What other pages of this attempt could not send.
  (async () => {
    let sent = 0;
    for (const key of Object.keys(localStorage)) {
      const [, of, position] = key.split(":");
      if (!key.startsWith("qbank:") || of !== attempt || position === form?.dataset.save) continue;
      const { job, texts: last } = kept(position) ?? {};
      let answer = job ? await send(position, job) : null, texts = job?.texts;
      if (last && (!job || answer.body?.standing === "counts") && JSON.stringify(last) !== JSON.stringify(job?.texts)) {
        const revisions = answer?.body.revisions ?? kept(position).seen ?? {};
        [answer, texts] = [await send(position, named(last, revisions)), last];
      }
      if (answer?.status === 200 && answer.body.standing) {
        keep(position, null);
        numbered(position, { ...texts, ...answer.body.stored });
        sent += 1;
      }
      else if (answer?.status === 409 && answer.body.standing) say("elsewhere", "unsaved", { number: position });
    }
    if (sent && "reload" in sitting.dataset) location.reload(); // the page says what is saved
  })();
}

// The builder of a quiz: how much its rows make altogether, while they are typed.
for (const form of document.querySelectorAll("form[data-total]")) {
  form.addEventListener("input", () => {
    let questions = 0, points = 0;
    for (const size of form.querySelectorAll("input[name^='slot-'][name$='-size']")) {
      const worth = form.elements[size.name.replace(/size$/, "points")];
      questions += size.valueAsNumber || 0;
      points += (size.valueAsNumber || 0) * (worth?.valueAsNumber || 0);
    }
    form.querySelector("[data-questions]")?.replaceChildren(String(questions));
    form.querySelector("[data-points]")?.replaceChildren(String(Math.round(points * 100) / 100));
  });
}
