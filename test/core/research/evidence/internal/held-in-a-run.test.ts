import assert from 'node:assert/strict';
import type { DossierView } from '../../../../../core/research/index.ts';
import { sharedCore, type TestCore } from '../../../../support/core.ts';
import { registerForResearch } from '../../../../support/research-world.ts';
import { RESEARCH_ON, UNPRINTED } from '../../../../support/scripted-evidence.ts';

const BY = { actor: 'test' };
const NEVER = new AbortController().signal;

/** Runs of the product as it is, with every outside source switched off. It is Monday morning, 2 March 2026. */
describe('what is held, in a run with every outside source off', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const fresh = sharedCore({ environment: { ...RESEARCH_ON }, research: UNPRINTED });
  let world: TestCore;
  let kaveri: string;
  beforeEach(async () => {
    world = await fresh();
    kaveri = (await registerForResearch(world.core))['KAVERI'] ?? '';
    await world.core.database.asSystem('an American share for a test', async (trx) => {
      await trx('market.instruments').insert({
        exchange: 'NASDAQ',
        symbol: 'LKSP',
        asset_class: 'US Equity',
        name: 'Larkspur Robotics Inc.',
      });
    });
  });

  async function dossierOf(
    userId: string,
    symbol: string,
    more: Record<string, string> = {},
  ): Promise<DossierView> {
    const { runs, worker } = world.core.research;
    const { run_id } = await runs.create(userId, 'V3', { symbol, mode: 'OFFLINE', ...more }, BY);
    assert.equal(await worker.next(NEVER), true);
    return await runs.dossier(userId, run_id);
  }

  /** A holding of ten shares with a price that its person typed. */
  async function holds(userId: string, symbol: string, price: number): Promise<void> {
    const { portfolio } = world.core;
    const { name } = await portfolio.portfolios.create(
      userId,
      { name: `Of ${userId}`, base_currency: 'INR' },
      BY,
    );
    await portfolio.holdings.create(
      userId,
      {
        portfolio: name,
        symbol,
        asset_class: 'US Equity',
        currency: 'USD',
        quantity: 10,
        avg_buy_price: 1,
        current_price: price,
      },
      BY,
    );
  }

  /** The broker's price for what somebody holds, as a sync or a refresh writes it. */
  async function quoted(userId: string, price: number, as_of: string): Promise<void> {
    const { quotes } = world.core.portfolio;
    const [holding] = await quotes.holdings(userId);
    assert.ok(holding);
    const quote = { price, previous_close: null, as_of, source: 'ibkr_flex' };
    const [decision] = await quotes.apply(userId, [{ holding, quote }]);
    assert.equal(decision?.status, 'UPDATED');
  }

  const row = ({ coverage }: DossierView, obligation: string) => {
    const found = coverage.find((one) => one.obligation === obligation);
    assert.ok(found, obligation);
    return found;
  };
  const internal = ({ packets }: DossierView) =>
    packets.filter(({ provider }) => provider === 'internal').map(({ source_id }) => source_id);

  it('research/Evidence acquisition rules 5: the closes of the history alone cover the price of an Indian share', async () => {
    const { core, owner } = world;
    const days = core.calendar.sessionsBetween('NSE', '2025-02-17', '2026-02-27');
    const rows = days.map((day, at) => ({ instrument_id: kaveri, day, close: (100 + at / 4).toFixed(2) }));
    assert.equal((await core.history.store(rows, { source: 'NSE' })).added, days.length);
    const dossier = await dossierOf(owner, 'KAVERI');
    assert.deepEqual(internal(dossier), [
      'internal:KAVERI:closes:NSE',
      'internal:KAVERI:technicals:OFFICIAL',
    ]);
    const close = dossier.facts.find(({ fact_id }) => fact_id === 'close.market.latest');
    assert.deepEqual(
      [close?.value, close?.authority, close?.label, close?.period.end],
      [String(100 + (days.length - 1) / 4), 'OFFICIAL', 'VERIFIED_FACT', '2026-02-27'],
    );
    for (const obligation of ['market_and_valuation', 'technicals'])
      assert.equal(row(dossier, obligation).is_covered, true, obligation);
    assert.equal(dossier.run.status, 'REVIEW_REQUIRED');
    // A run of the past sees the closes of its time alone.
    const past = await dossierOf(owner, 'KAVERI', {
      mode: 'HISTORICAL',
      cutoff: '2026-01-15T15:29:59+05:30',
    });
    const last = past.facts.find(({ fact_id }) => fact_id === 'close.market.latest');
    assert.equal(last?.period.end, '2026-01-14');
  });

  it('research/Evidence-family policy matrix: a broker’s feed makes the price of an American share OFFICIAL, and actions still lack a regulator; research/Authentication 2: what only one person’s books know is in no other’s dossier, and never gets into the shared history', async () => {
    const { core, owner, stranger } = world;
    await holds(owner, 'LKSP', 20);
    // The last session was on Friday, and closed at 21:00 in UTC.
    await quoted(owner, 24.18, '2026-02-27');
    const dossier = await dossierOf(owner, 'LKSP');
    const market = row(dossier, 'market_and_valuation');
    assert.deepEqual([market.is_covered, market.achieved], [true, 'OFFICIAL']);
    assert.equal(row(dossier, 'catalysts').is_covered, false);
    assert.equal(dossier.run.status, 'REVIEW_REQUIRED');
    assert.equal(dossier.packets[0]?.publisher, 'Interactive Brokers');
    // Nothing of how much somebody has is there.
    assert.doesNotMatch(JSON.stringify(dossier.packets), /quantity|avg_buy_price/);

    const none = await dossierOf(stranger, 'LKSP');
    assert.deepEqual(internal(none), []);
    assert.equal(row(none, 'market_and_valuation').reason, 'no_source_family');
    const { rows } = await core.database.systemPool.query('select 1 from portfolio.price_history');
    assert.equal(rows.length, 0);

    // The same share in the eyes of somebody who typed a price, right after.
    await holds(stranger, 'LKSP', 31.5);
    const other = await dossierOf(stranger, 'LKSP');
    assert.deepEqual(internal(other), ['internal:LKSP:quote:MANUAL']);
    const price = row(other, 'market_and_valuation');
    assert.deepEqual(
      [price.is_covered, price.reason, price.achieved],
      [false, 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE', 'DISCOVERED'],
    );
    assert.doesNotMatch(JSON.stringify(other), /24\.18|Interactive Brokers|ibkr/);
    assert.doesNotMatch(JSON.stringify(await dossierOf(owner, 'LKSP')), /31\.5/);
  });
});
