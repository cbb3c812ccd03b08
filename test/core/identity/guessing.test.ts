import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BROWSER_TRIES, browserAsker, MOST_SHORT_TRIES, SHELL } from '../../../core/identity/login-code.ts';
import { createLoginCodes, type Entering } from '../../../core/identity/login-code-service.ts';
import { anotherCode, identityWorld, type IdentityWorld } from './world.ts';
import { type Context, DAY_MS } from '../../../core/platform/index.ts';
import { sampled } from '../../support/soak.ts';
import { meanwhile } from '../../support/meanwhile.ts';

/** Sequences, and moves of each. */
const RUNS = sampled(1, 200);
const MOVES = sampled(35, 100);
const YEAR_MS = 365 * DAY_MS;

type Move =
  | { kind: 'ask'; asker: number; address: number; hasCookie: boolean }
  | { kind: 'shell' }
  | { kind: 'guess'; asker: number; address: number; hasCookie: boolean; times: number }
  | { kind: 'wait'; minutes: number };

const small = fc.nat({ max: 3 });
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      asker: small,
      address: small,
      hasCookie: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'shell' as const }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('guess' as const),
      asker: small,
      address: small,
      hasCookie: fc.boolean(),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.oneof(
        { weight: 4, arbitrary: fc.nat({ max: 3 }) },
        { weight: 1, arbitrary: fc.nat({ max: 120 * 24 * 60 }) },
      ),
    }),
  },
);

