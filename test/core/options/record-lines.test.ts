import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import {
  followFile,
  LONGEST_LINE,
  type RecordLine,
  recordLines,
} from '../../../core/options/ingest/index.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function* parts(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

async function linesOf(bytes: AsyncIterable<Buffer>, isGrowing = false): Promise<RecordLine[]> {
  const lines: RecordLine[] = [];
  for await (const some of recordLines(bytes, isGrowing)) lines.push(...some);
  return lines;
}

describe('lines of records', () => {
  it('are read whole, however the bytes are cut', async () => {
    const records = [{ id: 'one', note: '₹ and naïve' }, { id: 'two' }, { id: 'three' }];
    const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\r\n`).join('\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 6 }),
        async (cuts) => {
          const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
          const pieces = edges.slice(1).map((to, nr) => bytes.subarray(edges[nr], to));
          const lines = await linesOf(parts(...pieces));
          assert.deepEqual(
            lines.map((line) => ('value' in line ? line.value : line.wrong)),
            records,
          );
        },
      ),
    );
  });

  it('what is no JSON is told with its line, and what follows is read', async () => {
    assert.deepEqual(await linesOf(parts('{"a":1}\nnot json\n\n{"b":2}')), [
      { nr: 1, value: { a: 1 } },
      { nr: 2, wrong: 'The line is not JSON.' },
      { nr: 4, value: { b: 2 } },
    ]);
  });

  it('a line of 50 MB is refused without being kept in memory, and what follows is read', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const held = () => {
      // Buffers that the first collection frees are counted by the second.
      for (let times = 0; times < 2; times += 1) collect();
      return process.memoryUsage().arrayBuffers;
    };
    const before = held();
    let after = Number.POSITIVE_INFINITY;
    async function* long(): AsyncGenerator<Buffer> {
      for (let nr = 0; nr < 50; nr += 1) yield await Promise.resolve(chunk);
      after = held();
      yield Buffer.from('\n{"a":1}\n');
    }
    const lines = await linesOf(long());
    assert.match(lines[0] !== undefined && 'wrong' in lines[0] ? lines[0].wrong : '', /longer than 256 kB/);
    assert.deepEqual(lines[1], { nr: 2, value: { a: 1 } });
    assert.ok(after - before < 10 * 1024 * 1024, `${after - before} bytes`);
    assert.equal(LONGEST_LINE, 262_144);
  });

  it('a file that grows is followed; its last line is left until it is whole, and one begun anew is read again', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'munim-lines-'));
    const file = path.join(folder, 'records.jsonl');
    const ending = new AbortController();
    try {
      await writeFile(file, '{"nr":1}\n{"nr":');
      const seen: unknown[] = [];
      const steps = [
        () => appendFile(file, '2}\n{"nr":3}\n{"nr":'),
        () => writeFile(file, '{"nr":4}\n'),
        () => {
          ending.abort();
          return Promise.resolve();
        },
      ];
      const due = [1, 3, 5];
      for await (const lines of recordLines(followFile(file, ending.signal), true)) {
        seen.push(...lines.map((line) => ('value' in line ? (line.value as { nr: number }).nr : line.wrong)));
        if (seen.length === due[0]) {
          due.shift();
          await steps.shift()?.();
        }
      }
      // What stood half written when the file was begun anew is told, and takes no good line with it.
      assert.deepEqual(seen, [1, 2, 3, 'The line is not JSON.', 4]);
    } finally {
      ending.abort();
      await rm(folder, { recursive: true });
    }
  });
});
