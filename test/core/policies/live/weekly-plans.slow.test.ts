import assert from 'node:assert/strict';
import type { PlanView, PolicyView } from '../../../../core/policies/index.ts';
import { dayAfter, istInstant } from '../../../../core/platform/index.ts';
import { BROKERS, type ToldBrokers, toldBrokers } from '../../../crash/told-brokers.ts';
import { testCore, type TestCore } from '../../../support/core.ts';
import {
  ANSWERER,
  BY,
  liveMarket,
  livePolicy,
  TRADING_BEGINS,
  tradingConnection,
} from '../../../support/live-policy.ts';

/** Weekdays without a session, and the Saturday with one, by the circulars of the NSE for 2024. */
const CLOSED = ['2024-05-20', '2024-06-17', '2024-07-17', '2024-08-15'];
const SATURDAY = '2024-05-18';
const [FIRST, LAST] = ['2024-05-02', '2024-08-28'];

const weekday = (day: string): number => new Date(day).getUTCDay();
const isSession = (day: string): boolean =>
  day === SATURDAY || (weekday(day) > 0 && weekday(day) < 6 && !CLOSED.includes(day));
const sessionAfter = (day: string): string => {
  const next = dayAfter(day);
  return isSession(next) ? next : sessionAfter(next);
};
/** Whether no session of the week follows. Weeks begin with a Monday. */
const endsWeek = (day: string): boolean => {
  for (let next = dayAfter(day); weekday(next) !== 1; next = dayAfter(next))
    if (isSession(next)) return false;
  return isSession(day);
};

/** How a person answers a plan that is made in the evening, by when, and how it ends. Times are those of the next session. */
const ANSWERS = [
  { what: 'at once', at: 'evening', login: '08:30', end: 'EXECUTED', says: /^null null$/ },
  { what: 'before the session', at: '08:30', login: '08:30', end: 'EXECUTED', says: /^null null$/ },
  { what: 'late in the session', at: '15:20', login: '08:30', end: 'EXECUTED', says: /^null null$/ },
  { what: 'at once, and logs in late', at: 'evening', login: '13:00', end: 'EXECUTED', says: /^null null$/ },
  {
    what: 'after the session',
    at: '15:45',
    login: '08:30',
    end: 'EXPIRED',
    says: /Cannot be sent: it expires on .* before orders can be sent again\. .* Nobody answered it in time\.$/,
  },
  { what: 'never', at: null, login: '08:30', end: 'EXPIRED', says: /^null Nobody answered it in time\.$/ },
  {
    what: 'at once, and never logs in',
    at: 'evening',
    login: null,
    end: 'EXPIRED',
    says: /^null Its time ran out before it was sent, since the account could not be read: .* needs a login before it can trade\.$/,
  },
] as const;
/** The calmest shares of twenty sessions change from week to week. */
const RESTLESS = { strategy: 'low_volatility', params: { window_sessions: 20 }, top_n: 6 };
const TIMES = ['08:30', '09:00', '09:20', '13:00', '15:20', '15:45', '18:15', '21:00'] as const;
/** Where no plan is under way. */
const QUIET = ['08:30', '18:15', '21:00'] as const;

interface Made {
  plan: PlanView;
  answer: (typeof ANSWERS)[number];
  broker: (typeof BROKERS)[number];
  /** The session after its own. */
  next: string;
  refusal: string | null;
}

