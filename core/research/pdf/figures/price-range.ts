import type { Paper } from '../type/paper.ts';
import { INK, STYLES, type TextStyle } from '../type/styles.ts';
import { dayInWords } from '../../../platform/index.ts';
import { chartTitle } from './bars.ts';
import type { PriceRange } from './chart-data.ts';

const INSET = 60;

const price = (value: number, currency: string): string =>
  value.toLocaleString(currency === '₹' ? 'en-IN' : 'en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** Where the last close stands between the lowest and the highest close of a year. */
export function priceRangeChart(paper: Paper, { low, high, close, unit, day, averages }: PriceRange): void {
  const currency = unit.split('/')[0] === 'INR' ? '₹' : (unit.split('/')[0] ?? '');
  chartTitle(paper, `Closing prices over the year to ${dayInWords(day)}, ${currency} a share`, 52);
  const x0 = paper.left + INSET;
  const width = paper.width - 2 * INSET;
  const y = paper.y + 22;
  const xOf = (value: number): number => x0 + ((value - low) / (high - low)) * width;
  const centered = (text: string, x: number, baseline: number, style: TextStyle) =>
    paper.draw(paper.fitted(text, style, 120), x - 60, baseline, style, { align: 'center', width: 120 });
  paper.box({ x: x0, y: y - 2, width, height: 4 }, { fill: INK.light });
  for (const { value } of averages) paper.stroke([xOf(value), y - 6], [xOf(value), y + 6], 1, INK.muted);
  paper.shape((doc) => doc.circle(xOf(close), y, 4).fill(INK.dark));
  centered(`Close ${price(close, currency)}`, xOf(close), y - 10, STYLES.smallStrong);
  centered(`Low ${price(low, currency)}`, x0, y + 16, STYLES.note);
  centered(`High ${price(high, currency)}`, x0 + width, y + 16, STYLES.note);
  paper.y = y + 22;
  if (averages.length > 0)
    paper.paragraph(
      `Marks: ${averages.map(({ name, value }) => `${name} ${price(value, currency)}`).join(', ')}.`,
      STYLES.note,
    );
  paper.gap(4);
}
