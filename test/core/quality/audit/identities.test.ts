import assert from 'node:assert/strict';
import { audit, type Comparison, judge, stateOf } from '../../../../core/quality/audit/identity.ts';
import { IDENTITIES } from '../../../../core/quality/audit/identities.ts';
import type { AuditReadings } from '../../../../core/quality/audit/readings.ts';
import type { DashboardView, HoldingView, PortfolioView } from '../../../../core/portfolio/index.ts';
import { someFigures } from '../../../jobs/world.ts';

/** Rupees for a dollar. */
const RATE = 80;

type Shown = Pick<
  HoldingView,
  | 'id'
  | 'portfolio'
  | 'symbol'
  | 'currency'
  | 'quantity'
  | 'market_value'
  | 'current_price'
  | 'avg_buy_price'
  | 'gain'
  | 'source'
  | 'reconciliation'
>;

const shown = (
  id: string,
  portfolio: string,
  symbol: string,
  currency: string,
  rest: Partial<Shown>,
): HoldingView => ({
  ...({
    quantity: 10,
    source: 'LEDGER',
    reconciliation: { status: 'MATCHED', reason: 'They agree.' },
  } as unknown as HoldingView),
  id,
  portfolio,
  symbol,
  currency,
  ...rest,
});

/**
 * Two portfolios of one person: in Long term 10 TCS for 1,000 rupees (cost 700) and 10 bonus shares for 50 (cost 0), in Dollars 10 AAPL
 * for 20 dollars (cost 15). 580 rupees more were paid for TCS than received, so 120 were realised on a cost of 700 that is left;
 * for AAPL 12 dollars, so 3 on a cost of 15. All in all 1,000 + 50 + 20 × 80 = 2,650 rupees, and a gain of 300 + 50 + 5 × 80 = 750; a
 * debt of 600 and one of 5 dollars leave 2,650 - 600 - 400 = 1,650. TCS realised 120, AAPL 3 dollars: 120 + 240 = 360.
 */
