import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOptionsStore } from '../../core/options/store/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { MunimFamily } from '../support/munim-process.ts';

const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const signal = (id: string) => ({
  id,
  kind: 'signal',
  at: '2026-06-15T04:00:00Z',
  mode: 'DRY_RUN',
  strategy: 'iron_condor',
  outcome: 'SEEN',
});

describe('contract/Command line: npm run ingest', function () {
  this.timeout(600_000);
  let world: TestCore;
  let family: MunimFamily;
  let dir: string;
  before(async () => {
    world = await testCore({ at: new Date().toISOString() });
    const { DATABASE_URL, DATABASE_APP_URL, DATA_DIR } = world.core.config;
    family = await MunimFamily.open({
      DATABASE_URL: DATABASE_URL ?? '',
      DATABASE_APP_URL: DATABASE_APP_URL ?? '',
      DATA_DIR,
    });
    dir = await mkdtemp(path.join(tmpdir(), 'munim-ingest-'));
  });
  after(async () => {
    await family.close();
    await world.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('takes every line that is right, names the others, and takes nothing twice', async () => {
    const file = path.join(dir, 'records.jsonl');
    await writeFile(
      file,
      `${lines(signal('one'), { id: 'odd', kind: 'horoscope' })}not json\n${lines(signal('two'))}`,
    );
    const first = await family.run(['ingest', file]);
    assert.equal(first.code, 1, first.errors);
    assert.match(first.output, /2 records imported, 0 already there, 2 rejected/);
    assert.match(first.errors, /odd: UNKNOWN_KIND/);
    assert.match(first.errors, /Line 3: The line is not JSON/);
    await writeFile(file, lines(signal('one'), signal('two'), signal('three')));
    const again = await family.runHere(['ingest', file]);
    assert.deepEqual([again.code, again.errors], [0, '']);
    assert.match(again.output, /1 records imported, 2 already there, 0 rejected/);
    // Another process of the same store sees them.
    const store = createOptionsStore(world.core, world.core.database.limits);
    const { id } = await world.core.identity.users.ensureOwner();
    const rows = await store.read(
      id,
      async (workspace) => await workspace.rows('signals').orderBy('record_id'),
    );
    assert.deepEqual(
      rows.map((row) => row['record_id']),
      ['one', 'three', 'two'],
    );
    await store.close();
  });

  it('npm run ingest-token prints a token that reports', async () => {
    const made = await family.runHere(['ingest-token', 'my trader']);
    assert.equal(made.code, 0, made.errors);
    const token = made.output.trim();
    assert.match(token, /^munim_ingest_[\w-]{43}$/);
    const { id } = await world.core.identity.users.ensureOwner();
    assert.equal(await world.core.options.tokens.owner(token), id);
  });
});
