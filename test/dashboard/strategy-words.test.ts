import assert from 'node:assert/strict';
import { todayOf } from '../../api/dashboard/src/components/today.ts';
import type { Run, RunMetrics, RunOrder, Strategies } from '../../api/dashboard/src/api/types.ts';
import { configLines, configText } from '../../api/dashboard/src/pages/strategies/config-words.ts';
import {
  draftOf,
  inputOf,
  symbolsOf,
  windowOf,
  yearsBefore,
} from '../../api/dashboard/src/pages/strategies/draft.ts';
import { comparedMeasures } from '../../api/dashboard/src/pages/strategies/measures.ts';
import { ranksOf } from '../../api/dashboard/src/pages/strategies/rank-rows.ts';
import {
  besideBenchmark,
  distinctNames,
  fall,
  monthText,
  progressText,
  resultText,
  spanInWords,
} from '../../api/dashboard/src/pages/strategies/words.ts';

const STRATEGIES: Strategies = {
  items: ['momentum', 'low_volatility', 'trend'].map((strategy, at) => ({
    strategy,
    title: ['Momentum', 'Low volatility', 'Trend'][at] ?? '',
    meaning: '',
    formula: '',
    source: '',
    params: [
      { name: 'window', title: 'Window', default: 90, min: 20, max: 500, whole: true, meaning: '' },
      { name: 'skip', title: 'Skipped', default: 21, min: 0, max: 252, whole: true, meaning: '' },
    ],
  })),
};

const run = (config: object, more: Partial<Run> = {}): Run =>
  ({
    run_id: '7',
    name: 'Mine',
    from: '2021-11-23',
    to: '2026-11-23',
    initial_capital: 1_000_000,
    config,
    metrics: null,
    ...more,
  }) as Run;

const metrics = (more: Partial<RunMetrics>): RunMetrics =>
  ({
    final_value: 2_543_210.4,
    contributed: null,
    cagr_net_of_tax_pct: 20.52,
    max_drawdown_pct: 18.4,
    benchmark: { code: 'NIFTY50', name: 'NIFTY 50', cagr_pct: 12.7, max_drawdown_pct: 17 },
    ...more,
  }) as RunMetrics;

describe('words of backtests', () => {
  it('what came of it: what the money became, a year, beside the benchmark; nothing is said of what is not known', () => {
    const of = (more: Partial<RunMetrics>) => resultText(run({}, { metrics: metrics(more) }));
    const became = '₹10,00,000 became ₹25,43,210 in 5 years, after costs and tax';
    assert.equal(of({}), `${became}: +20.52% a year, against +12.70% of NIFTY 50.`);
    assert.equal(of({ benchmark: null }), `${became}: +20.52% a year.`);
    assert.equal(of({ cagr_net_of_tax_pct: null }), `${became}.`);
    assert.equal(resultText(run({})), '');
    const paid =
      '₹10,00,000 and ₹6,00,000 paid in by schedule became ₹25,43,210 in 5 years, after costs and tax';
    assert.equal(of({ contributed: 600_000, benchmark: null }), `${paid}: +20.52% a year.`);
  });

  it('how long it was: days, months or years', () => {
    const cases: [string, string, string][] = [
      ['2026-01-01', '2026-01-31', '30 days'],
      ['2025-01-01', '2026-07-01', '18 months'],
      ['2021-11-23', '2026-11-23', '5 years'],
      ['2016-01-01', '2026-07-01', '10.5 years'],
    ];
    for (const [from, to, words] of cases) assert.equal(spanInWords(from, to), words);
    assert.equal(fall(18.4), '−18.40%');
    assert.equal(fall(0), '0.00%');
    assert.equal(monthText('2020-03'), 'Mar 2020');
  });

  it('the benchmark beside a figure, its fall with the minus that it has not got', () => {
    assert.equal(besideBenchmark(metrics({}).benchmark, 'cagr_pct'), 'NIFTY 50 +12.70%');
    assert.equal(besideBenchmark(metrics({}).benchmark, 'max_drawdown_pct'), 'NIFTY 50 −17.00%');
    assert.equal(besideBenchmark(null, 'cagr_pct'), undefined);
  });

  it('progress never says that all is done before it is', () => {
    assert.equal(progressText({ status: 'QUEUED', progress: 0 }), 'Waiting to start');
    assert.equal(progressText({ status: 'RUNNING', progress: 99.9 }), '99% done');
  });

  it('runs of the same name are told apart by their number', () => {
    const runs = [
      { run_id: '1', name: 'A' },
      { run_id: '2', name: 'B' },
      { run_id: '3', name: 'A' },
    ];
    assert.deepEqual(distinctNames(runs), ['A (1)', 'B', 'A (3)']);
  });

  it('a config in one line and in full, with the defaults it did not name and what this version does not know', () => {
    const own = run({
      strategy: 'momentum',
      params: { window: 120 },
      universe: ['TCS', 'INFY'],
      top_n: 1,
      rebalance: 'weekly',
      weighting: 'equal',
      max_stock_pct: 12.5,
      max_order_value: 250_000,
      lunar_phase: 'full',
    });
    assert.equal(configText(own, STRATEGIES), 'Momentum on 2 chosen shares · 1 share · every week');
    const lines = new Map(configLines(own, STRATEGIES).map(({ name, value }) => [name, value]));
    assert.equal(lines.get('Settings'), 'Window 120, Skipped 21');
    assert.equal(lines.get('Universe'), '2 chosen shares: TCS, INFY');
    assert.equal(lines.get('One share'), '12.5% of the value at most');
    assert.equal(lines.get('Largest order'), '₹2,50,000');
    const combined = run({
      strategy: 'combined',
      universe: 'NIFTY500',
      top_n: 20,
      rebalance: 'monthly',
      combine: {
        mode: 'rank_average',
        members: [
          { strategy: 'momentum', weight: 2 },
          { strategy: 'gone', weight: 1 },
        ],
      },
    });
    assert.equal(
      configText(combined, STRATEGIES),
      'Combination of Momentum and gone on NIFTY 500 · 20 shares · every month',
    );
    assert.equal(
      configLines(combined, STRATEGIES).find(({ name }) => name === 'Momentum')?.value,
      'Weight 2; Window 90, Skipped 21',
    );
    // one of a later version still has a line
    assert.equal(configText(run(null as never), undefined), 'unknown on unknown · unknown');
  });

  it('ranks are of shares that were held: a purchase that was not made is left out', () => {
    const order = (more: Partial<RunOrder>) =>
      ({ date: '2026-01-01', symbol: 'TCS', rank: 3, rule: 'ENTRY', state: 'FILLED', ...more }) as RunOrder;
    assert.deepEqual(
      ranksOf([
        order({}),
        order({ symbol: 'INFY', state: 'NOT_MADE' }),
        order({ symbol: 'LT', state: 'NOT_MADE', rule: 'RANK_EXIT', rank: 12 }),
        order({ symbol: 'ITC', rank: null, rule: 'LEFT_UNIVERSE' }),
      ]),
      [
        { date: '2026-01-01', symbol: 'TCS', rank: 3 },
        { date: '2026-01-01', symbol: 'LT', rank: 12 },
      ],
    );
  });

  it('the best of a line: less is better for a fall; nobody is best where all are the same or better means nothing', () => {
    const runs = [
      run({}, { metrics: metrics({ max_drawdown_pct: 10, cagr_net_of_tax_pct: 5 }) }),
      run({}, { metrics: metrics({ max_drawdown_pct: 20, cagr_net_of_tax_pct: 5 }) }),
      run({}),
    ];
    const best = (name: string) =>
      runs.map((one) => {
        const measure = comparedMeasures.find((of) => of.name === name);
        return measure?.kind === 'figure' && measure.isBest(one, runs);
      });
    assert.deepEqual(best('Max drawdown'), [true, false, false]);
    assert.deepEqual(best('Per year, net of tax'), [false, false, false]);
    assert.deepEqual(best('Final value'), [false, false, false]);
  });
});

