import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Fill } from '../../../../core/options/tradebook/fill.ts';
import { apportion, costsOfFills, totalOf } from '../../../../core/options/tradebook/fill-costs.ts';
import { legsOf } from '../../../../core/options/tradebook/legs.ts';
import { grossOf } from '../../../../core/options/tradebook/trade-records.ts';
import { type Trade, tradesOf } from '../../../../core/options/tradebook/trades.ts';

const NOW = new Date('2026-01-09T10:00:00.000Z');
const EXPIRY = '2026-01-13';
let numbers = 0;

function fill(given: Partial<Fill> & { strike?: number | null }): Fill {
  numbers += 1;
  const {
    strike = 26_000,
    instrument = 'PE',
    at = `2026-01-05T04:00:${String(numbers % 60).padStart(2, '0')}.000Z`,
  } = given;
  return {
    fill_id: `fill-${numbers}`,
    source: 'test',
    exchange: 'NSE',
    at,
    day: at.slice(0, 10),
    trade_number: String(numbers),
    order_id: `order-${numbers}`,
    symbol: `NIFTY26113${strike ?? ''}${instrument}`,
    underlying: 'NIFTY',
    instrument,
    expiry: EXPIRY,
    strike,
    side: 'SELL',
    quantity: 75,
    price: 100,
    brokerage: null,
    costs: null,
    strategy: 'tradebook',
    given_tag: null,
    ...given,
  };
}
const time = (minute: number) => new Date(Date.parse('2026-01-05T04:00:00Z') + minute * 60_000).toISOString();
const trades = (fills: Fill[], settled: number | null = null, now = NOW): Trade[] =>
  tradesOf(fills, { settled: () => settled, now });
const brief = ({ opened_at, closed_at, fills, closed, open }: Trade) => ({
  opened_at,
  closed_at,
  fills: fills.map(({ quantity }) => quantity),
  closed: closed.map(({ side, quantity, entry, exit }) => [
    side,
    quantity,
    entry / 10_000,
    exit === null ? null : exit / 10_000,
  ]),
  open: open.map(({ side, quantity }) => [side, quantity]),
});

