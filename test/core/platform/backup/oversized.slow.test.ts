import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { WHOLE_ROW_BYTES } from '../../../../core/platform/backup/backup-lines.ts';
import { BackupError, decode, encode } from '../../../../core/platform/backup/format.ts';

const MB = 1024 ** 2;
const HEADER = {
  munim_backup: 1,
  created_at: '2026-01-31T10:15:00.000Z',
  migrations: ['001_identity'],
  tables: [{ name: 'portfolio.one', columns: ['text'] }],
  sequences: [],
};
const FIRST_LINES = `${JSON.stringify(HEADER)}\n{"table":"portfolio.one"}\n`;

describe('a backup that unpacks to more than a backup holds', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-oversized-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  /** A file whose one row is `part` so many times. */
  const rowOf = async (part: Buffer, times: number): Promise<string> => {
    const file = path.join(dir, 'file.backup');
    const packed = gzipSync(part);
    const out = await open(file, 'w');
    await out.write(gzipSync(FIRST_LINES));
    for (let nr = 0; nr < times; nr += 1) await out.write(packed);
    await out.close();
    return file;
  };
  /** Reads a file, and returns by how many bytes this process grew meanwhile. */
  const growthBy = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    await work().finally(() => clearInterval(watch));
    return Math.max(most, process.memoryUsage.rss()) - before;
  };

  it('a row of 1.5 GB in a file of 1.5 MB is refused before it is in memory', async () => {
    const file = await rowOf(Buffer.alloc(16 * MB, 'x'), 96);
    assert.ok((await stat(file)).size < 2 * MB);
    const grown = await growthBy(() =>
      assert.rejects(decode(file), (error: Error) => {
        assert.ok(error instanceof BackupError);
        assert.match(error.message, /file\.backup unpacks to far more .* Nothing was changed\. Use another/);
        return true;
      }),
    );
    assert.ok(grown < 100 * MB, `${Math.round(grown / MB)} MB`);
  });

  it('so is a row of 400 MB that cannot be packed', async () => {
    const file = await rowOf(Buffer.from(randomBytes(3 * MB).toString('base64')), 100);
    const grown = await growthBy(() => assert.rejects(decode(file), /unpacks to far more/));
    assert.ok(grown < 100 * MB, `${Math.round(grown / MB)} MB`);
  });

  it('a row as long as the largest document is read in parts, and the rows around it whole', async () => {
    const long = randomBytes(60 * MB).toString('base64');
    const rows = [
      `before\nand\n${long.slice(0, 1000)}`,
      long.slice(1000),
      '\nafter\n',
      '\\\\.\n',
      `${long}\n`,
    ];
    const file = path.join(dir, 'long.backup');
    const out = await open(file, 'w');
    const bytes = encode(
      HEADER,
      async function* () {
        for (const row of rows) yield Buffer.from(row);
      },
      () => undefined,
    );
    for await (const one of bytes) await out.write(gzipSync(one, { level: 1 }));
    await out.close();
    let text = '';
    let longest = 0;
    const { rows: counts } = await decode(file, {
      async table(_table, pieces) {
        for await (const piece of pieces) {
          longest = Math.max(longest, piece.length);
          text += piece.toString();
        }
        return text.split('\n').length - 1;
      },
    });
    assert.ok(text === rows.join(''));
    assert.deepEqual(counts, { 'portfolio.one': 6 });
    assert.ok(longest < WHOLE_ROW_BYTES + 2 * MB, String(longest));
  });

  it('no backup is made with a row that no restore would take', async () => {
    const part = Buffer.alloc(16 * MB, 'x');
    const bytes = encode(
      HEADER,
      async function* () {
        for (;;) yield part;
      },
      () => undefined,
    );
    await assert.rejects(async () => {
      for await (const _ of bytes);
    }, /A row of portfolio\.one is larger than 256 MB/);
  });
});
