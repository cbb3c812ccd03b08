import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decimal, addDays } from '../../../../core/platform/index.ts';
import type { ExpectedIncome } from '../../../../core/income/index.ts';
import {
  lastDayOf,
  monthsFrom,
  projectIncome,
} from '../../../../core/reports/income-projection/projection.ts';
import { testCore, type TestCore } from '../../../support/core.ts';

const event = (day: string, amount: number | null, currency = 'INR'): ExpectedIncome => ({
  id: null,
  day,
  symbol: 'TCS',
  currency,
  amount: amount === null ? null : decimal(amount),
  status: 'FORECAST',
  source: 'EXCHANGE',
});
const within = { today: '2026-11-21', months: 3, base: 'INR' };

describe('income projection', () => {
  it('months run on over the year, and end with their last day', () => {
    assert.deepEqual(monthsFrom('2026-11-30', 4), ['2026-11', '2026-12', '2027-01', '2027-02']);
    assert.equal(lastDayOf('2028-02'), '2028-02-29');
    assert.equal(lastDayOf('2026-12'), '2026-12-31');
  });

  it('portfolio/Reports, /income-projection: every month is present, those without income as zero', () => {
    const view = projectIncome([event('2026-11-25', 100), event('2027-01-05', 40.5)], within);
    assert.deepEqual([view.from, view.to], ['2026-11-21', '2027-01-31']);
    assert.deepEqual(
      view.months.map(({ month, expected_amount, events }) => [month, expected_amount, events]),
      [
        ['2026-11', 100, 1],
        ['2026-12', 0, 0],
        ['2027-01', 40.5, 1],
      ],
    );
    assert.deepEqual([view.expected_amount, view.currency, view.reason], [140.5, 'INR', null]);
    assert.deepEqual(
      projectIncome([], within).months.map((one) => one.expected_amount),
      [0, 0, 0],
    );
  });

  it('portfolio/Reports, /income-projection: several currencies are never added up, in the months neither', () => {
    const view = projectIncome([event('2026-11-25', 100), event('2026-12-05', 7, 'USD')], within);
    assert.deepEqual([view.expected_amount, view.currency], [null, null]);
    assert.match(view.reason ?? '', /INR and USD/);
    assert.deepEqual(
      view.months.map(({ by_currency, expected_amount }) => [
        by_currency.map(({ currency, amount }) => `${amount} ${currency}`).join(),
        expected_amount,
      ]),
      [
        ['100 INR', null],
        ['7 USD', null],
        ['', null],
      ],
    );
    // of one currency that is not the base: told in it
    const dollars = projectIncome([event('2026-12-05', 7, 'USD')], within);
    assert.deepEqual([dollars.currency, dollars.expected_amount], ['USD', 7]);
  });

  it('what was due before today is in no month, and an unknown amount is no zero in disguise', () => {
    const view = projectIncome([event('2026-11-20', 55), event('2026-11-21', null)], within);
    assert.deepEqual(view.unrecorded, [{ currency: 'INR', amount: 55, events: 1 }]);
    assert.deepEqual([view.unknown_amounts, view.months[0]?.events, view.expected_amount], [1, 1, 0]);
  });

  it('the months add up to the whole, in every currency', () => {
    const days = fc.integer({ min: 0, max: 400 }).map((more) => addDays('2026-10-01', more));
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            day: days,
            paise: fc.integer({ min: 0, max: 10 ** 9 }),
            currency: fc.constantFrom('INR', 'USD', 'EUR'),
          }),
        ),
        fc.integer({ min: 1, max: 60 }),
        (some, months) => {
          const view = projectIncome(
            some.map(({ day, paise, currency }) => event(day, paise / 100, currency)),
            { ...within, months },
          );
          assert.equal(view.months.length, months);
          for (const { currency, amount, events } of view.by_currency) {
            const parts = view.months
              .flatMap((one) => one.by_currency)
              .filter((one) => one.currency === currency);
            const sum = parts.reduce((all, one) => all.plus(decimal(one.amount)), decimal(0));
            assert.equal(sum.toNumber(), amount);
            assert.equal(
              parts.reduce((all, one) => all + one.events, 0),
              events,
            );
          }
          assert.equal(view.expected_amount === null, view.by_currency.length > 1);
        },
      ),
    );
  });

  describe('from what is on record', () => {
    let world: TestCore;
    const by = { actor: 'api:owner' };
    before(async () => {
      world = await testCore({ at: '2026-03-02T06:00:00.000Z' });
      const { core, owner } = world;
      // 20 units pay 20 × 100 × 12 % ⁄ 4 = 60 a quarter, back from 15 April 2030
      await core.portfolio.holdings.create(
        owner,
        {
          portfolio: 'Bonds',
          symbol: 'NCD',
          asset_class: 'Bond',
          currency: 'INR',
          isin: 'INE002A01018',
          quantity: 20,
          avg_buy_price: 100,
          maturity_date: '2030-04-15',
          face_value: 100,
          coupon_rate: 12,
          coupon_frequency: 4,
        },
        by,
      );
      await core.portfolio.portfolios.create(owner, { name: 'Shares' }, by);
      await core.income.recompute(owner, by);
    });
    after(() => world.close());

    const amounts = async (query: { portfolio?: string; months?: number }) => {
      const view = await world.core.reports.incomeProjection.read(world.owner, query);
      return view.months.map((one) => one.expected_amount);
    };

    it('portfolio/Income event states: twelve months unless told otherwise, of one portfolio or of all', async () => {
      assert.deepEqual(await amounts({}), [0, 60, 0, 0, 60, 0, 0, 60, 0, 0, 60, 0]);
      assert.deepEqual(await amounts({ portfolio: 'bonds', months: 2 }), [0, 60]);
      assert.deepEqual(await amounts({ portfolio: 'Shares', months: 2 }), [0, 0]);
      await assert.rejects(amounts({ portfolio: 'Nowhere' }), /PORTFOLIO_NOT_FOUND/);
    });

    it('beyond what is on record, coupons follow from the terms and end with the bond', async () => {
      // March 2026 to February 2031: April 2026 to April 2030 in steps of three months are 17 coupons
      const all = await amounts({ months: 60 });
      assert.equal(all.length, 60);
      assert.equal(all.filter((amount) => amount === 60).length, 17);
      assert.equal(all.filter((amount) => amount === 0).length, 43);
    });

    it('portfolio/Income event states: only what is forecast, declared or entitled counts', async () => {
      const set = async (status: string) =>
        await world.core.database.change(world.owner, ['income'], (trx) =>
          trx.raw(
            `update portfolio.income_events set status = ?, net_amount = gross_amount where day = '2026-04-15'`,
            [status],
          ),
        );
      const inApril: (number | null | undefined)[] = [];
      for (const status of ['DECLARED', 'ENTITLED', 'PAID', 'FORECAST']) {
        await set(status);
        inApril.push((await amounts({ months: 2 }))[1]);
      }
      assert.deepEqual(inApril, [60, 60, 0, 60]);
    });

    it('explains itself by the events it is made of', async () => {
      const { explanations, expected_amount } = await world.core.reports.incomeProjection.read(world.owner, {
        months: 6,
        explain: true,
      });
      assert.equal(expected_amount, 120);
      assert.deepEqual(
        explanations?.map(({ figure, value, unit, worked, inputs_total }) => [
          figure,
          value,
          unit,
          worked,
          inputs_total,
        ]),
        [['expected_amount', 120, 'INR', '60 + 60', 2]],
      );
      assert.deepEqual(
        explanations[0]?.inputs.map(({ date, value }) => [date, value]),
        [
          ['2026-04-15', 60],
          ['2026-07-15', 60],
        ],
      );
    });
  });
});