describe('decisions/Options workspace: the trades of a tradebook', () => {
  it('what was opened first is closed first, and a partial close leaves the trade open', () => {
    const [trade, ...others] = trades([
      fill({ at: time(0), price: 100, quantity: 75 }),
      fill({ at: time(1), price: 110, quantity: 75 }),
      fill({ at: time(2), side: 'BUY', price: 90, quantity: 100 }),
    ]);
    assert.equal(others.length, 0);
    assert.deepEqual(brief(trade as Trade), {
      opened_at: time(0),
      closed_at: null,
      fills: [75, 75, 100],
      closed: [
        ['SELL', 75, 100, 90],
        ['SELL', 25, 110, 90],
      ],
      open: [['SELL', 50]],
    });
    // (100 − 90) × 75 + (110 − 90) × 25
    assert.equal(grossOf(trade as Trade), 1_250);
  });

  it('contracts of one expiry that are open at the same time are one trade; what begins once all is flat is another', () => {
    const found = trades([
      fill({ at: time(0), strike: 26_000 }),
      fill({ at: time(1), strike: 26_500, instrument: 'CE' }),
      fill({ at: time(2), strike: 26_000, side: 'BUY' }),
      fill({ at: time(3), strike: 26_500, instrument: 'CE', side: 'BUY' }),
      fill({ at: time(4), strike: 26_000 }),
      fill({ at: time(4), strike: 26_000, expiry: '2026-01-20', symbol: 'NIFTY2612026000PE' }),
    ]);
    assert.deepEqual(
      found.map(({ fills, closed_at, tag }) => [tag, fills.length, closed_at]),
      [
        ['TB-NIFTY-260113-20260105-093000', 4, time(3)],
        ['TB-NIFTY-260113-20260105-093400', 1, null],
        ['TB-NIFTY-260120-20260105-093400', 1, null],
      ],
    );
  });

  it('a fill that closes one trade and opens the next is cut in two; inside a larger trade it is not', () => {
    const alone = trades([
      fill({ at: time(0), quantity: 75, price: 100 }),
      fill({ at: time(1), side: 'BUY', quantity: 150, price: 90 }),
      fill({ at: time(2), quantity: 75, price: 95 }),
    ]);
    assert.deepEqual(
      alone.map(({ fills, tag }) => [tag, fills.map(({ quantity }) => quantity)]),
      [
        ['TB-NIFTY-260113-20260105-093000', [75, 75]],
        ['TB-NIFTY-260113-20260105-093100', [75, 75]],
      ],
    );
    const whole = trades([
      fill({ at: time(0), strike: 26_500, instrument: 'CE' }),
      fill({ at: time(1), quantity: 75 }),
      fill({ at: time(2), side: 'BUY', quantity: 150 }),
    ]);
    assert.deepEqual(
      whole.map(({ fills, open }) => [fills.length, open.map(({ side, quantity }) => [side, quantity])]),
      [
        [
          3,
          [
            ['SELL', 75],
            ['BUY', 75],
          ],
        ],
      ],
    );
  });

  it('a future that expired is worth its settlement, an option what it is in the money, and nothing is guessed', () => {
    const fills = [
      fill({ at: time(0), strike: 26_000, price: 100 }),
      fill({
        at: time(1),
        strike: null,
        instrument: 'FUT',
        symbol: 'NIFTY26JANFUT',
        side: 'BUY',
        price: 25_900,
      }),
    ];
    const after = new Date('2026-01-13T10:00:00.000Z');
    const [unknown] = trades(fills, null, after);
    assert.deepEqual([unknown?.closed_at, grossOf(unknown as Trade)], ['2026-01-13T10:00:00.000Z', null]);
    // The put of 26,000 is 50 in the money at 25,950: (100 − 50) × 75 = 3,750. The future gains 50 × 75 = 3,750.
    const [known] = trades(fills, 25_950, after);
    assert.equal(grossOf(known as Trade), 7_500);
    assert.equal(trades(fills, 25_950, new Date('2026-01-13T09:59:59.000Z'))[0]?.closed_at, null);
  });

  it('brokerage counts for an order, however many fills it has, and its parts add up', () => {
    const parts = [1, 2, 3].map(() => fill({ at: time(0), order_id: 'one', quantity: 25, price: 33.35 }));
    const costs = costsOfFills([...parts, fill({ at: time(1), order_id: 'other' })]);
    const brokerage = parts.map(({ fill_id }) => costs.get(fill_id)?.brokerage ?? 0);
    assert.equal(
      brokerage.reduce((sum, part) => sum + part, 0),
      200_000,
    );
    assert.equal(costs.get(`fill-${numbers}`)?.brokerage, 200_000);
  });

  it('parts of a whole add up to it', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 10_000_000 }),
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
        (whole, weights) => {
          const parts = apportion(whole, weights.map(BigInt));
          assert.equal(
            parts.reduce((sum, part) => sum + part, 0),
            whole,
          );
          const sum = weights.reduce((one, other) => one + other, 0);
          for (const [at, part] of parts.entries())
            assert.ok(Math.abs(part - (whole * (weights[at] ?? 0)) / sum) <= 1);
        },
      ),
    );
  });

  it('a slow count of cash comes to the same: what was paid and got, over trades and over their legs', () => {
    const anyFill = fc.record({
      strike: fc.constantFrom(25_900, 26_000, 26_100),
      side: fc.constantFrom('BUY' as const, 'SELL' as const),
      quantity: fc.integer({ min: 1, max: 4 }).map((lots) => lots * 75),
      price: fc.integer({ min: 1, max: 20_000 }).map((ticks) => ticks / 20),
    });
    fc.assert(
      fc.property(fc.array(anyFill, { minLength: 1, maxLength: 30 }), (rows) => {
        const fills = rows.map((row, at) => fill({ ...row, at: time(at), trade_number: String(at + 1) }));
        const found = trades(fills);
        // Each unit of each fill is in exactly one trade.
        const used = new Map<string, number>();
        for (const { fills: parts } of found)
          for (const {
            fill: { fill_id },
            quantity,
          } of parts)
            used.set(fill_id, (used.get(fill_id) ?? 0) + quantity);
        for (const { fill_id, quantity } of fills) assert.equal(used.get(fill_id), quantity);
        let costs = 0;
        for (const trade of found) {
          const signed = (side: string, value: number) => (side === 'SELL' ? value : -value);
          const cash = trade.fills.reduce(
            (sum, { fill: { side, price }, quantity }) =>
              sum + signed(side, Math.round(price * 10_000) * quantity),
            0,
          );
          const tiedUp = trade.open.reduce(
            (sum, { side, entry, quantity }) => sum + signed(side, entry * quantity),
            0,
          );
          assert.equal(Math.round((grossOf(trade) ?? 0) * 10_000), cash - tiedUp);
          const legs = legsOf(trade.closed).reduce(
            (sum, { side, quantity, entry_price, exit_price }) =>
              sum +
              signed(
                side,
                (Math.round(entry_price * 10_000) - Math.round((exit_price ?? 0) * 10_000)) * quantity,
              ),
            0,
          );
          assert.equal(legs, cash - tiedUp);
          assert.equal(trade.closed_at === null, trade.open.length > 0);
          costs += trade.costs === null ? 0 : totalOf(trade.costs);
        }
        const all = [...costsOfFills(fills).values()];
        assert.equal(
          costs,
          all.reduce((sum, one) => sum + (one === null ? 0 : totalOf(one)), 0),
        );
      }),
    );
  });
});
