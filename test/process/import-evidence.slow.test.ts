import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { SMALL_INDIAN } from '../support/small-evidence.ts';

/** In the order of their names; the archive's file of closes comes apart into three days. */
const FILES = [
  'INDAS_1100041.xml',
  'INDAS_1100071.xml',
  'INDAS_1100085.xml',
  'INTEGRATED_FILING_INDAS_60022_WEB.xml',
  'INTEGRATED_FILING_INDAS_60033_WEB.xml',
];
const DOCUMENTS = 11;
/** While this one is kept, the import is killed. */
const HELD = FILES[3] ?? '';

describe('contract/Command line: npm run import-evidence', function () {
  this.timeout(600_000);
  let database: TestDatabase;
  let family: MunimFamily;
  let client: pg.Client;
  let folder: string;
  before(async () => {
    database = await testDatabase();
    family = await MunimFamily.open({ DATABASE_URL: database.url, DATABASE_APP_URL: database.appUrl });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    folder = await mkdtemp(path.join(tmpdir(), 'munim-evidence-'));
    await SMALL_INDIAN.write(folder);
    await writeFile(path.join(folder, 'notes.json'), '{"company":"Kaveri"}');
    await writeFile(path.join(folder, 'picture.png'), 'x');
    await symlink(path.join(folder, 'nowhere.json'), path.join(folder, 'lost.json'));
  });
  after(async () => {
    await client.end();
    await family.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const kept = async (): Promise<string[]> =>
    (
      await client.query<{ path: string }>('select path from portfolio.evidence_documents order by path')
    ).rows.map((row) => row.path);
  const run = async (...words: string[]) => await family.runHere(['import-evidence', folder, ...words]);

  it('a dry run says what would be kept, names what would not, and writes nothing', async () => {
    const { code, output, errors } = await run('--dry-run');
    assert.deepEqual([code, errors], [0, ''], output + errors);
    for (const file of FILES)
      assert.match(output, new RegExp(`^${file}: filing in XBRL at NSE. 1 document, 1 would be new`, 'm'));
    assert.match(output, /^lost\.json: not taken, it cannot be read \(ENOENT\)\.$/m);
    assert.match(
      output,
      new RegExp(`^10 files: 7 taken, 3 not. ${DOCUMENTS} documents, ${DOCUMENTS} new`, 'm'),
    );
    assert.match(output, /^Dry run: nothing was kept\.$/m);
    assert.deepEqual(await kept(), []);
  });

  it('killed in the middle it leaves whole documents, and the next one keeps the rest', async () => {
    const body = await readFile(path.join(folder, HELD));
    // Whoever keeps the same document waits for this transaction.
    await client.query('begin');
    await client.query(
      `insert into portfolio.evidence_documents
         (source, path, place, sha256, body, size, media_type, origin, first_at, fetched_at)
       values ('nse_archive', $1, 'held', $2, '', 1, 'application/xml', 'FILE', now(), now())`,
      [`/corporate/xbrl/${HELD}`, createHash('sha256').update(body).digest('hex')],
    );
    const importing = family.spawn(['import-evidence', folder]);
    const watcher = new pg.Client({ connectionString: database.url });
    await watcher.connect();
    try {
      await eventually(
        'the import to wait for that document',
        async () =>
          (
            await watcher.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount === 1,
        120_000,
      );
    } finally {
      await watcher.end();
    }
    await importing.kill();
    await client.query('rollback');
    const before = FILES.slice(0, 3).map((file) => `/corporate/xbrl/${file}`);
    assert.deepEqual(await kept(), before);

    const whole = await run();
    assert.equal(whole.code, 0, whole.output + whole.errors);
    assert.match(whole.output, /^INDAS_1100041\.xml: filing in XBRL at NSE\. 1 document, 0 new\.$/m);
    assert.match(whole.output, new RegExp(`^${HELD}: filing in XBRL at NSE. 1 document, 1 new`, 'm'));
    for (const [file, why] of [
      ['lost.json', 'it cannot be read (ENOENT)'],
      ['notes.json', 'it holds no evidence that Munim knows'],
      ['picture.png', 'Munim does not know this kind of file'],
    ] as const)
      assert.ok(whole.output.includes(`${file}: not taken, ${why}.`), whole.output);
    assert.match(
      whole.output,
      new RegExp(`^10 files: 7 taken, 3 not. ${DOCUMENTS} documents, ${DOCUMENTS - 3} new`, 'm'),
    );
    assert.equal((await kept()).length, DOCUMENTS);
  });
});
