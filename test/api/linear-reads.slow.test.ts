import assert from 'node:assert/strict';
import type { AnyObjectSchema } from 'yup';
import pg from 'pg';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { addOwners, multiply } from '../support/many-rows.ts';
import { rowsRead } from '../support/rows-read.ts';
import { isSoak } from '../support/soak.ts';
import { scriptedLlm } from '../support/scripted-chain.ts';
import { attempts } from './tenancy-attempts.ts';
import { furnish, ownedTables } from './tenancy-world.ts';

/** Rows of every growing table. */
const SIZES = [1000, isSoak ? 100_000 : 10_000] as const;
/** Other people with few rows. */
const OTHERS = 300;
/** A plan may change between the sizes: two pages of rows are no growth. */
const TWO_PAGES = 100;

/** Tables of a person's possessions, settings and decisions: some dozens of rows however long the history is. */
const BOUNDED_TABLES = [
  'broker.connections',
  'chat.chat_setting',
  'chat.conversation_state',
  'identity.api_tokens',
  'identity.chat_links',
  'identity.household_members',
  'identity.parts',
  'identity.sessions',
  'notifications.push_subscriptions',
  'policy.policies',
  'policy.policy_contribution_application_batch',
  'policy.policy_contribution_batch_items',
  'policy.policy_contribution_schedules',
  'policy.policy_contributions',
  'policy.policy_funding_allocations',
  'policy.policy_promotions',
  'policy.policy_state',
  'policy.trading_accounts',
  'portfolio.alerts',
  'portfolio.broker_changes',
  'portfolio.fund_holdings',
  'portfolio.goal_links',
  'portfolio.goals',
  'portfolio.holdings',
  'portfolio.ledger_actions',
  'portfolio.kept_values',
  'portfolio.liabilities',
  'portfolio.list_counts',
  'portfolio.portfolios',
  'portfolio.positions',
  'portfolio.price_attempts',
  'portfolio.sip_plans',
  'portfolio.topic_revisions',
  'portfolio.transaction_counts',
  'portfolio.watchlist_items',
];
/** Public tables with lists of their own. */
const PUBLIC_TABLES = ['market.price_findings', 'market.corporate_actions'];
/** Tables whose rows have a list of many children. */
const ROOTS = ['strategy.research_runs', 'research.ai_research_runs'];

const COUNTED = 'total is counted over an index of the rows of this list';
const OF_ORDERS = 'counted over an index: writers of orders would wait for each other at a kept count';
const OF_BLOCKS = 'the counts of all blocks are read, of five hundred rows each';
/** Lists that read more with more rows: rows or index entries read per row, and the reason. */
const GROWING: Readonly<Record<string, readonly [entries: number, why: string]>> = {
  '/api/people': [3, 'the owner sees everybody, without pages'],
  '/api/portfolio/data-quality/recorded-values': [1, 'every recorded value is compared with the books'],
  '/api/portfolio/data-quality/findings': [2, 'the gravest come first, and total is counted'],
  '/api/portfolio/data-quality/actions': [1, COUNTED],
  '/api/auth/access': [3, 'every open key to the records is listed'],
  '/api/portfolio/todos': [
    5,
    'waiting plans, open differences, undecided and excluded rows and differing figures are counted',
  ],
  '/api/portfolio/csv/imports': [1, 'undecided rows of the imports of the page are counted'],
  '/api/portfolio/reports/snapshots': [2, `a curve of up to 10,000 values, and ${COUNTED}`],
  '/api/portfolio/reports/tax-lots': [2, 'sums over all lots of a year'],
  '/api/research/runs/:run_id/equity': [1, 'a curve'],
  '/api/research/runs/:run_id/trades': [1, OF_BLOCKS],
  '/api/research/runs/:run_id/orders': [1, OF_BLOCKS],
  '/api/research/runs/:run_id/events': [1, OF_BLOCKS],
  '/api/policies/plans': [1, OF_ORDERS],
  '/api/policies/differences': [1, OF_ORDERS],
  '/api/policies/order-events': [1, OF_ORDERS],
  '/api/policies': [2, 'plans that wait are counted, and the last rebalance is among all cycles'],
  '/api/policies/pending-approvals': [1, OF_ORDERS],
  '/api/policies/:pid/trades': [1, COUNTED],
  '/api/policies/:pid/cycles': [1, COUNTED],
  '/api/policies/:pid/orders': [1, OF_ORDERS],
  '/api/policies/:pid/universe-events': [1, COUNTED],
  '/api/portfolio/llm-usage/summary': [3, 'sums of a month by model, feature and day'],
  '/api/portfolio/ai-research/runs/:run_id/facts': [2, 'in the order of a dossier; a run has some hundred'],
  '/api/portfolio/ai-research/runs/:run_id/packets': [2, 'a run has some dozens'],
  '/api/portfolio/ai-research/runs/:run_id/conflicts': [2, 'a run has some dozens'],
  '/api/portfolio/ai-research/runs/:run_id/sources': [1, COUNTED],
  '/api/ai/chat/history': [1, 'a person keeps 200 turns'],
  '/api/notifications': [2, 'total and unread are counted over an index; about a thousand are kept'],
  '/api/notifications/failures': [2, 'all failures of the last days are sorted'],
};

