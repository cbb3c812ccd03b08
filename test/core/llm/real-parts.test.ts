import assert from 'node:assert/strict';
import { type ModelServer, startModelServer } from '../../support/model-server.ts';
import { sharedCore } from '../../support/core.ts';

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
});
