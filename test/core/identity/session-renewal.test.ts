import assert from 'node:assert/strict';
import type { Identity, Principal } from '../../../core/identity/index.ts';
import { identityWorld, type IdentityWorld } from './world.ts';

/** In minutes. */
const DAY = 24 * 60;
const THIRTY_DAYS = 30 * 86_400;

describe('core/identity renewal of sessions', () => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await identityWorld();
  });
  afterEach(() => world.close());

  const signIn = async (): Promise<string> => {
    const { code } = await world.identity.signIn.issueCode('owner');
    return (await world.identity.signIn.verify({ login: 'owner', code, address: '127.0.0.1' })).token;
  };
  const whose = async (token: string, identity: Identity = world.identity): Promise<Principal> =>
    (await identity.signIn.authenticate(token)) ?? assert.fail('the token is worth nothing');
  const storedEnd = async (): Promise<string> => {
    const { rows } = await world.database.systemPool.query<{ expires_at: Date }>(
      'select expires_at from identity.sessions order by created_at desc limit 1',
    );
    return rows[0]?.expires_at.toISOString() ?? assert.fail();
  };
  const writes = async (): Promise<string> => {
    const { rows } = await world.database.systemPool.query<{ xmin: string }>(
      'select xmin::text from identity.sessions where ended_at is null',
    );
    return rows[0]?.xmin ?? assert.fail();
  };

  it('Signing in: a session in use is renewed once a day, and lasts as long as it is used', async () => {
    let token = await signIn();
    world.clock.pass(DAY);
    assert.equal(await world.identity.signIn.renew(await whose(token)), null, 'a day is not over yet');
    for (let day = 0; day < 45; day += 1) {
      world.clock.pass(DAY + 1);
      const renewed = await world.identity.signIn.renew(await whose(token));
      assert.equal(renewed?.seconds, THIRTY_DAYS);
      token = renewed.token;
      assert.equal(await world.identity.signIn.renew(await whose(token)), null, 'once is enough');
    }
    assert.ok(await world.identity.signIn.authenticate(token));
    // 30 January and 46 days and 45 minutes, and thirty days more
    assert.equal(await storedEnd(), '2026-04-16T04:45:00.000Z');
  });

  it('Signing in: requests at once, and those that keep their old cookie, share one renewal', async () => {
    const token = await signIn();
    world.clock.pass(2 * DAY);
    const principal = await whose(token);
    const made = await Promise.all(Array.from({ length: 20 }, () => world.identity.signIn.renew(principal)));
    assert.equal(new Set(made.map((one) => one?.token)).size, 1);
    const written = await writes();
    world.clock.pass(60);
    assert.equal((await world.identity.signIn.renew(principal))?.token, made[0]?.token);
    assert.equal(await writes(), written, 'the row was written once');
  });

  it('Signing in: another process gives the new cookie without writing the row again', async () => {
    const neighbour = await world.neighbour();
    const token = await signIn();
    world.clock.pass(2 * DAY);
    const here = await world.identity.signIn.renew(await whose(token));
    const written = await writes();
    const there = await neighbour.signIn.renew(await whose(token, neighbour));
    assert.equal(await writes(), written);
    assert.ok(here && there);
    assert.equal((await whose(there.token)).expiresAt.toISOString(), await storedEnd());
  });

  it('Signing in: a session that has ended or run out is never brought back', async () => {
    const first = await signIn();
    world.clock.pass(2 * DAY);
    const ended = await whose(first);
    await signIn();
    assert.equal(await world.identity.signIn.renew(ended), null);
    assert.equal(await world.identity.signIn.authenticate(first), null);

    const last = await whose(await signIn());
    world.clock.pass(30 * DAY + 1);
    assert.equal(await world.identity.signIn.renew(last), null);
    assert.equal(await world.identity.signIn.validUntil(last.sessionId), null);
  });

  it('Signing in: a renewal that fails refuses nobody, and is tried again', async () => {
    const token = await signIn();
    world.clock.pass(2 * DAY);
    const principal = await whose(token);
    const { database } = world;
    const asSystem = database.asSystem.bind(database);
    database.asSystem = () => Promise.reject(new Error('away'));
    assert.equal(await world.identity.signIn.renew(principal), null);
    database.asSystem = asSystem;
    assert.equal((await world.identity.signIn.renew(principal))?.seconds, THIRTY_DAYS);
  });
});
