import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestCore, testCore } from '../support/core.ts';
import { type Answer, ApiClient } from '../support/api-client.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { sampled } from '../support/soak.ts';
import { answerJson } from '../../core/platform/index.ts';
import { cookiesOf } from '../bench/scale-world.ts';

const PEOPLE = 300;
const WRITERS = 4;
const WRITES = 4;
/** Part of the answer of a busy machine that could not read everything. */
const UNCHECKED = 'could not be checked';
const LEAST_COMPARED = 20;
const AT_ONCE = 25;
const AGAIN_MS = 500;
/** One in this many of the people who write nothing is compared with a fresh answer. */
const EVERY = sampled(12, 1);
const BY = { actor: 'test' };

/** A change sets units and price together, so that an answer of two revisions would be of none. */
const state = (nr: number) => ({ quantity: 10 + nr, current_price: 100 + 7 * nr });
const valueOf = (nr: number): number => state(nr).quantity * state(nr).current_price;

/** The clock of a process moves on, so each has instants of its own. */
const withoutInstants = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AN INSTANT');

describe('300 people who read at two api processes while some of them write', () => {
  let world: TestCore;
  let family: MunimFamily;
  before(async () => {
    world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
    const { ownerUrl, appUrl } = world.core.database.urls;
    family = await MunimFamily.open({ DATABASE_URL: ownerUrl, DATABASE_APP_URL: appUrl });
  });
  after(async () => {
    await family.close();
    await world.close();
  });

  it('each answer is the one that is calculated anew of its revision, and revisions never go back', async () => {
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
    const cookies = await cookiesOf(
      world.core,
      ids.map((_, nr) => `reader${nr + 1}`),
    );
    const clock = world.clock.now();
    const pair = await Promise.all([family.start(['api'], { clock }), family.start(['api'], { clock })]);
    const clientOf = (own: number, userId: string): ApiClient =>
      Object.assign(pair[own]?.client() ?? assert.fail(), { cookie: cookies[ids.indexOf(userId)] });
    /** A busy machine may refuse for now: a client then asks again. */
    const answered = async (request: () => Promise<Answer>): Promise<string> => {
      for (;;) {
        const { status, text, headers } = await request();
        if (status === 200) return withoutInstants(text);
        assert.deepEqual([status, Number(headers.get('retry-after')) > 0], [503, true], text);
        await sleep(AGAIN_MS);
      }
    };
    const read = async (own: number, userId: string): Promise<string[]> => {
      const client = clientOf(own, userId);
      const dashboard = await answered(() => client.get('/api/portfolio/v2/dashboard'));
      if (!writers.includes(userId)) return [dashboard];
      return [dashboard, await answered(() => client.get('/api/portfolio/reports/diversification'))];
    };
    const write = async (own: number, userId: string, nr: number) => {
      const path = `/api/portfolio/holdings/${holdingOf.get(userId)}`;
      await answered(() => clientOf(own, userId).put(path, state(nr)));
    };
    /** Of a core that has read nothing of this person's revision yet. */
    const fresh = async (userId: string): Promise<string[]> => {
      const { portfolio, reports } = world.core;
      const views = [
        await portfolio.dashboard.read(userId),
        ...(writers.includes(userId) ? [await reports.diversification.read(userId, {})] : []),
      ];
      return views.map((view) => withoutInstants(answerJson(view)));
    };
    const revisionOf = (dashboard: string): number => {
      const { total } = JSON.parse(dashboard) as { total: { current_value: number } };
      return Array.from({ length: WRITES + 1 }, (_, nr) => valueOf(nr)).indexOf(total.current_value);
    };

    /** Answers of each process by person, the oldest first. */
    const seen = [new Map<string, string[][]>(), new Map<string, string[][]>()] as const;
    const reading = seen.map(async (answers, own) => {
      const readers = ids.filter((userId, at) => at % 2 === own && !writers.includes(userId));
      for (let at = 0; at < readers.length; at += AT_ONCE)
        await Promise.all(
          [...readers.slice(at, at + AT_ONCE), ...writers].map(async (userId) => {
            const answer = await read(own, userId);
            answers.set(userId, [...(answers.get(userId) ?? []), answer]);
          }),
        );
    });
    const writing = writers.map(async (userId, place) => {
      for (let nr = 1; nr <= WRITES; nr += 1) await write((place + nr) % 2, userId, nr);
    });
    await Promise.all([...reading, ...writing]);

    const expected = new Map<string, string[]>();
    const keyOf = (userId: string, nr: number) => `${userId} ${nr}`;
    const idle = ids.slice(WRITERS);
    for (const userId of idle.filter((_, at) => at % EVERY === 0))
      expected.set(keyOf(userId, 0), await fresh(userId));
    for (const userId of writers)
      for (let nr = 0; nr <= WRITES; nr += 1) {
        await world.core.portfolio.holdings.update(userId, holdingOf.get(userId) ?? '', state(nr), BY);
        expected.set(keyOf(userId, nr), await fresh(userId));
      }
    let compared = 0;
    const revisions = new Set<number>();
    for (const [userId, answers] of seen.flatMap((own) => [...own])) {
      let last = 0;
      for (const [dashboard = '', diversification] of answers) {
        const nr = revisionOf(dashboard);
        revisions.add(nr);
        assert.ok(nr >= last, `person ${userId} read revision ${nr} after ${last}`);
        last = nr;
        if (`${dashboard}${diversification}`.includes(UNCHECKED)) continue;
        const [alone, ...later] = Array.from({ length: WRITES + 1 - nr }, (_, more) =>
          expected.get(keyOf(userId, nr + more)),
        );
        if (alone === undefined) continue;
        assert.equal(dashboard, alone[0]);
        compared += 1;
        // It was read after the overview, so its revision may be a later one.
        assert.ok(
          [alone, ...later].some((answer) => answer?.[1] === diversification),
          `person ${userId}, from revision ${nr} on: ${diversification}`,
        );
      }
    }
    assert.equal(new Set(seen.flatMap((own) => [...own.keys()])).size, PEOPLE);
    assert.ok(compared > LEAST_COMPARED, `only ${compared} answers were compared`);
    assert.ok(revisions.size > 2, `only revisions ${[...revisions].join()} were read`);
  });
});
