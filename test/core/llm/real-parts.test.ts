import assert from 'node:assert/strict';
import { type ModelServer, startModelServer } from '../../support/model-server.ts';
import { ChainError } from '../../../core/llm/index.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';

const BY = { actor: 'api:owner' };

describe('models over real sockets, put together', () => {
  let server: ModelServer;
  before(async () => {
    server = await startModelServer({ sessionHeader: 'x-opencode-session', key: 'sk-right-0123456789' });
  });
  after(async () => await server.close());
  const core = sharedCore(() => ({
    environment: {
      LLM_GATEWAY_BASE_URL: server.baseUrl,
      LLM_GATEWAY_DEFAULT_MODEL: 'claude-sonnet-5',
      LLM_HTTP_MAX_RETRIES: '0',
      LLM_MAX_COST_USD_PER_DAY: '0.1',
    },
  }));

  it('research/User provider settings: the gateway is asked with its session header, in the format of its model', async () => {
    const { core: given, owner } = await core();
    await given.llm.settings.update(
      owner,
      { preferred_provider: 'gateway', api_keys: { gateway: 'sk-wrong' } },
      BY,
    );
    const wrong = await given.llm.settings.test(owner, { provider: 'gateway' });
    assert.deepEqual([wrong.ok, wrong.class], [false, 'AUTH']);
    await given.llm.settings.update(owner, { api_keys: { gateway: 'sk-right-0123456789' } }, BY);
    const right = await given.llm.settings.test(owner, { provider: 'gateway' });
    assert.deepEqual([right.ok, right.class], [true, null], right.message);
    const [first, second] = server.requests;
    assert.equal(second?.format, 'messages');
    assert.equal(first?.headers['x-opencode-session'], second?.headers['x-opencode-session']);
    const chain = await given.llm.chainFor({ userId: owner }, 'assistant');
    const answer = await chain.ask({
      system: 'Be brief.',
      messages: [{ role: 'user', text: 'Why?' }],
      schema: null,
      maxOutputTokens: 100,
      usage: { userId: owner, feature: 'assistant' },
    });
    assert.equal(answer.provider, 'gateway');
    const { by_feature } = await given.llm.usage.summary(owner);
    assert.deepEqual(by_feature.map(({ feature }) => feature).toSorted(), ['assistant', 'settings_test']);
  });

  const QUESTION = {
    system: 'Be brief.',
    messages: [{ role: 'user', text: 'Why?' }],
    schema: null,
    maxOutputTokens: 1_000,
  } as const;
  const withKey = async (given: TestCore['core'], owner: string, model: string | null = null) =>
    await given.llm.settings.update(
      owner,
      {
        preferred_provider: 'gateway',
        failover: ['gateway'],
        gateway_model: model,
        api_keys: { gateway: 'sk-right-0123456789' },
      },
      BY,
    );

  it('decisions/Cost cap: of 50 questions at once those that have room arrive at the server, and no other', async () => {
    const { core: given, owner } = await core();
    await withKey(given, owner, 'gpt-5.4');
    server.requests.length = 0;
    server.always({ kind: 'answer', usage: { input: 400, output: 1_000 } });
    const chain = await given.llm.chainFor({ userId: owner }, 'assistant');
    const results = await Promise.all(
      Array.from(
        { length: 50 },
        async () =>
          await chain
            .ask({ ...QUESTION, usage: { userId: owner, feature: 'assistant' } })
            .catch((error: unknown) => error),
      ),
    );
    server.always({ kind: 'answer' });
    const answered = results.filter((one) => !(one instanceof Error)).length;
    const refused = results.filter((one) => one instanceof ChainError && one.class === 'COST_CAP').length;
    assert.deepEqual([answered + refused, server.requests.length], [50, answered]);
    // A question takes up to 1,000 × 15 / 1,000,000 = $0.015 and a little for its input, and took
    // 400 × 2.50 / 1,000,000 + 0.015 = $0.016. Never more than the limit of $0.10 is used: six questions.
    assert.equal(answered, 6);
    const { today } = await given.llm.usage.summary(owner);
    assert.ok(Math.abs(today.cost_usd.used - 6 * 0.016) < 1e-9, String(today.cost_usd.used));
  });

  it("decisions/Provider chain: another model's name is shown and written down as told, and priced as what was asked for", async () => {
    const { core: given, owner } = await core();
    await withKey(given, owner, 'gpt-5.4');
    server.script({ kind: 'answer', model: 'house-blend\n2', usage: { input: 400, output: 1_000 } });
    const chain = await given.llm.chainFor({ userId: owner }, 'assistant');
    const answer = await chain.ask({ ...QUESTION, usage: { userId: owner, feature: 'assistant' } });
    // 400 × 2.50 / 1,000,000 + 1,000 × 15 / 1,000,000
    assert.deepEqual([answer.model, answer.costUsd], ['house-blend 2', 0.016]);
    const [item] = (await given.llm.usage.summary(owner)).items;
    assert.deepEqual([item?.model, item?.cost_usd, item?.unpriced], ['house-blend2', 0.016, false]);
  });

  it('decisions/Provider chain: AUTH: the settings page shows that a key was refused, until it works or is changed', async () => {
    const { core: given, owner } = await core();
    const message = async () =>
      (await given.llm.settings.read(owner)).providers.find(({ id }) => id === 'gateway')?.message;
    await given.llm.settings.update(
      owner,
      { preferred_provider: 'gateway', failover: ['gateway'], api_keys: { gateway: 'sk-revoked-0123' } },
      BY,
    );
    assert.equal(await message(), 'Your key is used.');
    const chain = await given.llm.chainFor({ userId: owner }, 'assistant');
    await assert.rejects(chain.ask({ ...QUESTION, usage: null }), ChainError);
    assert.match((await message()) ?? '', /It refused the key last time\. Check the key/);
    await withKey(given, owner);
    assert.equal(await message(), 'Your key is used.');
  });
});
