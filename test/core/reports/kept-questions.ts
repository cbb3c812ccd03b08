import assert from 'node:assert/strict';
import type { Core } from '../../../core/assembly/index.ts';
import type { MarketPart } from '../../../core/market/instruments/index.ts';
import type { Topic } from '../../../core/platform/index.ts';
import { type ReportName, REPORT_DEPENDENCIES } from '../../../core/reports/report-topics.ts';
import type { KeptWorld } from './kept-world.ts';

interface RestsOn {
  topics: readonly Topic[];
  market: readonly MarketPart[];
  clock: 'day' | 'session' | 'minute';
}

/** What is asked again and again, by the report; each answer as JSON. */
export interface Question {
  name: string;
  /** What the report says that it rests on. */
  on: RestsOn;
  read: (core: Core) => Promise<unknown>;
}

/** Every question to what is kept, with what it rests on. */
export function questions({ owner, goal }: KeptWorld): Question[] {
  const report = (name: ReportName, read: Question['read']): Question => ({
    name,
    on: REPORT_DEPENDENCIES[name],
    read,
  });
  const text = async (file: Promise<{ body: Buffer | AsyncIterable<string> }>) => {
    const { body } = await file;
    return Buffer.isBuffer(body) ? body.toString('utf8') : assert.fail('a short file is kept');
  };
  // The values as they were recorded.
  const then = { portfolio: 'World', as_known: 'then' } as const;
  const file = (of: 'tax' | 'performance') =>
    report(
      'export',
      async ({ reports }) => await text(reports.exports.file(owner, { report: of, portfolio: 'World' })),
    );
  return [
    report('performance', ({ reports }) => reports.performance.read(owner, { portfolio: 'World' })),
    report('performance', ({ reports }) => reports.performance.read(owner, then)),
    report('comparison', ({ reports }) => reports.comparison.read(owner, then)),
    report('risk', ({ reports }) => reports.risk.read(owner, then)),
    report('value-history', ({ reports }) => reports.valueHistory.read(owner, then)),
    report('comparison', ({ reports }) => reports.comparison.read(owner, { portfolio: 'World' })),
    report('risk', ({ reports }) => reports.risk.read(owner, { portfolio: 'World', explain: true })),
    report('monthly-returns', ({ reports }) => reports.monthlyReturns.read(owner, { portfolio: 'Private' })),
    report('attribution', ({ reports }) => reports.attribution.read(owner, {})),
    report('diversification', ({ reports }) => reports.diversification.read(owner, {})),
    report('holding', ({ reports }) => reports.holding.read(owner, { symbol: 'TCS' })),
    report('rebalance', ({ reports }) => reports.rebalance.read(owner, { portfolio: 'World' })),
    report('overlap', ({ reports }) => reports.overlap.read(owner, {})),
    report('networth', ({ reports }) => reports.networth.read(owner, {})),
    report('goal-scenario', ({ reports }) =>
      reports.goalScenario.read(owner, { goal_id: goal, monthly_sip: 100 }),
    ),
    report('dividend-yield', ({ reports }) => reports.dividendYield.read(owner, { portfolio: 'World' })),
    report('income-projection', ({ reports }) => reports.incomeProjection.read(owner, {})),
    report('income-projection', ({ reports }) =>
      reports.incomeProjection.read(owner, { portfolio: 'spare' }),
    ),
    report('calendar', ({ reports }) => reports.calendar.read(owner, { to: '2031-12-31' })),
    report('tax-lots', async ({ reports }) => String(await reports.tax.pageJson(owner, {}))),
    // The whole shows what snapshots do, the portfolio of the ledger alone what prices do.
    report('value-history', ({ reports }) => reports.valueHistory.read(owner, {})),
    report('value-history', ({ reports }) => reports.valueHistory.read(owner, { portfolio: 'Private' })),
    report('recorded-values', async ({ quality }) =>
      JSON.stringify(await quality.recordedDifferences(owner, {})),
    ),
    report('snapshots', ({ reports }) => reports.snapshots.read(owner, { portfolio: 'spare' })),
    report('activity', ({ reports }) => reports.activity.read(owner, {})),
    file('tax'),
    report('export', async ({ reports }) => await text(reports.exports.file(owner, { report: 'income' }))),
    file('performance'),
    {
      name: 'overview',
      on: {
        topics: ['ledger', 'prices', 'rates', 'snapshots', 'goals', 'connections'],
        market: ['prices', 'registry', 'rates'],
        clock: 'minute',
      },
      read: async ({ portfolio }) => String(await portfolio.dashboard.readJson(owner)),
    },
    {
      name: 'daily values',
      on: { topics: ['ledger', 'prices', 'rates'], market: ['prices', 'registry', 'rates'], clock: 'day' },
      read: ({ reports }) => reports.values.read(owner),
    },
  ];
}
