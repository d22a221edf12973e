"use strict";
// Search, teach, watch. Whatever comes from the service is shown by textContent, never as HTML.

const $ = id => document.getElementById(id);
const TOP = 12;
const LABEL_COMPARISONS = 200;
// another collection than the default one is part of the page's address
const collection = new URLSearchParams(location.search).get("collection");
const api = collection ? `/api/collections/${encodeURIComponent(collection)}` : "/api";
let query = null;              // {text} or {item, title, label}
let hits = [];                 // of the last search
let marks = new Map();         // id -> "better" | "worse", for the query at hand
let openReasons = new Set();
let searchNumber = 0;
let searching = false;
let rounds = 0;
// the rounds of the model that ranked what is shown
let shownRounds = 0;
let busy = false;
let ownFeedback = [];          // the numbers of what this tab has taught, the latest last
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
  $("steps").hidden = true;
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
    const empty = found.hits.length === 0;
    // an item without any pair that counts was not found: it is there to fill the list
    found.hits = found.hits.filter(hit => hit.explanation.length > 0 || hit.vector);
    const changed = found.hits.length !== hits.length || found.hits.some((hit, rank) => hit.id !== hits[rank]?.id);
    hits = found.hits;
    shownRounds = found.rounds;
    // what moved stays visible until something moves again
    show(keepMarks ? (changed ? ranks : ranksBefore) : null);
    // also where a new model had it searched again before the first answer came
    if (searching) say(searchMessage(empty));
    searching = false;
  } catch (error) {
    if (number === searchNumber) { searching = false; say(error.message, true); }
  } finally {
    if (number === searchNumber) $("hits").classList.remove("loading");
  }
}

function searchMessage(empty) {
  if (empty) return `The collection is empty: send items to ${api}/items.`;
  if (hits.length === 0) return "No item has any of these words. Try others.";
  return "Say which results are better or worse, and the order changes.";
}

function ordinal(number) {
  const ending = number % 100 >= 11 && number % 100 <= 13 ? "th" : ["th", "st", "nd", "rd"][number % 10] || "th";
  return number + ending;
}

const nameOf = hit => hit.title || hit.id;
const pairName = pair => pair.query === pair.item ? pair.query : `${pair.query} → ${pair.item}`;

function show(before, animated = true) {
  ranksBefore = before;
  const list = $("hits");
  const focused = document.activeElement?.closest?.(".hit")?.dataset.id;
  const control = document.activeElement?.dataset?.control;
  const places = new Map([...list.children].map(child => [child.dataset.id, child.getBoundingClientRect().top]));
  // 1 is a match of equal words, so bars of all searches can be compared
  const largest = Math.max(1, ...hits.map(hit => Math.abs(hit.score)));
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
  const title = element("div", { className: "title" }, nameOf(hit));
  if (hit.label) title.append(element("span", { className: "label" }, hit.label));
  if (before) {
    const old = before.get(hit.id);
    if (old === undefined) title.append(element("span", { className: "moved up" }, "new"));
    else if (old !== rank) {
      title.append(element("span", { className: old > rank ? "moved up" : "moved down", title: `was ${ordinal(old + 1)}` },
        unread(`${old > rank ? "▲" : "▼"} ${Math.abs(old - rank)}`), element("span", { className: "hidden" }, `was ${ordinal(old + 1)}`)));
    }
  }
  const fill = element("span");
  fill.style.width = `${Math.round(100 * Math.abs(hit.score) / largest)}%`;
  const score = element("div", { className: "score" },
    element("span", { className: "bar" + (hit.score < 0 ? " negative" : "") }, fill), element("span", {}, Math.abs(hit.score) < 0.01 ? short(hit.score) : hit.score.toFixed(2)));
  const why = button("why", "Why", "Why", hit, () => toggleReasons(hit));
  why.setAttribute("aria-expanded", String(openReasons.has(hit.id)));
  const buttons = element("div", { className: "buttons" },
    markButton(hit, "better", "Better", "↑"), markButton(hit, "worse", "Worse", "↓"), why,
    button("similar", "Similar", "Similar", hit, () => searchLike(hit)));
  const entry = element("li", { className: "hit", tabIndex: -1 }, element("div", { className: "rank" }, String(rank + 1)), title, buttons, score);
  entry.dataset.id = hit.id;
  if (openReasons.has(hit.id)) entry.append(reasons(hit));
  return entry;
}

function searchLike(hit) { search({ item: hit.id, title: nameOf(hit), label: hit.label }); }

