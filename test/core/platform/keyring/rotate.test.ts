import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newKey, readKeyFile, replaceKeyFile } from '../../../../core/platform/keyring/key-file.ts';
import { rotateKey } from '../../../../core/platform/keyring/rotate.ts';
import { SEALED_COLUMNS } from '../../../../core/command-line/sealed-columns.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import { FakeBroker } from '../../../support/fake-broker.ts';

const BY = { actor: 'api:owner' };

describe('rotation of the key', () => {
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
  const rotate = (over: Partial<Parameters<typeof rotateKey>[0]> = {}) =>
    rotateKey({ ...world.core.config, ...over }, world.core.database.urls.ownerUrl, SEALED_COLUMNS, (line) =>
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
      /No key on this server can decrypt the credentials of: Two \(\d+\)\. Nothing was changed/,
    );
  });

  it('a dialogue that is going on and a message that waits survive it; what no key opens of them is no hindrance', async () => {
    const { chat, database } = world.core;
    const place = { transport: 'telegram' as const, chatId: '42', chatUserId: '42' };
    await chat.drafts.begin(world.owner, place);
    await chat.drafts.expect(world.owner, place, 'secret', true);
    await chat.drafts.take(world.owner, place, 'chat:42:1', 'typed in confidence');
    await chat.pendingUpdates.keep({ updateId: 7, text: '{"update_id":7}' });
    await chat.pendingUpdates.keep({ updateId: 8, text: '{"update_id":8}' });
    await database.systemPool.query(
      `update chat.held_updates set sealed = replace(sealed, 'v1.', 'v1.ffff') where update_id = 8`,
    );
    assert.equal(await rotate(), true);
    assert.equal((await readKeyFile(dir)).length, 1);
    assert.deepEqual(await chat.drafts.values(world.owner, place), { secret: 'typed in confidence' });
    assert.deepEqual(await chat.pendingUpdates.waiting(), [{ updateId: 7, text: '{"update_id":7}' }]);
  });

  it('every column whose check asks for a ciphertext is among those that are encrypted anew', async () => {
    const { rows } = await world.core.database.systemPool.query<{ place: string }>(
      `select n.nspname || '.' || c.relname || '.' || a.attname as place
         from pg_constraint k
         join pg_class c on c.oid = k.conrelid
         join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
        where k.contype = 'c' and pg_get_constraintdef(k.oid) like '%v1.%' order by 1`,
    );
    assert.deepEqual(
      rows.map(({ place }) => place),
      SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted(),
    );
  });
});
