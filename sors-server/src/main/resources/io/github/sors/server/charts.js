"use strict";
// Charts in SVG: everything that comes from items is set as text, never as markup.

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
  return String(Number(value.toPrecision(2)));
}

/** Round numbers that span a range, about as many as wanted. */
function ticks(low, high, wanted) {
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(candidate => candidate >= rough * 0.999);
  const first = Math.floor(low / step + 1e-9), last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (unused, k) => Number(((first + k) * step).toPrecision(12)));
}

/**
 * Draws one value over the comparisons learnt, with axes; returns how many points there are.
 *
 * options: least, the smallest span of the axis; zero, whether it holds zero; format of a value.
 */
function drawChart(svg, points, value, options) {
  const known = points.map(point => ({ round: point.round, value: value(point) })).filter(point => point.value !== undefined);
  svg.dataset.points = known.length;
  svg.replaceChildren();
  const width = svg.clientWidth, height = svg.clientHeight;
  if (known.length === 0 || width === 0) return known.length;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const left = 46, right = 12, top = 8, bottom = 34;
  const values = known.map(point => point.value);
  let low = Math.min(...values), high = Math.max(...values);
  if (options.zero) { low = Math.min(low, 0); high = Math.max(high, 0); }
  if (high - low < options.least) { high = options.zero && low < 0 && high === 0 ? 0 : low + options.least; if (high === 0) low = -options.least; }
  const levels = ticks(low, high, 3);
  low = levels[0]; high = levels[levels.length - 1];
  const firstRound = known[0].round, lastRound = Math.max(known[known.length - 1].round, firstRound + 10);
  const x = round => left + (round - firstRound) / (lastRound - firstRound) * (width - left - right);
  const y = level => height - bottom - (level - low) / (high - low) * (height - top - bottom);
  for (const level of levels) {
    svg.append(shape("line", { x1: left, x2: width - right, y1: y(level), y2: y(level), class: level === 0 && options.zero ? "zero" : "grid" }));
    svg.append(shape("text", { x: left - 6, y: y(level) + 4, "text-anchor": "end" }, options.format(level)));
  }
  for (const [round, anchor] of [[firstRound, "start"], [lastRound, "end"]]) {
    svg.append(shape("text", { x: x(round), y: height - bottom + 15, "text-anchor": anchor }, round.toLocaleString("en")));
  }
  svg.append(shape("text", { x: left + (width - left - right) / 2, y: height - 5, "text-anchor": "middle" }, "comparisons learnt"));
  svg.append(shape("polyline", { points: known.map(point => `${x(point.round).toFixed(1)},${y(point.value).toFixed(1)}`).join(" ") }));
  const last = known[known.length - 1];
  svg.append(shape("circle", { cx: x(last.round), cy: y(last.value), r: 4 }));
  svg.append(shape("title", {}, `from ${options.format(values[0])} after ${firstRound} comparisons to ${options.format(last.value)} after ${last.round}`));
  return known.length;
}