function healthy(): AuditReadings {
  const total: DashboardView['total'] = {
    ...someFigures.total,
    state: 'ESTIMATED',
    current_value: 2650,
    total_invested: 1900,
    total_profit: 750,
    holdings_count: 3,
    valued_count: 3,
  };
  const overview: DashboardView = {
    ...someFigures,
    total,
    portfolios: [
      { portfolio: 'Long term', ...total, current_value: 1050, provisional_reason: null },
      { portfolio: 'Dollars', ...total, current_value: 1600, provisional_reason: null },
    ],
    by_currency: [
      { ...total, currency: 'INR', current_value: 1050 },
      { ...total, currency: 'USD', current_value: 20 },
    ],
    fx_rates: [
      { from: 'USD', to: 'INR', rate: RATE, day: '2026-03-09', source: 'TEST', is_estimated: false },
    ],
    earnings: { ...someFigures.earnings, realised_gain: 360 },
  };
  const portfolio = (name: string, base_currency: string, current_value: number, is_protected = false) =>
    ({ name, base_currency, current_value, is_protected }) as PortfolioView;
  return {
    today: '2026-03-10',
    overview,
    holdings: [
      shown('1', 'Long term', 'TCS', 'INR', {
        market_value: 1000,
        gain: 300,
        current_price: 100,
        avg_buy_price: 70,
      }),
      shown('2', 'Long term', 'BONUS', 'INR', {
        market_value: 50,
        gain: 50,
        current_price: 5,
        avg_buy_price: 0,
      }),
      shown('3', 'Dollars', 'AAPL', 'USD', {
        market_value: 20,
        gain: 5,
        current_price: 2,
        avg_buy_price: 1.5,
      }),
    ],
    portfolios: [
      portfolio('Networth', 'INR', 2650, true),
      portfolio('Long term', 'INR', 1050),
      portfolio('Dollars', 'USD', 20),
    ],
    rates: (from, to) => (from === to ? 1 : from === 'USD' && to === 'INR' ? RATE : null),
    facts: {
      positions: [
        {
          portfolio: 'Long term',
          symbol: 'TCS',
          currency: 'INR',
          realised_gain: 120,
          has_unknown_cost_sold: false,
          trades: { units: 10, money: -580 },
        },
        {
          portfolio: 'Dollars',
          symbol: 'AAPL',
          currency: 'USD',
          realised_gain: 3,
          has_unknown_cost_sold: false,
          trades: { units: 10, money: -12 },
        },
        {
          portfolio: 'Long term',
          symbol: 'BONUS',
          currency: 'INR',
          realised_gain: 0,
          has_unknown_cost_sold: false,
          trades: { units: 10, money: 0 },
        },
      ],
    },
    attribution: {
      currency: 'INR',
      total_gain: 700,
      reasons: {},
      excluded: [{ holding_id: '2', symbol: 'BONUS' }],
      holdings: [{ gain: 300 }, { gain: 400 }],
    },
    tax: {
      sales: [
        { portfolio: 'Long term', symbol: 'TCS', currency: 'INR', fy: '2024-25', gain: 100 },
        { portfolio: 'Long term', symbol: 'TCS', currency: 'INR', fy: '2025-26', gain: 20 },
        { portfolio: 'Dollars', symbol: 'AAPL', currency: 'USD', fy: '2025-26', gain: 3 },
      ],
      years: [
        {
          fy: '2025-26',
          lots: [
            { currency: 'INR', gain: 25 },
            { currency: 'USD', gain: 3 },
            { currency: 'INR', gain: -5 },
            // Of unknown cost: in no sum.
            { currency: 'INR', gain: null },
          ],
        },
        { fy: '2024-25', lots: [{ currency: 'INR', gain: 100 }] },
      ],
      remaining: [
        { portfolio: 'Long term', symbol: 'TCS', quantity: 4, cost: 280 },
        { portfolio: 'Long term', symbol: 'TCS', quantity: 6, cost: 420 },
        { portfolio: 'Long term', symbol: 'BONUS', quantity: 10, cost: 0 },
        { portfolio: 'Dollars', symbol: 'AAPL', quantity: 10, cost: 15 },
      ],
    },
    debts: [
      { currency: 'INR', balance: 600 },
      { currency: 'USD', balance: 5 },
    ],
    networth: {
      currency: 'INR',
      net_worth: 1650,
      net_worth_reason: null,
      history: { points: [{ date: '2026-03-10', net_worth: 1650, state: 'AVAILABLE' }] },
    },
    performance: {
      coverage: null,
      currency: 'INR',
      current_value: 2650,
      reasons: {},
      series: [{ date: '2026-03-10', value: 2650 }],
    },
    value_history: { coverage: null, currency: 'INR', points: [{ date: '2026-03-10', value: 2650 }] },
    exported: { value: 2650 },
    chat: { value: 2650 },
  };
}

/** A reading with one part falsified. */
const with_ = <K extends keyof AuditReadings>(
  part: K,
  change: (whole: NonNullable<AuditReadings[K]>) => AuditReadings[K],
) => {
  const readings = healthy();
  return { ...readings, [part]: change(readings[part] as NonNullable<AuditReadings[K]>) };
};
const total = (over: Partial<DashboardView['total']>) =>
  with_('overview', (view) => ({ ...view, total: { ...view.total, ...over } }));

interface Fault {
  readings: () => AuditReadings;
  /** The identities that have the figure on their left, on their right, and on no side that they name. */
  left?: readonly string[];
  right?: readonly string[];
}

const OF_HOLDINGS = [
  'TOTAL_OF_HOLDINGS',
  'VALUE_OF_HOLDING',
  'PORTFOLIO_OF_HOLDINGS',
  'OVERVIEW_OF_HOLDINGS',
  'GAIN_OF_HOLDINGS',
  'NET_WORTH_OF_PARTS',
  'VALUE_OF_CHAT',
];
const ofSymbol = <T extends { symbol: string }>(rows: readonly T[], symbol: string, over: Partial<T>): T[] =>
  rows.map((one) => (one.symbol === symbol ? { ...one, ...over } : one));
