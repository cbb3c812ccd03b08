import assert from 'node:assert/strict';
import { collect, type Collected } from './collect.ts';
import { SAMPLES } from './samples/index.ts';
import { bytesOf, type Sample, type SampleCell } from './samples/sample.ts';

/*
 * Every sample, row by row: the word that says what a row is becomes one that nobody knows, or one of another language. The
 * row then waits with its own word; it never vanishes, passes for cash or a share, or changes what the other rows come to.
 */

/** In no language a kind of row. */
const STRANGE = 'Frobnik';
/** Of another language, and in no table of any. */
const FOREIGN = 'Ostomääräys';
/** How many rows of a sample are tried: those of its kinds, each once. */
const MOST = 12;

/** Heads over the word of a kind, as each format spells it; what is not here says its kind in another way. */
const KIND = /^(?:type|typ|action|activity ?type|transaction type|trade[ _]type|trans code|buy\/sell|side)$/i;

type Table = SampleCell[][];

/** The formats whose rows have no word for their kind: the sign of a number, or the report itself says it. */
const WITHOUT_WORD = new Set([
  'degiro-transactions',
  'zerodha-dividends',
  'upstox-dividends',
  'zerodha-tax-pnl',
  'angel-one-tax-pnl',
  'realised-gains',
]);

/** Formats whose kind is in a column of another name. */
const HEADS: Readonly<Record<string, RegExp>> = {
  'degiro-account': /^(?:description|omschrijving|beschreibung)$/i,
  fidelity: /^action$/i,
  schwab: /^action$/i,
  'ibkr-activity': /^datadiscriminator$/i,
  'trade-republic': /^type$/,
  'robinhood-2016': /^trade action$/i,
  'ibkr-history': /^transaction type$/i,
  'nps-statement': /^(?:particulars|description)$/i,
  'mfcentral-transactions': /^transaction description$/i,
  'kfintech-transactions': /^transaction description$/i,
  'cams-transactions': /^transaction_?type$/i,
  kuvera: /^order$/i,
  'ibkr-flex-csv': /^buy\/sell$/i,
};

/** One place of a sample where a row says its kind, and the sample with another word there. */
interface Place {
  word: string;
  /** The kind word, and what else tells kinds apart: rows alike in it are tried once. */
  kind: string;
  readonly with: (word: string) => Sample['content'];
}

function placesOf({ content, format }: Sample): Place[] {
  const head = HEADS[format] ?? KIND;
  if (typeof content !== 'string')
    return content.sheets.flatMap((sheet, at) =>
      cellsOf(
        sheet.rows.map((row) => [...row]),
        head,
      ).map(({ row, column, word }) => ({
        word,
        kind: word,
        with: (other) => ({
          sheets: content.sheets.map((one, index) =>
            index === at
              ? {
                  ...one,
                  rows: one.rows.map((cells, line) =>
                    line === row ? cells.map((cell, place) => (place === column ? other : cell)) : cells,
                  ),
                }
              : one,
          ),
        }),
      })),
    );
  const lines = content.split('\n');
  const mark = (
    lines.find((line) => head.test('') || line.split(/[,;\t]/).some((cell) => head.test(bare(cell)))) ?? ''
  ).includes(';')
    ? ';'
    : ',';
  const table = lines.map((line) => cut(line, mark));
  return cellsOf(
    table.map((cells) => cells.map((cell) => bare(cell))),
    head,
  ).map(({ row, column, word }) => ({
    word,
    kind: word,
    with: (other) =>
      lines
        .map((line, at) =>
          at === row
            ? cut(line, mark)
                .map((cell, place) => (place === column ? cell.replace(word, other) : cell))
                .join(mark)
            : line,
        )
        .join('\n'),
  }));
}

/** The cells of a line as they stand, quotes and all. */
function cut(line: string, mark: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    if (letter === mark && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

const bare = (cell: string): string =>
  cell
    .trim()
    .replace(/^="?|^"|"$/g, '')
    .trim();

function cellsOf(table: Table, head: RegExp): { row: number; column: number; word: string }[] {
  const found: { row: number; column: number; word: string }[] = [];
  let column = -1;
  let width = 0;
  for (const [row, cells] of table.entries()) {
    const texts = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
    const isHead = texts.filter((text) => text !== '').length > 3 && texts.some((text) => head.test(text));
    if (isHead) {
      column = texts.findLastIndex((text) => head.test(text));
      width = texts.filter((text) => text !== '').length;
      continue;
    }
    // The head of another table.
    if (texts[1] === 'Header' || texts.includes('Description')) column = -1;
    const word = texts[column] ?? '';
    if (column === -1 || word === '' || texts.filter((text) => text !== '').length < Math.min(4, width))
      continue;
    found.push({ row, column, word });
  }
  return found;
}

/** What the rows of a reading come to, by what they are: symbol, day, side, units. */
const entriesOf = ({ transactions, holdings }: Collected): string[] => [
  ...transactions.map((one) => [one.symbol, one.date, one.type, one.quantity].join(' ')),
  ...holdings.map((one) => [one.symbol, one.quantity].join(' ')),
];

/** Left out for what it is about, whatever was done with it. */
const ABOUT =
  /derivative|option|cryptocurrenc|short sale|money market|lists this trade again|Only (?:executed|posted)|The order is|A notice without units|Nothing of this order/i;

/** Entries that were not there before; what only counted together with the changed row stands alone now. */
function added(before: Collected, after: Collected): string[] {
  const had = new Set(entriesOf(before));
  const paired = before.excluded.filter(({ reason }) => /\brow \d+|added to its trade/.test(reason));
  const alone = after.transactions.filter(({ row }) => !paired.some((one) => one.row === row));
  return entriesOf({ ...after, transactions: alone }).filter((entry) => !had.has(entry));
}

describe('portfolio/Import and ledger rules: a kind that is not known waits', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  for (const sample of SAMPLES) {
    if (sample.type === 'holdings' || WITHOUT_WORD.has(sample.format)) continue;
    const kinds = new Map(placesOf(sample).map((place) => [place.kind, place]));
    const places = [...kinds.values()].slice(0, MOST);
    if (places.length === 0) continue;
    it(`${sample.format}: ${sample.name}`, async () => {
      const whole = await collect(bytesOf(sample), {}, 65_536);
      for (const [at, { word, with: content }] of places.entries()) {
        const other = at % 2 === 0 ? STRANGE : FOREIGN;
        const read = await collect(bytesOf({ content: content(other) }), {}, 65_536);
        const told = `"${word}" became "${other}"`;
        assert.equal(read.detected_format, sample.format, told);
        const waiting = read.issues.filter(({ message }) => message.includes(other));
        const about = read.excluded.filter(({ reason }) => ABOUT.test(reason));
        const isAbout =
          about.length >= whole.excluded.filter(({ reason }) => ABOUT.test(reason)).length &&
          about.some(({ row }) => whole.excluded.some((one) => one.row === row));
        const isSame = entriesOf(read).join('\n') === entriesOf(whole).join('\n');
        // One that is left out for what it is about stays so, and changes nothing.
        assert.ok(waiting.length > 0 || (isAbout && isSame), `${told}: nothing waits with this word`);
        assert.deepEqual(added(whole, read), [], `${told}: entries were added`);
        assert.ok(entriesOf(whole).length - entriesOf(read).length <= 2, `${told}: other rows vanished`);
        const rows = (of: Collected) => new Set(of.raw.map(({ row }) => row)).size;
        // A dividend that is put in again is two entries of one record.
        assert.ok(rows(read) >= rows(whole) - 1, `${told}: a row vanished`);
      }
    });
  }
});
