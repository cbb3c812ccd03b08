import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replay } from '../../../../core/portfolio/ledger/ledger.ts';
import type { LedgerPosition } from '../../../../core/portfolio/ledger/ledger-position.ts';
import type { LedgerTransaction } from '../../../../core/portfolio/ledger/transaction.ts';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';
import { sampled } from '../../../support/soak.ts';

const only = (builder: LedgerBuilder): LedgerPosition => {
  const [position] = builder.replay().positions;
  assert.ok(position !== undefined);
  return position;
};

/** Of each sold part: the day it was bought, its units, its gain, and whether it is intraday. */
const matchesOf = (position: LedgerPosition) =>
  position
    .disposals()
    .flatMap(({ matches }) =>
      matches.map(({ lot_date, quantity, gain, is_intraday }) => [
        lot_date,
        quantity.toNumber(),
        gain.toNumber(),
        is_intraday,
      ]),
    );
const lotsOf = (position: LedgerPosition) =>
  position.lots().map(({ date, quantity, cost }) => [date, quantity.toNumber(), cost?.toNumber() ?? null]);

describe('intraday matching', () => {
  it('what was bought on the day of a sale leaves first, and older lots stay as they are', () => {
    // 10 at 800 on 1 July, sold at 806 that day: 60, as brokers print it under Intraday. The 100 of 2020 stay.
    const position = only(
      ledger()
        .intradayFirst()
        .buy('SBIN', 100, 200, '2020-01-01')
        .buy('SBIN', 10, 800, '2025-07-01')
        .sell('SBIN', 10, 806, '2025-07-01'),
    );
    assert.deepEqual(matchesOf(position), [['2025-07-01', 10, 60, true]]);
    assert.deepEqual(lotsOf(position), [['2020-01-01', 100, 20000]]);
    assert.equal(position.realised_fifo.toNumber(), 60);
    // The moving average knows no lots: (20,000 + 8,000) / 110 = 254.54… a unit.
    assert.equal(position.cost_basis.toDecimalPlaces(2).toNumber(), 25454.55);
  });

  it('a sale before the purchase of the same day is intraday too', () => {
    // Rows come by the time of execution; purchases of a day are replayed before its sales.
    const { rows } = ledger()
      .intradayFirst()
      .buy('SBIN', 5, 100, '2024-01-01')
      .sell('SBIN', 10, 806, '2025-07-01')
      .buy('SBIN', 10, 800, '2025-07-01');
    const timed = rows.map((row, at) => ({ ...row, executed_at: `09:${15 + at}:00` }));
    const [position] = replay(timed).positions;
    assert.ok(position !== undefined);
    assert.deepEqual(matchesOf(position), [['2025-07-01', 10, 60, true]]);
    assert.deepEqual(lotsOf(position), [['2024-01-01', 5, 500]]);
  });

  it('more sold than bought on a day: the rest takes the oldest lots; more bought than sold: the last ones are held', () => {
    // Day one: 15 sold against 10 bought at 110: the 10 first (10 × 10), then 5 of 2024 (5 × 20).
    // Day two: 6 + 6 bought at 120 and 130, 8 sold at 140: 6 × 20 and 2 × 10; 4 of the second are delivered.
    const position = only(
      ledger()
        .intradayFirst()
        .buy('TCS', 8, 100, '2024-01-01')
        .buy('TCS', 10, 110, '2025-01-01')
        .sell('TCS', 15, 120, '2025-01-01')
        .buy('TCS', 6, 120, '2025-02-01')
        .buy('TCS', 6, 130, '2025-02-01')
        .sell('TCS', 8, 140, '2025-02-01'),
    );
    assert.deepEqual(matchesOf(position), [
      ['2025-01-01', 10, 100, true],
      ['2024-01-01', 5, 100, false],
      ['2025-02-01', 6, 120, true],
      ['2025-02-01', 2, 20, true],
    ]);
    assert.deepEqual(lotsOf(position), [
      ['2024-01-01', 3, 300],
      ['2025-02-01', 4, 520],
    ]);
  });

  it('bonus shares and openings of the day are no purchases; without the flag the oldest lots leave first', () => {
    const rows = (builder: LedgerBuilder) =>
      builder
        .buy('ITC', 10, 100, '2024-01-01')
        .buy('ITC', 10, 0, '2025-01-01')
        .buy('ITC', 4, 90, '2025-01-01')
        .sell('ITC', 6, 120, '2025-01-01');
    assert.deepEqual(matchesOf(only(rows(ledger().intradayFirst()))), [
      ['2025-01-01', 4, 120, true],
      ['2024-01-01', 2, 40, false],
    ]);
    assert.deepEqual(matchesOf(only(rows(ledger()))), [['2024-01-01', 6, 120, false]]);
  });

  it('an intraday sale that is taken back on a later day stays intraday, and its units return to their lot', () => {
    const position = only(
      ledger()
        .intradayFirst()
        .buy('SBIN', 5, 100, '2024-01-01')
        .buy('SBIN', 10, 800, '2025-07-01')
        .sell('SBIN', 10, 806, '2025-07-01')
        .sell('SBIN', -4, 806, '2025-07-03'),
    );
    assert.deepEqual(matchesOf(position), [
      ['2025-07-01', 10, 60, true],
      ['2025-07-01', -4, -24, true],
    ]);
    assert.deepEqual(lotsOf(position), [
      ['2024-01-01', 5, 500],
      ['2025-07-01', 4, 3200],
    ]);
  });

  interface Trade {
    day: number;
    units: number;
    price: number;
    /** Charges of one unit. */
    charge: number;
    isSale: boolean;
  }

  const trade: fc.Arbitrary<Trade> = fc.record({
    day: fc.integer({ min: 1, max: 6 }),
    units: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 50 }),
    charge: fc.integer({ min: 0, max: 2 }),
    isSale: fc.boolean(),
  });
  const dayText = (day: number): string => `2025-03-0${day}`;

  /** The slow way: every unit is a slip of paper with its day and cost. A sold unit takes the first slip of its day, else the first. */
  function slowly(trades: readonly Trade[]) {
    const slips: { day: number; cost: number }[] = [];
    let [intraday, delivered, intradayUnits, unmatched] = [0, 0, 0, 0];
    for (const day of [1, 2, 3, 4, 5, 6]) {
      const today = trades.filter((one) => one.day === day);
      for (const { units, price, charge } of today.filter(({ isSale }) => !isSale))
        for (let left = units; left > 0; left -= 1) slips.push({ day, cost: price + charge });
      for (const { units, price, charge } of today.filter(({ isSale }) => isSale))
        for (let left = units; left > 0; left -= 1) {
          const own = slips.findIndex((slip) => slip.day === day);
          const [slip] = slips.splice(own === -1 ? 0 : own, 1);
          if (slip === undefined) unmatched += 1;
          else if (slip.day === day) {
            intraday += price - charge - slip.cost;
            intradayUnits += 1;
          } else delivered += price - charge - slip.cost;
        }
    }
    const held = new Map<string, { units: number; cost: number }>();
    for (const { day, cost } of slips) {
      const lot = held.get(dayText(day)) ?? { units: 0, cost: 0 };
      held.set(dayText(day), { units: lot.units + 1, cost: lot.cost + cost });
    }
    return { intraday, delivered, intradayUnits, unmatched, held };
  }

  it('units and money are conserved, and every figure is that of a second, slow matching unit by unit', () => {
    let [intradayRuns, mixedRuns] = [0, 0];
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 40 }), (trades) => {
        const rows = trades.map(({ day, units, price, charge, isSale }, at): LedgerTransaction => ({
          id: String(at + 1),
          portfolio: 'Main',
          symbol: 'TCS',
          date: dayText(day),
          type: isSale ? 'SELL' : 'BUY',
          quantity: String(units),
          price: String(price),
          fee_tax: String(units * charge),
          currency: 'INR',
          intraday_first: isSale,
        }));
        const [position] = replay(rows).positions;
        assert.ok(position !== undefined);
        const slow = slowly(trades);
        const sold = position.disposals().flatMap(({ matches }) => matches);
        const sumOf = (of: typeof sold, figure: 'gain' | 'quantity' | 'cost') =>
          of.reduce((sum, match) => sum + match[figure].toNumber(), 0);
        const own = sold.filter(({ is_intraday }) => is_intraday);
        const others = sold.filter(({ is_intraday }) => !is_intraday);
        const near = (one: number, other: number, what: string) =>
          assert.ok(Math.abs(one - other) < 1e-6, `${what}: ${one} is not ${other}`);
        near(sumOf(own, 'gain'), slow.intraday, 'intraday gain');
        near(sumOf(own, 'quantity'), slow.intradayUnits, 'intraday units');
        near(sumOf(others, 'gain'), slow.delivered, 'gain of delivered units');
        near(position.realised_fifo.toNumber(), slow.intraday + slow.delivered, 'realised gain');
        near(position.unmatched_quantity.toNumber(), slow.unmatched, 'units without a purchase');
        const held = new Map<string, { units: number; cost: number }>();
        for (const lot of position.lots()) {
          const day = held.get(lot.date) ?? { units: 0, cost: 0 };
          held.set(lot.date, {
            units: day.units + lot.quantity.toNumber(),
            cost: day.cost + (lot.cost?.toNumber() ?? Number.NaN),
          });
        }
        assert.deepEqual([...held.keys()].sort(), [...slow.held.keys()].sort());
        for (const [day, lot] of held) {
          near(lot.units, slow.held.get(day)?.units ?? Number.NaN, `units of ${day}`);
          near(lot.cost, slow.held.get(day)?.cost ?? Number.NaN, `cost of ${day}`);
        }
        // Bought = sold from lots + held, in units and in money.
        const bought = trades.filter(({ isSale }) => !isSale);
        near(
          bought.reduce((sum, { units }) => sum + units, 0),
          sumOf(sold, 'quantity') + position.quantity.toNumber(),
          'units',
        );
        near(
          bought.reduce((sum, { units, price, charge }) => sum + units * (price + charge), 0),
          sumOf(sold, 'cost') + position.fifo_cost_basis.toNumber(),
          'money',
        );
        if (own.length > 0) intradayRuns += 1;
        if (own.length > 0 && others.length > 0) mixedRuns += 1;
      }),
      { numRuns: sampled(150, 20_000) },
    );
    assert.ok(intradayRuns > 20 && mixedRuns > 10, `${intradayRuns} and ${mixedRuns} runs had such days`);
  });

  it('a lot that is kept for years does not collect the emptied lots of later days', () => {
    const builder = ledger().intradayFirst().buy('TCS', 1, 100, '2020-01-01');
    for (let nr = 0; nr < 2000; nr += 1) builder.buy('TCS', 1, 100, '2025-01-01');
    for (let nr = 0; nr < 2000; nr += 1) builder.sell('TCS', 1, 101, '2025-01-01');
    const position = only(builder);
    assert.deepEqual(lotsOf(position), [['2020-01-01', 1, 100]]);
    assert.equal(position.realised_fifo.toNumber(), 2000);
  });
});
