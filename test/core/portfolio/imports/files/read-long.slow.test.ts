import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { plainProcess } from '../../../../support/program.ts';

const HEADER = 'Symbol,Date,Type,Quantity,Price\n';
const ROW = 'INFY,2024-01-31,BUY,10,1500.5\n';

describe('portfolio/import reading of a long file', () => {
  // A process that may use 36 MB of heap, of which its code takes half, reads 16 MB of file in 17,000 rows: neither the
  // text nor the rows find room in what is left, and how lazily memory is collected decides nothing.
  it('reads 16 MB in bounded memory', async function () {
    this.timeout(600_000);
    const script = `
      const { readImport } = await import(${JSON.stringify(new URL('../../../../../core/portfolio/imports/files/read.ts', import.meta.url).href)});
      const row = ${JSON.stringify(`${ROW.trimEnd()},${'as told on the telephone '.repeat(38)}\n`)};
      const piece = Buffer.from(row.repeat(250));
      const pieces = Math.ceil((16 * 1024 * 1024) / piece.length);
      async function* file() {
        yield Buffer.from(${JSON.stringify(`${HEADER.trimEnd()},Remark\n`)});
        for (let number = 0; number < pieces; number++) yield piece;
      }
      let rows = 0;
      const reading = await readImport(file(), { type: 'auto', limits: { rows: 5_000_000 } });
      for await (const batch of reading.batches) rows += batch.rows.length;
      console.log(JSON.stringify({ rows, expected: pieces * 250 }));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--max-old-space-size=36', ...plainProcess(), '--input-type=module', '--eval', script],
      { cwd: path.resolve(import.meta.dirname, '../../../../..') },
    );
    const { rows, expected } = JSON.parse(stdout) as { rows: number; expected: number };
    assert.ok(expected > 16_000);
    assert.equal(rows, expected);
  });
});
