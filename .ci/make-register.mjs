// Writes core/market/register/register.json, the corporate actions that ship with the product, from a folder of CSV files:
//   node .ci/make-register.mjs FOLDER [FILE]
// The folder holds splits.csv, bonuses.csv, schemes.csv, us_splits.csv, symbol_changes.csv, isin_changes.csv and
// extinguished.csv. Rows whose status is `doubtful` or `contradicted` are left out. Each row keeps its status and its source.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('Give the folder of the CSV files: node .ci/make-register.mjs FOLDER\n');
  process.exit(1);
}
const read = (name) => parse(readFileSync(path.join(folder, `${name}.csv`), 'utf8'), { columns: true });

const STATUS = { confirmed: 'C', single: 'S', derived: 'D', recalled: 'R', date_only: 'O' };
const isUsable = ({ status }) => status in STATUS;
const sources = [];
/** The number of a source in the list of sources. */
function sourceOf(words) {
  const name = words
    .replace(/^munim .*/, 'notices of the companies')
    .replace('universe/nse-2026-05-symbolchange.csv', 'NSE symbolchange.csv 2026-05')
    .replace('universe EQUITY_L', 'NSE EQUITY_L')
    .replace('shared corporate-actions', 'NSE corporate actions')
    .replaceAll('|', '/');
  if (!sources.includes(name)) sources.push(name);
  return sources.indexOf(name);
}
const line = (...cells) => cells.join('|');
const sorted = (lines) => [...new Set(lines)].toSorted((a, b) => (a < b ? -1 : 1));
/** A company without a known symbol is written with spaces. */
const symbolOf = (name) => (/^\S+$/.test(name) ? name : '');

const KIND = { split: 'S', consolidation: 'C', split_or_bonus: 'X' };
/** A row of a ratio: its day and symbol first, its status and source last. */
const ratioLine = (one, ...cells) =>
  line(one.ex_date, one.symbol, ...cells, STATUS[one.status], sourceOf(one.source));
const splitCells = (one) => [KIND[one.kind], one.new_shares, one.old_shares];
const ratios = [
  ...read('splits')
    .filter(isUsable)
    .map((one) => ratioLine(one, ...splitCells(one), one.isin_before, one.isin_after)),
  ...read('bonuses')
    .filter(isUsable)
    .map((one) =>
      ratioLine(one, 'B', Number(one.new_shares) + Number(one.held_shares), one.held_shares, one.isin, ''),
    ),
];
const usRatios = read('us_splits')
  .filter(isUsable)
  .map((one) => ratioLine(one, ...splitCells(one)));

const SCHEME = { merger: 'M', demerger: 'D', scheme: 'A', capital_reduction: 'C' };
const schemeRows = read('schemes').filter(isUsable);
const schemes = schemeRows.map((one) =>
  line(
    one.ex_date,
    one.giver,
    SCHEME[one.kind],
    symbolOf(one.receiver),
    one.new_shares,
    one.held_shares,
    one.cost_pct_receiver,
    STATUS[one.status],
    sourceOf(one.source),
  ),
);

const renames = read('symbol_changes').map((one) =>
  line(one.date, one.symbol_old, one.symbol_new, one.isin, sourceOf(one.source)),
);

/** ISINs that no other row has: a file of an exchange without NSE symbols is matched by them. */
const named = new Set([...ratios, ...renames].flatMap((row) => row.split('|')));
const isins = read('isin_changes').flatMap((one) =>
  [one.isin_old, one.isin_new]
    .filter((isin) => !named.has(isin) && (one.first_day_new || one.last_day_old_seen))
    .map((isin) => line(one.first_day_new || one.last_day_old_seen, one.symbol, isin, sourceOf(one.source))),
);

const FATE = {
  merged: 'MERGED',
  cash: 'BOUGHT_OUT',
  extinguished: 'EXTINGUISHED',
  worthless: 'WORTHLESS',
  liquidation: 'LIQUIDATION',
  suspended: 'SUSPENDED',
  relisted: 'RELISTED',
  consolidated: 'CONSOLIDATED',
  'still listed elsewhere': 'LISTED_ELSEWHERE',
  unknown: 'UNKNOWN',
};
/** `new_shares receiver old_shares`, the cash for a share, or the later symbol. */
function received({ fate, holders_got: words, symbol }) {
  const ratio = /^(\d+) (\S+) for (\d+)$/.exec(words);
  if (fate === 'merged' || fate === 'consolidated') {
    if (ratio === null) throw new Error(`extinguished.csv, ${symbol}: "${words}" has no ratio.`);
    return ratio.slice(1).join(' ').replace(' share ', ` ${symbol} `);
  }
  if (fate === 'cash') return /^[\d.]+/.exec(words)?.[0] ?? '';
  if (fate === 'relisted') return /^shares of ([^;]+)/.exec(words)?.[1] ?? '';
  return '';
}
function fateStatus({ fate, symbol, source }) {
  if (fate === 'merged')
    return STATUS[schemeRows.find(({ giver }) => giver === symbol)?.status ?? 'recalled'];
  return source.startsWith('recalled') ? 'R' : source.startsWith('derived') ? 'D' : 'C';
}
const extinguished = read('extinguished').map((one) => {
  if (!(one.fate in FATE)) throw new Error(`extinguished.csv, ${one.symbol}: the fate "${one.fate}" is new.`);
  return line(
    one.last_traded,
    one.symbol,
    one.isin,
    one.last_close,
    FATE[one.fate],
    received(one),
    one.effective_date,
    fateStatus(one),
    sourceOf(one.source),
  );
});

const table = {
  sources,
  ratios: sorted(ratios),
  us_ratios: sorted(usRatios),
  schemes: sorted(schemes),
  renames: sorted(renames),
  isins: sorted(isins),
  extinguished: sorted(extinguished),
};
const file = process.argv[3] ?? path.join(import.meta.dirname, '../core/market/register/register.json');
writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
process.stdout.write(
  `${Object.entries(table)
    .map(([name, rows]) => `${rows.length} ${name}`)
    .join(', ')}.\n`,
);
