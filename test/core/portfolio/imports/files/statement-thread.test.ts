import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { csvLineEnd } from '../../../../../core/platform/index.ts';
import { DEFAULT_LIMITS } from '../../../../../core/portfolio/imports/files/limits.ts';
import { ImportRefusal } from '../../../../../core/portfolio/imports/files/refusal.ts';
import {
  createStatementReader,
  type StatementReader,
} from '../../../../../core/portfolio/imports/files/statement-queue.ts';
import {
  isLongStatement,
  readWholeStatement,
  type SourceKind,
  type StatementSources,
} from '../../../../../core/portfolio/imports/files/statement-source.ts';
import {
  STATEMENTS,
  type StatementFormatOf,
  StatementRefusal,
} from '../../../../../core/portfolio/imports/statements/index.ts';
import { longStatement, longStatementCsv } from '../../../../support/long-statement.ts';
import { SAMPLES } from '../samples/index.ts';
import { cellText, type Sample } from '../samples/sample.ts';

/** Rows of a statement that takes a while. */
const LONG = 5000;

type Source = StatementSources[SourceKind];

const formatNamed = (name: string): StatementFormatOf<SourceKind> => {
  const found = STATEMENTS.find(({ format, kind }) => format === name && kind !== 'pages');
  assert.ok(found, name);
  return found as StatementFormatOf<SourceKind>;
};

/** What the file of a sample hands to whoever reads it. */
function sourceOf({ content, format }: Sample): Source {
  if (typeof content !== 'string')
    return {
      sheets: content.sheets.map(({ name, rows }) => ({
        name,
        rows: rows.map((row, at) => ({ number: at + 1, cells: row.map(cellText) })),
      })),
    };
  if (formatNamed(format).kind === 'text') return { text: content };
  const [head = ''] = content.split(csvLineEnd(content));
  return { csv: content, delimiter: head.split(';').length > head.split(',').length ? ';' : ',' };
}

describe('portfolio/import: long statements are read in a thread', () => {
  let reader: StatementReader;
  before(() => {
    reader = createStatementReader();
  });
  after(async () => await reader.close());

  const samples = SAMPLES.filter(({ format }) =>
    STATEMENTS.some((one) => one.format === format && one.kind !== 'pages'),
  );
  it('gives the same as reading on the spot, for each sample of each format', async function all() {
    this.timeout(600_000);
    assert.ok(samples.length > 40, String(samples.length));
    for (const sample of samples)
      for (const wanted of sample.type === 'holdings' ? ([null, 'holdings'] as const) : [null]) {
        const [format, source] = [formatNamed(sample.format), sourceOf(sample)];
        const spot = outcomeOf(() => readWholeStatement(format, source, wanted, DEFAULT_LIMITS));
        const thread = await reader.read(format, source, wanted, DEFAULT_LIMITS).then(
          (reading) => ({ reading }),
          (error: Error) => ({ name: error.name, message: error.message }),
        );
        assert.deepEqual(thread, spot, `${sample.name} as ${wanted ?? 'it is'}`);
      }
  });

  it('sends the rows of sheets and of the reading in parts, and all arrive in their order', async () => {
    const rows = 2001;
    // Every other row of the sheet is blank.
    const sheet = longStatement(rows).map((cells, at) => ({ number: 2 * at + 1, cells }));
    const sheets = {
      sheets: [
        { name: 'All', rows: sheet },
        { name: 'Empty', rows: [] },
      ],
    };
    const read = await reader.read(formatNamed('schwab'), sheets, null, DEFAULT_LIMITS);
    assert.deepEqual(read, readWholeStatement(formatNamed('schwab'), sheets, null, DEFAULT_LIMITS));
    assert.equal(read.rows.length, rows);
    assert.equal(new Set(read.rows.map(({ row }) => row)).size, rows);
  });

  it('holds nobody up: others have their turn while a long one is read', async () => {
    const source = { csv: longStatementCsv(LONG), delimiter: ',' };
    assert.ok(isLongStatement(source));
    let turns = 0;
    let isRead = false;
    const read = reader.read(formatNamed('schwab'), source, null, DEFAULT_LIMITS).finally(() => {
      isRead = true;
    });
    while (!isRead) {
      await turn();
      turns += 1;
    }
    assert.equal((await read).rows.length, LONG);
    // Its rows come back in 20 parts.
    assert.ok(turns > 20, `${turns} turns`);
  });

  it('what a format or the file refuses, is refused in the same words, and the next one is read', async () => {
    const limits = { ...DEFAULT_LIMITS, rows: 3 };
    const source = { csv: longStatementCsv(4), delimiter: ',' };
    await assert.rejects(reader.read(formatNamed('schwab'), source, null, limits), (error) => {
      assert.ok(error instanceof ImportRefusal);
      return error.code === 'CSV_TOO_MANY_ROWS';
    });
    const open = { csv: `${longStatementCsv(4)}"never closed`, delimiter: ',' };
    await assert.rejects(reader.read(formatNamed('schwab'), open, null, DEFAULT_LIMITS), ImportRefusal);
    await assert.rejects(
      reader.read(formatNamed('ghostfolio'), { text: '{"activities": [' }, null, DEFAULT_LIMITS),
      StatementRefusal,
    );
    const three = { csv: longStatementCsv(3), delimiter: ',' };
    assert.equal((await reader.read(formatNamed('schwab'), three, null, limits)).rows.length, 3);
  });

  it('one that takes too long is given up with what to do; what waits is read, and fails when all is closed', async () => {
    const hasty = createStatementReader({ threadLimits: { heapMb: 256, deadlineMs: 1, idleMs: 1000 } });
    const source = { csv: longStatementCsv(LONG), delimiter: ',' };
    await assert.rejects(
      hasty.read(formatNamed('schwab'), source, null, DEFAULT_LIMITS),
      /takes too long to read\. Export a shorter period/,
    );
    const closed = assert.rejects(
      reader.read(formatNamed('schwab'), source, null, DEFAULT_LIMITS),
      /shutting down/,
    );
    await Promise.all([hasty.close(), reader.close(), closed]);
    const three = { csv: longStatementCsv(3), delimiter: ',' };
    assert.equal((await reader.read(formatNamed('schwab'), three, null, DEFAULT_LIMITS)).rows.length, 3);
  });
});

function outcomeOf(read: () => unknown): unknown {
  try {
    return { reading: read() };
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
}
