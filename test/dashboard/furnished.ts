/** A server with a household in which every page of the dashboard has something to show. */
import { istInstant } from '../../core/platform/index.ts';
import { furnish } from '../api/tenancy-world.ts';
import type { TestApi } from '../support/api-client.ts';
import { backtest, runAll, walkingMarket } from '../support/backtests.ts';
import { filledBy, readyForLive } from '../support/go-live-world.ts';
import { openTrade } from '../support/guards-world.ts';
import { closedTrade, freshId } from '../support/options-world.ts';
import { registerForResearch } from '../support/research-world.ts';
import { storeReport, storeRun, wholeReport } from '../support/stored-dossier.ts';
import { PATHS } from './page-table.ts';
import { liveThrough, type MovableClock } from './showcase.ts';

/** What the server is given, so that no page is switched off. */
export const EVERYTHING_ON = { PORTFOLIO_AI_RESEARCH_ENABLED: '1' };

/** A story of weeks is quicker told than one of years. */
const LOOKED_FROM = '2026-02-27';
/** A Monday after everything that is recorded. */
const NOW = istInstant('2026-06-08', '11:30');
/** A trade of options by its tag. */
const TAG = 'T-1';
const BY = { actor: 'showcase' };
/** Tabs of a policy's page. */
const POLICY_TABS = ['plan', 'holdings', 'signals', 'trades', 'contributions', 'cycles'].map(
  (tab) => `?show=${tab}`,
);

/** Addresses of pages by the path of their route, where they differ from it. */
export type Addresses = Record<string, readonly string[]>;

/** An address of every page there is, and one that leads nowhere. */
export const everyAddress = (given: Addresses): string[] => [
  ...PATHS.flatMap((path) => given[path] ?? [path]),
  '/nowhere',
];

/**
 * Fills the household of the owner. It has what it traded in three years, and at least one of everything that can be
 * recorded. @returns the addresses of pages that show one thing of many
 */
export async function furnishEverything(
  world: TestApi,
  userId: string,
  clock: MovableClock,
): Promise<Addresses> {
  const { core } = world;
  await liveThrough(core, userId, clock, LOOKED_FROM);
  clock.put(NOW);
  const ids = await furnish(world, userId);
  await planAhead(world, userId);
  const runs = await testOfStrategies(world, userId);
  await readyForLive(filledBy(core, userId), {});
  const long = {
    at: NOW.toISOString(),
    strategy: 'a strategy with a long name of very many letters and words',
  };
  await filledBy(core, userId).take(
    openTrade('IC-20260608-WITH-A-LONG-NAME', { ...long, opened_at: long.at }),
    closedTrade('IC-20260605-WITH-A-LONG-NAME', long.at, { strategy: long.strategy }),
    {
      ...long,
      id: freshId('signal'),
      kind: 'signal',
      mode: 'LIVE',
      outcome: 'FILTERED',
      reason: 'IV_RANK_LOW',
    },
  );
  const at = istInstant('2026-03-05', '09:30');
  const instrumentId = (await registerForResearch(core))['KAVERI'] ?? '';
  const run = await storeRun(core, { owner: userId, instrumentId, at });
  await storeReport(core, run, { owner: userId, payload: wholeReport({ run_id: run }), qa: 'PASS', at });
  return {
    // Every row more is as the first ones.
    '/transactions': ['/transactions?symbol=TCS', '/transactions?from=2024-05-01&page=2'],
    '/holdings/:symbol': ['/holdings/TCS'],
    '/strategies/compare': [`/strategies/compare?ids=${runs.join(',')}`],
    '/strategies/new': ['/strategies/new', `/strategies/new?from=${runs[0]}`],
    '/strategies/:id': [`/strategies/${runs[0]}`, `/strategies/${runs[0]}?show=orders`],
    '/research/ai/:id': [`/research/ai/${run}`],
    '/policies/plans/:id': [`/policies/plans/${ids.plan}`],
    '/policies/:id': ['', ...POLICY_TABS].map((tab) => `/policies/${ids.policy}${tab}`),
    '/help/:guide': ['/help/reports'],
    '/options': ['/options', '/options?mode=SHADOW'],
    '/options/journal/:tag': [`/options/journal/${TAG}`],
    '/goals': ['/goals', `/goals?goal=${ids.goal}`, '/goals?show=sip-plans'],
    '/income': ['/income', '/income?show=calendar', '/income?show=bonds'],
  };
}

/** Two backtests that have been run. A third is in the household that has only its name. @returns their ids */
async function testOfStrategies({ core }: TestApi, userId: string): Promise<string[]> {
  await walkingMarket().write(core);
  const ids = [];
  for (const [name, top_n] of [
    ['Two best', 2],
    ['Three best', 3],
  ] as const) {
    const body = backtest({ name, from: '2024-01-01', to: '2024-12-31' }, { top_n });
    const { run_id } = await core.strategies.runs.create(userId, body, BY);
    ids.push(run_id);
  }
  await runAll(core);
  await core.database.systemPool.query(
    `update strategy.research_runs set metrics = (select metrics from strategy.research_runs where id = $1)
     where metrics = '{}'`,
    [ids[0]],
  );
  return ids;
}

/** Goals, instalments, debts and what is watched, as a household has them. */
async function planAhead({ core }: TestApi, userId: string): Promise<void> {
  const { goals, sips } = core.goals;
  await goals.create(
    userId,
    {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 4_000_000,
      target_date: '2031-06-01',
      expected_return_pct: 10,
    },
    BY,
  );
  await sips.create(
    userId,
    {
      name: 'Index fund',
      amount: 15_000,
      frequency: 'monthly',
      start_date: '2026-03-10',
      portfolio: 'Retirement',
    },
    BY,
  );
  await core.liabilities.create(userId, { name: 'Home loan', type: 'MORTGAGE', balance: 2_150_000 }, BY);
  await core.watchlist.items.create(userId, { symbol: 'HDFCBANK', currency: 'INR' }, BY);
  await core.watchlist.alerts.create(userId, { kind: 'PRICE_BELOW', symbol: 'TCS', threshold: 3000 }, BY);
  await core.portfolio.holdings.create(
    userId,
    {
      portfolio: 'Retirement',
      symbol: '726GS2033',
      isin: 'IN0020220151',
      asset_class: 'Bond',
      currency: 'INR',
      quantity: 500,
      avg_buy_price: 101,
      current_price: 102,
      face_value: 100,
      coupon_rate: 7.26,
      coupon_frequency: 2,
      maturity_date: '2033-03-16',
    },
    BY,
  );
  await core.income.recompute(userId, BY);
}
