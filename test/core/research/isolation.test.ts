import assert from 'node:assert/strict';
import { testCore } from '../../support/core.ts';
import { registerForResearch } from '../../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../../support/scripted-evidence.ts';

const BY = { actor: 'test' };
const NEVER = new AbortController().signal;

/** Tables of the books, of brokers and of trading: research reads and writes none of them. */
const FORBIDDEN = [
  'portfolio.transactions',
  'portfolio.holdings',
  'portfolio.snapshots',
  'portfolio.positions',
  'portfolio.skipped_rows',
  'broker.connections',
  'policy.policies',
  'policy.policy_order_plans',
  'policy.policy_orders',
  'policy.policy_promotions',
  'policy.trading_accounts',
];

/** Every function of an area explodes when it is called, and says so; what closes it does not. */
function exploding(area: object, name: string, called: string[]): void {
  for (const [key, value] of Object.entries(area)) {
    const full = `${name}.${key}`;
    if (key === 'close') continue;
    if (typeof value === 'function')
      Object.defineProperty(area, key, {
        configurable: true,
        value: () => {
          called.push(full);
          throw new Error(`${full} was called by research`);
        },
      });
    else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      exploding(value as object, full, called);
  }
}

describe('isolation of AI research', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  it('research/What the service does 9: from the request to the dossier nothing of the books, brokers or trading is called', async () => {
    const world = await testCore({ research: scriptedResearch(script()), environment: { ...RESEARCH_ON } });
    const { core, owner } = world;
    try {
      await registerForResearch(core);
      const called: string[] = [];
      for (const name of [
        'portfolio',
        'connections',
        'corporateActions',
        'quality',
        'prices',
        'reports',
        'policies',
      ] as const)
        exploding(core[name], name, called);
      await assert.rejects(
        async () => await core.portfolio.holdings.list(owner, {}),
        /was called by research/,
      );
      called.length = 0;
      // Nor are their tables touched: they are no longer there.
      await core.database.asSystem('take the tables of others away', async (trx) => {
        for (const table of FORBIDDEN)
          await trx.raw(`alter table ${table} rename to ${table.replace('.', '_')}_gone`);
      });
      const { run_id } = await core.research.runs.create(
        owner,
        'V3',
        { symbol: 'KAVERI', mode: 'CURRENT' },
        BY,
      );
      assert.equal(await core.research.worker.next(NEVER), true);
      const { run } = await core.research.runs.dossier(owner, run_id);
      assert.equal(run.status, 'REVIEW_REQUIRED');
      await core.research.runs.list(owner, {});
      await core.research.runs.retry(owner, run_id, BY);
      assert.deepEqual(called, []);
    } finally {
      await world.close();
    }
  });

  it('research/What the service does 9: of the books nothing is read but last prices, and a run does without them as well', async () => {
    const world = await testCore({ environment: { ...RESEARCH_ON } });
    const { core, owner } = world;
    try {
      const ids = await registerForResearch(core);
      const rows = [{ instrument_id: ids['KAVERI'] ?? '', day: '2026-02-27', close: '100' }];
      await core.history.store(rows, { source: 'NSE' });
      const called: string[] = [];
      for (const name of [
        'portfolio',
        'connections',
        'brokers',
        'watchlist',
        'corporateActions',
        'reports',
        'policies',
      ] as const)
        exploding(core[name], name, called);
      const { run_id } = await core.research.runs.create(
        owner,
        'V3',
        { symbol: 'KAVERI', mode: 'OFFLINE' },
        BY,
      );
      assert.equal(await core.research.worker.next(NEVER), true);
      const { run, packets, stages } = await core.research.runs.dossier(owner, run_id);
      assert.deepEqual(called, ['portfolio.quotes.lastPrices']);
      assert.equal(run.status, 'REVIEW_REQUIRED');
      assert.deepEqual(
        packets.map(({ source_id }) => source_id).filter((id) => id.includes('closes')),
        ['internal:KAVERI:closes:NSE'],
      );
      const own = stages.find(({ stage }) => stage === 'ACQUIRE_INTERNAL');
      assert.equal(own?.status, 'COMPLETED');
      assert.match(own?.detail ?? '', /prices in your books could not be read/);
    } finally {
      await world.close();
    }
  });
});
