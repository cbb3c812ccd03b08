import assert from 'node:assert/strict';
import { explainHoldings, holdingsNow } from '../../../../core/policies/live/explain-holdings.ts';
import type { HoldingFacts } from '../../../../core/policies/live/own-records.ts';
import { Decimal } from '../../../../core/platform/index.ts';

const of = (value: number) => new Decimal(value);
const at = (text: string) => new Date(`${text}:00+05:30`);
const TCS = { symbol: 'TCS', isin: 'INE467B01029' };
const order = (quantity: number, tag = 'T1', side: 'BUY' | 'SELL' = 'BUY') => ({
  tag,
  symbol: 'TCS',
  side,
  state: 'CANCELLED' as const,
  quantity: of(quantity),
  instrument_id: '1',
  broker_order_ids: ['77'],
});
const unfilled = (quantity: number, more: object = {}, tag = 'T1', side: 'BUY' | 'SELL' = 'BUY') => ({
  order: order(quantity, tag, side),
  since: at('2026-11-26T10:00'),
  booked: of(0),
  is_settled: false,
  is_named: false,
  ...more,
});
const row = (quantity: number, more: object = {}) => ({
  ...TCS,
  day: '2026-11-26',
  type: 'BUY' as const,
  quantity: of(quantity),
  time: '11:00:00',
  is_synced: true,
  execution_id: 'NSE:2026-11-26:1',
  ...more,
});
const records = (quantity: number, more: object = {}) => ({
  portfolio: 'ZERODHA - AB1234',
  listed_at: at('2026-11-30T08:00'),
  holdings: [{ ...TCS, quantity: of(quantity), is_listed: true }],
  rows: [],
  ...more,
});
const facts = (broker: number, books: number, more: Partial<HoldingFacts> = {}): HoldingFacts => ({
  held: [{ ...TCS, quantity: String(broker) }],
  known: [
    { ...TCS, instrument_id: '1', policies: books > 0 ? [{ name: 'Momentum', quantity: of(books) }] : [] },
  ],
  records: null,
  trades: [],
  orders: [],
  ownIds: new Set(['77']),
  earlier: [],
  moving: new Set(),
  exDates: new Map(),
  now: at('2026-11-30T09:00'),
  ...more,
});
const MORNING = { at: at('2026-11-26T09:00').toISOString() };
const had = (units: number) => [{ ...MORNING, beyond: { [TCS.isin]: String(units) } }];

/** Own, unknown, and the order that is named. */
const explained = (of_: HoldingFacts) => {
  const [share] = explainHoldings(of_).shares;
  return [share?.own ?? null, share?.unknown, share?.order];
};