describe('core/identity guessing', () => {
  let world: IdentityWorld;
  let codes: ReturnType<typeof createLoginCodes>;
  beforeEach(async () => {
    world = await identityWorld();
    const { clock, database } = world;
    codes = createLoginCodes({ clock, database } as unknown as Context, () =>
      Promise.resolve('a key of this test'),
    );
  });
  afterEach(() => world.close());

  const enter = (entered: string, by: Entering) =>
    world.database.asSystem('a try', (trx) => codes.take(trx, '1', entered, by));
  const stranger = (cookie: string | null, address = '10.0.0.1'): Entering => ({
    cookie,
    browser: null,
    address,
  });
  const triedBefore = (tries: number, daysAgo = 0) =>
    world.database.systemPool.query(
      `insert into identity.sign_in_tries (owner_user_id, day, tries) values (1, $1::date - $2::int, $3)
       on conflict (owner_user_id, day, browser) do update set tries = excluded.tries`,
      [world.clock.now().toISOString().slice(0, 10), daysAgo, tries],
    );
  const ask = async (cookie: string) =>
    await codes.issue('1', { asker: await codes.askerOf(cookie), earlier: null, address: null });
  const printed = () => codes.issue('1', { asker: SHELL, earlier: null, address: null });

  /** How many six-digit codes this one could open now: each is tried, and what that changes is undone. */
  const compared = async (live: readonly string[], by: Entering): Promise<number> => {
    let count = 0;
    for (const code of live) {
      const undone = new Error('undone');
      const opened = world.database.asSystem('what if', async (trx) => {
        if (await codes.take(trx, '1', code, by)) count += 1;
        throw undone;
      });
      await assert.rejects(opened, undone);
    }
    return count;
  };

  it('Signing in: whatever strangers do, they try fewer than 1,000 six-digit codes in any year', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: MOST_SHORT_TRIES - 70, max: MOST_SHORT_TRIES - 10 }),
        fc.array(move, { minLength: MOVES, maxLength: MOVES }),
        async (before, moves) => {
          await world.database.systemPool.query(
            'delete from identity.login_codes; delete from identity.sign_in_tries',
          );
          const tries = [{ at: world.clock.now().getTime(), count: before }];
          await triedBefore(before);
          let issued: { code: string; until: number }[] = [];
          for (const one of moves) {
            const now = world.clock.now().getTime();
            if (one.kind === 'wait') {
              world.clock.pass(one.minutes);
              continue;
            }
            if (one.kind === 'shell' || one.kind === 'ask') {
              const drawn =
                one.kind === 'shell'
                  ? await printed()
                  : await codes.issue('1', {
                      asker: await codes.askerOf(`cookie ${one.asker}`),
                      earlier: one.hasCookie ? await codes.askerOf('cookie 0') : null,
                      address: `10.0.0.${one.address}`,
                    });
              if (drawn.code.length === 6) issued.push({ code: drawn.code, until: now + 5 * 60_000 });
              continue;
            }
            issued = issued.filter(({ until }) => until > now);
            const live = issued.map(({ code }) => code);
            const by = stranger(one.hasCookie ? `cookie ${one.asker}` : null, `10.0.0.${one.address}`);
            for (let nr = 0; nr < one.times; nr += 1) {
              tries.push({ at: now, count: await compared(live, by) });
              await enter('none of them', by);
            }
          }
          for (const { at } of tries) {
            const within = tries.filter((one) => one.at >= at && one.at < at + YEAR_MS);
            const total = within.reduce((sum, { count }) => sum + count, 0);
            assert.ok(total <= MOST_SHORT_TRIES, `${total} tries within a year`);
          }
          world.clock.pass(2 * 366 * 24 * 60);
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  }).timeout(600_000);

  it('Signing in: a code has twelve digits as soon as one of six could take too many tries, and six again a year later', async () => {
    const lengthAfter = async (tries: number): Promise<number> => {
      await triedBefore(tries);
      world.clock.pass(6);
      return (await ask('one')).code.length;
    };
    assert.equal(await lengthAfter(890), 6);
    assert.equal(await lengthAfter(891), 12);
    world.clock.pass(364 * 24 * 60);
    assert.equal((await ask('one')).code.length, 12);
    world.clock.pass(3 * 24 * 60);
    assert.equal((await ask('one')).code.length, 6);
  });

  it('Signing in: codes that are still open count as if all their tries were made', async () => {
    await triedBefore(MOST_SHORT_TRIES - 25);
    assert.equal((await ask('one')).code.length, 6);
    assert.equal((await ask('two')).code.length, 6);
    assert.equal((await ask('three')).code.length, 6);
    assert.equal((await ask('four')).code.length, 6);
    assert.equal((await ask('five')).code.length, 12);
    assert.equal((await ask('one')).code.length, 6, 'a code in the place of its own');
    assert.equal((await printed()).code.length, 12);
  });

  it('Signing in: a guess at twelve digits is not counted, five are enough for a browser, and the right code still opens', async () => {
    await triedBefore(MOST_SHORT_TRIES);
    const { code } = await ask('one');
    for (let nr = 0; nr < 4; nr += 1) assert.equal(await enter(anotherCode(code), stranger('one')), false);
    assert.equal(await enter(code, stranger('two')), false);
    assert.equal(await enter(code, stranger('one')), true);
    const { rows } = await world.database.systemPool.query('select tries from identity.sign_in_tries');
    assert.deepEqual(rows, [{ tries: MOST_SHORT_TRIES }]);
  });

  it('Signing in: a known browser keeps six digits, its tries are its own, and after fifty it counts as a stranger', async () => {
    await triedBefore(MOST_SHORT_TRIES);
    const browser = { userId: '1', id: 'b1' };
    const own: Entering = { cookie: null, browser, address: '10.0.0.1' };
    const asking = { asker: browserAsker('b1'), earlier: null, address: null };
    for (let round = 0; round < BROWSER_TRIES / 5; round += 1) {
      const { code } = await codes.issue('1', asking);
      assert.equal(code.length, 6);
      for (let nr = 0; nr < 5; nr += 1) assert.equal(await enter(anotherCode(code), own), false);
      assert.equal(await enter(code, own), false);
    }
    const isKnown = () => world.database.asSystem('known?', (trx) => codes.isKnown(trx, '1', browser));
    assert.equal(await isKnown(), false);
    world.clock.pass(367 * 24 * 60);
    assert.equal(await isKnown(), true);
    assert.equal(
      await world.database.asSystem('of another', (trx) =>
        codes.isKnown(trx, '1', { ...browser, userId: '2' }),
      ),
      false,
    );
  });

  it('Signing in: strangers who have nothing to try do not wait for the lock of a login, nor hold it', async () => {
    const { signIn } = world.identity;
    await ask('one');
    await world.database.asSystem('somebody who signs in', async (trx) => {
      await trx.raw('select from identity.users where id = 1 for update');
      await assert.rejects(
        meanwhile(() =>
          signIn.verify({ login: 'owner', code: '123456', address: '10.0.0.1', cookie: 'two' }),
        ),
        { code: 'INVALID_CODE' },
      );
    });
  });

  it('Signing in: wrong logins cost no row, and what is over is pruned', async () => {
    const { signIn } = world.identity;
    await signIn.requestCode({ login: 'nobody', address: '10.0.0.1' });
    await signIn.settled();
    await assert.rejects(signIn.verify({ login: 'nobody', code: '123456', address: '10.0.0.1' }));
    const rows = async () =>
      (
        await world.database.systemPool.query<{ codes: number; tries: number }>(
          `select (select count(*)::int from identity.login_codes) as codes,
                  (select count(*)::int from identity.sign_in_tries) as tries`,
        )
      ).rows[0];
    assert.deepEqual(await rows(), { codes: 0, tries: 0 });
    await ask('one');
    await triedBefore(3);
    await triedBefore(3, 400);
    world.clock.pass(5 * 60);
    await world.identity.prune();
    assert.deepEqual(await rows(), { codes: 0, tries: 1 });
  });
});
