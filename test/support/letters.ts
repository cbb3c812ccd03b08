import type { LetterMover, LetterView } from '../../core/reports/index.ts';

/** A letter of a good week, in which everything is known. */
export const someLetter: LetterView = {
  calculated_at: '2026-03-08T04:30:00.000Z',
  from: '2026-03-01',
  to: '2026-03-08',
  currency: 'INR',
  provisional_reason: null,
  holdings_count: 9,
  value: {
    amount: 1_866_383.25,
    valued_count: 9,
    priced_at: '2026-03-06T10:00:00.000Z',
    prices_from: '2026-03-06',
    prices_to: '2026-03-06',
    age_message: null,
    reason: null,
  },
  week: {
    from: '2026-02-27',
    to: '2026-03-06',
    return_pct: 0.276,
    benchmark_return_pct: 0.1,
    reasons: {},
    start_value: 1_861_246.1,
    end_value: 1_866_383.25,
    gain: 5_137.15,
    net_flow: 0,
    dividends: 0,
    coverage: null,
  },
  year: { from: '2025-03-06', to: '2026-03-06', return_pct: 24.99, benchmark_return_pct: 10.02, reasons: {} },
  benchmark: 'NIFTY 50',
  movers: [],
  unmeasured_count: 0,
  due: { from: '2026-03-08', to: '2026-03-14', items: [] },
  todo: null,
  todos_count: 0,
};

export const someMover: LetterMover = {
  symbol: 'TCS',
  name: 'Tata Consultancy Services',
  portfolio: null,
  currency: 'INR',
  from: '2026-02-27',
  to: '2026-03-06',
  change_pct: -6.1,
  change: -9_400,
  change_reason: null,
  records: [],
};
