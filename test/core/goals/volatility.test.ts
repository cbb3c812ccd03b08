import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LEAST_RETURNS, together, volatilityOf } from '../../../core/goals/volatility.ts';
import { type TestCore, testCore } from '../../support/core.ts';

const by = { actor: 'api:owner' };
const dayOf = (at: number) => new Date(Date.UTC(2025, 11, 1 + at)).toISOString().slice(0, 10);
/** A portfolio that stands at these values, day after day from 1 December 2025 on. */
const valued = (values: (number | null)[], over: object = {}) => ({
  currency: 'INR',
  days: values.map((value, at) => ({ day: dayOf(at), value })),
  flows: [],
  unexplained_days: [],
  shares: new Map<string, number>(),
  ends_on: null,
  ledger_reason: null,
  ...over,
});
/** 100 and 110 by turns: 60 returns, half of them 10 %, half −9.0909 %. */
const swinging = Array.from({ length: LEAST_RETURNS + 1 }, (_, at) => (at % 2 === 0 ? 100 : 110));

describe('the volatility that a goal rides on', () => {
  it('portfolio/Report rules 6: the population deviation of the daily returns, times the root of the days', () => {
    // Half of them lie at each end, so the deviation is half of what is between them:
    // (0.1 + 10 ⁄ 110) ⁄ 2 = 0.0954545; times √252 = 1.515297.
    const { pct, of } = volatilityOf(valued(swinging), 252, 'Long term');
    assert.ok(pct !== null && Math.abs(pct - 151.5297) < 1e-3, String(pct));
    assert.equal(of, 'Long term');
  });

  it('a day less is not enough, and money that comes is no return', () => {
    assert.deepEqual(volatilityOf(valued(swinging.slice(1)), 252, 'Long term'), {
      pct: null,
      reason: 'Probability needs 60 daily returns of Long term; there are 59 so far.',
      of: 'Long term',
    });
    // 50 a day come in and nothing else happens: no swing at all.
    const flows = swinging.map((_, at) => ({ day: dayOf(at), amount: 50 }));
    const growing = valued(
      swinging.map((_, at) => 100 + 50 * at),
      { flows },
    );
    assert.equal(volatilityOf(growing, 252).pct, 0);
  });

  it('portfolio/Report rules 6: money that comes works from the start of its day, as in every other return', () => {
    // Each day 1,000 come beside 100, all of it loses 5 %, and the rest is gone the next morning for what it was worth.
    const values = Array.from({ length: LEAST_RETURNS + 1 }, (_, at) => (at % 2 === 0 ? 100 : 1045));
    const flows = values.slice(1).map((value, at) => ({
      day: dayOf(at + 1),
      amount: value === 1045 ? 1000 : -945,
    }));
    // Half of the returns −5 %, half of them 0: a deviation of 0.025; times √252 = 39.6863 %.
    const { pct } = volatilityOf(valued(values, { flows }), 252);
    assert.ok(pct !== null && Math.abs(pct - 39.6863) < 1e-3, String(pct));
  });

  it('portfolio/Report rules 6: what moved on a day without a whole value counts to the next, as in the risk report', () => {
    // Every second day has no price; 50 come on each of those, and nothing else happens: no swing at all.
    const values = Array.from({ length: 2 * LEAST_RETURNS + 1 }, (_, at) =>
      at % 2 === 0 ? 100 + 25 * at : null,
    );
    const flows = values.flatMap((value, at) => (value === null ? [{ day: dayOf(at), amount: 50 }] : []));
    assert.equal(volatilityOf(valued(values, { flows }), 252).pct, 0);
  });

  it('portfolio/Resources, Goal: says how much of the value is covered, and why there are no days', () => {
    const shares = new Map([
      [dayOf(2), 0.975],
      [dayOf(9), 0.62],
    ]);
    assert.equal(
      volatilityOf(valued(swinging, { shares }), 252, 'Long term').of,
      'Long term, covering 62 % of the value or more',
    );
    assert.equal(
      volatilityOf(valued([1, 2], { ledger_reason: 'A purchase is missing.' }), 252, 'Long term').reason,
      'Probability needs 60 daily returns of Long term; there are 1 so far. A purchase is missing.',
    );
    // Days that end before the last session; of two portfolios the earlier end counts.
    const early = [valued(swinging, { ends_on: '2026-01-30' }), valued(swinging, { ends_on: '2026-02-03' })];
    assert.equal(volatilityOf(together(early), 252, 'P and Q').of, 'P and Q, up to 30 Jan 2026');
    // Two portfolios that are covered in part on the same day: the lower share counts.
    const both = together([valued([1], { shares }), valued([1], { shares: new Map([[dayOf(2), 0.5]]) })]);
    assert.deepEqual([both?.shares.get(dayOf(2)), both?.shares.get(dayOf(9))], [0.5, 0.62]);
  });

  it('several are taken together from the day on which the last of them began; one without a price leaves a gap', () => {
    const one = valued([100, 110, 120, 130], { flows: [{ day: dayOf(1), amount: 5 }] });
    const other = { ...valued([7, null, 9], { unexplained_days: [dayOf(2)] }) };
    other.days = other.days.map(({ value }, at) => ({ day: dayOf(at + 1), value }));
    assert.deepEqual(together([one, other]), {
      currency: 'INR',
      days: [
        { day: dayOf(1), value: 117 },
        { day: dayOf(2), value: null },
        { day: dayOf(3), value: 139 },
      ],
      flows: [{ day: dayOf(1), amount: 5 }],
      entered: [],
      left: [],
      unexplained_days: [dayOf(2)],
      shares: new Map<string, number>(),
      ends_on: null,
      ledger_reason: null,
    });
  });

  it('different currencies cannot be added up, and say so', () => {
    const both = together([valued([1]), valued([1], { currency: 'USD' })]);
    assert.equal(both, null);
    assert.equal(
      volatilityOf(both, 252, 'Long term and America').reason,
      'Long term and America are in different currencies, so their daily values cannot be added up.',
    );
  });

  it('a portfolio taken together with itself swings as much as it does alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 50, max: 200 }), { minLength: 61, maxLength: 80 }), (values) => {
        const alone = volatilityOf(valued(values), 252).pct ?? 0;
        const twice = volatilityOf(together([valued(values), valued(values)]), 252).pct ?? 0;
        assert.ok(Math.abs(alone - twice) < 1e-6 * (1 + alone));
      }),
    );
  });

  describe('of a person’s portfolios', () => {
    let world: TestCore;
    before(async () => {
      world = await testCore({ at: `${dayOf(60)}T10:00:00.000Z` });
      await hold('Calm', 0, () => 1000);
      await hold('Wild', 0, (at) => swinging[at] ?? Number.NaN);
      await hold('New', 59, (at) => 41 + at);
      await world.core.portfolio.snapshots.take(world.owner);
      await recordUnits();
    });
    after(() => world.close());

    const days = Array.from({ length: 61 }, (_, at) => at);
    const begins = new Map<string, number>();

    /** One unit by hand in a portfolio of its own, with its price on every day from `first` on. */
    const hold = async (portfolio: string, first: number, price: (at: number) => number) => {
      const symbol = portfolio.toUpperCase();
      const of = { portfolio, symbol, asset_class: 'Indian Equity', currency: 'INR', quantity: 1 };
      const priced = { ...of, avg_buy_price: 100, current_price: price(60) };
      const { id } = await world.core.portfolio.holdings.create(world.owner, priced, by);
      const owned = await world.core.portfolio.portfolios.findByName(world.owner, portfolio);
      begins.set(`${owned?.id}\n${symbol}`, first);
      await world.core.database.asSystem('prices for a test', async (trx) => {
        for (const at of days.slice(first))
          await trx('portfolio.holdings')
            .where({ id })
            .update({ current_price: price(at), price_as_of: dayOf(at) });
      });
    };

    /** A record of every day before today with the units that were held on it. */
    const recordUnits = async () => {
      const networth = (await world.core.portfolio.portfolios.list(world.owner)).find(
        (one) => one.is_protected,
      );
      await world.core.database.asSystem('days for a test', async (trx) => {
        await trx('portfolio.snapshots').insert(
          days.slice(0, -1).map((at) => ({
            owner_user_id: world.owner,
            portfolio_id: networth?.id ?? '',
            hour: `${dayOf(at)}T10:00:00.000Z`,
            recorded_at: `${dayOf(at)}T10:00:00.000Z`,
            holdings_count: 1,
            state: 'AVAILABLE',
            units: JSON.stringify(
              Object.fromEntries([...begins].filter(([, first]) => first <= at).map(([key]) => [key, '1'])),
            ),
          })),
        );
      });
    };
    const goal = async (name: string, links: [type: string, name: string][]) => {
      const { goals, links: links_ } = world.core.goals;
      const body = {
        name,
        type: 'CORPUS',
        target_corpus: 5000,
        target_date: '2030-03-01',
        expected_return_pct: 10,
      };
      const made = await goals.create(world.owner, body, by);
      for (const [link_type, portfolio] of links) {
        const id =
          link_type === 'PORTFOLIO'
            ? (await world.core.portfolio.portfolios.findByName(world.owner, portfolio))?.id
            : (await world.core.portfolio.holdings.ofSymbol(world.owner, portfolio.toUpperCase()))[0]?.id;
        await links_.put(world.owner, made.id, { link_type, link_id: id, percentage: 20 }, by);
      }
      return (await goals.get(world.owner, made.id)).progress;
    };

    it('portfolio/Resources, Goal: the probability band comes from the goal’s own portfolios, and says which', async () => {
      const calm = await goal('Calm one', [['PORTFOLIO', 'Calm']]);
      assert.deepEqual([calm.volatility_pct, calm.volatility_of], [0, 'Calm']);
      const wild = await goal('Wild one', [['PORTFOLIO', 'Wild']]);
      assert.ok(Math.abs((wild.volatility_pct ?? 0) - 151.5297) < 1e-3);
      assert.ok((wild.p90 ?? 0) > (wild.p10 ?? 0));
      const both = await goal('Both', [
        ['PORTFOLIO', 'Wild'],
        ['PORTFOLIO', 'Calm'],
      ]);
      // 1,100 and 1,110 by turns: (10 ⁄ 1100 + 10 ⁄ 1110) ⁄ 2 × √252 = 14.36 %
      assert.equal(both.volatility_of, 'Calm and Wild');
      assert.ok(Math.abs((both.volatility_pct ?? 0) - 14.365) < 0.01, String(both.volatility_pct));
    });

    it('portfolio/Resources, Goal: a linked holding rides on its portfolio; too short a history is a reason, not a guess', async () => {
      const held = await goal('Held', [['HOLDING', 'Calm']]);
      assert.deepEqual([held.volatility_pct, held.volatility_of], [0, 'Calm']);
      const young = await goal('Young', [['PORTFOLIO', 'New']]);
      assert.deepEqual([young.probability_pct, young.volatility_of, young.p10], [null, null, null]);
      assert.equal(
        young.probability_reason,
        'Probability needs 60 daily returns of New; there are 1 so far.',
      );
    });

    it('portfolio/Resources, Goal: without a link it says so; with all of them it is everything together', async () => {
      const none = await goal('None', []);
      assert.match(none.probability_reason ?? '', /all portfolios|Nothing is linked/);
      const all = await goal('All', [
        ['PORTFOLIO', 'Wild'],
        ['PORTFOLIO', 'Calm'],
        ['PORTFOLIO', 'New'],
      ]);
      assert.equal(all.volatility_of, 'all portfolios');
      // Both by turns as above; New, of 100 and 101, comes on the last day but one.
      assert.ok(Math.abs((all.volatility_pct ?? 0) - 14.365) < 0.2, String(all.volatility_pct));
    });
  });
});
