import assert from 'node:assert/strict';
import * as XLSX from '@e965/xlsx';
import { ImportRefusal } from '../../../../../core/portfolio/imports/files/refusal.ts';
import { isSoak, sampled } from '../../../../support/soak.ts';
import { collect, type Collected } from '../collect.ts';
import { ONE_PER_FORMAT } from '../samples/index.ts';
import { INDIAN_SAMPLES } from '../samples/india.ts';
import { bytesOf, type Sample, type SampleCell, workbookOf } from '../samples/sample.ts';

/* What people and spreadsheets do to files: it may cost a row its reading, but never changes a figure in silence. */

type Sheets = { name: string; rows: readonly (readonly SampleCell[])[] }[];

const parsed = new Map<Sample, Sheets>();
/** The tables of a sample, text cells for a text file. */
function sheetsOf(sample: Sample): Sheets {
  const known = parsed.get(sample) ?? parsedSheets(sample);
  parsed.set(sample, known);
  return known;
}

function parsedSheets({ content }: Sample): Sheets {
  if (typeof content !== 'string') return content.sheets.map(({ name, rows }) => ({ name, rows }));
  const { Sheets: tables } = XLSX.read(content, { type: 'string', raw: true });
  const rows = Object.values(tables).flatMap((sheet) =>
    XLSX.utils.sheet_to_json<SampleCell[]>(sheet, { header: 1, blankrows: true, defval: null }),
  );
  return [{ name: 'Sheet1', rows }];
}

const unpacked = (sheets: Sheets): Buffer => workbookOf(sheets, 'xlsx', false);
const quoted = (cell: SampleCell): string => `"${String(cell ?? '').replaceAll('"', '""')}"`;

/** A sample with each of its rows changed: again a text, or a workbook. */
function withRows(sample: Sample, change: (row: readonly SampleCell[]) => readonly SampleCell[]): Buffer {
  const sheets = sheetsOf(sample).map(({ name, rows }) => ({ name, rows: rows.map(change) }));
  if (typeof sample.content !== 'string') return unpacked(sheets);
  return Buffer.from((sheets[0]?.rows ?? []).map((row) => row.map(quoted).join(',')).join('\n'));
}
/** Places at which a text is cut. */
const PARTS = sampled(11, 20);
const isTable = (row: readonly SampleCell[]) => row.filter((cell) => cell !== null && cell !== '').length > 2;
const widthOf = ({ rows }: Sheets[number]) => Math.max(...rows.map((row) => row.length));

/** What is imported and compared, without the number that a row has in its file. */
function figuresOf({ type, transactions, holdings, issues, excluded, realised, totals }: Collected): unknown {
  const bare = (rows: readonly { row: number }[]) => rows.map((one) => ({ ...one, row: 0 }));
  const told = totals.map(({ stated, read }) => [stated, read]);
  return [type, bare(transactions), bare(holdings), issues.length, excluded.length, realised ?? null, told];
}

function importedOf(figures: unknown): unknown[] {
  const [type, transactions, holdings, , , realised] = figures as unknown[];
  const sorted = (rows: unknown) => (rows as unknown[]).map((row) => JSON.stringify(row)).toSorted();
  return [type, sorted(transactions), sorted(holdings), realised];
}

/** Day, type and units of each row. */
function unitsOf(figures: unknown): string[] {
  const [, transactions, holdings] = figures as [
    string,
    Record<string, unknown>[],
    Record<string, unknown>[],
  ];
  return [...transactions, ...holdings].map(({ date, type, quantity }) =>
    JSON.stringify([date, type, quantity]),
  );
}

/** The figures of a variant; the code of a refusal. Anything else that is thrown fails the test. */
async function tried(file: Buffer): Promise<{ figures: unknown } | { refused: string }> {
  const outcome = await readOrRefused(file);
  return 'refused' in outcome ? outcome : { figures: figuresOf(outcome) };
}

async function readOrRefused(file: Buffer): Promise<Collected | { refused: string }> {
  try {
    return await collect(file, {}, 4096);
  } catch (error) {
    if (error instanceof ImportRefusal) return { refused: error.code };
    throw error;
  }
}

/** Samples whose tables are changed. */
const VARIED = INDIAN_SAMPLES.filter((one) => isSoak || ONE_PER_FORMAT.includes(one));
const texts = INDIAN_SAMPLES.filter(({ content }) => typeof content === 'string');
const textOf = (sample: Sample): string => bytesOf(sample).toString('utf8');

