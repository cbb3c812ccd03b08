import assert from 'node:assert/strict';
import { Problem } from '../../../core/platform/index.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';
import { says, scriptedLlm, type Step } from '../../support/scripted-chain.ts';

const by = { actor: 'test' };
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.code : error),
  );

describe('what a model says by itself', () => {
  let llm = scriptedLlm();
  const open = sharedCore(() => ({
    llm: { chainFor: (owner, feature) => llm.chainFor(owner, feature) },
    // a Monday, 11:30 in India
    at: '2026-03-02T06:00:00.000Z',
  }));
  let world: TestCore;
  beforeEach(async () => {
    world = await open();
  });
  const script = (...steps: Step[]) => (llm = scriptedLlm(...steps));

  describe('research/Endpoints, ai-insight', () => {
    const buy = async (quantity = 10) =>
      await world.core.portfolio.transactions.create(
        world.owner,
        {
          portfolio: 'Main',
          symbol: 'TCS',
          date: '2026-02-02',
          type: 'BUY',
          quantity,
          price: 3000,
          currency: 'INR',
          asset_class: 'Indian Equity',
        },
        by,
      );

    it('is made once while nothing changes, of the caller’s own chain, and anew after a change', async () => {
      script(says('You paid ₹30,000 for TCS [performance].'));
      await buy();
      const first = await world.core.assistant.insight(world.owner);
      assert.deepEqual(
        [first.text, first.unverified, first.sources.map(({ href }) => href)],
        ['You paid ₹30,000 for TCS.', [], ['/analysis/performance']],
      );
      assert.deepEqual(await world.core.assistant.insight(world.owner), first);
      assert.equal(llm.asked.length, 1);
      assert.deepEqual(llm.asked[0]?.usage, { userId: world.owner, feature: 'ai_insight' });
      assert.ok(llm.owners.every(({ owner }) => owner !== 'system' && owner.userId === world.owner));
      await buy(5);
      await world.core.assistant.insight(world.owner);
      assert.equal(llm.asked.filter(({ messages }) => messages.length === 1).length, 2);
    });

    it('without anything held there is nothing to say, and nobody is asked', async () => {
      script(says('never'));
      const { text, reason } = await world.core.assistant.insight(world.owner);
      assert.equal(text, null);
      assert.match(reason ?? '', /You have no holdings yet/);
      assert.equal(llm.asked.length, 0);
    });

    it('a failure is told and not kept', async () => {
      script({ fails: 'CAPACITY' }, says('Fine.'));
      await buy();
      assert.equal(await code(world.core.assistant.insight(world.owner)), 'AI_UNAVAILABLE');
      assert.equal((await world.core.assistant.insight(world.owner)).text, 'Fine.');
      llm.isSetUp = false;
      assert.equal(await code(world.core.assistant.insight(world.owner)), 'AI_NOT_CONFIGURED');
    });
  });

  describe('research/Endpoints, /api/ai/refresh', () => {
    const closes = async () =>
      await world.core.database.asSystem('closes for a test', async (trx) => {
        for (const [day, close] of [
          ['2026-02-26', '24000'],
          ['2026-02-27', '24250.5'],
        ] as const)
          await trx('portfolio.benchmark_snapshots').insert({
            benchmark: 'NIFTY50',
            day,
            close,
            source: 'YAHOO',
            as_of: '2026-02-27T12:00:00.000Z',
          });
      });
    const right = {
      verdict: 'BULLISH',
      probability_up: 0.57,
      confidence: 0.3,
      reasons: ['The index closed at 24,250.5 after 24,000.'],
      data_quality: 'PARTIAL',
    };
    const refresh = async (body: unknown = {}) =>
      await world.core.assistant.refreshMarketAnalysis(world.owner, body);
    const quality = async () => await world.core.options.marketViews.dataQuality(world.owner, {});
    const analyses = async () =>
      (await world.core.options.sentiment.history(world.owner, { page: 1, page_size: 50 })).items;

    it('a forecast is made of what is on record, and market views read it', async () => {
      script({ pieces: ['{}'], value: right });
      await closes();
      const made = await refresh();
      assert.deepEqual(
        [made.is_stored, made.verdict, made.probability_up, made.missing_inputs],
        [true, 'BULLISH', 0.57, ['india_vix', 'longer_history']],
      );
      // the close of today's session, 15:30 in India
      assert.equal(made.horizon_at, '2026-03-02T10:00:00.000Z');
      const [kept] = await analyses();
      assert.deepEqual(
        [kept?.analysis_id, kept?.verdict, kept?.probability_up, kept?.model],
        [made.record_id, 'BULLISH', 0.57, 'provider_a/scripted-1'],
      );
      assert.ok((await quality()) !== null);
      const request = llm.asked[0] ?? assert.fail();
      assert.equal(request.schema?.name, 'market_analysis');
      assert.match(request.messages[0]?.text ?? '', /"close":24250\.5/);
      assert.deepEqual(request.usage, { userId: world.owner, feature: 'market_analysis' });
    });

    const refusedAnswers: readonly (readonly [string, unknown, RegExp])[] = [
      ['UNKNOWN', { ...right, verdict: 'UNKNOWN', probability_up: null }, /does not know/],
      ['no probability', { ...right, probability_up: null }, /without a probability/],
      ['a probability of 57', { ...right, probability_up: 57 }, /form that was asked for/],
      ['a verdict against its probability', { ...right, probability_up: 0.2 }, /contradict/],
      ['a field too many', { ...right, order: 'BUY' }, /form that was asked for/],
      ['a refusal in words', null, /form that was asked for/],
      ['made-up figures', { ...right, reasons: ['India VIX is at 12.7.'] }, /not among the facts/],
    ];
    for (const [name, value, reason] of refusedAnswers)
      it(`${name} is no record`, async () => {
        script({ pieces: ['I cannot.'], value });
        await closes();
        const made = await refresh({ underlying: 'NIFTY' });
        assert.deepEqual([made.is_stored, made.record_id, made.probability_up], [false, null, null]);
        assert.match(made.reason ?? '', reason);
        assert.deepEqual(await analyses(), []);
      });

    it('an underlying without closes is analysed by the prices that its trading process reported', async () => {
      const at = (day: string, time: string) => `${day}T${time}:00+05:30`;
      const reported = (
        [
          [at('2026-02-26', '10:00'), 55_900],
          [at('2026-02-26', '15:20'), 56_100.5],
          [at('2026-02-27', '15:20'), 56_400],
        ] as const
      ).map(([when, spot]) => ({
        id: `iv-${Date.parse(when)}`,
        kind: 'iv_snapshot',
        at: when,
        underlying: 'BANKNIFTY',
        spot,
        atm_iv: 14.2,
      }));
      assert.deepEqual((await world.core.options.ingest(world.owner, reported)).rejected, []);
      script({
        pieces: ['{}'],
        value: { ...right, reasons: ['BANKNIFTY was last reported at 56,400 after 56,100.5.'] },
      });
      const made = await refresh({ underlying: 'BANKNIFTY' });
      assert.deepEqual(
        [made.is_stored, made.underlying, made.missing_inputs],
        [true, 'BANKNIFTY', ['india_vix', 'closes', 'longer_history']],
      );
      const { text } = llm.asked[0]?.messages[0] ?? assert.fail();
      // the last of each day, newest first
      assert.match(text, /"price":56400\}.*"price":56100\.5\}/);
      assert.doesNotMatch(text, /55900/);
      assert.equal((await analyses())[0]?.underlying, 'BANKNIFTY');
      await assert.rejects(
        refresh({ underlying: 'FINNIFTY' }),
        /No prices of FINNIFTY .* There are prices of BANKNIFTY\./,
      );
    });

    it('without closes, without a provider or with a failing one nothing is made up', async () => {
      script({ pieces: ['{}'], value: right });
      assert.equal(await code(refresh()), 'AI_NO_MARKET_DATA');
      assert.equal(await code(refresh({ underlying: 'nifty; drop' })), 'VALIDATION_ERROR');
      await closes();
      assert.equal(await code(refresh({ underlying: 'BANKNIFTY' })), 'AI_NO_MARKET_DATA');
      assert.equal(llm.asked.length, 0);
      script({ fails: 'AUTH' });
      assert.equal(await code(refresh()), 'AI_UNAVAILABLE');
      llm.isSetUp = false;
      assert.equal(await code(refresh()), 'AI_NOT_CONFIGURED');
    });
  });
});