const fieldsOf = (schema: unknown): string[] => Object.keys((schema as AnyObjectSchema | null)?.fields ?? {});
/** True for a route with a page, or a list in another shape. Options have a store of their own. */
const isList = ({ method, tag, query, response }: Route): boolean =>
  method === 'GET' &&
  tag !== 'Options' &&
  (fieldsOf(query).includes('page') || fieldsOf(response).includes('items'));

describe('rows read for a list', function () {
  this.timeout(900_000);
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  let reader: pg.Client;
  /** Requests of each route. */
  let paths: Map<string, string>;
  before(async () => {
    world = await testApi({
      llm: scriptedLlm({ answers: ({ messages }) => messages.at(-1)?.text ?? '' }),
      requestsPerMinute: 1e9,
      environment: { PORTFOLIO_AI_RESEARCH_ENABLED: '1' },
    });
    owner = await world.signedIn();
    const tried = attempts(await furnish(world, owner.userId));
    paths = new Map(
      ROUTES.filter(isList).map(({ method, path }) => [path, tried[`${method} ${path}`]?.[0]?.path ?? path]),
    );
    await world.core.database.asSystem('public rows for a test', async (trx) => {
      await trx.raw(`
        with listed as (
          insert into market.instruments (exchange, symbol, name, asset_class)
          values ('NSE', 'TCS', 'Tata', 'Indian Equity') returning id),
        found as (
          insert into market.price_findings (instrument_id, kind, severity, day, until, source, message, outcome)
          select id, 'GAP', 'WARNING', '2024-01-05', '2024-01-05', 'NSE', 'A day without a close', 'MISSING' from listed)
        insert into market.corporate_actions (exchange, symbol, instrument_id, ex_date, raw, kind, status, source)
        select 'NSE', 'TCS', id, '2024-01-05', 'Something', 'UNKNOWN', 'UNREADABLE', 'NSE' from listed`);
    });
    // A list does not show an ended run without figures.
    await world.core.database.asSystem('runs of a test that ended', async (trx) => {
      await trx.raw(`update strategy.research_runs
        set status = 'FAILED', failure = 'It failed.', metrics = null, validation = null, findings = null
        where metrics = '{}'`);
    });
    reader = new pg.Client({ connectionString: world.database.url });
    await reader.connect();
  });
  after(async () => {
    await reader.end();
    await world.close();
  });

  it('do not grow with the stored rows, except where this test says why', async () => {
    const own = await ownedTables(world.core.database.systemPool);
    const tables = new Map([
      ...own
        .filter((name) => !BOUNDED_TABLES.includes(name))
        .map((name) => [name, `owner_user_id = ${owner.userId}`] as const),
      ...PUBLIC_TABLES.map((name) => [name, 'true'] as const),
    ]);
    const found = new Map<string, number[]>([...paths.keys()].map((path) => [path, []]));
    await addOwners(
      reader,
      { tables: new Map(own.map((name) => [name, `owner_user_id = ${owner.userId}`])) },
      OTHERS,
    );
    for (const size of SIZES) {
      await multiply(reader, { tables, roots: ROOTS }, size);
      // Invalidates every cache.
      await reader.query('update portfolio.topic_revisions set revision = revision + 1');
      for (const [path, at] of paths) {
        const read = await rowsRead(reader, async () => {
          const { status, text } = await owner.get(at);
          assert.equal(status, 200, `${at} answered ${text.slice(0, 300)}`);
        });
        found.get(path)?.push(read);
      }
    }
    const added = SIZES[1] - SIZES[0];
    const wrong = [...found].flatMap(([path, [few = 0, many = 0]]) => {
      const [entries] = GROWING[path] ?? [0];
      const isAllowed = many - few <= entries * added * 1.1 + TWO_PAGES;
      const isNeeded = entries === 0 || many - few > TWO_PAGES;
      return isAllowed && isNeeded ? [] : [`${path}: ${few} rows, then ${many}, of ${entries} for each`];
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(
      Object.keys(GROWING).filter((path) => !found.has(path)),
      [],
      'these are no lists any more',
    );
    assert.deepEqual(
      BOUNDED_TABLES.filter((name) => !own.includes(name)),
      [],
      'these are no tables any more',
    );
  });
});
