import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  createMeter,
  createUsageReports,
  type Meter,
  openCatalogue,
  type Prices,
  type Reservation,
  type UsageEstimate,
} from '../../../../core/llm/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { testProcess } from '../../../support/test-processes.ts';

const UNKNOWN = { inputTokens: null, outputTokens: null, cachedTokens: null };
const used = (inputTokens: number, outputTokens: number, cachedTokens: number | null = null) => ({
  inputTokens,
  outputTokens,
  cachedTokens,
});
/** 100,000 × 2.50 / 1,000,000 + 50,000 × 15 / 1,000,000 = 0.25 + 0.75 = 1.00 US dollar */
const DOLLAR: UsageEstimate = {
  provider: 'gateway',
  model: 'gpt-5.4',
  inputTokens: 100_000,
  outputTokens: 50_000,
};

describe('counting what calls of models take', () => {
  // 11:30 in India
  const core = sharedCore({
    at: '2026-11-02T06:00:00.000Z',
    environment: { LLM_MAX_COST_USD_PER_DAY: '5', LLM_MAX_TOKENS_PER_DAY: '1000' },
  });
  let test: TestCore;
  let meter: Meter & { close(): Promise<void> };
  let prices: Prices;
  beforeEach(async () => {
    test = await core();
    ({ prices } = await openCatalogue(test.core));
    meter = createMeter(test.core, prices);
  });
  afterEach(async () => await meter.close());

  const reserve = async (estimate = DOLLAR, who = test.owner, feature = 'assistant') =>
    await meter.reserve({ userId: who, feature }, estimate);
  async function taken(estimate = DOLLAR, who = test.owner): Promise<Reservation> {
    const answer = await reserve(estimate, who);
    if ('refused' in answer) return assert.fail(answer.refused);
    return answer;
  }
  async function refused(estimate = DOLLAR): Promise<string> {
    const answer = await reserve(estimate);
    return 'refused' in answer ? answer.refused : assert.fail('there was room');
  }
  const summary = async (who = test.owner) => await createUsageReports(test.core, prices).summary(who);
  const today = async () => (await summary()).today;

  it('research/LLM usage row: what a call took is written down, cached tokens recorded and not priced', async () => {
    const reservation = await taken();
    // 1000 × 2.50 / 1,000,000 + 200 × 15 / 1,000,000 = 0.0025 + 0.0030 = 0.0055, whatever was cached
    await reservation.settle({ model: 'gpt-5.4', usage: used(1000, 200, 900) });
    const { items, by_feature, by_day } = await summary();
    const sums = {
      calls: 1,
      input_tokens: 1000,
      output_tokens: 200,
      cached_tokens: 900,
      cost_usd: 0.0055,
      unpriced: false,
      usage_unknown_calls: 0,
    };
    assert.deepEqual(items, [{ provider: 'gateway', model: 'gpt-5.4', ...sums }]);
    assert.deepEqual(by_feature, [{ feature: 'assistant', ...sums }]);
    assert.deepEqual(by_day, [{ day: '2026-11-02', ...sums }]);
  });

  it('decisions/Provider chain: usage that is unknown is null and not 0, and counts by its estimate', async () => {
    await (await taken()).settle({ usage: UNKNOWN });
    const { items, today: limits } = await summary();
    assert.deepEqual(items, [
      {
        provider: 'gateway',
        model: 'gpt-5.4',
        calls: 1,
        input_tokens: null,
        output_tokens: null,
        cached_tokens: null,
        cost_usd: null,
        unpriced: false,
        usage_unknown_calls: 1,
      },
    ]);
    assert.equal(limits.cost_usd.used, 1);
  });

  it('research/LLM usage row: a model without a price costs 0, is marked, and counts in tokens', async () => {
    const reservation = await taken({
      provider: 'provider_a',
      model: 'llama3.3',
      inputTokens: 500,
      outputTokens: 400,
    });
    assert.equal((await today()).tokens.used, 900);
    await reservation.settle({ usage: used(100, 20) });
    const { items, today: limits } = await summary();
    assert.equal(items[0]?.cost_usd, 0);
    assert.equal(items[0]?.unpriced, true);
    assert.deepEqual(limits.tokens, { limit: 1000, used: 120 });
    assert.deepEqual(limits.cost_usd, { limit: 5, used: 0 });
  });

  it('decisions/Cost cap: the command line counts in tokens whatever its model costs elsewhere', async () => {
    await (
      await taken({ ...DOLLAR, provider: 'cli_default', inputTokens: 500, outputTokens: 400 })
    ).settle({
      usage: used(500, 100),
    });
    const { items, today: limits } = await summary();
    // 500 × 2.50 / 1,000,000 + 100 × 15 / 1,000,000 = 0.00125 + 0.0015: worth that, and paid for otherwise
    assert.equal(items[0]?.cost_usd, 0.00275);
    assert.deepEqual([limits.tokens.used, limits.cost_usd.used], [600, 0]);
  });

  it('decisions/Cost cap: room is taken before and the rest given back after', async () => {
    const calls = [await taken(), await taken(), await taken(), await taken(), await taken()];
    const words = await refused();
    assert.match(words, /Today’s limit for models is \$5\.00 at list prices\. \$5\.00 is used or reserved/);
    assert.match(words, /up to \$1\.00/);
    assert.match(words, /resets at midnight, Indian time/);
    // 20,000 × 2.50 / 1,000,000 = 0.05
    await calls[0]?.settle({ usage: used(20_000, 0) });
    assert.match(await refused(), /\$4\.05 is used/);
    await calls[1]?.release();
    assert.equal((await today()).cost_usd.used, 3.05);
    await taken();
    assert.equal((await summary()).items[0]?.calls, 1);
  });

  it('decisions/Cost cap: the limit of tokens refuses in its own words', async () => {
    assert.match(
      await refused({ provider: 'cli_default', model: 'gpt-5.4', inputTokens: 1000, outputTokens: 1 }),
      /limit for models without a list price is 1,000 tokens\. 0 are used or reserved, and this question may take up to 1,001/,
    );
  });

  it('decisions/Cost cap: 50 calls at once, of two processes, take the room of five', async () => {
    const other = createMeter(test.core, prices);
    const context = { userId: test.owner, feature: 'assistant' };
    const answers = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, n) => await (n % 2 === 0 ? meter : other).reserve(context, DOLLAR),
      ),
    );
    const calls = answers.flatMap((answer) => ('refused' in answer ? [] : [answer]));
    assert.equal(calls.length, 5);
    assert.equal((await today()).cost_usd.used, 5);
    await Promise.all(calls.map(async (call) => await call.settle({ usage: used(0, 0) })));
    assert.equal((await today()).cost_usd.used, 0);
    assert.equal((await summary()).items[0]?.calls, 5);
    await other.close();
  });

  it('a limit is each person’s own, and a new day is empty', async () => {
    for (let n = 0; n < 5; n += 1) await taken();
    await taken(DOLLAR, test.stranger);
    await refused();
    // 18:30 UTC is midnight in India
    test.clock.at = new Date('2026-11-02T18:29:59.000Z');
    await refused();
    assert.equal((await today()).ends_at, '2026-11-02T18:30:00.000Z');
    test.clock.at = new Date('2026-11-02T18:30:00.000Z');
    await taken();
  });

  it('a call is settled once, and never after it was released', async () => {
    const call = await taken();
    await Promise.all([call.settle({ usage: used(1, 1) }), call.settle({ usage: used(1, 1) })]);
    await call.release();
    assert.equal((await summary()).items[0]?.calls, 1);
    const other = await taken();
    await other.release();
    await other.settle({ usage: used(1, 1) });
    assert.equal((await summary()).items[0]?.calls, 1);
  });

  it('a call whose process was killed counts by its estimate, and after an hour is one of unknown usage', async () => {
    const { ownerUrl, appUrl } = test.core.database.urls;
    const holder = fork(await testProcess('meter-holder'), {
      execArgv: [],
      env: {
        ...process.env,
        HOLDER_URL: ownerUrl,
        HOLDER_APP_URL: appUrl,
        HOLDER_USER: test.owner,
        HOLDER_NOW: test.clock.now().toISOString(),
      },
    });
    const [said] = (await once(holder, 'message')) as [string];
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    assert.equal(said, 'reserved');
    assert.deepEqual((await today()).cost_usd, { limit: 5, used: 1 });
    assert.equal((await today()).unsettled_calls, 1);
    test.clock.pass(61);
    await (await taken()).release();
    const { items, today: limits } = await summary();
    assert.deepEqual([items[0]?.calls, items[0]?.usage_unknown_calls, items[0]?.cost_usd], [1, 1, null]);
    assert.equal(limits.cost_usd.used, 1);
    assert.equal(limits.unsettled_calls, 0);
  });

  it('what a provider says of itself is bounded: negative and absurd counts are unknown, names are short', async () => {
    await (
      await taken()
    ).settle({
      model: `gpt\n${'x'.repeat(500)}`,
      usage: used(-1, Number.MAX_VALUE, 1.5),
    });
    const [item] = (await summary()).items;
    assert.equal(item?.model, `gpt${'x'.repeat(117)}`);
    assert.deepEqual([item?.input_tokens, item?.output_tokens, item?.cached_tokens], [null, null, null]);
  });

  it('a provider that calls the model otherwise than it was asked for is priced as that', async () => {
    await (await taken()).settle({ model: 'house-blend', usage: used(1000, 200) });
    const [item] = (await summary()).items;
    // as gpt-5.4 above
    assert.deepEqual([item?.model, item?.cost_usd, item?.unpriced], ['house-blend', 0.0055, false]);
  });

  it('research/Limits: a recorder whose database is away fails no call', async () => {
    const call = await taken();
    await meter.close();
    await call.settle({ usage: used(1, 1) });
    await (await taken().catch(() => null))?.release();
  });

  it('decisions/Cost cap: a limit that cannot be looked up refuses; without limits nothing does', async () => {
    const away = {
      ...test.core.database,
      urls: { ownerUrl: 'postgres://127.0.0.1:1/x', appUrl: 'postgres://127.0.0.1:1/x' },
    };
    const capped = createMeter({ ...test.core, database: away }, prices);
    const answer = await capped.reserve({ userId: test.owner, feature: 'assistant' }, DOLLAR);
    assert.match('refused' in answer ? answer.refused : '', /cannot be checked just now/);
    await capped.close();
    const config = { ...test.core.config, LLM_MAX_COST_USD_PER_DAY: null, LLM_MAX_TOKENS_PER_DAY: null };
    const free = createMeter({ ...test.core, config, database: away }, prices);
    const call = await free.reserve({ userId: test.owner, feature: 'assistant' }, DOLLAR);
    assert.ok(!('refused' in call));
    await call.settle({ usage: used(1, 1) });
    await free.close();
  });

  it('research/Authentication 2: a summary is of the caller alone', async () => {
    await (await taken()).settle({ usage: used(1, 1) });
    const other = await summary(test.stranger);
    assert.deepEqual([other.items, other.by_day, other.today.cost_usd.used], [[], [], 0]);
    const seen = await test.core.database.asUser(
      test.stranger,
      async (trx) =>
        [...(await trx('portfolio.llm_usage')), ...(await trx('portfolio.llm_reservations'))] as unknown[],
    );
    assert.deepEqual(seen, []);
  });

  it('a summary is of Indian days, both included, and refuses a span that ends before it begins', async () => {
    const reports = createUsageReports(test.core, prices);
    await (await taken()).settle({ usage: used(1, 1) });
    test.clock.at = new Date('2026-11-02T18:31:00.000Z');
    await (await taken()).settle({ usage: used(1, 1) });
    assert.deepEqual(
      (await reports.summary(test.owner)).by_day.map(({ day }) => day),
      ['2026-11-02', '2026-11-03'],
    );
    const first = await reports.summary(test.owner, { from: '2026-11-01', to: '2026-11-02' });
    assert.deepEqual(
      first.by_day.map(({ day, calls }) => [day, calls]),
      [['2026-11-02', 1]],
    );
    await assert.rejects(reports.summary(test.owner, { from: '2026-11-03', to: '2026-11-02' }), {
      status: 422,
    });
    await assert.rejects(reports.summary(test.owner, { from: '1990-01-01', to: '2026-11-02' }), {
      status: 422,
    });
  });
});