/** A button of a result, whose name says which result it belongs to. */
function button(control, text, name, hit, action) {
  const created = element("button", { type: "button", className: control, onclick: action }, text);
  created.dataset.control = control;
  created.setAttribute("aria-label", `${name}: ${nameOf(hit)}`);
  return created;
}

/** Text that screen readers leave out. */
function unread(text) {
  const created = element("span", {}, text);
  created.setAttribute("aria-hidden", "true");
  return created;
}

/** A mark is given once for a query; it keeps the focus, so it is not disabled. */
function markButton(hit, mark, name, arrow) {
  const given = marks.get(hit.id) === mark;
  const created = button(mark, "", name, hit, () => teach(hit, mark));
  created.append(unread((given ? "✓" : arrow) + " "), name);
  created.setAttribute("aria-pressed", String(given));
  return created;
}

function reasons(hit) {
  const list = element("ul", { className: "reasons" });
  list.setAttribute("aria-label", `Why ${nameOf(hit)} was found`);
  const line = (text, contribution, title = "") => list.append(element("li", { title }, text + " ",
    element("span", { className: contribution < 0 ? "minus" : "plus" }, (contribution < 0 ? "" : "+") + short(contribution))));
  const pairs = hit.explanation || [], shown = pairs.slice(0, 8), rest = pairs.slice(8);
  for (const pair of shown) line(pairName(pair), pair.contribution, `weight ${short(pair.weight)}`);
  // the lines add up to the score
  const others = rest.length + (hit.others?.pairs || 0);
  const contribution = rest.reduce((sum, pair) => sum + pair.contribution, hit.others?.contribution || 0);
  if (others > 0) line(`${others.toLocaleString("en")} other pair${others > 1 ? "s" : ""}`, contribution);
  if (hit.vector) line("vector", hit.vector.contribution);
  if (!list.children.length) list.append(element("li", {}, "no pair of words contributes to it"));
  return list;
}

function toggleReasons(hit) {
  if (!openReasons.delete(hit.id)) openReasons.add(hit.id);
  show(ranksBefore, false);
}

/**
 * The comparisons that a press means: against results that were marked as the opposite, else
 * against those that it has to pass. Results of its own group are left where they are.
 */
function pairsFor(hit, mark) {
  const better = mark === "better", opposite = better ? "worse" : "better";
  const rank = hits.findIndex(other => other.id === hit.id);
  const others = hits.filter(other => other.id !== hit.id);
  const nearest = list => list.slice(0, 3);
  // its own mark is about to change, so it does not count against itself
  let against = others.filter(other => marks.get(other.id) === opposite);
  if (against.length === 0) {
    const free = other => !marks.has(other.id) && !(hit.label && other.label === hit.label);
    const above = hits.slice(0, rank).filter(free), below = hits.slice(rank + 1).filter(free);
    if (better) {
      against = above.length ? above : nearest(below);
    } else {
      // those of the group that was asked for, where that is known
      const wanted = query.label || others.find(other => other.label !== hit.label)?.label;
      const good = below.filter(other => wanted && other.label === wanted);
      against = good.length ? good : below.length ? nearest(below) : nearest(above.reverse());
    }
  }
  if (against.length === 0) against = nearest(others);
  const asked = query.item ? { item: query.item } : { text: query.text };
  return against.map(other => better
    ? { query: asked, better: hit.id, worse: other.id } : { query: asked, better: other.id, worse: hit.id });
}

/** The pair of words whose part in a result's score grew most, or shrank most. */
function mainReason(before, after, grew) {
  const parts = new Map((before?.explanation || []).map(pair => [pairName(pair), pair.contribution]));
  let found = null, most = 1e-6;
  for (const pair of after?.explanation || []) {
    const change = (pair.contribution - (parts.get(pairName(pair)) || 0)) * (grew ? 1 : -1);
    if (change > most) { most = change; found = pair; }
  }
  return found && pairName(found);
}

/** What a press did, in words: where the result went, and why. */
function moveMessage(name, before, after, mark) {
  const from = before.rank + 1, to = after ? after.rank + 1 : null;
  const reason = mainReason(before.hit, after?.hit, mark === "better");
  const move = to === null ? `moved from ${ordinal(from)} to below the first ${TOP}` : to === from ? `stays ${ordinal(to)}` : `moved from ${ordinal(from)} to ${ordinal(to)}`;
  const why = reason ? `: “${reason}” ${mark === "better" ? "gained" : "lost"} weight` : "";
  return `${name} ${move}${why}.`;
}

const placeOf = id => {
  const rank = hits.findIndex(hit => hit.id === id);
  return rank < 0 ? null : { rank, hit: hits[rank] };
};

