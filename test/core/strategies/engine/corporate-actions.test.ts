import assert from 'node:assert/strict';
import {
  fixedToNumber,
  amountToNumber,
  parseAmount,
  parseFixed,
} from '../../../../core/platform/fixed-point.ts';
import {
  PolicyLedger,
  PolicyMarket,
  runSession,
  taxFacts,
} from '../../../../core/strategies/engine/index.ts';
import type { PanelAction, PanelActionKind } from '../../../../core/strategies/panel/index.ts';
import { NOTHING_CHARGED } from '../../../support/planned-market.ts';
import { panelOf, sessions } from '../../../support/price-panel.ts';
import { strategyConfigOf } from '../../../support/strategy-config.ts';

/** A week with a holiday: Monday 23 January 2023 to Tuesday 31, without Thursday 26, Republic Day. */
const WEEK = sessions('2023-01-23', '2023-01-31');

function action(
  kind: PanelActionKind,
  ex_date: string,
  terms: { ratio?: [number, number]; amount?: string } = {},
) {
  const [new_shares, old_shares] = terms.ratio ?? [null, null];
  return {
    security: 0,
    ex_date,
    kind,
    new_shares: new_shares === null ? null : String(new_shares),
    old_shares: old_shares === null ? null : String(old_shares),
    amount: terms.amount ?? null,
  };
}

interface Held {
  /** Units bought at a price on a day. */
  bought: readonly { units: number; price: number; on: string }[];
  closes: readonly (number | null)[];
  actions: readonly PanelAction[];
  days?: readonly string[];
}

/** Goes through all sessions with one share, and buys nothing; values are those after the first session. */
function held({ bought, closes, actions, days = WEEK }: Held) {
  const market = new PolicyMarket(panelOf(days, { ABC: closes }, { actions }));
  let at = 0;
  const ledger = new PolicyLedger(taxFacts(market, () => at));
  ledger.deposit(parseAmount(String(bought.reduce((sum, { units, price }) => sum + units * price, 0))));
  for (const { units, price, on } of bought)
    ledger.buy(0, on, parseFixed(String(units)), parseFixed(String(price)), NOTHING_CHARGED);
  const events: string[] = [];
  const values: number[] = [];
  for (at = 0; at < days.length; at += 1) {
    const task = { at, isRebalance: false, isYearEnd: false };
    const session = runSession(market, ledger, strategyConfigOf(), task);
    for (const { kind, message } of session.events) events.push(`${days[at]} ${kind}: ${message}`);
    if (at > 0) values.push(amountToNumber(session.valuation.assets));
  }
  const position = ledger.positions.get(0);
  return {
    events,
    values,
    ledger,
    units: position === undefined ? 0 : fixedToNumber(position.quantity),
    cost: position === undefined ? 0 : amountToNumber(position.cost),
    cash: amountToNumber(ledger.cash),
    tax: amountToNumber(ledger.tax.accrued),
    sell(units: number, price: number, on: string) {
      const sale = { quantity: parseFixed(String(units)), price: parseFixed(String(price)) };
      ledger.tax.enter(on);
      at = days.findLastIndex((day) => day <= on);
      return ledger.sell({ security: 0, ...sale, charges: NOTHING_CHARGED }, on);
    },
  };
}

const TEN = [{ units: 10, price: 100, on: '2023-01-02' }];