describe('the form of a backtest', () => {
  it('days: today in India, the same day years before, and which of the usual windows it is', () => {
    // 23 November in India, still the 22nd in London
    assert.equal(todayOf(Date.parse('2026-11-22T20:00:00Z')), '2026-11-23');
    assert.equal(yearsBefore('2024-02-29', 3), '2021-02-28');
    assert.equal(yearsBefore('2024-02-29', 4), '2020-02-29');
    assert.equal(windowOf('2021-11-23', '2026-11-23'), 5);
    assert.equal(windowOf('2021-11-24', '2026-11-23'), null);
    assert.equal(windowOf('', ''), null);
  });

  it('symbols of a pasted list, each once', () => {
    assert.deepEqual(symbolsOf(' tcs, INFY;\nM&M  infy\n'), ['TCS', 'INFY', 'M&M']);
    assert.deepEqual(symbolsOf(' ,; '), []);
  });

  it('begins with the first strategy and its defaults, and sends no field that is empty', () => {
    const draft = draftOf(null, STRATEGIES, '2026-11-23');
    assert.deepEqual(inputOf(draft), {
      config: {
        strategy: 'momentum',
        params: { window: 90, skip: 21 },
        universe: 'NIFTY50',
        top_n: 10,
        rebalance: 'monthly',
        weighting: 'equal',
      },
      from: '2021-11-23',
      to: '2026-11-23',
      initial_capital: 1_000_000,
    });
    const emptied = inputOf({
      ...draft,
      top_n: '',
      to: '',
      params: { window: '', skip: 5 },
      max_stock_pct: '7.5',
    });
    assert.deepEqual(Object.keys(emptied), ['config', 'from', 'initial_capital']);
    assert.deepEqual(emptied.config.params, { skip: 5 });
    assert.equal('top_n' in emptied.config, false);
    assert.equal(emptied.config.max_stock_pct, 7.5);
  });

  it('run again sends what the earlier one was told, whatever of it the form shows', () => {
    const config = {
      strategy: 'combined',
      combine: {
        mode: 'weighted_score',
        members: [
          { strategy: 'trend', weight: 2, params: { window: 120, skip: 21 } },
          { strategy: 'momentum', weight: 0.5, params: { window: 90, skip: 0 } },
        ],
      },
      universe: ['TCS', 'INFY', 'ITC'],
      top_n: 2,
      rebalance: 'daily',
      weighting: 'inverse_volatility',
      max_sector_pct: 40,
      max_order_value: 250_000,
      liquid_sweep_enabled: true,
      liquid_symbol: 'LIQUIDCASE',
    };
    const again = inputOf(draftOf(run(config), STRATEGIES, '2026-11-23'));
    assert.deepEqual(again, {
      name: 'Mine',
      config,
      from: '2021-11-23',
      to: '2026-11-23',
      initial_capital: 1_000_000,
    });
  });
});
