import { type Box, type Paper } from '../type/paper.ts';
import { INK, STYLES, type TextStyle } from '../type/styles.ts';
import { axisOf, tickText } from './axis.ts';

interface Series {
  name: string;
  /** Null is left out. */
  values: readonly (number | null)[];
  /** Filled dark, or light with an outline: told apart in grey as well. */
  tone: 'dark' | 'light';
}

const HEIGHT = 112;
const AXIS_WIDTH = 44;
const VALUE: TextStyle = { ...STYLES.note, size: 6.2, color: INK.text };

/** The title of a chart with its unit, above it. */
export function chartTitle(paper: Paper, title: string, height: number): void {
  paper.gap(4);
  paper.ensure(height + 24);
  paper.paragraph(title, STYLES.smallStrong, { after: 3 });
}

export function chartNotes(paper: Paper, notes: readonly string[]): void {
  if (notes.length > 0) paper.paragraph(notes.join(' '), STYLES.note, { after: 2 });
  paper.gap(6);
}

/** Bars side by side for each label, above and below zero. */
export function bars(
  paper: Paper,
  {
    title,
    unit,
    labels,
    series,
    notes,
  }: {
    title: string;
    unit: string;
    labels: readonly string[];
    series: readonly Series[];
    notes: readonly string[];
  },
): void {
  chartTitle(paper, `${title}, ${unit}`, HEIGHT + 30);
  const known = series.flatMap(({ values }) => values.filter((one) => one !== null));
  const axis = axisOf(known);
  const x0 = paper.left + AXIS_WIDTH;
  const width = paper.width - AXIS_WIDTH;
  const top = paper.y + 14;
  const yOf = (value: number): number =>
    top + HEIGHT - ((value - axis.from) / (axis.to - axis.from)) * HEIGHT;
  legend(paper, series, x0);
  for (const tick of axis.ticks) {
    const y = yOf(tick);
    paper.stroke([x0, y], [x0 + width, y], tick === 0 ? 0.9 : 0.4, tick === 0 ? INK.text : INK.rule);
    paper.draw(
      paper.fitted(tickText(tick, unit), STYLES.note, AXIS_WIDTH - 6),
      paper.left,
      y + 2.4,
      STYLES.note,
      { align: 'right', width: AXIS_WIDTH - 6 },
    );
  }
  const each = width / labels.length;
  const bar = Math.min(34, (each * 0.72) / series.length);
  for (const [at, label] of labels.entries()) {
    const middle = x0 + each * (at + 0.5);
    for (const [nr, { values, tone }] of series.entries()) {
      const value = values[at] ?? null;
      if (value === null) continue;
      const x = middle + (nr - series.length / 2) * bar;
      const [from, to] = [yOf(Math.max(0, value)), yOf(Math.min(0, value))];
      filled(paper, { x: x + 1, y: from, width: bar - 2, height: Math.max(0.6, to - from) }, tone);
      // A figure that there is no room for is left out, never cut: the facts below have it.
      const room = each / series.length + 6;
      const [words = null] = paper.lines(tickText(value, unit), VALUE, Number.POSITIVE_INFINITY);
      if (words === null || words.width > room) continue;
      paper.draw(words, x - 10, value < 0 ? to + 7.5 : from - 2.5, VALUE, {
        align: 'center',
        width: bar + 20,
      });
    }
    const axisLabel = paper.fitted(label, STYLES.note, each);
    paper.draw(axisLabel, middle - each / 2, top + HEIGHT + 14, STYLES.note, {
      align: 'center',
      width: each,
    });
  }
  paper.y = top + HEIGHT + 22;
  chartNotes(paper, notes);
}

function legend(paper: Paper, series: readonly Series[], x: number): void {
  let at = x;
  for (const { name, tone } of series) {
    filled(paper, { x: at, y: paper.y + 0.5, width: 7, height: 7 }, tone);
    const label = paper.fitted(name, STYLES.note, 160);
    if (label === null) continue;
    paper.draw(label, at + 11, paper.y + 6.6, STYLES.note);
    at += 11 + label.width + 16;
  }
}

/** A bar in one of the two tones. */
export function filled(paper: Paper, at: Box, tone: Series['tone']): void {
  paper.box(at, { fill: tone === 'dark' ? INK.dark : INK.light, outline: INK.dark });
}
