import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ledger, type LedgerBuilder } from '../../../support/ledger-builder.ts';
import { sampled } from '../../../support/soak.ts';

const lastOf = (books: LedgerBuilder): [string, string] | null => {
  const last = books.replay().find('Main', 'TCS')?.last_trade ?? null;
  return last === null ? null : [last.date, last.price.toFixed()];
};
const bought = () => ledger().buy('TCS', 10, 300, '2024-01-05');

describe('portfolio/States and transitions: the price of the last trade, in units of today', () => {
  for (const [what, books, expected] of [
    ['a purchase has a price', bought(), ['2024-01-05', '300']],
    [
      'so has a sale, such as a redemption',
      bought().sell('TCS', 4, 320, '2024-02-01'),
      ['2024-02-01', '320'],
    ],
    ['of one day the last counts', bought().sell('TCS', 4, 310, '2024-01-05'), ['2024-01-05', '310']],
    // 300 for one old share is 60 for each of five.
    ['a split divides it', bought().split('TCS', 5, '2024-03-01'), ['2024-01-05', '60']],
    ['a consolidation multiplies it', bought().split('TCS', 0.1, '2024-03-01'), ['2024-01-05', '3000']],
    // 10 at 300 are 20 at 150.
    ['free shares dilute it', bought().buy('TCS', 10, 0, '2024-03-01'), ['2024-01-05', '150']],
    [
      'a trade after a split is in new units',
      bought().split('TCS', 5, '2024-03-01').buy('TCS', 1, 70, '2024-03-01'),
      ['2024-03-01', '70'],
    ],
    ['a dividend is no price', bought().dividend('TCS', 10, 5, '2024-04-01'), ['2024-01-05', '300']],
    [
      'units that come by a transfer have none',
      bought().transferIn('TCS', 5, '2024-05-01'),
      ['2024-01-05', '300'],
    ],
    ['nothing but a transfer has none', ledger().transferIn('TCS', 5, '2024-05-01'), null],
    ['nothing but free shares has none', ledger().buy('TCS', 5, 0, '2024-05-01'), null],
    [
      'a purchase that is cancelled at its price no longer counts',
      bought().buy('TCS', -10, 300, '2024-06-01'),
      null,
    ],
  ] as const) {
    it(what, () => assert.deepEqual(lastOf(books), expected));
  }

  // Without a stated division of the cost nothing of it leaves.
  for (const part of ['0.2', '0'])
    it(`a price from before a demerger of ${part} of the cost no longer counts, until the next trade`, () => {
      const books = bought();
      const [first] = books.rows;
      assert.ok(first !== undefined);
      books.rows.push({
        ...first,
        id: '2',
        type: 'DEMERGER',
        quantity: part,
        price: '0',
        date: '2024-03-01',
      });
      assert.equal(lastOf(books), null);
      assert.deepEqual(lastOf(books.buy('TCS', 1, 250, '2024-03-04')), ['2024-03-04', '250']);
    });

  it('the average cost of an opening position is not the price of a trade', () => {
    const alone = bought();
    alone.rows.splice(0, 1, ...alone.rows.map((row) => ({ ...row, is_opening: true })));
    assert.equal(lastOf(alone), null);
    const later = bought().buy('TCS', 5, 180, '2024-02-01');
    later.rows.splice(1, 1, ...later.rows.slice(1).map((row) => ({ ...row, is_opening: true })));
    assert.deepEqual(lastOf(later), ['2024-01-05', '300']);
  });

  it('random trades and splits in any order: the newest price, divided by the splits after it', () => {
    const DAY = fc.integer({ min: 1, max: 28 });
    const trades = fc.uniqueArray(fc.record({ day: DAY, price: fc.integer({ min: 1, max: 5000 }) }), {
      selector: ({ day }) => day,
      minLength: 1,
      maxLength: 6,
    });
    const splits = fc.uniqueArray(fc.record({ day: DAY, ratio: fc.constantFrom(2, 4, 5) }), {
      selector: ({ day }) => day,
      maxLength: 3,
    });
    const on = (day: number) => `2024-01-${String(day).padStart(2, '0')}`;
    fc.assert(
      fc.property(trades, splits, fc.infiniteStream(fc.nat()), (bought_, split_, order) => {
        const books = ledger();
        const first = Math.min(...bought_.map(({ day }) => day));
        const counted = split_.filter(({ day }) => day > first);
        for (const one of [...bought_, ...counted].sort(() => ((order.next().value ?? 0) % 3) - 1)) {
          if ('price' in one) books.buy('TCS', 8, one.price, on(one.day));
          else books.split('TCS', one.ratio, on(one.day));
        }
        // The second way: the newest trade by day alone, and each later ratio.
        const newest = bought_.reduce((last, one) => (one.day > last.day ? one : last));
        const ratio = counted.reduce((all, one) => (one.day > newest.day ? all * one.ratio : all), 1);
        assert.deepEqual(lastOf(books), [on(newest.day), String(newest.price / ratio)]);
      }),
      { numRuns: sampled(60, 3000) },
    );
  });
});
