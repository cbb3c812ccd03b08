import assert from 'node:assert/strict';
import { type Core, createCore } from '../../../core/assembly/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { sampled } from '../../support/soak.ts';

const PEOPLE = 300;
const WRITERS = 6;
const WRITES = 5;
/** One in this many of the people who write nothing is compared with a single instance. */
const EVERY = sampled(8, 1);
const BY = { actor: 'test' };

/** A change sets units and price together, so that an answer of two revisions would be of none. */
const state = (nr: number) => ({ quantity: 10 + nr, current_price: 100 + 7 * nr });
const valueOf = (nr: number): number => state(nr).quantity * state(nr).current_price;

describe('300 people who read at two instances of the core while some of them write', () => {
  let world: TestCore;
  const cores: Core[] = [];
  const another = async (): Promise<Core> => {
    const core = await createCore({
      config: world.core.config,
      ownerUrl: world.core.database.urls.ownerUrl,
      isSeparationTried: true,
      clock: world.clock,
      log: world.core.log,
    });
    cores.push(core);
    return core;
  };
  before(async () => {
    world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
  });
  after(async () => {
    for (const core of cores) await core.close();
    await world.close();
  });

  it('each answer is the one that a single instance gives of its revision, and revisions never go back', async () => {
    const pool = world.core.database.systemPool;
    const { rows: people } = await pool.query<{ id: string }>(
      `insert into identity.users (login, name) select 'reader' || n, 'Reader' from generate_series(1, $1::int) n
       returning id::text`,
      [PEOPLE],
    );
    const ids = people.map(({ id }) => id);
    const { quantity, current_price } = state(0);
    const { rows: held } = await pool.query<{ id: string; owner: string }>(
      `with main as (
         insert into portfolio.portfolios (owner_user_id, name)
         select id, 'Main' from unnest($1::bigint[]) u (id) returning id, owner_user_id)
       insert into portfolio.holdings (owner_user_id, portfolio_id, symbol, asset_class, currency, quantity, avg_buy_price,
         current_price, priced_at, price_source, source)
       select owner_user_id, id, 'TCS', 'Indian Equity', 'INR', $2, 50, $3, $4, 'MANUAL', 'MANUAL' from main
       returning id::text, owner_user_id::text as owner`,
      [ids, quantity, current_price, world.clock.now()],
    );
    const holdingOf = new Map(held.map(({ id, owner }) => [owner, id]));
    const writers = ids.slice(0, WRITERS);
    const write = async (core: Core, userId: string, nr: number) =>
      await core.portfolio.holdings.update(userId, holdingOf.get(userId) ?? '', state(nr), BY);
    const read = async (core: Core, userId: string) => [
      JSON.stringify(await core.portfolio.dashboard.read(userId)),
      ...(writers.includes(userId)
        ? [JSON.stringify(await core.reports.diversification.read(userId, {}))]
        : []),
    ];
    const revisionOf = (dashboard: string): number => {
      const { total } = JSON.parse(dashboard) as { total: { current_value: number } };
      return Array.from({ length: WRITES + 1 }, (_, nr) => valueOf(nr)).indexOf(total.current_value);
    };

    /** Answers of each instance by person, the oldest first. */
    const seen = [new Map<string, string[][]>(), new Map<string, string[][]>()] as const;
    const pair = [world.core, await another()];
    const reading = pair.map(async (core, own) => {
      const readers = ids.filter((userId, at) => at % 2 === own && !writers.includes(userId));
      for (let at = 0; at < readers.length; at += 25)
        await Promise.all(
          [...readers.slice(at, at + 25), ...writers].map(async (userId) => {
            const answer = await read(core, userId);
            seen[own]?.set(userId, [...(seen[own].get(userId) ?? []), answer]);
          }),
        );
    });
    const writing = writers.map(async (userId, place) => {
      for (let nr = 1; nr <= WRITES; nr += 1) await write(pair[(place + nr) % 2] as Core, userId, nr);
    });
    await Promise.all([...reading, ...writing]);

    const alone = await another();
    const expected = new Map<string, string[]>();
    const keyOf = (userId: string, nr: number) => `${userId} ${nr}`;
    const idle = ids.slice(WRITERS);
    for (const userId of idle.filter((_, at) => at % EVERY === 0))
      expected.set(keyOf(userId, 0), await read(alone, userId));
    for (const userId of writers)
      for (let nr = 0; nr <= WRITES; nr += 1) {
        await write(alone, userId, nr);
        expected.set(keyOf(userId, nr), await read(alone, userId));
      }
    const revisions = new Set<number>();
    for (const [userId, answers] of seen.flatMap((own) => [...own])) {
      let last = 0;
      for (const [dashboard = '', diversification] of answers) {
        const nr = revisionOf(dashboard);
        revisions.add(nr);
        assert.ok(nr >= last, `person ${userId} read revision ${nr} after ${last}`);
        last = nr;
        const [alone, ...later] = Array.from({ length: WRITES + 1 - nr }, (_, more) =>
          expected.get(keyOf(userId, nr + more)),
        );
        if (alone === undefined) continue;
        assert.equal(dashboard, alone[0]);
        // It was read after the overview, so its revision may be a later one.
        assert.ok(
          [alone, ...later].some((answer) => answer?.[1] === diversification),
          `person ${userId}, from revision ${nr} on: ${diversification}`,
        );
      }
    }
    assert.equal(new Set(seen.flatMap((own) => [...own.keys()])).size, PEOPLE);
    assert.ok(revisions.size > 2, `only revisions ${[...revisions].join()} were read`);
  });
});
