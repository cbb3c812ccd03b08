import { DAY_MS } from '../../core/platform/index.ts';

const FIRST_DAY = Date.UTC(2015, 0, 1);
const HEADER = ['Date', 'Action', 'Symbol', 'Description', 'Quantity', 'Price', 'Fees & Comm', 'Amount'];

/** The rows of a report of Schwab, header first and newest day first, with so many purchases and dividends of ten shares. */
export function longStatement(rows: number): string[][] {
  const entries = Array.from({ length: rows }, (_, nr) => {
    const at = rows - 1 - nr;
    const day = new Date(FIRST_DAY + Math.floor(at / 10) * DAY_MS).toISOString();
    const date = `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
    const share = [`SHR${at % 10}`, `SHARE NUMBER ${at % 10}`];
    if (at % 5 === 4) return [date, 'Cash Dividend', ...share, '', '', '', `$${at + 1}.05`];
    return [date, 'Buy', ...share, String(at + 1), '$2.50', '', `-$${((at + 1) * 2.5).toFixed(2)}`];
  });
  return [HEADER, ...entries];
}

/** The same as CSV. */
export const longStatementCsv = (rows: number): string =>
  longStatement(rows)
    .map((row) => `${row.map((cell) => `"${cell}"`).join(',')}\n`)
    .join('');
