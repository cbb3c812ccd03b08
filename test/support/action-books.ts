import fc from 'fast-check';
import type { AppliedAction } from '../../core/portfolio/positions/applied-action.ts';
import type { LedgerTransaction, TransactionType } from '../../core/portfolio/ledger/transaction.ts';

/** One portfolio: what was recorded, and the corporate actions that were applied. */
export interface ActionBooks {
  rows: LedgerTransaction[];
  actions: AppliedAction[];
}

/** Shares, and mutual funds, which are held in fractions; an action leads from one to another of its kind. */
export const SHARES = ['ALPHA', 'BETA', 'GAMMA', 'DELTA'];
export const FUNDS = ['ONE FUND', 'TWO FUND'];
/** Few days, so that much happens on one; far enough apart for what is booked weeks after its ex-date. */
export const DAYS = [0, 1, 2, 3, 5, 8, 13, 14, 21, 34, 50, 70, 90, 130].map((day) =>
  new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
);
/** Few prices, so that cancellations find trades of their price. */
const PRICES = ['100', '250.5', '0.05', '333.3333'];
const SHARE_UNITS = ['1', '2', '3', '5', '10', '17', '100', '202'];
const FUND_UNITS = ['0.333', '12.5', '100.0001', '7'];
/** Thirds as files have them, rounded and cut off, and units as small as they can be. */
const ODD_UNITS = [
  '0.3333333333',
  '0.6666666667',
  '0.6666666666',
  '0.00000001',
  '0.0000000001',
  '0.9999999999',
];

const RATIOS: Record<AppliedAction['kind'], [to: string, from: string][]> = {
  RENAME: [],
  SPLIT: [
    ['2', '1'],
    ['5', '1'],
    ['10', '1'],
    ['3', '2'],
    ['3', '1'],
  ],
  CONSOLIDATION: [
    ['1', '3'],
    ['1', '10'],
    ['1', '150'],
    ['1', '7'],
    ['2', '3'],
  ],
  BONUS: [
    ['2', '1'],
    ['4', '3'],
    ['3', '2'],
    ['11', '10'],
  ],
  MERGER: [
    ['42', '25'],
    ['1', '3'],
    ['7', '5'],
    ['1', '1'],
    ['1', '150'],
    ['2', '1'],
  ],
  DEMERGER: [
    ['1', '1'],
    ['1', '10'],
    ['1', '3'],
    ['3', '7'],
  ],
};

const times = fc.constantFrom(null, null, null, '09:15:00', '10:30:00', '15:29:59');
const trades = fc.constantFrom(null, '7', '70', '8', '100');

interface Scene {
  symbols: readonly string[];
  days: readonly string[];
  /** How many of nine quantities are odd ones. */
  odd: number;
}

function quantities(symbol: string, odd: number): fc.Arbitrary<string> {
  const usual = FUNDS.includes(symbol) ? FUND_UNITS : SHARE_UNITS;
  return fc.oneof(
    { weight: 9 - odd, arbitrary: fc.constantFrom(...usual) },
    { weight: odd, arbitrary: fc.constantFrom(...ODD_UNITS) },
  );
}

function row(
  { symbol, days }: { symbol: string; days: readonly string[] },
  type: TransactionType,
  quantity: fc.Arbitrary<string>,
  price: fc.Arbitrary<string>,
  fee: fc.Arbitrary<string> = fc.constant('0'),
): fc.Arbitrary<LedgerTransaction> {
  return fc
    .record({ date: fc.constantFrom(...days), quantity, price, fee, executed_at: times, number: trades })
    .map(({ date, quantity: units, price: each, fee: fee_tax, executed_at, number }) => ({
      id: null,
      portfolio: 'Main',
      symbol,
      date,
      type,
      quantity: units,
      price: each,
      fee_tax,
      currency: 'INR',
      isin: null,
      asset_class: FUNDS.includes(symbol) ? 'Mutual Fund' : 'Indian Equity',
      executed_at,
      execution_id: number,
      // As the ledger reads Indian shares; funds have no trades within a day.
      intraday_first: type === 'SELL' && !FUNDS.includes(symbol),
    }));
}

