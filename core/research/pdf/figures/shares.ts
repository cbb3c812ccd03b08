import type { Content } from '../content.ts';
import type { Paper } from '../type/paper.ts';
import { INK, STYLES } from '../type/styles.ts';
import { axisOf, tickText } from './axis.ts';
import { chartNotes, chartTitle, filled } from './bars.ts';
import { returnRows, segmentRows, type ShareRow } from './chart-data.ts';

const ROW = 15;
const NAME_WIDTH = 130;
/** As many bars are still a picture; the table below has all. */
const MOST_ROWS = 14;

export function segmentShares(paper: Paper, { segments }: Content): void {
  const { rows, notes } = segmentRows(segments);
  if (rows.length === 0) {
    chartNotes(paper, ['No segment has a known share of revenue, so no chart is drawn.']);
    return;
  }
  lyingBars(paper, { title: 'Share of revenue, %', rows, notes, to: 100 });
}

export function peerReturns(paper: Paper, { symbol, peers, publication }: Content): void {
  const { rows, notes } = returnRows({ symbol, peers, facts: publication?.facts ?? [] });
  if (rows.length === 0) {
    chartNotes(paper, ['No one-year return is known, so no chart is drawn.']);
    return;
  }
  lyingBars(paper, { title: 'Price return over one year, %', rows, notes, to: null });
}

/** Bars from the left to the right, from zero to either side. The share itself is dark where there are others. */
function lyingBars(
  paper: Paper,
  {
    title,
    rows: all,
    notes,
    to,
  }: { title: string; rows: readonly ShareRow[]; notes: readonly string[]; to: number | null },
): void {
  const rows = all.slice(0, MOST_ROWS);
  const height = rows.length * ROW;
  chartTitle(paper, title, height + 20);
  const axis = to === null ? axisOf(rows.map(({ value }) => value)) : axisOf([to], 5);
  // Room for the words of the longest bars on either side.
  const beside = rows.some(({ value }) => value < 0) ? 46 : 0;
  const x0 = paper.left + NAME_WIDTH + beside;
  const width = paper.width - NAME_WIDTH - beside - 46;
  const xOf = (value: number): number => x0 + ((value - axis.from) / (axis.to - axis.from)) * width;
  const top = paper.y;
  for (const tick of axis.ticks) {
    const x = xOf(tick);
    paper.stroke([x, top], [x, top + height], tick === 0 ? 0.9 : 0.4, tick === 0 ? INK.text : INK.rule);
    paper.draw(paper.fitted(tickText(tick, '%'), STYLES.note, 40), x - 20, top + height + 9, STYLES.note, {
      align: 'center',
      width: 40,
    });
  }
  for (const [at, { name, value, isSubject }] of rows.entries()) {
    const y = top + at * ROW;
    const [from, end] = [xOf(Math.min(0, value)), xOf(Math.max(0, value))];
    const style = isSubject ? STYLES.smallStrong : STYLES.small;
    paper.draw(paper.fitted(name, style, NAME_WIDTH - 8), paper.left, y + 10, style);
    filled(
      paper,
      { x: from, y: y + 3, width: Math.max(0.6, end - from), height: ROW - 6 },
      isSubject ? 'dark' : 'light',
    );
    const [words = null] = paper.lines(`${tickText(value, '%')}%`, STYLES.small, Number.POSITIVE_INFINITY);
    // A figure that there is no room for is left out, never cut: the text below has it.
    const label = words !== null && words.width <= 44 ? words : null;
    if (value < 0) paper.draw(label, from - 48, y + 10, STYLES.small, { align: 'right', width: 44 });
    else paper.draw(label, end + 4, y + 10, STYLES.small);
  }
  paper.y = top + height + 14;
  const more = all.length - rows.length;
  chartNotes(paper, [...notes, ...(more > 0 ? [`${more} more are listed below.`] : [])]);
}