function learntFeedback(learnt) {
  rounds = learnt.round;
  ownFeedback.push(learnt.feedback);
  showUndo();
}

function showUndo() { $("undo").hidden = ownFeedback.length === 0; }

async function teach(hit, mark) {
  if (busy) return;
  const before = marks.get(hit.id);
  if (before === mark) { say(`${nameOf(hit)} is marked as ${mark} already. Use Undo to take your last press back.`); return; }
  const pairs = pairsFor(hit, mark);
  if (pairs.length === 0) { say("There is nothing to compare it with."); return; }
  busy = true;
  marks.set(hit.id, mark);
  const place = placeOf(hit.id);
  try {
    learntFeedback(await write(api + "/feedback", { feedback: pairs }));
    await search(query, true);
    say(`Learnt from ${pairs.length} comparison${pairs.length > 1 ? "s" : ""}. ${moveMessage(nameOf(hit), place, placeOf(hit.id), mark)}`);
    refresh();
  } catch (error) {
    if (before) marks.set(hit.id, before); else marks.delete(hit.id);
    show(null);
    say(error.message, true);
  } finally {
    busy = false;
  }
}

async function teachLabels() {
  if (busy) return;
  busy = true;
  $("teach-labels").setAttribute("aria-disabled", "true");
  try {
    const learnt = await write(api + "/feedback/labels", { comparisons: LABEL_COMPARISONS });
    learntFeedback(learnt);
    if (query) await search(query, true);
    say(`Learnt from ${learnt.learnt} comparisons from the groups; items of the test are not used.`);
    refresh();
  } catch (error) {
    say(error.message, true);
  } finally {
    busy = false;
    $("teach-labels").removeAttribute("aria-disabled");
  }
}

async function undo() {
  if (busy || ownFeedback.length === 0) return;
  busy = true;
  const number = ownFeedback.pop();
  try {
    const undone = await write(api + "/feedback/undo", { feedback: number });
    rounds = undone.round;
    marks = new Map();
    if (query) await search(query, true);
    say("Undone: your last press no longer counts.");
    refresh();
  } catch (error) {
    say(error.message, true);
  } finally {
    busy = false;
    const hadFocus = document.activeElement === $("undo");
    showUndo();
    if (hadFocus && $("undo").hidden) $("query").focus();
  }
}

async function download() {
  try {
    const blob = await (await call(api + "/model/file")).blob();
    const link = element("a", { href: URL.createObjectURL(blob), download: "model.sors" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say("Downloading model.sors. Show it with 'sors info model.sors'.");
  } catch (error) {
    say(error.message, true);
  }
}

/** How often the start and what was learnt are right about feedback before it is learnt. */
function showQuality(quality) {
  $("quality").hidden = !quality;
  if (!quality) return;
  const percent = value => (100 * value).toFixed(0) + "%";
  $("quality-start").value = quality.startRight;
  $("quality-start-text").textContent = percent(quality.startRight);
  $("quality-learnt").value = quality.learntRight;
  $("quality-learnt-text").textContent = percent(quality.learntRight);
  const proven = quality.evidence > 20 ? " What was learnt is better beyond chance." : "";
  const verdict = quality.worse ? " The learnt weights were worse beyond chance, so searches use the start." : proven;
  $("quality-text").textContent = `Right about the feedback on the latest ${quality.compared.toLocaleString("en")} quer${quality.compared === 1 ? "y" : "ies"}, before it was learnt.${verdict}`;
  $("quality-text").classList.toggle("error", quality.worse);
}

/** How many more right answers there are than before any teaching. */
function showTest(points) {
  const tested = points.filter(point => point.queries > 0);
  $("test").hidden = tested.length === 0;
  if (tested.length === 0) return;
  const last = tested[tested.length - 1], gained = last.right - last.rightAtStart;
  const count = number => number.toLocaleString("en");
  const signed = number => number > 0 ? "+" + count(number) : number < 0 ? "−" + count(-number) : "0";
  $("test-gain").textContent = last.round === 0 ? count(last.right) : `${count(last.rightAtStart)} → ${count(last.right)} (${signed(gained)})`;
  $("test-gain").className = gained > 0 ? "up" : gained < 0 ? "down" : "";
  $("test-gain").dataset.round = last.round;
  const changed = last.round === 0 ? "Teach it, and see whether this number grows." : `Compared with the start, ${count(last.improved)} find more right answers and ${count(last.worsened)} fewer.`;
  $("test-text").textContent = `In ${count(last.queries)} test searches with items that no press was about. ${changed}`;
  drawChart($("chart-gain"), tested, point => point.right - point.rightAtStart, { least: 4, zero: true, format: signed });
}

/** The strongest learnt weights of both signs, as bars of one scale. */
function showPairs(all) {
  const pairs = [...all.filter(pair => pair.weight > 0).slice(0, 6), ...all.filter(pair => pair.weight < 0).slice(0, 6)];
  $("pairs-empty").hidden = pairs.length > 0;
  const largest = Math.max(...pairs.map(pair => Math.abs(pair.weight)));
  $("pairs").replaceChildren(...pairs.map(pair => {
    const fill = element("span");
    fill.style.width = `${Math.round(100 * Math.abs(pair.weight) / largest)}%`;
    return element("li", {}, element("span", { className: "pair" }, pairName(pair)),
      element("span", { className: "bar" + (pair.weight < 0 ? " negative" : "") }, fill), element("span", { className: "weight" }, (pair.weight > 0 ? "+" : "") + short(pair.weight)));
  }));
}

/** What the collection holds, and queries to begin with. */
async function showAbout(model) {
  const about = model.about;
  $("holds").textContent = about ? about.text : `This collection holds ${model.items.toLocaleString("en")} items.`;
  let examples = (about?.examples || []).map(text => [text, () => { $("query").value = text; search({ text }); }]);
  if (examples.length === 0 && model.items > 0) {
    const some = (await read(api + "/items?limit=4")).items;
    examples = some.map(item => [nameOf(item), () => searchLike(item)]);
  }
  $("examples").hidden = examples.length === 0;
  $("examples").replaceChildren($("examples").firstElementChild, ...examples.map(([text, action]) =>
    element("button", { type: "button", className: "example", onclick: action }, text.length > 40 ? text.slice(0, 39) + "…" : text)));
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
    button("rollback", "Go back", "Go back to", { title: version.name || "snapshot" }, () => rollback(version)))));
}

