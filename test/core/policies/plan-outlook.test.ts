import assert from 'node:assert/strict';
import { bookBefore, outlookOf } from '../../../core/policies/cycle/plan-outlook.ts';
import { parseAmount, parseFixed } from '../../../core/platform/index.ts';
import type { LegalKind } from '../../../core/finance/tax-law/index.ts';

type Planned = Parameters<typeof bookBefore>[0];
type Order = Parameters<typeof outlookOf>[0];

const SECURITIES = [
  { instrument_id: '11', symbol: 'TCS', name: 'TCS Ltd', sector: 'IT' },
  { instrument_id: '12', symbol: 'INFY', name: null, sector: null },
];

const planned = (kind: LegalKind | null, orders: Partial<Order>[] = []): Planned =>
  ({
    day: '2026-11-27',
    market: {
      panel: { securities: SECURITIES },
      legalKinds: [kind, kind],
      symbol: (security: number) => SECURITIES[security]?.symbol ?? '',
    },
    pricedAs: [
      {
        security: 0,
        quantity: parseFixed('10'),
        price: parseFixed('3500.5'),
        pricedOn: '2026-11-27',
        missed: 0,
      },
    ],
    session: { orders },
  }) as unknown as Planned;

/** A sale of parts that were bought on some days, each with its gain. */
const sale = (...parts: [bought: string, term: 'SHORT' | 'LONG', gain: string][]): Order =>
  ({
    side: 'SELL',
    security: 0,
    quantity: parseFixed('5'),
    outcome: {
      taxable: parts.map(([bought, term, gain]) => ({ bought, term, rate_pct: 0, gain: parseAmount(gain) })),
    },
  }) as unknown as Order;

const termsOf = (kind: LegalKind | null, order: Order) => outlookOf(order, planned(kind), new Map())?.sale;

describe('what is kept of a plan beside its orders', () => {
  it('a sale of several lots: taxable gains by term, and from when on waiting makes them long-term', () => {
    const lots = sale(
      ['2025-01-10', 'LONG', '100.25'],
      ['2026-01-27', 'SHORT', '40'],
      ['2026-06-30', 'SHORT', '60'],
    );
    assert.deepEqual(termsOf('LISTED_EQUITY', lots), {
      short_term_gain: 100,
      long_term_gain: 100.25,
      // More than 12 months: the day after the same day of the next year.
      long_term_from: '2027-01-28',
      all_long_term_from: '2027-07-01',
      tax_unknown: null,
    });
  });

  it('a short-term loss has nothing to wait for; units that never become long-term have no day', () => {
    const loss = termsOf('LISTED_EQUITY', sale(['2026-06-30', 'SHORT', '-60']));
    assert.deepEqual([loss?.long_term_from, loss?.all_long_term_from], [null, null]);
    // Debt funds bought from April 2023 on are short-term however long they are held (section 50AA).
    const debt = termsOf('DEBT_FUND', sale(['2024-06-30', 'SHORT', '60']));
    assert.deepEqual([debt?.long_term_from, debt?.all_long_term_from, debt?.tax_unknown], [null, null, null]);
  });

  it('what the law cannot be told of has an unknown tax, with a reason; a purchase has no sale', () => {
    assert.match(
      termsOf(null, sale(['2026-06-30', 'SHORT', '60']))?.tax_unknown ?? '',
      /does not know how the law taxes TCS/,
    );
    const purchase = {
      side: 'BUY',
      security: 1,
      quantity: parseFixed('1'),
      outcome: null,
    } as unknown as Order;
    const turnover = { median: 5_000_000, sessions: 20 };
    assert.deepEqual(outlookOf(purchase, planned('LISTED_EQUITY'), new Map([['12', turnover]])), {
      sale: null,
      turnover,
    });
    assert.equal(outlookOf({ ...purchase, quantity: 0n }, planned('LISTED_EQUITY'), new Map()), null);
  });

  it('the book has what is held, and with a quantity of 0 what the plan would begin to hold', () => {
    const orders = [
      { security: 1, quantity: parseFixed('3'), price: parseFixed('1500') },
      { security: 0, quantity: parseFixed('1'), price: parseFixed('3500.5') },
    ];
    const at = { priced_on: '2026-11-27' };
    assert.deepEqual(bookBefore(planned('LISTED_EQUITY', orders)), [
      { ...at, symbol: 'TCS', name: 'TCS Ltd', sector: 'IT', quantity: 10, price: 3500.5, value: 35_005 },
      { ...at, symbol: 'INFY', name: null, sector: null, quantity: 0, price: 1500, value: 0 },
    ]);
  });
});
