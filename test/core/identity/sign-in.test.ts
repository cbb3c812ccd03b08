import assert from 'node:assert/strict';
import { Problem } from '../../../core/platform/index.ts';
import { anotherCode, identityWorld, type IdentityWorld } from './world.ts';

const ADDRESS = '127.0.0.1';

describe('core/identity sign-in', () => {
  let world: IdentityWorld;
  beforeEach(async () => {
    world = await identityWorld();
  });
  afterEach(() => world.close());

  const ask = async (login = 'owner', address = ADDRESS): Promise<string> => {
    await world.identity.signIn.requestCode({ login, address });
    await world.identity.signIn.settled();
    return world.printed.at(-1)?.code ?? '';
  };
  const enter = (code: string, login = 'owner', address = ADDRESS) =>
    world.identity.signIn.verify({ login, code, address });
  const refused = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

  it('Signing in: the first start creates the owner once, under OWNER_LOGIN', async () => {
    await world.identity.start();
    assert.deepEqual(await world.identity.users.list(), [{ id: '1', login: 'owner', name: 'Owner' }]);
    assert.equal((await (await world.neighbour()).users.ensureOwner()).id, '1');
  });

  it('Signing in: a code has six digits, is printed where no chat is linked, and is kept only as a keyed hash', async () => {
    const code = await ask(' OWNER ');
    assert.match(code, /^\d{6}$/);
    assert.equal(world.printed[0]?.expires_at, '2026-01-30T04:05:00.000Z');
    const { rows } = await world.database.systemPool.query('select * from identity.login_codes');
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(code));
  });

  it('Signing in: a code opens one session, and a second use is refused', async () => {
    const code = await ask();
    const { user, token, expiresAt } = await enter(`${code.slice(0, 3)} ${code.slice(3)}`);
    assert.deepEqual(user, { id: '1', login: 'owner', name: 'Owner' });
    assert.equal(expiresAt.toISOString(), '2026-03-01T04:00:00.000Z');
    assert.equal((await world.identity.signIn.authenticate(token))?.userId, '1');
    await assert.rejects(enter(code), refused('INVALID_CODE'));
  });

  it('Signing in: two at once with the same code: one gets in', async () => {
    const code = await ask();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => enter(code)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    const { rows } = await world.database.systemPool.query(
      'select count(*)::int as n from identity.sessions',
    );
    assert.equal(rows[0].n, 1);
  });

  it('Signing in: a code ends after five minutes', async () => {
    const code = await ask();
    world.clock.pass(5);
    await assert.rejects(enter(code), refused('INVALID_CODE'));
  });

  it('Signing in: without a cookie only the newest code asked for from an address is valid there', async () => {
    const first = await ask();
    const second = await ask();
    if (first !== second) await assert.rejects(enter(first), refused('INVALID_CODE'));
    assert.ok((await enter(second)).token);
  });

  it('Signing in: five wrong tries end a code, also when they arrive together', async () => {
    const code = await ask();
    const wrong = anotherCode(code);
    await Promise.allSettled(Array.from({ length: 5 }, () => enter(wrong)));
    await assert.rejects(enter(code), refused('INVALID_CODE'));
  });

  it('Signing in: four wrong tries leave the code usable', async () => {
    const code = await ask();
    for (let i = 0; i < 4; i += 1) await assert.rejects(enter(anotherCode(code)), refused('INVALID_CODE'));
    assert.ok((await enter(code)).token);
  });

  it('Signing in: guessing is limited per address over any number of logins, and says when to come back', async () => {
    const errors: Problem[] = [];
    await Promise.all(
      Array.from({ length: 34 }, async (_, i) => {
        await enter('000000', `somebody${i}`, '10.9.9.9').catch((error: Problem) => errors.push(error));
      }),
    );
    const limited = errors.filter(({ code }) => code === 'RATE_LIMITED');
    assert.equal(limited.length, 4);
    assert.ok((limited[0]?.retryAfter ?? 0) > 60);
  });

  it('Signing in: strangers’ codes are limited per login; the shell takes the limit back', async () => {
    for (let i = 0; i < 5; i += 1) await ask('owner', `10.0.1.${i}`);
    await assert.rejects(ask('owner', '10.0.1.9'), refused('RATE_LIMITED'));
    const { code, login } = await world.identity.signIn.issueCode('owner');
    assert.equal(login, 'owner');
    assert.ok((await enter(code)).token);
    await ask('owner', '10.0.1.9');
  });

  it('Signing in: an unknown login is answered like a known one, and nothing is issued', async () => {
    await world.identity.signIn.requestCode({ login: 'nobody', address: ADDRESS });
    await world.identity.signIn.settled();
    assert.equal(world.printed.length, 0);
    const unknown = await enter('123456', 'nobody').catch((error: Problem) => error);
    const code = await ask();
    const known = await enter(anotherCode(code)).catch((error: Problem) => error);
    assert.ok(unknown instanceof Problem && known instanceof Problem);
    assert.deepEqual(
      [unknown.status, unknown.code, unknown.detail],
      [known.status, known.code, known.detail],
    );
    await assert.rejects(world.identity.signIn.issueCode('nobody'), refused('USER_NOT_FOUND'));
  });

  it('Signing in: a wrong code and an unknown login take the same time', async () => {
    const code = await ask();
    const timed = async (login: string, given: string) => {
      const start = performance.now();
      await enter(given, login).catch(() => undefined);
      return performance.now() - start;
    };
    const known = [await timed('owner', anotherCode(code)), await timed('owner', anotherCode(code))];
    const unknown = [await timed('nobody', code), await timed('nobody', code)];
    for (const time of [...known, ...unknown]) assert.ok(time >= 145, `${time} ms`);
  });

  it('Signing in: while the database is away, a code cannot be asked for or tried', async () => {
    await world.close();
    await assert.rejects(world.identity.signIn.requestCode({ login: 'owner', address: ADDRESS }));
    world = await identityWorld();
  });
});