describe('corporate actions on what a policy holds', () => {
  it('a split on its ex-date: twice the shares at half the price, worth the same every day', () => {
    const after = held({
      bought: TEN,
      closes: [100, 100, 50, 50, 50, 50],
      actions: [action('SPLIT', '2023-01-25', { ratio: [2, 1] })],
    });
    assert.deepEqual([after.units, after.cost, after.cash], [20, 1000, 0]);
    assert.deepEqual(after.values, [1000, 1000, 1000, 1000, 1000]);
    assert.deepEqual(after.events, ['2023-01-25 SPLIT: 10 shares became 20 (2 for 1).']);
  });

  it('a split on a day of trades: the plan sees the new shares at the new price, and no fall', () => {
    // Half of 2,000 is in shares, as is wanted; at 10 shares of 50 it would lack a quarter of the value.
    const onThatDay = action('SPLIT', '2023-01-30', { ratio: [2, 1] });
    const closes = [100, 100, 100, 100, 50, 50];
    const market = new PolicyMarket(panelOf(WEEK, { ABC: closes }, { actions: [onThatDay] }));
    const at = WEEK.indexOf('2023-01-30');
    const ledger = new PolicyLedger(taxFacts(market, () => at));
    ledger.deposit(parseAmount('2000'));
    ledger.buy(0, '2023-01-02', parseFixed('10'), parseFixed('100'), NOTHING_CHARGED);
    const config = strategyConfigOf({ params: { lookback_sessions: 2, skip_sessions: 0 }, top_n: 2 });
    const { plan, orders, valuation } = runSession(market, ledger, config, {
      at,
      isRebalance: true,
      isYearEnd: false,
    });
    assert.deepEqual([...(plan?.signals.scores ?? [])], [0]);
    assert.deepEqual(orders, []);
    assert.equal(amountToNumber(valuation.assets), 2000);
    assert.equal(fixedToNumber(ledger.positions.get(0)?.quantity ?? 0n), 20);
  });

  it('the fraction of a bonus is paid out at the close of the day, and its gain is taxed', () => {
    // 11 × 3/2 = 16.5: 5.5 are given for nothing. Half a share of them at 80 brings 40, all of it a gain: 15 % are 6.
    const after = held({
      bought: [{ units: 11, price: 105, on: '2023-01-02' }],
      closes: [105, 105, 80, 80, 80, 80],
      actions: [action('BONUS', '2023-01-25', { ratio: [3, 2] })],
    });
    assert.deepEqual([after.units, after.cost, after.cash, after.tax], [16, 1155, 40, 6]);
    assert.deepEqual(after.events, [
      '2023-01-25 BONUS: 11 shares became 16 (3 for 2). The fraction was paid in cash: ₹40.00.',
    ]);
    assert.equal(after.values.at(-1), 16 * 80 + 40);
  });

  it('decisions/Bonus: bonus shares are a lot of their own, cost nothing and are held from their allotment', () => {
    // 10 at 100 on 2 January 2023, a 1:1 bonus on the 25th. 15 sold at 60 on 20 January 2024: the 10 are long-term,
    // 600 - 1,000 = -400; 5 of the bonus are not yet a year old: 300 short-term, at 15 % 45.
    const after = held({
      bought: TEN,
      closes: [100, 100, 50, 50, 50, 50],
      actions: [action('BONUS', '2023-01-25', { ratio: [2, 1] })],
    });
    const lots = [...(after.ledger.positions.get(0)?.lots.open() ?? [])].map(
      ({ heldSince, quantity, cost }) => [heldSince, fixedToNumber(quantity), amountToNumber(cost)],
    );
    assert.deepEqual(lots, [
      ['2023-01-02', 10, 1000],
      ['2023-01-25', 10, 0],
    ]);
    const sale = {
      security: 0,
      quantity: parseFixed('15'),
      price: parseFixed('60'),
      charges: NOTHING_CHARGED,
    };
    const { taxable } = after.ledger.sell(sale, '2024-01-20');
    assert.deepEqual(
      taxable.map(({ term, rate_pct, gain }) => [term, rate_pct, amountToNumber(gain)]),
      [
        ['LONG', 10, -400],
        ['SHORT', 15, 300],
      ],
    );
  });

  it('a consolidation that leaves no whole share pays all of it out', () => {
    const after = held({
      bought: [{ units: 5, price: 100, on: '2023-01-02' }],
      closes: [100, 100, 1010, 1010, 1010, 1010],
      actions: [action('CONSOLIDATION', '2023-01-25', { ratio: [1, 10] })],
    });
    assert.deepEqual([after.units, after.cash, after.tax, after.ledger.positions.size], [0, 505, 0.75, 0]);
    assert.deepEqual(after.events, [
      '2023-01-25 CONSOLIDATION: 5 shares became 0 (1 for 10). The fraction was paid in cash: ₹505.00.',
    ]);
  });

  const split = action('SPLIT', '2023-01-25', { ratio: [2, 1] });
  const dividend = action('DIVIDEND', '2023-01-25', { amount: '5' });
  for (const [title, actions] of [
    ['first', [split, dividend]],
    ['last', [dividend, split]],
  ] as const)
    it(`a split and a dividend with one ex-date: it is paid on the shares of the day before, with the split ${title} on the list`, () => {
      const after = held({ bought: TEN, closes: [100, 100, 50, 50, 50, 50], actions });
      assert.deepEqual([after.units, after.cash], [20, 50]);
      assert.ok(after.events.includes('2023-01-25 DIVIDEND: Dividend of ₹5 a share on 10 shares.'));
    });

  it('a dividend and a consolidation that leaves nothing with one ex-date: both are paid', () => {
    const actions = [action('CONSOLIDATION', '2023-01-25', { ratio: [1, 100] }), dividend];
    const after = held({ bought: TEN, closes: [100, 100, 9_900, 9_900, 9_900, 9_900], actions });
    assert.deepEqual([after.units, after.cash], [0, 990 + 50]);
  });

  it('a split and a bonus with one ex-date multiply', () => {
    const actions = [split, action('BONUS', '2023-01-25', { ratio: [3, 2] })];
    const after = held({ bought: TEN, closes: [90, 90, 30, 30, 30, 30], actions });
    assert.deepEqual([after.units, after.values.at(-1)], [30, 900]);
    assert.deepEqual(after.events, [
      '2023-01-25 SPLIT: 10 shares became 20 (2 for 1).',
      '2023-01-25 BONUS: 20 shares became 30 (3 for 2).',
    ]);
  });

  it('an action on a holiday takes effect on the next session', () => {
    const actions = [
      action('SPLIT', '2023-01-26', { ratio: [2, 1] }),
      action('DIVIDEND', '2023-01-28', { amount: '1.5' }),
    ];
    const after = held({ bought: TEN, closes: [100, 100, 100, 50, 50, 50], actions });
    assert.deepEqual(after.events, [
      '2023-01-27 SPLIT: 10 shares became 20 (2 for 1).',
      '2023-01-30 DIVIDEND: Dividend of ₹1.5 a share on 20 shares.',
    ]);
    assert.deepEqual(after.values, [1000, 1000, 1000, 1030, 1030]);
  });

  it('while a share is suspended: the last price follows a split, fractions are paid at it, and the return is no surprise', () => {
    const days = sessions('2023-01-23', '2023-02-03');
    const closes = [100, null, null, null, null, null, null, null, 62];
    const after = held({
      days,
      bought: [{ units: 11, price: 100, on: '2023-01-02' }],
      closes,
      actions: [
        action('BONUS', days[2] ?? '', { ratio: [3, 2] }),
        action('DIVIDEND', days[4] ?? '', { amount: '2' }),
      ],
    });
    // 16.5 shares at 66.67: half of one brings 33.33. Then 2 for each of 16, and 62 when it trades again.
    assert.deepEqual(after.values.slice(0, 4).map(Math.round), [1100, 1100, 1100, 1132]);
    assert.deepEqual([after.units, Math.round(after.cash * 100) / 100], [16, 65.33]);
    assert.deepEqual(after.events, [
      `${days[2]} BONUS: 11 shares became 16 (3 for 2). The fraction was paid in cash: ₹33.33.`,
      `${days[4]} DIVIDEND: Dividend of ₹2 a share on 16 shares.`,
      `${days[5]} SUSPENDED: No close for 5 sessions. Valued at its last close, from 23 Jan 2023.`,
      `${days[8]} RESUMED: Trading again after 7 sessions without a close.`,
    ]);
  });

  it('what has no known terms is told and changes nothing, so that the fall of the price stays visible', () => {
    const after = held({
      bought: TEN,
      closes: [100, 100, 40, 40, 40, 40],
      actions: [
        action('DEMERGER', '2023-01-25'),
        action('RIGHTS', '2023-01-27'),
        action('SCHEME', '2023-01-30'),
        action('CAPITAL_REDUCTION', '2023-01-31'),
        action('SPLIT', '2023-01-31'),
      ],
    });
    assert.deepEqual([after.units, after.values.at(-1)], [10, 400]);
    const untold = 'without known terms. What it gave is missing from the value.';
    assert.deepEqual(after.events, [
      `2023-01-25 UNQUANTIFIED_ACTION: A demerger ${untold}`,
      '2023-01-25 UNEXPLAINED_MOVE: From ₹100 (24 Jan 2023) to ₹40 without a known split or bonus. If there was one, gains and ranks here are wrong.',
      `2023-01-27 UNQUANTIFIED_ACTION: A rights issue ${untold}`,
      `2023-01-30 UNQUANTIFIED_ACTION: A scheme of arrangement ${untold}`,
      `2023-01-31 UNQUANTIFIED_ACTION: A capital reduction ${untold}`,
      `2023-01-31 UNQUANTIFIED_ACTION: A split ${untold}`,
    ]);
  });

  it('a dividend is paid for what was held the day before: not for what is bought on the ex-date, and for what is sold', () => {
    const days = sessions('2023-01-02', '2023-02-28');
    const [exDate, soldOn] = ['2023-01-16', '2023-02-20'];
    const actions = [exDate, soldOn].map((day) => action('DIVIDEND', day, { amount: '10' }));
    // It rises up to its purchase, and is too short of history to be ranked on the day it is sold.
    const rise = days.map((_, at) => 100 + Math.min(at, 10));
    const panel = panelOf(
      days,
      { ABC: rise },
      {
        actions,
        shares: { ABC: { member: [{ from: '1990-01-01', to: '2023-02-17' }] } },
      },
    );
    const market = new PolicyMarket(panel);
    let at = 0;
    const ledger = new PolicyLedger(taxFacts(market, () => at));
    const config = strategyConfigOf({ params: { lookback_sessions: 5, skip_sessions: 0 }, top_n: 1 });
    ledger.deposit(parseAmount('100000'));
    const paid: [string, number][] = [];
    for (const [nr, day] of days.entries()) {
      at = nr;
      const before = ledger.dividends;
      const isRebalance = day === exDate || day === soldOn;
      runSession(market, ledger, config, { at, isRebalance, isYearEnd: false });
      if (ledger.dividends > before) paid.push([day, amountToNumber(ledger.dividends - before)]);
    }
    // A quarter of 100,000 at 110 are 227 shares; with less than that traded, all of them go on the day of the second one.
    assert.deepEqual(paid, [[soldOn, 2270]]);
    assert.equal(ledger.positions.size, 0);
  });

  describe('tax lots', () => {
    it('keep the day of their purchase through a split: of two lots the first is long-term', () => {
      const days = sessions('2022-11-01', '2023-01-31');
      const after = held({
        days,
        bought: [
          { units: 10, price: 100, on: '2022-01-03' },
          { units: 10, price: 120, on: '2022-06-01' },
        ],
        closes: days.map((day) => (day < '2022-12-01' ? 100 : 50)),
        actions: [action('SPLIT', '2022-12-01', { ratio: [2, 1] })],
      });
      // 20 of the first lot cost 50 each and are long-term on 4 January; 10 of the second cost 60.
      const { realised, taxable } = after.sell(30, 65, '2023-01-04');
      assert.equal(amountToNumber(realised), 20 * 15 + 10 * 5);
      assert.deepEqual(
        taxable.map(({ term, rate_pct, gain }) => [term, rate_pct, amountToNumber(gain)]),
        [
          ['LONG', 10, 300],
          ['SHORT', 15, 50],
        ],
      );
      assert.equal(amountToNumber(after.ledger.tax.accrued), 30 + 7.5);
      assert.equal(amountToNumber(after.ledger.positions.get(0)?.cost ?? 0n), 10 * 60);
    });

    it('are short-term for a year to the day, and long-term after', () => {
      for (const [on, term] of [
        ['2023-01-30', 'SHORT'],
        ['2023-01-31', 'LONG'],
      ] as const) {
        const bought = [{ units: 10, price: 100, on: '2022-01-30' }];
        const { taxable } = held({ bought, closes: WEEK.map(() => 110), actions: [] }).sell(10, 110, on);
        assert.deepEqual(
          taxable.map((one) => one.term),
          [term],
        );
      }
    });

    const days = sessions('2018-01-29', '2019-04-05');
    const old = (on: string, price: number, soldOn = '2019-04-01', fmv: number | null = 150) => {
      const closes = days.map((day) => (day === '2018-01-31' ? fmv : day < '2018-06-01' ? 150 : 75));
      const after = held({
        days,
        bought: [{ units: 100, price: 100, on }],
        closes,
        actions: [action('SPLIT', '2018-06-01', { ratio: [2, 1] })],
      });
      const { taxable } = after.sell(200, price, soldOn);
      return taxable.map(({ term, rate_pct, gain }) => [term, rate_pct, amountToNumber(gain)]);
    };
    // 100 shares that cost 10,000 and were worth 15,000 on 31 January 2018 are 200 since the split of June.
    const cases: [string, [string, number, number], ReturnType<typeof old>][] = [
      ['sold for 18,000: taxed above 15,000', ['LONG', 10, 3000], old('2017-06-01', 90)],
      ['sold for 12,000: neither a gain nor a loss', ['LONG', 10, 0], old('2017-06-01', 60)],
      ['sold for 8,000: a loss against what was paid', ['LONG', 10, -2000], old('2017-06-01', 40)],
      ['bought on that day counts', ['LONG', 10, 3000], old('2018-01-31', 90)],
      ['bought a day later does not', ['LONG', 10, 8000], old('2018-02-01', 90)],
      [
        'without a close of that day, what was paid stands',
        ['LONG', 10, 8000],
        old('2017-06-01', 90, '2019-04-01', null),
      ],
      ['sold before April 2018 the gain is free', ['LONG', 0, 8000], old('2017-01-02', 90, '2018-03-28')],
    ];
    for (const [title, expected, found] of cases)
      it(`of before 31 January 2018, ${title}`, () => assert.deepEqual(found, [expected]));
  });
});
