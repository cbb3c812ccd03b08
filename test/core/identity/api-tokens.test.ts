import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Problem } from '../../../core/platform/index.ts';
import { eventually } from '../../support/chat-driver.ts';
import { identityWorld, type IdentityWorld } from './world.ts';

const BY = { actor: 'api:owner' };
const refused = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

describe('core/identity API tokens', () => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await identityWorld();
  });
  afterEach(() => world.close());

  const create = async (name = 'nightly script', access: 'read_only' | 'full' = 'read_only') =>
    await world.identity.tokens.create('1', { name, access }, BY);
  const stored = async (): Promise<Record<string, unknown>[]> =>
    (await world.database.systemPool.query('select * from identity.api_tokens order by id')).rows;
  const events = async (): Promise<unknown[]> =>
    (
      await world.database.systemPool.query(
        `select kind, subject, actor, data from evidence.events where kind like 'API_TOKEN%' order by id`,
      )
    ).rows;

  it('API tokens: the answer alone has the token; its hash, its last four and an event are kept', async () => {
    const made = await create('nightly script', 'full');
    assert.match(made.token, /^mnm_[\w-]{43}$/);
    assert.equal(made.last4, made.token.slice(-4));
    const { token, ...shown } = made;
    assert.deepEqual(await world.identity.tokens.list('1'), { items: [shown] });
    const [row] = await stored();
    assert.equal(row?.['token_hash'], createHash('sha256').update(token).digest('hex'));
    assert.doesNotMatch(JSON.stringify([row, await events()]), new RegExp(token.slice(4, -4)));
    assert.deepEqual(await events(), [
      {
        kind: 'API_TOKEN_CREATED',
        subject: made.id,
        actor: 'api:owner',
        data: { name: 'nightly script', access: 'full' },
      },
    ]);
  });

  it('API tokens: a request under an Idempotency-Key leaves no receipt with the token', async () => {
    const request = { idempotencyKey: 'api:0123456789abcdef', name: 'POST /api/tokens', digest: 'x' };
    const body = { name: 'a', access: 'full' };
    const first = await world.identity.tokens.create('1', body, { ...BY, request });
    const second = await world.identity.tokens.create('1', body, { ...BY, request });
    assert.notEqual(first.token, second.token);
    const { rows } = await world.database.systemPool.query('select 1 from identity.command_receipts');
    assert.equal(rows.length, 0);
  });

  it('API tokens: a token stands for its person, with what it may do; anything else for nobody', async () => {
    const { id, token } = await create();
    const principal = await world.identity.tokens.authenticate(token);
    assert.deepEqual(principal?.token, { id, access: 'read_only' });
    assert.deepEqual([principal.userId, principal.login], ['1', 'owner']);
    const other = token.endsWith('A') ? 'B' : 'A';
    for (const wrong of [
      `${token.slice(0, -1)}${other}`,
      `${token}A`,
      token.slice(4),
      'mnm_',
      '',
      `mnm_${'é'.repeat(43)}`,
    ])
      assert.equal(await world.identity.tokens.authenticate(wrong), null, wrong);
  });

  it('API tokens: a revoked token is refused at once, also by a process that has just used it', async () => {
    const neighbour = await world.neighbour();
    const { id, token } = await create();
    assert.ok(await world.identity.tokens.authenticate(token));
    assert.ok(await neighbour.tokens.authenticate(token));
    await world.identity.tokens.revoke('1', id, BY);
    assert.equal(await world.identity.tokens.authenticate(token), null);
    // Its clock stands still, so that nothing but the announcement ends its trust.
    await eventually('the other process to forget the token', async () =>
      (await neighbour.tokens.authenticate(token)) === null ? true : null,
    );
    assert.deepEqual(await stored(), []);
    assert.deepEqual(((await events()).at(-1) as { kind: string }).kind, 'API_TOKEN_REVOKED');
    await assert.rejects(world.identity.tokens.revoke('1', id, BY), refused('API_TOKEN_NOT_FOUND'));
    await assert.rejects(world.identity.tokens.revoke('1', 'x', BY), refused('API_TOKEN_NOT_FOUND'));
  });

  it('API tokens: signing in anew and signing out leave them alone', async () => {
    const { token } = await create();
    const { signIn, tokens } = world.identity;
    for (let times = 0; times < 2; times += 1) {
      const { code } = await signIn.issueCode('owner');
      const { token: session } = await signIn.verify({ login: 'owner', code, address: '127.0.0.1' });
      const principal = (await signIn.authenticate(session)) ?? assert.fail();
      if (times === 1) await signIn.logout(principal);
    }
    assert.ok(await tokens.authenticate(token));
    assert.ok(await (await world.neighbour()).tokens.authenticate(token));
  });

  it('API tokens: the last use is written once a minute, by all processes together', async () => {
    const neighbour = await world.neighbour();
    const { token } = await create();
    const lastUse = async () => {
      await world.identity.tokens.settled();
      await neighbour.tokens.settled();
      return (await world.identity.tokens.list('1')).items[0]?.last_used_at;
    };
    assert.equal(await lastUse(), null);
    await world.identity.tokens.authenticate(token);
    assert.equal(await lastUse(), '2026-01-30T04:00:00.000Z');
    world.clock.pass(0.5);
    await world.identity.tokens.authenticate(token);
    await neighbour.tokens.authenticate(token);
    assert.equal(await lastUse(), '2026-01-30T04:00:00.000Z');
    world.clock.pass(0.5);
    await world.identity.tokens.authenticate(token);
    assert.equal(await lastUse(), '2026-01-30T04:01:00.000Z');
  });

  it('API tokens: a person has at most 20, also when they are asked for at once; others are not concerned', async () => {
    const made = await Promise.allSettled(Array.from({ length: 24 }, (_, nr) => create(`script ${nr}`)));
    const reasons = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    assert.equal(reasons.length, 4);
    assert.ok(reasons.every(refused('TOO_MANY_TOKENS')));
    const asha = await world.identity.users.create('asha', 'Asha');
    const hers = await world.identity.tokens.create(asha.id, { name: 'hers', access: 'full' }, BY);
    assert.deepEqual(
      (await world.identity.tokens.list(asha.id)).items.map(({ id }) => id),
      [hers.id],
    );
    await assert.rejects(world.identity.tokens.revoke('1', hers.id, BY), refused('API_TOKEN_NOT_FOUND'));
    assert.ok(await world.identity.tokens.authenticate(hers.token));
  });

  it('API tokens: a name has 1 to 60 characters, and the access is one of two', async () => {
    for (const body of [
      { name: '', access: 'full' },
      { name: ' '.repeat(3), access: 'full' },
      { name: 'x'.repeat(61), access: 'full' },
      { name: 'x', access: 'admin' },
      { name: 'x' },
      { name: 'x', access: 'full', owner_user_id: '2' },
    ])
      await assert.rejects(world.identity.tokens.create('1', body, BY), refused('VALIDATION_ERROR'));
    assert.deepEqual(await stored(), []);
  });
});
