import assert from 'node:assert/strict';
import { SignJWT } from 'jose';
import { readSecret } from '../../../core/platform/index.ts';
import { eventually } from '../../support/chat-driver.ts';
import { identityWorld, type IdentityWorld } from './world.ts';

/** In minutes. */
const DAY = 24 * 60;

describe('core/identity sessions', () => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await identityWorld();
  });
  afterEach(() => world.close());

  const signIn = async (): Promise<string> => {
    const { code } = await world.identity.signIn.issueCode('owner');
    return (await world.identity.signIn.verify({ login: 'owner', code, address: '127.0.0.1' })).token;
  };

  it('portfolio/Authentication 2: each verification invalidates the earlier token, so one session is active', async () => {
    const first = await signIn();
    assert.ok(await world.identity.signIn.authenticate(first));
    const second = await signIn();
    assert.equal(await world.identity.signIn.authenticate(first), null);
    assert.ok(await world.identity.signIn.authenticate(second));
    const { rows } = await world.database.systemPool.query(
      'select ended_reason from identity.sessions where ended_at is not null',
    );
    assert.deepEqual(rows, [{ ended_reason: 'replaced' }]);
  });

  it('portfolio/Authentication 2: another process forgets the ended session as soon as it hears of it', async () => {
    const neighbour = await world.neighbour();
    const first = await signIn();
    assert.ok(await neighbour.signIn.authenticate(first));
    const heard = new Promise<Record<string, unknown>>((resolve) =>
      world.listener.on('session_ended', resolve),
    );
    await signIn();
    assert.equal((await heard).user_id, '1');
    // Its clock stands still, so that nothing but the announcement ends its trust.
    await eventually('the other process to forget the session', async () =>
      (await neighbour.signIn.authenticate(first)) === null ? true : null,
    );
  });

  it('Signing in: of many requests at once, with tokens not looked up yet, each is told whose its own is', async () => {
    const neighbour = await world.neighbour();
    const ended = await signIn();
    const live = await signIn();
    const asked = Array.from({ length: 40 }, (_, nr) => (nr % 2 === 0 ? live : ended));
    const told = await Promise.all(asked.map((token) => neighbour.signIn.authenticate(token)));
    assert.ok(told.every((principal, nr) => (principal?.login ?? null) === (nr % 2 === 0 ? 'owner' : null)));
  });

  it('Signing in: a session ends with sign-out and after thirty days without use', async () => {
    const first = await signIn();
    const principal = await world.identity.signIn.authenticate(first);
    assert.ok(principal);
    await world.identity.signIn.logout(principal);
    assert.equal(await world.identity.signIn.authenticate(first), null);
    const second = await signIn();
    assert.ok(await world.identity.signIn.authenticate(second));
    world.clock.pass(30 * DAY - 1);
    assert.ok(await world.identity.signIn.authenticate(second));
    world.clock.pass(1);
    assert.equal(await world.identity.signIn.authenticate(second), null);
  });

  it('Signing in: a known token costs no query while announcements arrive, and one when they do not', async () => {
    const token = await signIn();
    await world.identity.signIn.authenticate(token);
    let queries = 0;
    const { database } = world;
    const readAsSystem = database.readAsSystem.bind(database);
    database.readAsSystem = (why, work) => {
      queries += 1;
      return readAsSystem(why, work);
    };
    await world.identity.signIn.authenticate(token);
    assert.equal(queries, 0);
    world.clock.pass(1);
    await world.identity.signIn.authenticate(token);
    assert.equal(queries, 1, 'trusted for half a minute only');
    world.listener.close();
    await world.identity.signIn.authenticate(token);
    assert.equal(queries, 2);
  });

  it('Signing in: tokens of another key, issuer, algorithm, user or session are worth nothing', async () => {
    const key = new TextEncoder().encode(await readSecret(world.database, 'session_key'));
    const token = await signIn();
    const principal = await world.identity.signIn.authenticate(token);
    assert.ok(principal);
    const sign = (
      secret: Uint8Array,
      change: { alg?: string; iss?: string; sub?: string; jti?: string; exp?: Date },
    ) =>
      new SignJWT()
        .setProtectedHeader({ alg: change.alg ?? 'HS256' })
        .setIssuer(change.iss ?? 'munim')
        .setSubject(change.sub ?? '1')
        .setJti(change.jti ?? principal.sessionId)
        .setExpirationTime(change.exp ?? new Date(world.clock.now().getTime() + 60_000))
        .sign(secret);
    const other = await world.identity.users.create('asha', 'Asha');
    const tokens = [
      await sign(new TextEncoder().encode('another key of thirty-two bytes!'), {}),
      await sign(key, { alg: 'HS384' }),
      await sign(key, { iss: 'somebody' }),
      await sign(key, { sub: other.id }),
      await sign(key, { jti: 'no such session' }),
      await sign(key, { exp: new Date(world.clock.now().getTime() - 1000) }),
      `${token.slice(0, -4)}AAAA`,
      `${btoa('{"alg":"none"}').replaceAll('=', '')}.${token.split('.')[1]}.`,
      'not a token',
      '',
    ];
    for (const forged of tokens) assert.equal(await world.identity.signIn.authenticate(forged), null, forged);
    assert.ok(await world.identity.signIn.authenticate(await sign(key, {})));
  });

  it('Signing in: what is long over is pruned', async () => {
    await signIn();
    world.clock.pass(61 * DAY);
    assert.ok((await world.identity.prune()) >= 2);
    const { rows } = await world.database.systemPool.query('select 1 from identity.sessions');
    assert.equal(rows.length, 0);
  });
});
