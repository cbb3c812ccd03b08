import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCalendar, createSettlementDays } from '../../../../core/market/calendar/index.ts';
import { addDays, Decimal } from '../../../../core/platform/index.ts';
import { settlementOf, type Trade } from '../../../../core/portfolio/settlement/index.ts';

const settlement = createSettlementDays(createCalendar());
const shares = settlement.of('Indian Equity', 'INR');

const row = (id: number, type: Trade['type'], quantity: number, date: string): Trade => ({
  id: String(id),
  portfolio: '1',
  symbol: 'TCS',
  date,
  type,
  quantity: String(quantity),
  price: type === 'SPLIT' ? '0' : '100',
  fee_tax: '0',
  currency: 'INR',
});
const holding = (quantity: number, over: Partial<Parameters<typeof settlementOf>[0]> = {}) => ({
  portfolio: 'Dhan',
  quantity: new Decimal(quantity),
  stock_arriving: null,
  pledged_quantity: null,
  blocked_quantity: null,
  stock_day: null,
  ...over,
});
const units = (value: number) => new Decimal(value);

describe('the parts of a holding by their delivery', () => {
  const old = row(1, 'BUY', 10, '2026-02-02');
  // Friday 6 March settles on Monday 9 March; Wednesday and Thursday 18 and 19 March on Friday 20 March.
  const cases: [string, Trade[], Parameters<typeof settlementOf>[0], string, string][] = [
    ['long held', [old], holding(10), '2026-03-06', 'All 10 delivered.'],
    [
      'bought today',
      [old, row(2, 'BUY', 10, '2026-03-06')],
      holding(20),
      '2026-03-06',
      '10 delivered; 10 bought, arriving on 9 Mar 2026. Delivered and free to sell: 10.',
    ],
    [
      'on the day of delivery it is still on its way',
      [old, row(2, 'BUY', 10, '2026-03-06')],
      holding(20),
      '2026-03-09',
      '10 delivered; 10 bought, arriving on 9 Mar 2026. Delivered and free to sell: 10.',
    ],
    [
      'the next morning it is there',
      [old, row(2, 'BUY', 10, '2026-03-06')],
      holding(20),
      '2026-03-10',
      'All 20 delivered.',
    ],
    [
      'sold today',
      [old, row(2, 'SELL', 4, '2026-03-06')],
      holding(6),
      '2026-03-06',
      '10 delivered; 4 sold, leaving on 9 Mar 2026. Delivered and free to sell: 6.',
    ],
    [
      'bought and sold on one day: only the rest moves',
      [old, row(2, 'BUY', 5, '2026-03-06'), row(3, 'SELL', 3, '2026-03-06')],
      holding(12),
      '2026-03-06',
      '10 delivered; 2 bought, arriving on 9 Mar 2026. Delivered and free to sell: 10.',
    ],
    [
      'a day without deliveries between',
      [old, row(2, 'BUY', 5, '2026-03-18'), row(3, 'BUY', 1, '2026-03-19')],
      holding(16),
      '2026-03-19',
      '10 delivered; 6 bought, arriving on 20 Mar 2026. Delivered and free to sell: 10.',
    ],
    [
      'a split multiplies what is on its way too',
      [old, row(2, 'BUY', 10, '2026-03-06'), row(3, 'SPLIT', 2, '2026-03-09')],
      holding(40),
      '2026-03-09',
      '20 delivered; 20 bought, arriving on 9 Mar 2026. Delivered and free to sell: 20.',
    ],
    [
      'pledged, and held by an open order',
      [old],
      holding(10, { pledged_quantity: units(3), blocked_quantity: units(2) }),
      '2026-03-06',
      '10 delivered; 3 pledged; 2 held by open orders. Delivered and free to sell: 5.',
    ],
    [
      'a sale is no open order',
      [old, row(2, 'SELL', 4, '2026-03-06')],
      holding(6, { blocked_quantity: units(5) }),
      '2026-03-06',
      '10 delivered; 4 sold, leaving on 9 Mar 2026; 1 held by open orders. Delivered and free to sell: 5.',
    ],
    [
      'the broker lists a purchase that is not on record',
      [],
      holding(20, { stock_arriving: units(10), stock_day: '2026-03-09' }),
      '2026-03-09',
      '10 delivered; 10 bought, arriving on 9 Mar 2026. Delivered and free to sell: 10.',
    ],
    [
      'the broker and the ledger speak of one purchase',
      [old, row(2, 'BUY', 10, '2026-03-06')],
      holding(20, { stock_arriving: units(10), stock_day: '2026-03-09' }),
      '2026-03-09',
      '10 delivered; 10 bought, arriving on 9 Mar 2026. Delivered and free to sell: 10.',
    ],
    [
      'an old list tells nothing of today',
      [],
      holding(20, { stock_arriving: units(10), stock_day: '2026-03-04' }),
      '2026-03-09',
      'All 20 delivered.',
    ],
  ];
  for (const [title, rows, held, today, expected] of cases)
    it(title, () => {
      assert.equal(settlementOf(held, rows, { settles: shares, today }).summary, expected);
    });

  it('units of funds count from their own day', () => {
    const rows = [row(1, 'BUY', 10, '2026-03-06')];
    const settles = settlement.of('Mutual Fund', 'INR');
    assert.equal(
      settlementOf(holding(10), rows, { settles, today: '2026-03-06' }).summary,
      'All 10 delivered.',
    );
  });

  it('what is delivered and on its way is what is held, as a count of each trade has it', () => {
    const trades = fc.array(
      fc.record({ back: fc.nat(30), units: fc.integer({ min: -20, max: 20 }).filter((one) => one !== 0) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(trades, fc.nat(60), (wanted, shift) => {
        const today = addDays('2026-03-02', shift);
        let [held, delivered] = [0, 0];
        const rows: Trade[] = [];
        for (const [at, one] of wanted.toSorted((a, b) => b.back - a.back).entries()) {
          const date = addDays(today, -one.back);
          if (held + one.units < 0) continue;
          held += one.units;
          // Delivered by the evening before: each trade by itself.
          if (shares(date) < today) delivered += one.units;
          rows.push(row(at + 1, one.units > 0 ? 'BUY' : 'SELL', Math.abs(one.units), date));
        }
        const found = settlementOf(holding(held), rows, { settles: shares, today });
        const sum = (parts: { quantity: number }[]) => parts.reduce((all, { quantity }) => all + quantity, 0);
        assert.equal(found.delivered + sum(found.arriving) - sum(found.leaving), held);
        assert.equal(found.delivered, Math.max(delivered, 0));
        assert.ok(found.sellable >= 0 && found.sellable <= Math.max(delivered, 0));
      }),
    );
  });
});
