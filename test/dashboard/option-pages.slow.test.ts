import assert from 'node:assert/strict';
import { istInstant } from '../../core/platform/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { analyses, during, filledBy, readyForLive } from '../support/go-live-world.ts';
import { margin, mismatch, openTrade } from '../support/guards-world.ts';
import { closedTrade, freshId, PUT } from '../support/options-world.ts';
import { dashboardRenderer, type Shown, shownOf } from './rendering.ts';
import { movableClock } from './showcase.ts';

const TAG = 'IC-20260612-1';
const LONG_NAME = 'a strategy with a long name of very many letters and words';

const signal = (given: Record<string, unknown>) => ({
  id: freshId('signal'),
  kind: 'signal',
  at: '2026-06-15T04:00:00Z',
  mode: 'DRY_RUN',
  strategy: 'iron_condor',
  outcome: 'SEEN',
  ...given,
});
const position = (given: Record<string, unknown>) => ({
  id: freshId('position'),
  kind: 'position',
  at: '2026-06-15T06:00:00Z',
  strategy: 'short_put',
  underlying: 'NIFTY',
  opened_at: '2026-06-15T06:00:00Z',
  ...given,
});

describe('pages of options without a browser', () => {
  let world: TestApi;
  let owner: string;
  let render: (address: string) => Promise<string>;
  const clock = movableClock();
  // 15:30 in India on a Monday
  before(async () => {
    clock.put(istInstant('2026-06-15', '15:30'));
    world = await testApi({ clock });
    owner = (await world.core.identity.users.ensureOwner()).id;
    await reread();
  });
  after(() => world?.close());

  const reread = async (): Promise<void> => void (render = await dashboardRenderer(await world.signedIn()));
  const pageAt = async (address: string): Promise<Shown> => shownOf(await render(address));
  const take = async (...records: object[]): Promise<void> => {
    const { rejected } = await world.core.options.ingest(owner, records);
    assert.deepEqual(rejected, []);
    await reread();
  };

  it('before anything is reported each page says what is not known, or what to do', async () => {
    const envelope = await pageAt('/options/envelope');
    envelope.part('State', /THROTTLED.*Lost today.*₹0\.00 of ₹10,000\.00.*No margin has been reported yet/i);
    envelope.part('Reconciliation', /No open mismatches/);
    envelope.part('Open trades', /No open trades/);
    for (const [address, words] of [
      ['/options', /No trades in dry run yet.*npm run sample-trader/],
      ['/options?mode=LIVE', /No live trades yet/],
      ['/options/funnel', /No signals, 15 Jun 2026.*how to connect a process/],
      ['/options/broker-health', /No health checks yet/],
      ['/options/go-live', /No strategies yet/],
      ['/options/ai-market', /No market analyses yet/],
    ] as const)
      assert.match((await pageAt(address)).words, words, address);
  });

  it('portfolio/Option endpoints: the list of features, whose links lead to the guides', async () => {
    const html = await render('/help/features');
    assert.match(shownOf(html).words, /What it does/);
    assert.match(html, /<a [^>]*href="\/help\/files-and-brokers"[^>]*>Files and brokers</);
  });

  it('portfolio/Option performance v2: each sum with its state and why it is not whole; modes apart', async () => {
    await take(
      // A short put sold at 100 and bought back, 75 units, less 50: at 90 it makes 700, at 110 it loses 800.
      closedTrade('one', '2026-06-12T05:00:00Z', { mode: 'DRY_RUN' }),
      closedTrade('two', '2026-06-15T05:00:00Z', { mode: 'DRY_RUN', exit: 110, strategy: 'iron_condor' }),
      closedTrade('three', '2026-06-15T06:00:00Z', { mode: 'DRY_RUN', exit: null }),
      closedTrade('four', '2026-06-15T06:00:00Z', { mode: 'SHADOW' }),
      position({
        mode: 'DRY_RUN',
        tag: 'open',
        state: 'OPEN',
        legs: [{ ...PUT, entry_price: 100, last_price: null }],
      }),
    );
    const results = await pageAt('/options');
    // Gross 750 − 750 of two; the costs of all three; net 700 − 800 of two.
    results.part('Closed trades', /Partial.*Gross\s*■ ₹0\.00\s*Costs\s*₹150\.00\s*Net\s*▼ −₹100\.00/);
    results.part('Closed trades', /3: 1 won, 1 lost, 1 unknown.*A leg has no exit price\. \(1 trade\)/);
    results.part('Open trades', /Unavailable.*A leg has no last price/);
    results.part('Sharpe ratio', /Unavailable.*at least 30 days/);
    results.part('Results by strategy', /short_put.*Partial/);
    for (const chart of ['Realised net result', 'Calendar of results', 'By strategy'])
      results.part(chart, /./);
    (await pageAt('/options?mode=SHADOW')).part('Closed trades', /Complete.*₹700\.00/);
  });

  it('portfolio/Measurement rules 3: the funnel by strategy, by reason with an example, and by day', async () => {
    await take(
      signal({ outcome: 'FILTERED', reason: 'IV_RANK_LOW', detail: 'IV rank 18, needs 30' }),
      signal({ outcome: 'EXECUTED', at: '2026-06-12T05:00:00Z' }),
      signal({ mode: 'SHADOW' }),
    );
    const today = await pageAt('/options/funnel');
    assert.match(today.words, /15 Jun 2026: 1 seen, 1 filtered, 0 executed/);
    today.part('Reasons for filtering', /IV rank too low.*iron_condor \(dry run\).*IV rank 18, needs 30/);
    assert.throws(() => today.part('Signals by day', /./));
    const since = await pageAt('/options/funnel?from=2026-06-10');
    since.part('Signals by day', /15 Jun 2026.*12 Jun 2026/);
    since.part('By strategy', /./);
  });

  it('a trade’s story, with what is unknown and why', async () => {
    await take(
      closedTrade(TAG, '2026-06-12T05:00:00Z', {
        opened_at: '2026-06-12T04:00:00Z',
        mfe: 1_000,
        mae: -200,
        entry_spot: 24_000,
        exit_spot: 24_050,
        delta: 2,
        regime: { name: 'TREND_UP' },
        ai_verdict: 'BULLISH',
      }),
      closedTrade('UNKNOWN-1', '2026-06-11T05:00:00Z', { mode: 'SHADOW', exit: null }),
      position({
        at: '2026-06-12T04:30:00Z',
        mode: 'LIVE',
        tag: TAG,
        state: 'PROFIT_LOCK',
        opened_at: '2026-06-12T04:00:00Z',
        legs: [{ ...PUT, entry_price: 100, last_price: 92 }],
      }),
      {
        id: freshId('battle'),
        kind: 'strategy_battle',
        at: '2026-06-12T04:00:00Z',
        underlying: 'NIFTY',
        chosen: 'short_put',
        regime: 'TREND_UP',
        candidates: [
          { strategy: 'short_put', score: 0.62 },
          { strategy: 'iron_condor', score: 0.41, reason: 'trend too strong' },
        ],
      },
    );
    const list = await pageAt('/options/journal');
    list.row('Closed trades', /UNKNOWN-1.*unknown: NIFTY26JUN24000PE has no exit price\./);
    list.row('Closed trades', new RegExp(`${TAG}.*\\+₹700\\.00`));
    const story = await pageAt(`/options/journal/${TAG}`);
    assert.match(story.words, /short_put on NIFTY made ₹700\.00 net of ₹50\.00 costs/);
    assert.match(story.words, /unknown: Not reported: theta at the entry\./);
    assert.match(story.words, /Unrealised from ₹600\.00 to ₹600\.00/);
    story.row('Legs', new RegExp(`${PUT.symbol}.*\\+₹750\\.00`));
  });

  it('the choices of a day and their summary', async () => {
    const day = await pageAt('/options/battle?date=2026-06-12');
    day.row('Choices', /short_put.*0\.62.*iron_condor 0\.41 trend too strong/);
    day.row('Choices by day', /12 Jun 2026.*short_put 1 of 1, 0\.62/);
    assert.match((await pageAt('/options/battle')).words, /No choices on 15 Jun 2026/);
  });

  it('a broker shows its level, the figures behind it, and what its level was', async () => {
    const records = Array.from({ length: 10 }, (_, nr) => ({
      id: `health-${nr}`,
      kind: 'broker_health',
      at: new Date(clock.now().getTime() - 300_000 + nr * 30_000).toISOString(),
      broker: 'kite',
      ok: nr < 5,
      latency_ms: 90,
    }));
    await take(...records);
    const { part } = await pageAt('/options/broker-health');
    // 5 of the 10 checks of the last ten minutes failed.
    part('kite', /UNSTABLE.*5 of the last 10 checks failed: 50% \(limit 30%\).*5 of 10 \(50\.0%\)/i);
    part('Changes of kite in 7 days', /UNSTABLE/i);
  });

  it('decisions/Options workspace: a halt says why, and a mismatch what each side has', async () => {
    await take(
      margin(100_000, 900_000),
      mismatch(),
      openTrade('IC-20260615', { last: 90, estimated_exit_costs: 20, margin_used: 62_000 }),
      closedTrade('lost', '2026-06-15T06:00:00.000Z', { exit: 300 }),
    );
    const { part } = await pageAt('/options/envelope');
    part('State', /HALTED.*Why it was halted.*Lost today: ₹15,050 of ₹10,000/i);
    part('Open trades', /IC-20260615.*₹730\.00/);
    part('Reconciliation', /your process has -75\s*, the broker -150/);
  });

  it('portfolio/Option endpoints: market analyses with their reliability, hit rates and gaps', async () => {
    await take(...analyses());
    const all = await pageAt('/options/ai-market');
    all.part('Usefulness', /Useful.*Market analyses with an outcome.*60; at least 60 needed.*Met/);
    // Each is 0.4 off: 0.16 against 0.25, so 0.36
    all.part('Usefulness', /Brier score\s*0\.1600.*0\.2500.*0\.5000.*0\.3600/);
    all.part('Hit rates', /60 of 60 verdicts were right \(100\.0%\)/);
    all.part('Data quality', /Missing inputs\s*vix \(30\)/);
    const first = await pageAt('/options/ai-market?model=first');
    first.part('Usefulness', /Not shown yet.*30; at least 60 needed/);
  });

  it('portfolio/Go-live state machine: each strategy with its criteria, as far as they are met', async () => {
    clock.put(istInstant('2026-03-09', '17:30'));
    await readyForLive(filledBy(world.core, owner));
    await take(signal({ strategy: LONG_NAME, at: during('2026-03-09') }));
    const { part } = await pageAt('/options/go-live');
    part('short_put', /Dry run.*Ready for shadow/);
    part(LONG_NAME, /Signals and closed trades reported.*1; at least 10 needed.*Not met/);
  });
});