async function markVersion(name) {
  try {
    const marked = await write(api + "/versions", { name });
    $("version-name").value = "";
    say(`Saved “${name}” after ${marked.rounds} rounds.`);
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
    ownFeedback = [];
    showUndo();
    say(`Back at “${name}”, after ${back.round} rounds.`);
    refresh();
  } catch (error) {
    say(error.message, true);
  } finally {
    busy = false;
  }
}

const formats = {
  loss: short,
  nonZeros: number => number.toLocaleString("en"),
  map: value => (100 * value).toFixed(1) + "%",
};
const spans = { loss: 0.01, nonZeros: 10, map: 0.005 };
let lastPoints = [];
let aboutShown = false;

function drawCharts() {
  showTest(lastPoints);
  $("map-figure").hidden = !lastPoints.some(point => point.map !== undefined);
  for (const [name, format] of Object.entries(formats)) {
    drawChart($("chart-" + name), lastPoints, point => point[name], { least: spans[name], zero: false, format });
    const known = lastPoints.filter(point => point[name] !== undefined);
    $(name + "-now").textContent = known.length ? format(known[known.length - 1][name]) : "";
  }
}

let refreshing = null;
/** Charts, pairs and numbers, at most a few times a second. */
function refresh() {
  refreshing ||= setTimeout(async () => {
    refreshing = null;
    try {
      const [model, history, pairs] = await Promise.all([read(api + "/model"), read(api + "/model/history"), read(api + "/model/pairs?top=200")]);
      const count = number => number.toLocaleString("en");
      // the test of what was learnt is done in the background
      if (history.points[history.points.length - 1].queries === undefined) setTimeout(refresh, 300);
      const start = model.startedFrom ? `, started from ${model.startedFrom}` : "";
      $("summary").textContent = `${count(model.items)} items, ${count(model.features)} features, ${count(model.rounds)} rounds of ${model.algorithm}${start}`;
      if (!aboutShown) { aboutShown = true; await showAbout(model); }
      lastPoints = history.points;
      drawCharts();
      showQuality(model.quality);
      if ($("versions-part").open) await showVersions();
      showPairs(pairs.pairs);
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
  if (text) search({ text }); else say("Type what you are looking for.");
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
$("teach-labels").addEventListener("click", teachLabels);
$("about-button").addEventListener("click", () => {
  $("about").hidden = !$("about").hidden;
  $("about-button").setAttribute("aria-expanded", String(!$("about").hidden));
});
$("numbers-part").addEventListener("toggle", drawCharts);
addEventListener("resize", drawCharts);
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
    s: () => hit && searchLike(hit),
  };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});

refresh();
showCollections().catch(error => say(error.message, true));
follow();
say("Type some words to begin.");
