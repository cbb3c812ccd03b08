import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newKey, readKeyFile, replaceKeyFile } from '../../../../core/brokers/accounts/key-file.ts';
import { rotateBrokerKey } from '../../../../core/brokers/accounts/rotate.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { FakeBroker } from '../../../support/fake-broker.ts';

const BY = { actor: 'api:owner' };

describe('rotation of the broker key', () => {
  let world: TestCore;
  let dir: string;
  let lines: string[];
  beforeEach(async () => {
    lines = [];
    dir = await mkdtemp(path.join(tmpdir(), 'munim-rotate-'));
    world = await testCore({
      adapters: [new FakeBroker().entry()],
      environment: { BROKER_SECRET_KEY: '', DATA_DIR: dir },
    });
    for (const label of ['One', 'Two'])
      await world.core.connections.create(
        world.owner,
        {
          broker: 'dhan',
          label,
          role: 'SYNC',
          credentials: { client_id: `account-${label}`, secret: `secret-of-${label}-9876` },
        },
        BY,
      );
  });
  afterEach(async () => {
    await world.close();
    await rm(dir, { recursive: true, force: true });
  });
  const rotate = (over: Partial<Parameters<typeof rotateBrokerKey>[0]> = {}) =>
    rotateBrokerKey({ ...world.core.config, ...over }, world.core.database.urls.ownerUrl, (line) =>
      lines.push(line),
    );
  const stored = async (): Promise<string[]> =>
    (
      await world.core.database.systemPool.query<{ secrets: string }>(
        'select secrets from broker.connections order by id',
      )
    ).rows.map(({ secrets }) => secrets);
  const keyNames = async () => [...new Set((await stored()).map((sealed) => sealed.split('.')[1]))];
  const shown = async () =>
    (await world.core.connections.list(world.owner)).map(({ credentials }) => credentials[1]?.last4);

  it('draws a new key, encrypts everything anew and forgets the old one; a running process goes on', async () => {
    const [before] = await readKeyFile(dir);
    assert.equal(await rotate(), true);
    const after = await readKeyFile(dir);
    assert.equal(after.length, 1);
    assert.notEqual(after[0]?.id, before?.id);
    assert.deepEqual(await keyNames(), [after[0]?.id]);
    assert.deepEqual(await shown(), ['9876', '9876']);
    assert.doesNotMatch(lines.join('\n'), new RegExp(after[0]?.bytes.toString('hex') ?? '-'));
  });

  it('broken off after the new key was drawn: the next run goes on with that key', async () => {
    const [old] = await readKeyFile(dir);
    const drawn = newKey();
    await replaceKeyFile(dir, [drawn, ...(old === undefined ? [] : [old])]);
    assert.deepEqual(await shown(), ['9876', '9876']);
    assert.equal(await rotate(), true);
    assert.deepEqual(
      (await readKeyFile(dir)).map(({ id }) => id),
      [drawn.id],
    );
    assert.deepEqual(await keyNames(), [drawn.id]);
  });

  it('broken off before the old key was forgotten: the next run only forgets it', async () => {
    await rotate();
    const [current] = await readKeyFile(dir);
    await replaceKeyFile(dir, [...(current === undefined ? [] : [current]), newKey()]);
    const before = await stored();
    assert.equal(await rotate(), true);
    assert.deepEqual(await stored(), before);
    assert.deepEqual(
      (await readKeyFile(dir)).map(({ id }) => id),
      [current?.id],
    );
  });

  it('moves to a key of the settings, from the file or from the key before', async () => {
    const first = 'aa'.repeat(32);
    assert.equal(await rotate({ BROKER_SECRET_KEY: first }), true);
    const [name] = await keyNames();
    assert.equal(await rotate({ BROKER_SECRET_KEY: 'bb'.repeat(32), BROKER_SECRET_KEY_OLD: first }), true);
    assert.equal((await keyNames()).length, 1);
    assert.notDeepEqual(await keyNames(), [name]);
    const before = await stored();
    assert.equal(await rotate({ BROKER_SECRET_KEY: 'bb'.repeat(32) }), true);
    assert.deepEqual(await stored(), before);
  });

  it('changes nothing when one of them does not open, and says which', async () => {
    await world.core.database.systemPool.query(
      `update broker.connections set secrets = replace(secrets, 'v1.', 'v1.ffff') where label = 'Two'`,
    );
    const before = await stored();
    assert.equal(await rotate({ BROKER_SECRET_KEY: 'bb'.repeat(32) }), false);
    assert.deepEqual(await stored(), before);
    assert.match(
      lines.join('\n'),
      /No key of this server opens the credentials of: Two \(\d+\)\. Nothing was changed/,
    );
  });
});
