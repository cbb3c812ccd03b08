import assert from 'node:assert/strict';
import { parseAmount } from '../../../../core/platform/fixed-point.ts';
import { runBacktest, sessionMarks } from '../../../../core/strategies/engine/index.ts';
import type { PanelAction, PanelSecurity, PricePanel } from '../../../../core/strategies/panel/index.ts';
import { findingsOf } from '../../../../core/strategies/runs/findings.ts';
import { metricsOf } from '../../../../core/strategies/runs/metrics.ts';
import { FINDING_KINDS } from '../../../../core/strategies/runs/view.ts';
import { calendar, panelOf, sessions } from '../../../support/price-panel.ts';
import { strategyConfigOf } from '../../../support/strategy-config.ts';

const days = sessions('2023-01-02', '2023-06-30');
const FROM = '2023-03-01';
const first = days.indexOf(FROM);

interface Seen {
  rows?: Readonly<Record<string, readonly (number | null)[]>>;
  shares?: Readonly<Record<string, Partial<PanelSecurity>>>;
  actions?: readonly PanelAction[];
  benchmark?: PricePanel['benchmark'];
  config?: Parameters<typeof strategyConfigOf>[0];
  capital?: number;
  window?: readonly [string, string];
  /** The place of the fund that cash is swept into. */
  fund?: number;
}

/** Up by one each session. */
const rise = (from = 100) => days.map((_, at) => from + at);
const level = { code: 'NIFTY50', name: 'NIFTY 50', closes: Float64Array.from(days, () => 1) };
const dividend = (security: number, ex_date: string): PanelAction => ({
  security,
  ex_date,
  kind: 'DIVIDEND',
  new_shares: null,
  old_shares: null,
  amount: '1',
});

/** What is found in a backtest of two shares that are held from March on, of which nothing is to be told. */
function found({
  rows = {},
  shares = {},
  actions = [],
  config = {},
  benchmark = level,
  capital = 100_000,
  window = [FROM, '2023-06-30'],
  fund,
}: Seen) {
  const all = { A: rise(), B: rise(200), ...rows };
  const panel = panelOf(days, all, {
    shares,
    benchmark,
    actions: [dividend(0, '2023-03-15'), ...actions],
    ...(fund === undefined ? {} : { liquid: { security: fund } }),
  });
  const wanted = strategyConfigOf({ top_n: 2, rebalance: 'weekly', ...config });
  const marks = sessionMarks(calendar, days, wanted.rebalance);
  const [from, to] = window;
  const trace = runBacktest({
    panel,
    config: wanted,
    marks,
    from,
    to,
    initialCapital: parseAmount(String(capital)),
  });
  const { exposure_pct } = metricsOf(trace, { risk_free_pct: 6.5, trading_days: 252 });
  return findingsOf(trace, wanted, exposure_pct);
}

/** Closes of a share that has none on some sessions from the first of May on. */
const may = days.indexOf('2023-05-02');
const without = (sessions_: number, from = 100) =>
  rise(from).map((close, at) => (may <= at && at < may + sessions_ ? null : close));