describe('explaining the shares of an account', () => {
  const cases: [string, HoldingFacts, (string | null)[]][] = [
    ['books alone', facts(10, 10), [null, '0', null]],
    ['nothing is recorded', facts(15, 10), [null, '5', null]],
    [
      'a list that a sync read has the shares of policies too',
      facts(15, 10, { records: records(15) }),
      ['5', '0', null],
    ],
    [
      'an old list lacks what policies bought since',
      facts(15, 10, {
        records: records(5),
        trades: [
          {
            instrument_id: '1',
            day: '2026-11-30',
            sent: at('2026-11-30T08:30'),
            at: at('2026-11-30T08:30'),
            side: 'BUY',
            quantity: of(10),
          },
        ],
      }),
      ['5', '0', null],
    ],
    ['the person sold since the list was read', facts(12, 10, { records: records(15) }), ['2', '0', null]],
    [
      'records by hand have no shares of policies',
      facts(15, 10, {
        records: records(5, { listed_at: null, holdings: [{ ...TCS, quantity: of(5), is_listed: false }] }),
      }),
      ['5', '0', null],
    ],
    [
      'a tradebook of the account has a purchase of a policy',
      facts(15, 10, {
        records: records(15, {
          listed_at: null,
          holdings: [{ ...TCS, quantity: of(15), is_listed: false }],
          rows: [row(10, { is_synced: false })],
        }),
        trades: [
          {
            instrument_id: '1',
            day: '2026-11-26',
            sent: at('2026-11-26T10:00'),
            at: at('2026-11-26T10:00'),
            side: 'BUY',
            quantity: of(10),
          },
        ],
      }),
      ['5', '0', null],
    ],
    [
      'as many more as an order of ours',
      facts(13, 10, { orders: [unfilled(3)], earlier: had(0) }),
      [null, '3', 'T1'],
    ],
    [
      'the rest of one filled in part',
      facts(13, 10, { orders: [unfilled(5, { booked: of(2) })], earlier: had(0) }),
      [null, '3', 'T1'],
    ],
    ['of another number', facts(14, 10, { orders: [unfilled(3)], earlier: had(0) }), [null, '4', null]],
    [
      'as many, but since before',
      facts(13, 10, { orders: [unfilled(3)], earlier: had(3) }),
      [null, '3', null],
    ],
    ['nothing was read before', facts(13, 10, { orders: [unfilled(3)] }), [null, '3', 'T1']],
    [
      'settled as the person’s own',
      facts(13, 10, { orders: [unfilled(3, { is_settled: true }), unfilled(3, {}, 'T2')], earlier: had(0) }),
      [null, '3', null],
    ],
    [
      'the sync recorded them as a trade of that day: the exchange’s number names no order',
      facts(13, 10, { orders: [unfilled(3)], earlier: had(0), records: records(13, { rows: [row(3)] }) }),
      ['0', '3', 'T1'],
    ],
    [
      'the sync recorded a trade of another day',
      facts(13, 10, {
        orders: [unfilled(3)],
        earlier: had(0),
        records: records(13, { rows: [row(3, { day: '2026-11-27' })] }),
      }),
      ['3', '0', null],
    ],
    [
      'Dhan’s trade names an order of the person',
      facts(13, 10, {
        orders: [unfilled(3)],
        earlier: had(0),
        records: records(13, { rows: [row(3, { execution_id: 'DHAN:2026-11-26:99:EQUITY:BUY' })] }),
      }),
      ['3', '0', null],
    ],
    [
      'Dhan’s trade names our order',
      facts(13, 10, {
        orders: [unfilled(3)],
        earlier: had(0),
        records: records(13, { rows: [row(3, { execution_id: 'DHAN:2026-11-26:77:EQUITY:BUY' })] }),
      }),
      ['0', '3', 'T1'],
    ],
    [
      'a bonus lies between',
      facts(13, 10, { orders: [unfilled(3)], earlier: had(0), exDates: new Map([['1', ['2026-11-27']]]) }),
      [null, '3', null],
    ],
    [
      'an order is under way',
      facts(13, 10, { orders: [unfilled(3)], earlier: had(0), moving: new Set(['1']) }),
      [null, '3', null],
    ],
    [
      'as many fewer as a sale, from the person’s own',
      facts(12, 10, { orders: [unfilled(3, {}, 'T1', 'SELL')], earlier: had(5) }),
      [null, '2', 'T1'],
    ],
    [
      'the person sold their own since a list of before the sale, and nothing was read before',
      facts(10, 10, {
        orders: [unfilled(5, {}, 'T1', 'SELL')],
        records: records(15, { listed_at: at('2026-11-20T08:00') }),
      }),
      ['0', '0', null],
    ],
    [
      'the person sold their own since a list of after the sale',
      facts(10, 10, { orders: [unfilled(5, {}, 'T1', 'SELL')], records: records(15) }),
      ['0', '0', null],
    ],
    [
      'a sale that was filled late: the list of after it has fewer shares than the books',
      facts(5, 10, { orders: [unfilled(5, {}, 'T1', 'SELL')], records: records(5) }),
      ['0', '0', 'T1'],
    ],
    [
      'shares bought by the person since a list of before the purchase',
      facts(13, 10, {
        orders: [unfilled(3)],
        records: records(10, { listed_at: at('2026-11-20T08:00') }),
      }),
      ['0', '3', null],
    ],
    [
      'a list that was read while an order was being filled has four of its shares, which are not the person’s',
      facts(13, 10, {
        orders: [unfilled(3)],
        records: records(4),
        trades: [
          {
            instrument_id: '1',
            day: '2026-11-30',
            sent: at('2026-11-30T07:59'),
            at: at('2026-11-30T08:01'),
            side: 'BUY',
            quantity: of(10),
          },
        ],
      }),
      ['0', '3', null],
    ],
  ];
  for (const [title, given, expected] of cases)
    it(`orders/Second witness: ${title}`, () => {
      assert.deepEqual(explained(given), expected);
    });

  it('orders/Second witness: two orders that were both filled late are both named', () => {
    const later = unfilled(4, { since: at('2026-11-27T10:00') }, 'T2');
    const { suspects } = explainHoldings(facts(17, 10, { orders: [unfilled(3), later], earlier: had(0) }));
    assert.deepEqual(
      suspects
        .map(
          ({
            unfilled: {
              order: { tag },
            },
          }) => tag,
        )
        .sort(),
      ['T1', 'T2'],
    );
  });

  /** Numbers that a seed decides. */
  const random = (seed: number) => {
    let state = seed;
    return (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
  };

  it('orders/Second witness: whatever the person does, in any order, a share is explained once and an order is named only for exactly its rest', () => {
    for (let seed = 1; seed <= 1_500; seed += 1) {
      const next = random(seed);
      // The second computation: every share is kept by whose it is.
      let [books, persons, secret, late] = [of(10 + next(20)), of(next(10)), of(next(3)), of(0)];
      const earlier = [
        holdingsNow(
          explainHoldings(facts(books.plus(persons).plus(secret).toNumber(), books.toNumber())).shares,
          at('2026-11-26T09:00'),
        ),
      ];
      const rest = 1 + next(9);
      const rows: ReturnType<typeof row>[] = [];
      let change = of(0);
      for (let event = 0; event < next(6); event += 1) {
        const quantity = 1 + next(9);
        switch (next(4)) {
          case 0:
            persons = persons.plus(quantity);
            rows.push(row(quantity, { day: '2026-11-27' }));
            break;
          case 1: {
            const sold = Decimal.min(persons, quantity);
            if (sold.isZero()) break;
            persons = persons.minus(sold);
            rows.push(row(sold.toNumber(), { day: '2026-11-27', type: 'SELL' }));
            break;
          }
          case 2:
            secret = secret.plus(quantity);
            change = change.plus(quantity);
            break;
          default:
            if (late.isZero()) late = of(rest);
        }
      }
      const broker = books.plus(persons).plus(secret).plus(late);
      const given = facts(broker.toNumber(), books.toNumber(), {
        orders: [unfilled(rest)],
        earlier,
        records: records(books.plus(persons).toNumber(), { rows }),
      });
      const [share] = explainHoldings(given).shares;
      const parts = of(0)
        .plus(books)
        .plus(share?.own ?? 0)
        .plus(share?.unknown ?? 0);
      assert.ok(parts.eq(broker), `seed ${seed}: ${parts.toFixed()} of ${broker.toFixed()}`);
      assert.equal(share?.own, persons.toFixed(), `seed ${seed}`);
      const isNamed = change.plus(late).eq(rest);
      assert.equal(share.order, isNamed ? 'T1' : null, `seed ${seed}`);
    }
  });
});
