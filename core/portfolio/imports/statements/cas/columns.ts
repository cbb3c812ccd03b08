import type { Line, Word } from './lines.ts';

/** The columns of figures. */
export const FIGURES = ['amount', 'units', 'price', 'balance'] as const;
type Figure = (typeof FIGURES)[number];

/** Where the figures of each column end: they are aligned to the right, under their heads. */
export type Columns = Readonly<Record<Figure, number>>;

/** The text of each figure of a line, and of what stands before them. */
export type Figures = Record<Figure, string | null> & { words: string };

const HEADS: Readonly<Record<Figure, RegExp>> = {
  amount: /^amount$/i,
  units: /^units$/i,
  price: /^(?:price|nav)$/i,
  balance: /^(?:unit|balance)$/i,
};
const UNIT_OF_MONEY = /^\((?:inr|rs\.?|₹|in)\)?$/i;
/** A head is broken over up to four baselines. */
const HEAD_HEIGHT = 26;
/** A figure may end so far from where its head does; columns are fifty points apart. */
const NEAR = 24;
const FIGURE = /^\(?-?(?:\d[\d,]*)?\.\d+\)?$/;
/** A description that runs into the amount is one word with it. */
const GLUED = /^(.*[^\d.,(-])(\(?(?:\d[\d,]*)?\.\d{2,4}\)?)$/;

/** The columns that a header at this line names; null where it is none. */
export function columnsAt(lines: readonly Line[], at: number): Columns | null {
  const line = lines[at];
  if (line === undefined || !line.words.some(({ text }) => /^transactions?$/i.test(text))) return null;
  const near: Word[] = [];
  for (let index = Math.max(0, at - 4); index < lines.length; index++) {
    const other = lines[index];
    if (other === undefined || other.page > line.page || other.top - line.top > HEAD_HEIGHT) break;
    if (other.page === line.page && Math.abs(other.top - line.top) <= HEAD_HEIGHT) near.push(...other.words);
  }
  const [amount, units, price, balance] = FIGURES.map((figure) => endOf(near, HEADS[figure]));
  if (amount === undefined || units === undefined || price === undefined || balance === undefined)
    return null;
  return amount < units && units < price && price < balance ? { amount, units, price, balance } : null;
}

/** Where the widest word of a head ends, the unit of money below it counted; undefined where there is none. */
function endOf(words: readonly Word[], head: RegExp): number | undefined {
  const own = words.filter(({ text }) => head.test(text));
  if (own.length === 0) return undefined;
  const units = words.filter(
    ({ text, left, right }) =>
      UNIT_OF_MONEY.test(text) && own.some((one) => left < one.right + 6 && right > one.left - 6),
  );
  return Math.max(...[...own, ...units].map(({ right }) => right));
}

/** Whether a line is nothing but heads of columns. */
export function isHeader({ words }: Line): boolean {
  return (
    words.length > 0 &&
    words.every(
      ({ text }) =>
        /^(?:date|transactions?)$/i.test(text) ||
        UNIT_OF_MONEY.test(text) ||
        FIGURES.some((figure) => HEADS[figure].test(text)),
    )
  );
}

/**
 * The figures at the end of a line, each under the head that it stands nearest to; without a header by their number: four
 * are all of them, one is an amount.
 */
export function figuresOf(words: readonly Word[], columns: Columns | null): Figures {
  let from = words.length;
  while (from > 0 && FIGURE.test(words[from - 1]?.text ?? '')) from--;
  const text = words.slice(0, from).map((word) => word.text);
  const figures: Figures = { amount: null, units: null, price: null, balance: null, words: '' };
  const found = words.slice(from);
  if (columns === null) {
    const names: readonly Figure[] = found.length === 1 ? ['amount'] : FIGURES.slice(-found.length);
    found.forEach((word, index) => {
      const name = names[index];
      if (name === undefined) text.push(word.text);
      else figures[name] = word.text;
    });
  } else {
    for (const word of found) {
      const name = nearest(word.right, columns);
      if (name === null || figures[name] !== null) text.push(word.text);
      else figures[name] = word.text;
    }
    const last = words[from - 1];
    if (figures.amount === null && last !== undefined && nearest(last.right, columns) === 'amount') {
      const [, description, amount] = GLUED.exec(last.text) ?? [];
      if (description !== undefined && amount !== undefined) {
        text[from - 1] = description;
        figures.amount = amount;
      }
    }
  }
  return { ...figures, words: text.join(' ') };
}

function nearest(right: number, columns: Columns): Figure | null {
  let best: Figure | null = null;
  for (const figure of FIGURES)
    if (best === null || Math.abs(columns[figure] - right) < Math.abs(columns[best] - right)) best = figure;
  return best !== null && Math.abs(columns[best] - right) <= NEAR ? best : null;
}
