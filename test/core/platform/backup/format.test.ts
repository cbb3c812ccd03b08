import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { inOrderOfReference } from '../../../../core/platform/backup/catalogue.ts';
import {
  type BackupContents,
  BackupError,
  type BackupHeader,
  decode,
  encode,
} from '../../../../core/platform/backup/format.ts';
import { sampled } from '../../../support/soak.ts';

/** Rows as COPY writes them: no bare newline inside a row, and a backslash always with a letter after it. */
const row = fc
  .array(fc.constantFrom('a', '\\\\', '\\.', '\\n', '\\N', '\t', '.', '₹', '{'), { maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter((text) => text !== '\\.');
const tables = fc.dictionary(
  fc.constantFrom('portfolio.one', 'portfolio.two', 'chat.three'),
  fc.array(row, { maxLength: 8 }),
);

describe('backup format', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-format-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  /** Reads bytes back, as table name to text of its rows. */
  const read = async (bytes: Buffer): Promise<{ contents: BackupContents; seen: Record<string, string> }> => {
    const file = path.join(dir, 'file');
    await writeFile(file, bytes);
    const seen: Record<string, string> = {};
    const contents = await decode(file, {
      async table({ name }, rows) {
        let text = '';
        let count = 0;
        for await (const bytes of rows) text += bytes.toString('utf8');
        for (const letter of text) if (letter === '\n') count += 1;
        seen[name] = text;
        return count;
      },
    });
    return { contents, seen };
  };

  it('gives back every row of every table, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 9 }), async (data, step) => {
        const { seen, contents } = await read(gzipSync(await written(data, step)));
        for (const [name, rows] of Object.entries(data)) {
          assert.equal(seen[name], rows.map((text) => `${text}\n`).join(''));
          assert.equal(contents.rows[name], rows.length);
        }
      }),
      { numRuns: sampled(25, 1_000) },
    );
  });

  it('notices any change of any byte, and any end that comes too early', async () => {
    const whole = await written({ 'portfolio.one': ['a', 'b'], 'chat.three': [] }, 100);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, flip, cut) => {
          const bytes = cut ? whole.subarray(0, at) : Buffer.from(whole);
          if (!cut) bytes[at] = (bytes[at] ?? 0) ^ flip;
          await assert.rejects(read(gzipSync(bytes)), BackupError);
        },
      ),
      // A name of the first line changed by one letter once led to a list that was not there.
      { numRuns: sampled(50, 3_000), examples: [[89, 1, false]] },
    );
  });

  it('does not go on reading a first line without end', async () => {
    await assert.rejects(read(gzipSync(Buffer.alloc(40_000_000, 'x'))), BackupError);
  });

  it('is refused when it is of a later version', async () => {
    const later = gzipSync(`${JSON.stringify({ munim_backup: 2 })}\n`);
    await assert.rejects(read(later), /newer Munim/);
  });

  it('puts tables after those they refer to, and names a circle', () => {
    const of = (...names: string[]) => names.map((name) => ({ name, columns: [] }));
    const ordered = inOrderOfReference(of('a', 'b', 'c'), [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ]);
    assert.deepEqual(
      ordered.map(({ name }) => name),
      ['c', 'b', 'a'],
    );
    const circle = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ];
    assert.throws(() => inOrderOfReference(of('a', 'b', 'c'), circle), /in a circle: a, b/);
  });
});

async function written(data: Record<string, string[]>, step: number): Promise<Buffer> {
  const header: BackupHeader = {
    munim_backup: 1,
    created_at: '2026-01-31T10:15:00.000Z',
    migrations: ['001_identity'],
    tables: Object.keys(data).map((name) => ({ name, columns: ['text'] })),
    sequences: [],
  };
  const parts: Buffer[] = [];
  const rowsOf = async function* ({ name }: { name: string }): AsyncGenerator<Buffer> {
    const bytes = Buffer.from((data[name] ?? []).map((text) => `${text}\n`).join(''));
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  };
  for await (const bytes of encode(header, rowsOf, () => {})) parts.push(bytes);
  return Buffer.concat(parts);
}