const holding = (symbol: string, over: Partial<HoldingView>) =>
  with_('holdings', (all) => ofSymbol(all, symbol, over));
const lots = (symbol: string, over: { quantity?: number; cost?: number }) =>
  with_('tax', (view) => ({ ...view, remaining: ofSymbol(view.remaining, symbol, over) }));
type Facts = NonNullable<AuditReadings['facts']>;
const position = (over: Partial<Facts['positions'][number]>) =>
  with_('facts', (all) => ({ ...all, positions: ofSymbol(all.positions, 'TCS', over) }));

/** Falsified figures: one on each side of every identity, and all identities that see it. */
const FAULTS: readonly Fault[] = [
  {
    readings: () => total({ current_value: 2660 }),
    left: [
      'TOTAL_OF_HOLDINGS',
      'TOTAL_OF_PORTFOLIOS',
      'TOTAL_OF_CURRENCIES',
      'VALUE_OF_PERFORMANCE',
      'VALUE_OF_SERIES',
      'VALUE_OF_CHART',
      'VALUE_OF_EXPORT',
    ],
  },
  {
    readings: () => holding('AAPL', { current_price: 2.1 }),
    right: OF_HOLDINGS,
  },
  {
    readings: () => holding('AAPL', { market_value: 21 }),
    left: ['VALUE_OF_HOLDING'],
  },
  {
    // The overview lacks a portfolio.
    readings: () => with_('overview', (view) => ({ ...view, portfolios: view.portfolios.slice(1) })),
    right: ['TOTAL_OF_PORTFOLIOS'],
  },
  {
    readings: () =>
      with_('overview', (view) => ({
        ...view,
        fx_rates: view.fx_rates.map((one) => ({ ...one, rate: 80.001 })),
      })),
    right: ['TOTAL_OF_CURRENCIES'],
  },
  {
    readings: () =>
      with_('portfolios', (all) =>
        all.map((one) => (one.name === 'Dollars' ? { ...one, current_value: 20.02 } : one)),
      ),
    left: ['PORTFOLIO_OF_HOLDINGS'],
  },
  {
    readings: () =>
      with_('overview', (view) => ({
        ...view,
        by_currency: view.by_currency.map((one) =>
          one.currency === 'USD' ? { ...one, current_value: 20.02 } : one,
        ),
      })),
    left: ['OVERVIEW_OF_HOLDINGS'],
    right: ['TOTAL_OF_CURRENCIES'],
  },
  {
    readings: () => total({ total_profit: 750.02 }),
    left: ['GAIN_OF_HOLDINGS', 'GAIN_OF_ATTRIBUTION'],
  },
  {
    readings: () => with_('attribution', (view) => ({ ...view, total_gain: 699.9 })),
    left: ['GAIN_OF_CONTRIBUTIONS'],
    right: ['GAIN_OF_ATTRIBUTION'],
  },
  {
    readings: () => with_('attribution', (view) => ({ ...view, holdings: view.holdings.slice(1) })),
    right: ['GAIN_OF_CONTRIBUTIONS'],
  },
  {
    readings: () => lots('AAPL', { quantity: 9 }),
    left: ['UNITS_OF_LOTS', 'UNITS_OF_TRADES'],
  },
  {
    readings: () => holding('BONUS', { quantity: 9, market_value: 45 }),
    right: [
      ...OF_HOLDINGS.filter((code) => code !== 'VALUE_OF_HOLDING'),
      'UNITS_OF_LOTS',
      'GAIN_OF_ATTRIBUTION',
    ],
  },
  {
    readings: () => position({ trades: { units: 9, money: -580 } }),
    right: ['UNITS_OF_TRADES'],
  },
  {
    readings: () => position({ realised_gain: 121 }),
    left: ['REALISED_OF_YEARS', 'REALISED_OF_TRADES'],
  },
  {
    // The year that lacks the sale is one of the two whose reports are read.
    readings: () => with_('tax', (view) => ({ ...view, sales: view.sales.slice(1) })),
    right: ['REALISED_OF_YEARS', 'REALISED_OF_REPORTS', 'REALISED_OF_SYMBOLS'],
  },
  {
    readings: () => with_('tax', (view) => ({ ...view, years: [{ fy: '2025-26', lots: [] }] })),
    left: ['REALISED_OF_REPORTS'],
  },
  {
    readings: () => lots('AAPL', { cost: 15.02 }),
    right: ['REALISED_OF_TRADES'],
  },
  {
    readings: () =>
      with_('overview', (view) => ({ ...view, earnings: { ...view.earnings, realised_gain: 360.02 } })),
    left: ['REALISED_OF_SYMBOLS'],
  },
  {
    readings: () => with_('networth', (view) => ({ ...view, net_worth: 1651 })),
    left: ['NET_WORTH_OF_PARTS', 'NET_WORTH_HISTORY'],
  },
  { readings: () => with_('debts', (all) => all.slice(1)), right: ['NET_WORTH_OF_PARTS'] },
  {
    readings: () =>
      with_('networth', (view) => ({
        ...view,
        history: { points: [{ date: '2026-03-10', net_worth: 2650, state: 'AVAILABLE' }] },
      })),
    right: ['NET_WORTH_HISTORY'],
  },
  {
    readings: () => with_('performance', (view) => ({ ...view, current_value: 2649 })),
    right: ['VALUE_OF_PERFORMANCE'],
  },
  {
    readings: () =>
      with_('performance', (view) => ({
        ...view,
        series: view.series.map((one) => ({ ...one, value: 2600 })),
      })),
    right: ['VALUE_OF_SERIES'],
  },
  {
    readings: () =>
      with_('value_history', (view) => ({ ...view, points: [{ date: '2026-03-10', value: 2600 }] })),
    right: ['VALUE_OF_CHART'],
  },
  { readings: () => ({ ...healthy(), exported: { value: 2_650_000 } }), right: ['VALUE_OF_EXPORT'] },
  { readings: () => ({ ...healthy(), chat: { value: 0 } }), left: ['VALUE_OF_CHAT'] },
];