describe('what the data of a backtest could not tell', () => {
  it('nothing, where all is known', () => assert.deepEqual(found({}), []));

  const told: Record<(typeof FINDING_KINDS)[number], [Seen, string, number, string[]]> = {
    UNKNOWN_SYMBOL: [
      { rows: { OLD: days.map(() => null) }, shares: { OLD: { instrument_id: null } } },
      '1 symbol is not in the instrument registry and never ranked.',
      1,
      ['OLD'],
    ],
    NO_PRICES: [
      { rows: { Y: rise().map((close, at) => (at < first ? close : null)), X: days.map(() => null) } },
      '2 members have no close in the window and were never ranked.',
      2,
      ['X', 'Y'],
    ],
    MISSING_SESSIONS: [
      { rows: { A: without(2), B: without(2, 200) } },
      'No share has a close on 2 sessions. Holdings kept their last close, and nothing was traded.',
      2,
      ['2023-05-02', '2023-05-03'],
    ],
    SUSPENDED: [
      { rows: { B: without(5, 200) } },
      '1 share had no close for at least five sessions while held. They kept their last close.',
      1,
      ['B'],
    ],
    DELISTED: [
      { rows: { B: without(200, 200) }, shares: { B: { delisted_on: '2023-05-02' } } },
      '1 share was delisted while held. The outcome is unknown, so the last close is used.',
      1,
      ['B'],
    ],
    UNQUANTIFIED_ACTION: [
      { actions: [{ ...dividend(1, '2023-05-10'), kind: 'DEMERGER', amount: null }] },
      '1 held share had a demerger, scheme or rights issue without known terms. What it gave is missing from the value.',
      1,
      ['B'],
    ],
    UNEXPLAINED_MOVE: [
      { rows: { B: rise(200).map((close, at) => (at < may ? close : close / 2)) } },
      '1 held share halved or doubled overnight without a known split or bonus. Import the corporate actions, or the figures are wrong.',
      1,
      ['B'],
    ],
    SHORT_HISTORY: [
      // Prices from the session before the window on; a share is ranked ten sessions later.
      {
        rows: {
          A: rise().map((close, at) => (at < first - 1 ? null : close)),
          B: rise(200).map((close, at) => (at < first + 20 ? null : close)),
        },
      },
      'Prices begin too late to rank anything on the first 9 sessions: the strategy looks 10 sessions back.',
      9,
      [],
    ],
    LOW_EXPOSURE: [
      // One rebalance, of a quarter, at prices that stay.
      {
        config: { rebalance: 'monthly' },
        rows: { A: days.map(() => 100), B: days.map(() => 200) },
        window: [FROM, '2023-03-31'],
      },
      'On average only 25 % of the value was in shares: a rebalance trades at most a quarter of the value, sales first.',
      1,
      [],
    ],
    NO_LIQUID_FUND: [
      {
        config: { liquid_sweep_enabled: true },
        rows: { FUND: days.map(() => null) },
        shares: { FUND: { member: [] } },
        fund: 2,
      },
      'The fund for spare cash had no price on 18 rebalances, so nothing was moved into it or out of it.',
      1,
      ['FUND'],
    ],
    NO_SECTORS: [
      { config: { max_sector_pct: 60 }, shares: { A: { sector: 'Banks' } } },
      'The sector is unknown for 1 share, so max_sector_pct does not limit it.',
      1,
      ['B'],
    ],
    NO_DIVIDENDS: [
      { window: ['2023-03-16', '2023-06-30'] },
      'No dividend is known for the window, so returns exclude dividends.',
      1,
      [],
    ],
    NO_BENCHMARK: [{ benchmark: null }, 'The benchmark has no closes in the window.', 1, []],
    NO_ORDERS: [
      { capital: 50 },
      'Nothing was ever bought: the capital does not buy one whole share of any target. Give more capital or a smaller top_n.',
      1,
      [],
    ],
  };
  for (const [kind, [seen, message, count, symbols]] of Object.entries(told))
    it(kind, () => {
      assert.deepEqual(
        found(seen).find((one) => one.kind === kind),
        { kind, message, count, symbols },
      );
    });

  it('at most twenty symbols are named, and all are counted', () => {
    const rows = Object.fromEntries(Array.from({ length: 25 }, (_, nr) => [`X${nr}`, days.map(() => null)]));
    const finding = found({ rows }).find(({ kind }) => kind === 'NO_PRICES');
    assert.deepEqual([finding?.count, finding?.symbols.length], [25, 20]);
  });

  it('who was no member in the window is not missed', () => {
    const gone = { member: [{ from: '2020-01-01', to: '2023-02-28' }] };
    assert.deepEqual(found({ rows: { X: days.map(() => null) }, shares: { X: gone } }), []);
  });

  it('a benchmark with one level in the window is known', () => {
    const closes = Float64Array.from(days, (_, at) => (at === first ? 1 : Number.NaN));
    assert.deepEqual(found({ benchmark: { ...level, closes } }), []);
  });

  describe('why nothing was ever bought', () => {
    const why = (seen: Seen) => found(seen).find(({ kind }) => kind === 'NO_ORDERS')?.message;
    const cases: [string, Seen, string][] = [
      ['no session', { window: ['2023-03-04', '2023-03-05'] }, 'The window has no session.'],
      [
        'no rebalance',
        { config: { rebalance: 'monthly' }, window: ['2023-03-02', '2023-03-31'] },
        'Nothing was ever bought: no share could be ranked, or no session was a rebalance.',
      ],
      [
        // 500 would buy three of A or two of B, but a quarter of it buys neither.
        'a share costs more than a quarter',
        { capital: 500, config: { top_n: 1 } },
        'Nothing was ever bought: one share of any target costs more than a rebalance may trade, a quarter of the value. Give more capital.',
      ],
      [
        'several reasons',
        { capital: 500, config: { max_stock_pct: 1, top_n: 1 } },
        'Nothing was ever bought. Each order gives its reason.',
      ],
    ];
    for (const [title, seen, message] of cases) it(title, () => assert.equal(why(seen), message));
  });
});
