import assert from 'node:assert/strict';
import {
  bestOf,
  DELIMITERS,
  HEADER_WITHIN,
  layoutsOf,
} from '../../../../core/portfolio/imports/files/layout.ts';
import { DEFAULT_LIMITS } from '../../../../core/portfolio/imports/files/limits.ts';
import { ImportRefusal, refusingReader } from '../../../../core/portfolio/imports/files/refusal.ts';
import { BEGINNING } from '../../../../core/portfolio/imports/files/text-statement.ts';
import {
  type Sheet,
  STATEMENTS,
  type StatementFormat,
} from '../../../../core/portfolio/imports/statements/index.ts';
import { csvLineEnd } from '../../../../core/platform/index.ts';
import { collect } from './collect.ts';
import { SAMPLES } from './samples/index.ts';
import { bytesOf, cellText, type Sample } from './samples/sample.ts';

/* Every sample against every format: it is read as its own, and as no other. A file's name plays no part: reading gets none. */

/** The tables of a text, one for each delimiter that cuts it. */
function tablesOf(text: string): Sheet[] {
  return DELIMITERS.flatMap((delimiter) => {
    const rows: string[][] = [];
    try {
      const reader = refusingReader({ delimiter, newline: csvLineEnd(text) }, DEFAULT_LIMITS);
      reader.push(text, rows);
      reader.end(rows);
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
    }
    return rows.length === 0 ? [] : [{ name: '', rows: rows.slice(0, BEGINNING.rows) }];
  });
}

function sheetsOf(content: Exclude<Sample['content'], string>): Sheet[] {
  return content.sheets.map(({ name, rows }) => ({
    name,
    rows: rows.slice(0, BEGINNING.rows).map((row) => row.map(cellText)),
  }));
}

/** Whether a format takes a sample for its own, asked alone. */
function takes(format: StatementFormat, { content }: Sample): boolean {
  if (format.kind === 'pages') return false;
  if (format.kind === 'text')
    return typeof content === 'string' && format.detect({ text: content.slice(0, BEGINNING.characters) });
  if (typeof content !== 'string') return format.detect({ sheets: sheetsOf(content) });
  return tablesOf(content).some((sheet) => format.detect({ sheets: [sheet] }));
}

/** The importer that would read a sample row by row; null where none knows it. */
function importerOf({ content }: Sample): string | null {
  const sheets = typeof content === 'string' ? tablesOf(content) : sheetsOf(content);
  const found = sheets.flatMap(({ rows }) =>
    layoutsOf({
      dialect: { delimiter: ',', newline: '\n' },
      records: rows.slice(0, HEADER_WITHIN),
      refusal: null,
    }),
  );
  return bestOf(found, 'auto')?.layout.importer.format ?? null;
}

/** What no broker in particular writes: asked after all others, as common headers are. */
const COMMON = new Set(['realised-gains']);
const brokerOf = (format: string) => format.replace(/-.*$/, '');
const isStatement = ({ format }: Sample) => STATEMENTS.some((one) => one.format === format);

describe('portfolio/import matrix of samples and formats', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);

  for (const sample of SAMPLES) {
    const { name, format, type } = sample;
    it(`${format}: ${name} is read as its own format, with rows`, async () => {
      const read = await collect(bytesOf(sample), {}, 65_536);
      assert.deepEqual([read.detected_format, read.type], [format, type]);
      // Rows that wait for what the file does not say were read, too.
      const { transactions, holdings, excluded, issues } = read;
      assert.ok(transactions.length + holdings.length + excluded.length + issues.length > 0);
    });

    it(`${format}: ${name} is taken by no other statement format`, () => {
      const taking = STATEMENTS.filter((one) => takes(one, sample)).map((one) => one.format);
      const own = taking.filter((one) => !COMMON.has(one) || one === format);
      assert.deepEqual([...new Set(own)], isStatement(sample) ? [format] : []);
    });

    it(`${format}: ${name} goes to no importer of another broker`, () => {
      const importer = importerOf(sample);
      if (!isStatement(sample)) assert.equal(importer, format);
      // Common headers are never stronger than a format that knows the file.
      // A report may hold the table of another report of the same broker, as a sheet.
      else
        assert.ok(
          importer === null || importer === 'generic' || brokerOf(importer) === brokerOf(format),
          String(importer),
        );
    });
  }

  it('has a sample of each statement format that is text or a table', () => {
    const sampled = new Set(SAMPLES.map(({ format }) => format));
    const missing = STATEMENTS.filter(({ kind, format }) => kind !== 'pages' && !sampled.has(format));
    assert.deepEqual(
      missing.map(({ format }) => format),
      [],
    );
  });
});
