"use strict";
// Search, teach, watch. Whatever comes from the service is shown by textContent, never as HTML.

const $ = id => document.getElementById(id);
const TOP = 12;
// another collection than the default one is part of the page's address
const collection = new URLSearchParams(location.search).get("collection");
const api = collection ? `/api/collections/${encodeURIComponent(collection)}` : "/api";
let query = null;              // {text} or {item, title}
let hits = [];                 // of the last search
let marks = new Map();         // id -> "better" | "worse", for the query at hand
let openReasons = new Set();
let searchNumber = 0;
let searching = false;
let rounds = 0;
// the rounds of the model that ranked what is shown
let shownRounds = 0;
let busy = false;
let ranksBefore = null;        // id -> rank, before the ranking changed last

function token() { return sessionStorage.getItem("token"); }

async function call(path, options = {}) {
  const headers = { ...(options.headers || {}) };
  if (token()) headers.Authorization = "Bearer " + token();
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch (error) {
    throw new Error("The service cannot be reached. Is it still running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  if (response.status === 401) { $("token-button").hidden = false; askForToken(); }
  throw new Error(problem.detail || `The service answered ${response.status}.`);
}

const read = async path => (await call(path)).json();

function newKey() { return crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2) + Date.now(); }

async function write(path, body) {
  // the key stays the same when it is tried again, so it is learnt once
  const options = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", "Idempotency-Key": newKey() } };
  for (let attempt = 0; ; attempt++) {
    try {
      return await (await call(path, options)).json();
    } catch (error) {
      if (attempt >= 2 || !/reached|waiting/.test(error.message)) throw error;
      await new Promise(resolve => setTimeout(resolve, 400 * (attempt + 1)));
    }
  }
}

function say(text, isError = false) {
  $("message").textContent = text;
  $("message").classList.toggle("error", isError);
}

function element(name, properties = {}, ...children) {
  const created = document.createElement(name);
  Object.assign(created, properties);
  created.append(...children);
  return created;
}

async function search(newQuery, keepMarks = false) {
  const number = ++searchNumber;
  query = newQuery;
  if (!keepMarks) { marks = new Map(); openReasons = new Set(); searching = true; say("Searching…"); }
  $("mode").hidden = !query.item;
  if (query.item) $("mode-text").textContent = `Items like “${query.title}”.`;
  $("hits").classList.add("loading");
  try {
    const parameters = new URLSearchParams({ top: TOP, explain: true });
    parameters.set(query.item ? "item" : "text", query.item || query.text);
    let found = await read(api + "/search?" + parameters);
    // a large model is published a moment after it was learnt; later than that an event tells of it
    for (let wait = 0; found.rounds < rounds && wait < 10; wait++) {
      await new Promise(resolve => setTimeout(resolve, 60));
      found = await read(api + "/search?" + parameters);
    }
    if (number !== searchNumber) return;
    const ranks = new Map(hits.map((hit, rank) => [hit.id, rank]));
    const changed = found.hits.some((hit, rank) => hit.id !== hits[rank]?.id);
    hits = found.hits;
    shownRounds = found.rounds;
    // what moved stays visible until something moves again
    show(keepMarks ? (changed ? ranks : ranksBefore) : null);
    // also where a new model had it searched again before the first answer came
    if (searching) say(searchMessage(found));
    searching = false;
  } catch (error) {
    if (number === searchNumber) { searching = false; say(error.message, true); }
  } finally {
    if (number === searchNumber) $("hits").classList.remove("loading");
  }
}

function searchMessage(found) {
  if (hits.length === 0) return `The collection is empty: send items to ${api}/items.`;
  if (found.queryFeatures === 0) return "No item has any of these words, so this order means nothing. Try others.";
  return "Say which results are better or worse, and the order changes.";
}

function show(before, animated = true) {
  ranksBefore = before;
  const list = $("hits");
  const focused = document.activeElement?.closest?.(".hit")?.dataset.id;
  const control = document.activeElement?.dataset?.control;
  const places = new Map([...list.children].map(child => [child.dataset.id, child.getBoundingClientRect().top]));
  const largest = Math.max(1e-9, ...hits.map(hit => Math.abs(hit.score)));
  list.replaceChildren(...hits.map((hit, rank) => row(hit, rank, largest, before)));
  if (before && animated) {
    for (const child of list.children) {
      const from = places.get(child.dataset.id);
      const shift = from === undefined ? 0 : from - child.getBoundingClientRect().top;
      if (shift) {
        child.style.transform = `translateY(${shift}px)`;
        requestAnimationFrame(() => requestAnimationFrame(() => { child.classList.add("moving"); child.style.transform = ""; }));
      }
    }
  }
  const same = focused !== undefined && [...list.children].find(child => child.dataset.id === focused);
  if (same) ((control && same.querySelector(`[data-control=${control}]`)) || same).focus();
}

function row(hit, rank, largest, before) {
  const title = element("div", { className: "title" }, hit.title || hit.id);
  if (hit.label) title.append(element("span", { className: "label" }, hit.label));
  if (before) {
    const old = before.get(hit.id);
    if (old === undefined) title.append(element("span", { className: "moved up" }, "new"));
    else if (old > rank) title.append(element("span", { className: "moved up" }, `▲ ${old - rank}`));
    else if (old < rank) title.append(element("span", { className: "moved down" }, `▼ ${rank - old}`));
  }
  const fill = element("span");
  fill.style.width = `${Math.round(100 * Math.abs(hit.score) / largest)}%`;
  const score = element("div", { className: "score" },
    element("span", { className: "bar" + (hit.score < 0 ? " negative" : "") }, fill), element("span", {}, short(hit.score)));
  const buttons = element("div", { className: "buttons" },
    markButton(hit, "better", "↑ Better", "More like this"),
    markButton(hit, "worse", "↓ Worse", "Not this"),
    button("why", "Why", "Show the reasons", () => toggleReasons(hit)),
    button("similar", "Similar", "Search by this item", () => search({ item: hit.id, title: hit.title || hit.id })));
  const entry = element("li", { className: "hit", tabIndex: 0 }, element("div", { className: "rank" }, String(rank + 1)), title, buttons, score);
  entry.dataset.id = hit.id;
  if (openReasons.has(hit.id)) entry.append(reasons(hit));
  return entry;
}

function button(control, text, title, action) {
  const created = element("button", { type: "button", className: control, title, onclick: action }, text);
  created.dataset.control = control;
  return created;
}

/** A mark is given once for a query; it keeps the focus, so it is not disabled but says that it is. */
function markButton(hit, mark, text, title) {
  const given = marks.get(hit.id) === mark;
  const created = button(mark, given ? text + " ✓" : text, given ? "Learnt; Undo takes it back" : title, () => teach(hit, mark));
  if (given) created.setAttribute("aria-disabled", "true");
  return created;
}

function reasons(hit) {
  const list = element("ul", { className: "reasons" });
  for (const reason of hit.explanation || []) {
    const names = reason.query === reason.item ? reason.query : `${reason.query} → ${reason.item}`;
    list.append(element("li", { title: `learnt weight ${short(reason.weight)}` }, names + " ",
      element("span", { className: reason.contribution < 0 ? "minus" : "plus" }, (reason.contribution < 0 ? "" : "+") + short(reason.contribution))));
  }
  if (!list.children.length) list.append(element("li", {}, "no pair of features counts for it"));
  return list;
}

function toggleReasons(hit) {
  if (!openReasons.delete(hit.id)) openReasons.add(hit.id);
  show(ranksBefore, false);
}

/** The pairs that a press means: against the opposite marks, else against its neighbours. */
function pairsFor(hit, mark) {
  const opposite = mark === "better" ? "worse" : "better";
  const rank = hits.findIndex(other => other.id === hit.id);
  // its own mark is about to change, so it does not count against itself
  let others = hits.filter(other => other.id !== hit.id && marks.get(other.id) === opposite);
  if (others.length === 0) {
    const unmarked = other => other.id !== hit.id && !marks.has(other.id);
    const above = hits.slice(0, rank).filter(unmarked), below = hits.slice(rank + 1).filter(unmarked);
    others = mark === "better" ? (above.length ? above.slice(-3) : below.slice(0, 3)) : (below.length ? below.slice(0, 3) : above.slice(-3));
  }
  const asked = query.item ? { item: query.item } : { text: query.text };
  return others.map(other => mark === "better"
    ? { query: asked, better: hit.id, worse: other.id } : { query: asked, better: other.id, worse: hit.id });
}

async function teach(hit, mark) {
  if (busy) return;
  const before = marks.get(hit.id);
  if (before === mark) { say(`“${hit.title || hit.id}” is marked as ${mark} already. Undo takes the last feedback back.`); return; }
  const pairs = pairsFor(hit, mark);
  if (pairs.length === 0) { say("There is nothing to compare it with."); return; }
  busy = true;
  marks.set(hit.id, mark);
  try {
    const learnt = await write(api + "/feedback", { feedback: pairs });
    rounds = learnt.round;
    await search(query, true);
    say(`Learnt: “${hit.title}” is ${mark} than ${pairs.length} other${pairs.length > 1 ? "s" : ""}; loss before it ${short(learnt.loss)}.`);
    refresh();
  } catch (error) {
    if (before) marks.set(hit.id, before); else marks.delete(hit.id);
    show(null);
    say(error.message, true);
  } finally {
    busy = false;
  }
}

async function undo() {
  if (busy || $("undo").disabled) return;
  busy = true;
  try {
    const undone = await write(api + "/feedback/undo", {});
    rounds = undone.round;
    marks = new Map();
    if (query) await search(query, true);
    say(`Undone: the model is as it was, after ${undone.round} rounds.`);
    refresh();
  } catch (error) {
    say(error.message, true);
  } finally {
    busy = false;
  }
}

async function download() {
  try {
    const blob = await (await call(api + "/model/file")).blob();
    const link = element("a", { href: URL.createObjectURL(blob), download: "model.sors" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say("model.sors is on its way: 'sors info model.sors' reads it.");
  } catch (error) {
    say(error.message, true);
  }
}

/** How often the start and what was learnt are right about feedback that was held out. */
function showQuality(quality) {
  $("quality").hidden = !quality;
  if (!quality) return;
  const percent = value => (100 * value).toFixed(0) + "%";
  $("quality-start").value = quality.start;
  $("quality-start-text").textContent = percent(quality.start);
  $("quality-learnt").value = quality.learnt;
  $("quality-learnt-text").textContent = percent(quality.learnt);
  const worse = quality.servesStart ? " What was learnt is worse, so searches use the start." : "";
  $("quality-text").textContent = `Right about ${quality.compared.toLocaleString("en")} held-out comparison${quality.compared === 1 ? "" : "s"}.${worse}`;
  $("quality-text").classList.toggle("error", quality.servesStart);
}

/** A choice of collections, where there are several. */
async function showCollections() {
  const names = (await read("/api/collections")).collections.map(known => known.name);
  const chosen = collection || "default";
  $("collection-choice").hidden = names.length < 2 && chosen === "default";
  $("collection").replaceChildren(...names.map(name => element("option", { value: name, selected: name === chosen }, name)));
}

/** The moments that can be gone back to, the latest first. */
async function showVersions() {
  const versions = (await read(api + "/versions")).versions.reverse();
  $("versions-empty").hidden = versions.length > 0;
  $("versions").replaceChildren(...versions.map(version => element("li", {},
    element("span", { className: "name" }, version.name || "snapshot"),
    element("span", { className: "quiet" }, `${version.rounds.toLocaleString("en")} rounds, ${new Date(version.time).toLocaleString("en", { dateStyle: "short", timeStyle: "short" })}`),
    button("rollback", "Go back", "Forget all feedback after this version", () => rollback(version)))));
}

async function markVersion(name) {
  try {
    const marked = await write(api + "/versions", { name });
    $("version-name").value = "";
    say(`Marked “${name}” after ${marked.rounds} rounds.`);
    await showVersions();
  } catch (error) {
    say(error.message, true);
  }
}

async function rollback(version) {
  const name = version.name || "snapshot";
  if (busy || !confirm(`Forget all feedback after “${name}” (${version.rounds} rounds)? Items stay. This cannot be undone.`)) return;
  busy = true;
  try {
    const back = await write(`${api}/versions/${version.number}/rollback`, {});
    rounds = back.round;
    marks = new Map();
    if (query) await search(query, true);
    say(`Back at “${name}”, after ${back.round} rounds.`);
    refresh();
  } catch (error) {
    say(error.message, true);
  } finally {
    busy = false;
  }
}

let refreshing = null;
/** Charts, pairs and numbers, at most a few times a second. */
function refresh() {
  refreshing ||= setTimeout(async () => {
    refreshing = null;
    try {
      const [model, history, pairs] = await Promise.all([read(api + "/model"), read(api + "/model/history"), read(api + "/model/pairs?top=14")]);
      const count = number => number.toLocaleString("en");
      const start = model.startedFrom ? `, started from ${model.startedFrom}` : "";
      $("summary").textContent = `${count(model.items)} items, ${count(model.features)} features, ${count(model.rounds)} rounds of ${model.algorithm}${start}`;
      $("undo").disabled = !model.canUndo;
      const formats = { loss: short, nonZeros: count, sparsity: value => (100 * value).toFixed(2) + "%", map: value => (100 * value).toFixed(1) + "%" };
      for (const [name, format] of Object.entries(formats)) {
        drawChart($("chart-" + name), history.points, name, format);
        const known = history.points.filter(point => point[name] !== undefined);
        $(name + "-now").textContent = known.length ? format(known[known.length - 1][name]) : "";
      }
      showQuality(model.quality);
      if ($("versions-part").open) await showVersions();
      $("map-figure").hidden = !history.points.some(point => point.map !== undefined);
      $("pairs-empty").hidden = pairs.pairs.length > 0;
      drawPairs($("pairs"), pairs.pairs);
      if (!query && model.items === 0) say(`The collection is empty: send items to ${api}/items.`);
    } catch (error) {
      $("summary").textContent = error.message;
    }
  }, 120);
}

/** Follows the events; fetch and not EventSource, so that a token can be shown. */
async function follow() {
  for (;;) {
    try {
      const response = await call(api + "/events", { headers: { Accept: "text/event-stream" } });
      $("live").textContent = "live: changes by others show at once";
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
        const end = text.lastIndexOf("\n\n");
        if (end < 0) continue;
        const events = text.slice(0, end).split("\n\n");
        text = text.slice(end + 2);
        const data = events.flatMap(event => event.split("\n")).filter(line => line.startsWith("data:")).pop();
        if (data) heard(JSON.parse(data.slice(5)));
      }
    } catch (error) {
      // shown below, and tried again
    }
    $("live").textContent = "not connected: trying again…";
    await new Promise(resolve => setTimeout(resolve, 2000));
  }
}

function heard(event) {
  refresh();
  if (event.round !== shownRounds && !busy) {
    rounds = event.round;
    if (query) search(query, true);
  }
}

function askForToken() {
  if ($("token-dialog").open) return;
  $("token").value = "";
  $("token-dialog").showModal();
}

$("token-dialog").addEventListener("close", () => {
  if ($("token-dialog").returnValue === "ok" && $("token").value) {
    sessionStorage.setItem("token", $("token").value.trim());
    say("The token is kept until this tab is closed.");
    refresh();
    showCollections().catch(error => say(error.message, true));
  }
});
$("token-button").addEventListener("click", askForToken);
$("search-form").addEventListener("submit", event => {
  event.preventDefault();
  const text = $("query").value.trim();
  if (text) search({ text }); else say("Type what you look for.");
});
$("leave-mode").addEventListener("click", () => {
  const text = $("query").value.trim();
  if (text) search({ text }); else { query = null; hits = []; $("mode").hidden = true; show(null); say(""); $("query").focus(); }
});
$("collection").addEventListener("change", () => {
  const name = $("collection").value;
  location.search = name === "default" ? "" : "?" + new URLSearchParams({ collection: name });
});
$("versions-part").addEventListener("toggle", () => {
  if ($("versions-part").open) showVersions().catch(error => say(error.message, true));
});
$("version-form").addEventListener("submit", event => {
  event.preventDefault();
  const name = $("version-name").value.trim();
  if (name) markVersion(name); else say("Type a name for the version.");
});
$("undo").addEventListener("click", undo);
$("download").addEventListener("click", download);

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input")) {
    if (event.key === "Escape" && event.target === $("query")) $("query").blur();
    return;
  }
  const rows = [...$("hits").children];
  const at = rows.indexOf(document.activeElement?.closest?.(".hit"));
  const hit = at < 0 ? null : hits[at];
  const keys = {
    "/": () => $("query").focus(),
    j: () => rows[Math.min(at + 1, rows.length - 1)]?.focus(),
    k: () => rows[Math.max(at - 1, 0)]?.focus(),
    u: undo,
    b: () => hit && teach(hit, "better"),
    w: () => hit && teach(hit, "worse"),
    e: () => hit && toggleReasons(hit),
    s: () => hit && search({ item: hit.id, title: hit.title || hit.id }),
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});

refresh();
showCollections().catch(error => say(error.message, true));
follow();
say("Type some words to begin.");