describe('portfolio/import variants of Indian broker files', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  const read = new Map<string, Collected>();
  before(async () => {
    for (const sample of INDIAN_SAMPLES) read.set(sample.name, await collect(bytesOf(sample), {}, 4096));
  });
  const figures = ({ name }: Sample) => figuresOf(read.get(name) as Collected);
  const same = async (sample: Sample, file: Buffer) =>
    assert.deepEqual(await tried(file), { figures: figures(sample) }, sample.name);

  it('have names that tell them apart', () => {
    assert.equal(new Set(INDIAN_SAMPLES.map(({ name }) => name)).size, INDIAN_SAMPLES.length);
  });

  it('with line ends of Windows, a mark of byte order, or an encoding of Windows read the same', async () => {
    for (const sample of texts) {
      const text = textOf(sample).replaceAll('\r\n', '\n');
      await same(sample, Buffer.from(text.replaceAll('\n', '\r\n')));
      await same(sample, Buffer.from(`\uFEFF${text}`));
      await same(sample, Buffer.from(text, 'latin1'));
    }
  });

  it('saved as a workbook with cells of text read the same', async () => {
    for (const sample of texts) await same(sample, unpacked(sheetsOf(sample)));
  });

  it('with a column more, behind the others, read the same', async () => {
    for (const sample of VARIED) {
      const sheets = sheetsOf(sample).map((sheet) => {
        const width = widthOf(sheet);
        let tables = 0;
        const rows = sheet.rows.map((row) => {
          if (!isTable(row)) return row;
          const padded: SampleCell[] = [...row, ...Array.from({ length: width - row.length }, () => null)];
          tables += 1;
          return [...padded, tables === 1 ? 'Column of tomorrow' : 'x'];
        });
        return { name: sheet.name, rows };
      });
      await same(sample, unpacked(sheets));
    }
  });

  it('with their columns the other way round read the same', async () => {
    for (const sample of VARIED) {
      const sheets = sheetsOf(sample).map((sheet) => {
        const width = widthOf(sheet);
        const rows = sheet.rows.map((row) =>
          isTable(row) ? Array.from({ length: width }, (_, at) => row[width - 1 - at] ?? null) : row,
        );
        return { name: sheet.name, rows };
      });
      const outcome = await tried(unpacked(sheets));
      // Titles and totals keep their places here, so only what is imported and compared can be the same.
      assert.ok('figures' in outcome, sample.name);
      assert.deepEqual(importedOf(outcome.figures), importedOf(figures(sample)), sample.name);
    }
  });

  it('with blank rows between all rows, and blanks around all cells, read the same', async () => {
    for (const sample of VARIED) {
      const spaced = sheetsOf(sample).map(({ name, rows }) => ({
        name,
        rows: rows.flatMap((row) => [row, []]),
      }));
      if (!sample.name.startsWith('nps')) await same(sample, unpacked(spaced));
      await same(
        sample,
        withRows(sample, (row) => row.map((cell) => (typeof cell === 'string' ? `  ${cell} ` : cell))),
      );
    }
  });

  it('cut anywhere bring nothing that the whole does not', async () => {
    for (const sample of texts) {
      const bytes = bytesOf(sample);
      const whole = read.get(sample.name) as Collected;
      const known = new Set(
        [...whole.transactions, ...whole.holdings].map((one) => JSON.stringify([one.symbol, one.isin])),
      );
      for (let part = 1; part < PARTS; part++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * part) / PARTS));
        const last = String(cut).trimEnd().split('\n').length;
        const outcome = await readOrRefused(cut);
        if ('refused' in outcome) continue;
        const { transactions, holdings, detected_format } = outcome;
        assert.equal(detected_format, sample.format, sample.name);
        // The last line may be cut within a figure, which no reader can see.
        for (const one of [...transactions, ...holdings])
          if (one.row < last && whole.raw.length > 0)
            assert.ok(
              known.has(JSON.stringify([one.symbol, one.isin])),
              `${sample.name} cut at ${part}/${PARTS}`,
            );
      }
    }
  });

  it('with formulas in place of figures, a million blanks in a cell, or missing columns never throw', async () => {
    for (const sample of VARIED) {
      const whole = figures(sample);
      for (const [what, put] of [
        [
          'formulas',
          (cell: SampleCell) => (typeof cell === 'string' && /^[\d.,]+$/.test(cell) ? '=1+1' : cell),
        ],
        ['no numbers', (cell: SampleCell) => (typeof cell === 'number' ? 'n.k.' : cell)],
        ['negative', (cell: SampleCell) => (typeof cell === 'number' ? -cell : cell)],
      ] as const)
        assert.ok(await tried(withRows(sample, (row) => row.map(put))), what);
      const width = Math.max(...sheetsOf(sample).map(widthOf));
      for (let gone = 0; gone < width; gone++) {
        const outcome = await tried(withRows(sample, (row) => (isTable(row) ? row.toSpliced(gone, 1) : row)));
        if ('refused' in outcome) continue;
        // Whatever is left of the columns, what is read was in the file. Only what is held in two parts is less without one.
        if (sample.name === 'holdings-AB1234.xlsx') continue;
        const known = unitsOf(whole);
        for (const units of unitsOf(outcome.figures))
          assert.ok(known.includes(units), `${sample.name} without column ${gone + 1}: ${units}`);
      }
    }
    const blanks = ' '.repeat(1_000_000);
    for (const sample of texts.filter((one) => VARIED.includes(one))) {
      const lines = textOf(sample).split('\n');
      const at = lines.length - 2;
      lines[at] = (lines[at] ?? '').replace(',', `,${blanks}`);
      await tried(Buffer.from(lines.join('\n')));
    }
  });
});
