/** Writes the files of import-files.bench.ts into the folder it is given: making them takes more memory than reading them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '../../core/platform/index.ts';
import { workbookOf } from '../core/portfolio/imports/samples/sample.ts';
import { pdfOf, type PrintedRow, type PrintedScheme } from '../support/cas-pages.ts';
import { longStatementCsv } from '../support/long-statement.ts';
import { tradebook } from '../support/tradebook.ts';

/** A statement of so many pages: schemes with a purchase a month, each with its stamp duty. */
async function statement(pages: number): Promise<Buffer> {
  const rows = 28;
  const months = Array.from({ length: rows }, (_, at) => new Date(Date.UTC(2018, 0, 5) + at * 30 * DAY_MS));
  const day = (date: Date) =>
    `${String(date.getUTCDate()).padStart(2, '0')}-${date.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' }).slice(0, 3)}-${date.getUTCFullYear()}`;
  const schemes = Array.from({ length: pages }, (_, nr): PrintedScheme => ({
    house: 'Meadow Mutual Fund',
    folio: `Folio No: ${7_000_000 + nr}`,
    name: [`MD${nr}-Meadow Fund ${nr} - Direct Plan - Growth - ISIN: INF9${String(nr).padStart(7, '0')}1`],
    registrar: 'CAMS',
    opening: '0.000',
    rows: months.flatMap((date, at): PrintedRow[] => [
      {
        date: day(date),
        words: 'SIP Purchase',
        amount: '1,999.90',
        units: '99.995',
        price: '20.0000',
        balance: ((at + 1) * 99.995).toFixed(3),
      },
      { date: day(date), words: '*** Stamp Duty ***', amount: '0.10' },
    ]),
    closing: [`Closing Unit Balance: ${(rows * 99.995).toFixed(3)}`],
  }));
  return await pdfOf({ issuer: 'CAMSCASWS', period: '01-Jan-2018 To 31-Dec-2021', schemes });
}

const [dir = '', rowsOfTradebook = '', pages = '', rowsOfReport = ''] = process.argv.slice(2);
const { csv } = tradebook({ rows: Number(rowsOfTradebook), symbols: 500, seed: 5 });
const rows = csv
  .trim()
  .split('\n')
  .map((line, nr) =>
    line.split(',').map((cell) => (nr > 0 && /^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell)),
  );
writeFileSync(path.join(dir, 'tradebook.csv'), csv);
writeFileSync(path.join(dir, 'tradebook.xlsx'), workbookOf([{ name: 'Equity', rows }]));
writeFileSync(path.join(dir, 'statement.pdf'), await statement(Number(pages)));
writeFileSync(path.join(dir, 'report.csv'), longStatementCsv(Number(rowsOfReport)));
writeFileSync(path.join(dir, 'page.pdf'), await statement(1));