describe('weekly plans over real holidays', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  let world: TestCore;
  let brokers: ToldBrokers;
  const connections: string[] = [];
  const policies: PolicyView[] = [];
  before(async () => {
    brokers = await toldBrokers({ now: () => world.clock.now() });
    world = await testCore({
      at: TRADING_BEGINS,
      environment: { ZERODHA_BASE_URL: brokers.of.zerodha.url, DHAN_BASE_URL: brokers.of.dhan.url },
    });
    await liveMarket(world, '2024-08-31');
    for (const [nr, broker] of BROKERS.entries()) {
      const connection = await tradingConnection(world, broker);
      connections.push(connection);
      const of = { connection, capital: 2_000_000, tag_code: `WEEKLY0${nr}`, config: RESTLESS };
      policies.push(await livePolicy(world, of));
    }
  });
  after(async () => {
    await world.close();
    await brokers.close();
  });

  const made: Made[] = [];
  let logins = 0;

  /** What people do at a moment: they log in and answer, each plan in its own way. */
  async function people(day: string, time: string): Promise<void> {
    const { core, owner } = world;
    for (const [nr, connection] of connections.entries()) {
      const newest = made.findLast(({ broker }) => broker === BROKERS[nr]);
      const isItsDay = newest?.next === day;
      const login = isItsDay ? newest.answer.login : '08:30';
      if (login !== time) continue;
      logins += 1;
      await core.connections.login(owner, connection, `practice-access-token-${logins}`, BY);
    }
    for (const one of made) {
      const { plan, answer, next } = one;
      if (
        answer.at === 'evening'
          ? day !== plan.cycle_date || time !== '21:00'
          : day !== next || time !== answer.at
      )
        continue;
      await core.policies.live.approvals
        .approve(owner, plan.plan_id, { digest: plan.digest }, ANSWERER)
        .catch((error: unknown) => (one.refusal = String(error)));
      await core.policies.live.settled();
    }
  }

  const moment = (day: string, time: string): string => istInstant(day, time).toISOString();
  const told = async (key: string): Promise<number> =>
    (
      await world.core.database.systemPool.query('select from notifications.outbox where dedup_key = $1', [
        key,
      ])
    ).rowCount ?? 0;

  it('portfolio/Policy rules 2: every plan of a week is sent in the next session at Zerodha and at Dhan, or says why not', async () => {
    const { core, owner, clock } = world;
    const never = new AbortController().signal;
    const ends: string[] = [];
    for (let day: string = FIRST; day <= LAST; day = dayAfter(day)) {
      if (endsWeek(day)) ends.push(day);
      const isQuiet = made.every(({ next }) => next < day);
      for (const time of isQuiet ? QUIET : TIMES) {
        clock.at = istInstant(day, time);
        await people(day, time);
        await core.policies.live.round(never);
        await core.policies.live.settled();
        if (time !== '18:15' || !isSession(day)) continue;
        await core.policies.cycles.advanceAll(never);
        const { items } = await core.policies.plans.pending(owner, {});
        for (const plan of items) {
          if (made.some((one) => one.plan.plan_id === plan.plan_id)) continue;
          const nr = policies.findIndex(({ id }) => id === plan.policy_id);
          const of = made.filter(({ broker }) => broker === BROKERS[nr]).length;
          const answer = ANSWERS[(of + nr * 3) % ANSWERS.length];
          const broker = BROKERS[nr];
          assert.ok(answer !== undefined && broker !== undefined);
          made.push({ plan, answer, broker, next: sessionAfter(day), refusal: null });
        }
        await core.policies.live.audit.auditAll(never);
      }
    }

    // Each week has its cycle on its last session, and that has a plan, or it is told that there is nothing to do.
    for (const { id } of policies) {
      const { items } = await core.policies.books.cycles(owner, id, { mode: 'LIVE', page_size: 200 });
      assert.deepEqual(items.map(({ cycle_date }) => cycle_date).toReversed(), ends);
      for (const { cycle_date, status } of items)
        if (status === 'NOOP') assert.equal(await told(`policy:${id}:live:${cycle_date}:noop`), 1);
        else assert.ok(made.some(({ plan }) => plan.policy_id === id && plan.cycle_date === cycle_date));
    }
    for (const { plan, answer, broker, next, refusal } of made) {
      const about = `${broker}, ${plan.cycle_date}, answered ${answer.what}`;
      const hours = plan.sending?.from === null ? null : [plan.sending?.from, plan.sending?.until];
      assert.deepEqual(hours, [moment(next, '09:15'), moment(next, '15:30')], about);
      const after = await core.policies.plans.get(owner, plan.plan_id);
      assert.equal(after.state, answer.end, about);
      assert.equal(await told(`plan:${plan.plan_id}:ended`), 1, about);
      assert.match(`${refusal} ${after.note}`, answer.says, about);
      const sent = brokers.requests().filter(({ tag }) => plan.orders.some((order) => order.tag === tag));
      assert.equal(sent.length, answer.end === 'EXECUTED' ? plan.orders.length : 0, about);
      for (const { at, broker: to } of sent) {
        assert.equal(to, broker);
        assert.ok(moment(next, '09:15') <= at && at < moment(next, '15:30'), `${about}: sent at ${at}`);
      }
    }
    // Each of either broker met each way of answering at least once.
    assert.equal(
      new Set(made.map(({ answer, broker }) => `${broker} ${answer.what}`)).size,
      2 * ANSWERS.length,
    );
    const { items: differences } = await core.policies.live.reads.differences(owner, {});
    assert.deepEqual(differences, []);
  });
});