function anyRow(symbol: string, { days, odd }: Scene): fc.Arbitrary<LedgerTransaction> {
  const of = { symbol, days };
  const units = quantities(symbol, odd);
  const price = fc.constantFrom(...PRICES);
  const fee = fc.constantFrom('0', '0', '12.3456', '0.01');
  const back = units.map((text) => `-${text}`);
  const nothing = fc.constant('0');
  return fc.oneof(
    { weight: 12, arbitrary: row(of, 'BUY', units, price, fee) },
    { weight: 2, arbitrary: row(of, 'BUY', units, nothing) },
    { weight: 8, arbitrary: row(of, 'SELL', units, price, fee) },
    { weight: 3, arbitrary: row(of, 'TRANSFER_IN', units, nothing) },
    { weight: 2, arbitrary: row(of, 'BUY', back, price, fee) },
    { weight: 1, arbitrary: row(of, 'BUY', back, nothing) },
    { weight: 2, arbitrary: row(of, 'SELL', back, price, fee) },
    {
      weight: 2,
      arbitrary: row(
        of,
        'SPLIT',
        fc.constantFrom('2', '5', '0.3333333333', '1.5', '0.0066666667', '3'),
        nothing,
      ),
    },
    { weight: 1, arbitrary: row(of, 'DIVIDEND', fc.oneof(nothing, units), price, fee) },
    { weight: 1, arbitrary: row(of, 'CASH_IN', units, fc.constantFrom('1', '0'), fee) },
    { weight: 1, arbitrary: row(of, 'CASH_OUT', units, fc.constantFrom('1', '0'), fee) },
  );
}

function anyAction(symbol: string, scene: Scene): fc.Arbitrary<AppliedAction> {
  const kin = FUNDS.includes(symbol) ? FUNDS : SHARES.filter((one) => scene.symbols.includes(one));
  const others = kin.filter((one) => one !== symbol);
  const kind = fc.constantFrom(
    'SPLIT',
    'CONSOLIDATION',
    'BONUS',
    'MERGER',
    'MERGER',
    'DEMERGER',
    'DEMERGER',
    'RENAME',
  );
  return kind.chain((of: AppliedAction['kind']) =>
    fc
      .record({
        ex_date: fc.constantFrom(...scene.days),
        ratio: RATIOS[of].length === 0 ? fc.constant(null) : fc.constantFrom(...RATIOS[of]),
        into: fc.constantFrom(...others),
        cost_pct: fc.constantFrom(null, '4.68', '33.3333333333', '0', '100', '13.25'),
        fraction_price: fc.constantFrom(null, '150.25', '99.0001'),
      })
      .map(({ ex_date, ratio, into, cost_pct, fraction_price }): AppliedAction => {
        const moves = of === 'MERGER' || of === 'DEMERGER' || of === 'RENAME';
        return {
          id: '',
          kind: of,
          symbol,
          ex_date,
          new_shares: ratio?.[0] ?? null,
          old_shares: ratio?.[1] ?? null,
          into_symbol: moves ? into : null,
          into_isin: null,
          cost_pct: of === 'DEMERGER' ? cost_pct : null,
          fraction_price,
        };
      }),
  );
}

/**
 * Where things happen: all shares and funds over months, or two or three shares on a few days, where they meet. In the last
 * many lots are so small that an action leaves no unit of them.
 */
const SCENES: readonly Scene[] = [
  { symbols: [...SHARES, ...SHARES, ...FUNDS], days: DAYS, odd: 1 },
  { symbols: SHARES.slice(0, 3), days: DAYS.slice(0, 5), odd: 1 },
  { symbols: SHARES.slice(0, 2), days: DAYS.slice(0, 3), odd: 1 },
  { symbols: SHARES.slice(0, 2), days: DAYS.slice(0, 5), odd: 5 },
];

/**
 * Books of up to six symbols: trades, bonuses, cancellations, splits that were recorded, units of unknown cost, and actions
 * of all kinds, often several on a day, in chains, and while nothing is held. Ids are as the store gives them.
 */
export const anyActionBooks: fc.Arbitrary<ActionBooks> = fc
  .constantFrom(...SCENES)
  .chain((scene) => {
    const symbols = fc.constantFrom(...scene.symbols);
    return fc.tuple(
      fc.array(
        symbols.chain((symbol) => anyRow(symbol, scene)),
        { minLength: 1, maxLength: 24 },
      ),
      fc.array(
        symbols.chain((symbol) => anyAction(symbol, scene)),
        { maxLength: 7 },
      ),
    );
  })
  .map(([rows, actions]) => {
    const key = (one: AppliedAction) => [one.symbol, one.kind, one.ex_date, one.into_symbol].join();
    const distinct = [...new Map(actions.map((one) => [key(one), one])).values()];
    return {
      rows: rows.map((one, at) => ({ ...one, id: String(at + 1) })),
      actions: distinct.map((one, at) => ({ ...one, id: String(at + 1) })),
    };
  });
