import assert from 'node:assert/strict';
import { ChainError, type ChainOwner, type LlmServices, ProviderError } from '../../../core/llm/index.ts';
import { fakeModels } from '../../support/fake-models.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';

const KEY = 'sk-test-0123456789abcdef';
const BY = { actor: 'api:owner' };
const QUESTION = {
  system: '',
  messages: [{ role: 'user', text: 'Why?' }],
  schema: null,
  maxOutputTokens: 100,
} as const;

describe('models put together', () => {
  const models = fakeModels();
  const core = sharedCore({
    llmParts: models.parts,
    environment: {
      LLM_GATEWAY_BASE_URL: 'https://gateway.example.com/v1',
      LLM_GATEWAY_API_KEY: 'sk-system-0123456789',
      LLM_GATEWAY_DEFAULT_MODEL: 'gpt-5.4',
      LLM_PROVIDERA_BASE_URL: 'http://127.0.0.1:11434/v1',
      LLM_PROVIDERA_DEFAULT_MODEL: 'llama3.3',
      LLM_PROVIDERB_BASE_URL: 'https://b.example.com/v1',
      LLM_FEATURE_TIERS: 'assistant=fast,research=premium',
    },
  });
  let test: TestCore;
  let llm: LlmServices;
  beforeEach(async () => {
    test = await core();
    ({ llm } = test.core);
    models.asked.length = 0;
    models.made.length = 0;
    models.fail.clear();
  });
  const idsOf = async (owner: ChainOwner, feature = 'assistant') =>
    (await llm.chainFor(owner, feature)).providers.map(({ id }) => id);
  const owner = () => ({ userId: test.owner });

  it('research/Authentication 5: a person’s questions go to their chain, work of Munim to the system’s even where it is done for them', async () => {
    await llm.settings.update(
      test.owner,
      { preferred_provider: 'provider_b', failover: ['cli_default'], api_keys: { provider_b: KEY } },
      BY,
    );
    assert.deepEqual(await idsOf(owner()), ['provider_b', 'cli_default']);
    assert.deepEqual(await idsOf('system'), ['gateway', 'cli_default']);
    assert.deepEqual(await idsOf(owner(), 'watchlist_narration'), ['cli_default']);
    assert.deepEqual(await idsOf(owner(), 'research'), ['cli_default']);
  });

  it('research/User provider settings: a provider over HTTP is asked only once its key is there', async () => {
    await llm.settings.update(test.owner, { failover: ['provider_b', 'gateway', 'cli_default'] }, BY);
    assert.deepEqual(await idsOf(owner()), ['cli_default']);
    await llm.settings.update(test.owner, { api_keys: { gateway: KEY } }, BY);
    assert.deepEqual(await idsOf(owner()), ['cli_default', 'gateway']);
    await llm.settings.update(test.owner, { api_keys: { gateway: null } }, BY);
    assert.deepEqual(await idsOf(owner()), ['cli_default']);
  });

  it('for opinions of each, every provider of the chain has a chain of its own, in their order', async () => {
    await llm.settings.update(test.owner, { failover: ['provider_a', 'cli_default'] }, BY);
    const singles = await llm.singlesFor(owner(), 'assistant');
    assert.deepEqual(
      singles.map(({ providers }) => providers.map(({ id }) => id)),
      (await idsOf(owner())).map((id) => [id]),
    );
    assert.ok(singles.length > 1);
    await singles[1]?.ask({ ...QUESTION, usage: null });
    assert.deepEqual(
      models.asked.map(({ id }) => id),
      [singles[1]?.providers[0]?.id],
    );
  });

  it('a local server of the operator needs no key', async () => {
    await llm.settings.update(test.owner, { preferred_provider: 'provider_a' }, BY);
    assert.deepEqual(await idsOf(owner()), ['provider_a', 'cli_default']);
    const { providers } = await llm.settings.read(test.owner);
    const local = providers.find(({ id }) => id === 'provider_a');
    assert.equal(local?.state, 'READY');
    assert.equal(local?.address, 'http://127.0.0.1:11434/v1');
    assert.equal(local?.model, 'llama3.3');
  });

  it('the operator’s key is never sent for a person who chose providers, and a person’s never for the system', async () => {
    await llm.settings.update(
      test.owner,
      { preferred_provider: 'gateway', failover: ['gateway'], api_keys: { gateway: KEY } },
      BY,
    );
    await (await llm.chainFor(owner(), 'assistant')).ask({ ...QUESTION, usage: null });
    await (await llm.chainFor('system', 'assistant')).ask({ ...QUESTION, usage: null });
    await (await llm.chainFor({ userId: test.stranger }, 'assistant')).ask({ ...QUESTION, usage: null });
    assert.deepEqual(
      models.asked.map(({ key }) => key),
      [KEY, 'sk-system-0123456789', 'sk-system-0123456789'],
    );
  });

  it('an address of a person’s own is marked as theirs, and gets their key alone', async () => {
    await llm.settings.update(
      test.owner,
      {
        preferred_provider: 'provider_a',
        base_urls: { provider_a: 'https://api.example.com/v1' },
        models: { provider_a: 'house-1' },
      },
      BY,
    );
    // without a key it is not asked, though the operator's address in its place would need none
    assert.deepEqual(await idsOf(owner()), ['cli_default']);
    await llm.settings.update(test.owner, { api_keys: { provider_a: KEY } }, BY);
    await (await llm.chainFor(owner(), 'assistant')).ask({ ...QUESTION, usage: null });
    const target = models.made.findLast(({ id }) => id === 'provider_a');
    assert.deepEqual(
      [target?.isPersonal, target?.baseUrl, target?.model, target?.apiKey, target?.format],
      [true, 'https://api.example.com/v1', 'house-1', KEY, 'chat_completions'],
    );
  });

  it('research/User provider settings: the gateway is spoken to in the format of the model that was chosen', async () => {
    for (const [model, format] of [
      ['claude-sonnet-5', 'messages'],
      ['gpt-5.5', 'responses'],
      ['not-in-the-list', 'chat_completions'],
    ] as const) {
      await llm.settings.update(
        test.owner,
        { preferred_provider: 'gateway', gateway_model: model, api_keys: { gateway: KEY } },
        BY,
      );
      assert.equal((await llm.chainFor(owner(), 'assistant')).providers[0]?.model, model);
      const target = models.made.findLast(({ id, apiKey }) => id === 'gateway' && apiKey === KEY);
      assert.deepEqual([target?.format, target?.sessionHeader], [format, 'x-opencode-session']);
    }
  });

  it('connections that are good are used again: the same settings make one provider', async () => {
    await llm.settings.update(
      test.owner,
      { preferred_provider: 'gateway', api_keys: { gateway: `${KEY}-once` } },
      BY,
    );
    for (let n = 0; n < 3; n += 1) await llm.chainFor(owner(), 'assistant');
    assert.equal(models.made.filter(({ apiKey }) => apiKey === `${KEY}-once`).length, 1);
  });

  it('research/Limits: only calls that say for whom they are made are written down', async () => {
    const chain = await llm.chainFor('system', 'assistant');
    await chain.ask({ ...QUESTION, usage: null });
    assert.deepEqual((await llm.usage.summary(test.owner)).items, []);
    await chain.ask({ ...QUESTION, usage: { userId: test.owner, feature: 'assistant' } });
    const [item] = (await llm.usage.summary(test.owner)).items;
    // 1000 × 2.50 / 1,000,000 + 200 × 15 / 1,000,000
    assert.deepEqual([item?.provider, item?.model, item?.cost_usd], ['gateway', 'gpt-5.4', 0.0055]);
  });

  it('the settings say which chain each feature uses and why', async () => {
    const { routes, is_default } = await llm.settings.read(test.owner);
    const route = (feature: string) => routes.find((one) => one.feature === feature);
    assert.equal(is_default, true);
    assert.deepEqual(
      route('assistant')?.providers.map(({ id }) => id),
      ['gateway', 'cli_default'],
    );
    assert.match(route('assistant')?.why ?? '', /You have chosen no providers\. This uses the fast tier/);
    assert.match(
      route('research')?.why ?? '',
      /Munim does this by itself.*premium tier: the command line only/,
    );
    const { routes: own } = await llm.settings.update(
      test.owner,
      { preferred_provider: 'gateway', failover: ['cli_default'] },
      BY,
    );
    assert.match(
      own.find((one) => one.feature === 'assistant')?.why ?? '',
      /Your own choice.*Not used: Gateway: You have not entered a key for it\./,
    );
  });

  it('research/Authentication 3: no answer has a key; a long one shows its last four, a short one nothing', async () => {
    const view = await llm.settings.update(
      test.owner,
      { api_keys: { gateway: KEY, provider_b: 'short-key' } },
      BY,
    );
    assert.deepEqual(view.keys, {
      provider_a: { present: false, last4: null },
      provider_b: { present: true, last4: null },
      gateway: { present: true, last4: 'cdef' },
    });
    assert.doesNotMatch(
      JSON.stringify([view, await llm.settings.read(test.owner), llm.catalogue()]),
      /sk-test|sk-system|short-key/,
    );
  });

  describe('a test of a provider', () => {
    const run = async (provider: string) => await llm.settings.test(test.owner, { provider });
    beforeEach(async () => {
      await llm.settings.update(
        test.owner,
        { preferred_provider: 'gateway', api_keys: { gateway: KEY } },
        BY,
      );
    });

    it('says that it answered, and is counted', async () => {
      const { ok, class: of, message, model } = await run('gateway');
      assert.deepEqual([ok, of, message, model], [true, null, 'It answered.', 'gpt-5.4']);
      const { by_feature } = await llm.usage.summary(test.owner);
      assert.deepEqual([by_feature[0]?.feature, by_feature[0]?.calls], ['settings_test', 1]);
    });

    it('says which other name the model has', async () => {
      assert.match((await run('cli_default')).message, /It calls its model cli-model\./);
    });

    it('says in words what went wrong, and a refused key takes nothing', async () => {
      models.fail.set(
        'gateway',
        new ProviderError({ class: 'AUTH', status: 401, reason: 'Incorrect API key' }),
      );
      const answer = await run('gateway');
      assert.deepEqual([answer.ok, answer.class], [false, 'AUTH']);
      assert.equal(
        answer.message,
        'It refused the key. Check the key and enter it again. (Incorrect API key)',
      );
      assert.equal((await llm.usage.summary(test.owner)).today.cost_usd.used, 0);
    });

    it('a failure after some work counts as one of unknown usage', async () => {
      models.fail.set('gateway', new ProviderError({ class: 'STALLED', reason: 'silent' }));
      await run('gateway');
      assert.equal((await llm.usage.summary(test.owner)).items[0]?.usage_unknown_calls, 1);
    });

    it('says what is missing of one that is not set up', async () => {
      const { ok, class: of, message } = await run('provider_b');
      assert.deepEqual([ok, of, message], [false, 'NOT_CONFIGURED', 'You have not entered a key for it.']);
      await assert.rejects(run('oracle'), { status: 422 });
    });
  });
});

describe('models with nothing set up', () => {
  const core = sharedCore({ llmParts: fakeModels({ cli: false }).parts });

  it('a chain of nobody says what is missing, and never throws before it is asked', async () => {
    const { core: given, owner } = await core();
    const chain = await given.llm.chainFor({ userId: owner }, 'assistant');
    assert.deepEqual(chain.providers, []);
    await assert.rejects(chain.ask({ ...QUESTION, usage: null }), (error: unknown) => {
      assert.ok(error instanceof ChainError);
      assert.equal(error.class, 'NOT_CONFIGURED');
      assert.match(error.message, /No AI provider is ready\. Command line: No command line is set up\./);
      return true;
    });
    const { routes } = await given.llm.settings.read(owner);
    assert.ok(routes.every(({ providers }) => providers.length === 0));
  });
});