const statesOf = (readings: AuditReadings): Record<string, string> =>
  Object.fromEntries(
    IDENTITIES.map((identity) => [identity.code, stateOf(audit(identity, readings).comparisons)]),
  );
const comparisonsOf = (readings: AuditReadings, code: string): Comparison[] =>
  IDENTITIES.filter((one) => one.code === code).flatMap((one) => audit(one, readings).comparisons);
const differing = (readings: AuditReadings): string[] =>
  Object.entries(statesOf(readings)).flatMap(([code, state]) => (state === 'DIFFERS' ? [code] : []));

describe('identities of the books', () => {
  it('all agree on healthy books of two currencies, with a bonus share and debts', () => {
    assert.deepEqual(new Set(Object.values(statesOf(healthy()))), new Set(['AGREES']));
  });

  it('each identity finds a falsified figure on either side, and no other one is blamed', () => {
    const codes = IDENTITIES.map(({ code }) => code);
    for (const side of ['left', 'right'] as const)
      assert.deepEqual(new Set(FAULTS.flatMap((fault) => fault[side] ?? [])), new Set(codes), side);
    for (const { readings, left = [], right = [] } of FAULTS) {
      const seenBy = new Set([...left, ...right]);
      assert.deepEqual(
        differing(readings()),
        codes.filter((code) => seenBy.has(code)),
      );
    }
    const [one] = comparisonsOf(total({ current_value: 2660 }), 'TOTAL_OF_HOLDINGS');
    assert.deepEqual([one?.left, one?.right, one?.currency], [2660, 2650, 'INR']);
  });

  it('a value that every report takes from one faulty calculation differs from quantity × price', () => {
    const readings = total({ current_value: 2730 });
    const overview = readings.overview as DashboardView;
    // AAPL at 21 dollars instead of 20: 80 rupees more wherever it is counted.
    const faulty: AuditReadings = {
      ...readings,
      overview: {
        ...overview,
        portfolios: overview.portfolios.map((one) =>
          one.portfolio === 'Dollars' ? { ...one, current_value: 1680 } : one,
        ),
        by_currency: overview.by_currency.map((one) =>
          one.currency === 'USD' ? { ...one, current_value: 21 } : one,
        ),
      },
      holdings: ofSymbol(readings.holdings ?? [], 'AAPL', { market_value: 21 }),
      portfolios: (readings.portfolios ?? []).map((one) => ({
        ...one,
        current_value: (one.current_value ?? 0) + (one.name === 'Dollars' ? 1 : one.is_protected ? 80 : 0),
      })),
      networth: {
        currency: 'INR',
        net_worth: 1730,
        net_worth_reason: null,
        history: { points: [{ date: '2026-03-10', net_worth: 1730, state: 'AVAILABLE' }] },
      },
      performance: {
        ...(readings.performance as NonNullable<AuditReadings['performance']>),
        current_value: 2730,
        series: [{ date: '2026-03-10', value: 2730 }],
      },
      value_history: { coverage: null, currency: 'INR', points: [{ date: '2026-03-10', value: 2730 }] },
      exported: { value: 2730 },
      chat: { value: 2730 },
    };
    assert.deepEqual(
      differing(faulty),
      OF_HOLDINGS.filter((code) => code !== 'GAIN_OF_HOLDINGS'),
    );
  });

  it('a part of the holdings without a price is compared, and does not pass', () => {
    const part = total({ state: 'PARTIAL', holdings_count: 4 });
    for (const code of ['TOTAL_OF_HOLDINGS', 'TOTAL_OF_CURRENCIES', 'VALUE_OF_CHAT', 'VALUE_OF_CHART']) {
      const [one] = comparisonsOf(part, code);
      assert.equal(one?.state, 'NOT_COMPARED', code);
      assert.match(one?.reason ?? '', /^1 of 4 holdings have no price or no exchange rate\./, code);
    }
    const wrong = total({ state: 'PARTIAL', holdings_count: 4, current_value: 2000 });
    assert.equal(statesOf(wrong)['TOTAL_OF_HOLDINGS'], 'DIFFERS');
  });

  it('unknown figures are not compared, and give their reason', () => {
    const none = total({
      state: 'UNAVAILABLE',
      current_value: null,
      total_profit: null,
      valued_count: 0,
      reasons: { current_value: 'No price for TCS.', total_profit: 'No price for TCS.' },
    });
    const states = statesOf(none);
    for (const code of ['TOTAL_OF_HOLDINGS', 'GAIN_OF_ATTRIBUTION', 'VALUE_OF_SERIES', 'VALUE_OF_EXPORT']) {
      assert.equal(states[code], 'NOT_COMPARED', code);
      assert.equal(comparisonsOf(none, code)[0]?.reason, 'No price for TCS.', code);
    }
  });

  it('units that came by a corporate action are not explained by purchases and sales', () => {
    const merged = position({ trades: null });
    for (const code of ['UNITS_OF_TRADES', 'REALISED_OF_TRADES'])
      assert.deepEqual(
        comparisonsOf(merged, code).map(({ state }) => state),
        ['NOT_COMPARED', 'AGREES', 'AGREES'],
      );
    const split = position({ trades: { units: null, money: -580 } });
    assert.equal(comparisonsOf(split, 'UNITS_OF_TRADES')[0]?.reason, 'A split changed the units.');
    assert.equal(statesOf(split)['REALISED_OF_TRADES'], 'AGREES');
  });

  it('a series that ends on the last session is compared with the value of now', () => {
    const from = (date: string) =>
      with_('performance', (view) => ({
        ...view,
        series: [{ date, value: 2650 }],
      }));
    assert.equal(statesOf(from('2026-03-10'))['VALUE_OF_SERIES'], 'AGREES');
    // Between two sessions nothing changes.
    assert.equal(statesOf(from('2026-03-09'))['VALUE_OF_SERIES'], 'AGREES');
  });

  it('the end of a line of a part is compared with the sum of the holdings that it covers', () => {
    const coverage = (names: string[], excluded = names.length) => ({
      value_share_pct: 96.55,
      holdings_counted: 3 - excluded,
      holdings_total: 3,
      // Holdings that only earlier days exclude follow.
      missing: [...names, 'AAPL'].map((symbol) => ({ portfolio: 'Long term', symbol })),
    });
    const of = (value: number, excluded: ReturnType<typeof coverage>) =>
      comparisonsOf(
        with_('performance', (view) => ({
          ...view,
          coverage: excluded,
          series: [{ date: '2026-03-10', value }],
        })),
        'VALUE_OF_SERIES',
      ).map(({ state, left, reason }) => [state, left, reason]);
    const part = 'The series covers 96.5 % of the value. The two figures agree for this part.';
    // 2,650 without the bonus shares for 50.
    assert.deepEqual(of(2600, coverage(['BONUS'])), [['NOT_COMPARED', 2600, part]]);
    assert.deepEqual(of(2650, coverage(['BONUS'])), [['DIFFERS', 2600, null]]);
    // The end covers everything; or it excludes more holdings than it names.
    assert.deepEqual(of(2650, coverage([])), [['AGREES', 2650, null]]);
    assert.deepEqual(of(2650, { ...coverage(['BONUS'], 3) }), [
      ['NOT_COMPARED', 2600, 'The series covers 96.5 % of the value.'],
    ]);
  });

  it('a holding that its transactions do not explain is not compared, unless it is said to follow them', () => {
    const unlike = (source: HoldingView['source']) =>
      with_('holdings', (all) =>
        all.map((one) =>
          one.symbol === 'TCS'
            ? {
                ...one,
                source,
                quantity: 25,
                current_price: 40,
                avg_buy_price: 28,
                reconciliation: {
                  ...one.reconciliation,
                  status: 'MISSING_HISTORY',
                  reason: 'A purchase is missing.',
                },
              }
            : one,
        ),
      );
    const reasons = comparisonsOf(unlike('BROKER'), 'UNITS_OF_LOTS').flatMap(({ state, reason }) =>
      state === 'NOT_COMPARED' ? [reason] : [],
    );
    assert.deepEqual(reasons, ['A purchase is missing.']);
    assert.deepEqual(differing(unlike('LEDGER')), ['UNITS_OF_LOTS']);
  });

  it('a report that could not be read leaves its own identities uncompared', () => {
    const states = statesOf({ ...healthy(), tax: null });
    assert.deepEqual(
      Object.keys(states).filter((code) => states[code] !== 'AGREES'),
      [
        'UNITS_OF_LOTS',
        'UNITS_OF_TRADES',
        'REALISED_OF_YEARS',
        'REALISED_OF_REPORTS',
        'REALISED_OF_TRADES',
        'REALISED_OF_SYMBOLS',
      ],
    );
    assert.equal(
      comparisonsOf({ ...healthy(), tax: null }, 'UNITS_OF_LOTS')[0]?.reason,
      'The tax report could not be read. Check again later.',
    );
  });

  it('rounding is no difference, more than a paisa is, and what is no number never agrees', () => {
    const tolerance = { absolute: 0.01, relative: 1e-10 };
    const pair = (left: number, right: number) =>
      judge({ subject: 'x', left, right, currency: 'INR', reason: null }, tolerance).state;
    assert.equal(pair(100, 100.009), 'AGREES');
    assert.equal(pair(100, 100.011), 'DIFFERS');
    // A thousand crore: a rupee is one part in ten thousand million.
    assert.equal(pair(1e10, 1e10 + 1), 'AGREES');
    assert.equal(pair(1e10, 1e10 + 1.5), 'DIFFERS');
    assert.equal(pair(Number.NaN, 100), 'DIFFERS');
    assert.equal(pair(Number.POSITIVE_INFINITY, 100), 'DIFFERS');
  });
});
