"use strict";
// Pictures in SVG: everything that comes from items is set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

function short(value) {
  if (value === 0) return "0";
  if (Math.abs(value) >= 10000) return Math.round(value).toLocaleString("en");
  if (Math.abs(value) >= 1) return String(Math.round(value * 100) / 100);
  return value.toPrecision(3);
}

/** Draws one series over the rounds; returns how many points there are. */
function drawChart(svg, points, name, format) {
  const width = 300, height = 84, edge = 8;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.replaceChildren();
  const known = points.filter(point => point[name] !== undefined);
  svg.dataset.points = known.length;
  if (known.length === 0) return 0;
  const rounds = known.map(point => point.round), values = known.map(point => point[name]);
  const firstRound = Math.min(...rounds), lastRound = Math.max(...rounds);
  let low = Math.min(...values), high = Math.max(...values);
  if (low === high) { low -= Math.abs(low) * 0.05 + 0.01; high += Math.abs(high) * 0.05 + 0.01; }
  const x = round => lastRound === firstRound ? width - edge : edge + (round - firstRound) / (lastRound - firstRound) * (width - 2 * edge);
  const y = value => height - edge - (value - low) / (high - low) * (height - 2 * edge);
  svg.append(shape("polyline", { points: known.map(point => `${x(point.round).toFixed(1)},${y(point[name]).toFixed(1)}`).join(" ") }));
  const last = known[known.length - 1];
  svg.append(shape("circle", { cx: x(last.round), cy: y(last[name]), r: 3 }));
  svg.append(shape("title", {}, `${known.length} points, rounds ${firstRound} to ${lastRound}, from ${format(values[0])} to ${format(last[name])}`));
  return known.length;
}

/** Draws pairs as lines from the query's features on the left to the items' on the right. */
function drawPairs(svg, pairs) {
  svg.replaceChildren();
  if (pairs.length === 0) { svg.setAttribute("viewBox", "0 0 400 1"); return; }
  const left = [...new Set(pairs.map(pair => pair.query))], right = [...new Set(pairs.map(pair => pair.item))];
  const row = 22, width = 400, height = Math.max(left.length, right.length) * row + 8;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const place = (list, name) => (list.indexOf(name) + 0.5) * (height / list.length);
  const largest = Math.max(...pairs.map(pair => Math.abs(pair.weight)));
  for (const pair of pairs) {
    const strength = Math.abs(pair.weight) / largest;
    const from = place(left, pair.query), to = place(right, pair.item);
    const line = shape("path", {
      d: `M130 ${from} C 200 ${from} 200 ${to} 270 ${to}`, fill: "none", class: pair.weight < 0 ? "minus" : "plus",
      "stroke-width": (1 + 4 * strength).toFixed(1), "stroke-opacity": (0.35 + 0.65 * strength).toFixed(2),
    });
    line.append(shape("title", {}, `${pair.query} → ${pair.item}: ${short(pair.weight)}`));
    svg.append(line);
  }
  const cut = name => name.length > 17 ? name.slice(0, 16) + "…" : name;
  for (const name of left) svg.append(shape("text", { x: 124, y: place(left, name) + 4, "text-anchor": "end" }, cut(name)));
  for (const name of right) svg.append(shape("text", { x: 276, y: place(right, name) + 4 }, cut(name)));
}
