import assert from 'node:assert/strict';
import type { CatalogueView, ProviderSettingsView, UsageSummaryView } from '../../core/llm/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { fakeModels } from '../support/fake-models.ts';

const SETTINGS = '/api/portfolio/ai-providers/settings';
const USAGE = '/api/portfolio/llm-usage/summary';
const KEY = 'sk-test-0123456789abcdef';

describe('providers of models over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  before(async () => {
    world = await testApi({
      llmParts: fakeModels().parts,
      environment: { LLM_GATEWAY_BASE_URL: 'https://gateway.example.com/v1' },
    });
    owner = await world.signedIn();
  });
  after(() => world.close());

  it('research/Authentication 1: without a principal every one of them answers 401', async () => {
    const stranger = world.stranger();
    for (const [method, path] of [
      ['GET', '/api/portfolio/ai-providers/catalog'],
      ['GET', SETTINGS],
      ['PUT', SETTINGS],
      ['DELETE', SETTINGS],
      ['POST', `${SETTINGS}/test`],
      ['GET', USAGE],
    ] as const) {
      const answer = await stranger.request(
        method,
        path,
        method === 'PUT' || method === 'POST' ? { body: {} } : {},
      );
      assert.equal(answer.status, 401, `${method} ${path}`);
    }
  });

  it('research/Endpoints, catalog: the gateway has its models', async () => {
    const { body } = await owner.get<CatalogueView>('/api/portfolio/ai-providers/catalog');
    const gateway = body.providers.find(({ id }) => id === 'gateway');
    assert.equal(gateway?.models.length, 14);
    assert.equal(gateway?.needs_key, true);
    const [model] = gateway?.models ?? [];
    assert.deepEqual(Object.keys(model ?? {}).sort(), [
      'api_format',
      'context_tokens',
      'label',
      'model_id',
      'tier_hint',
    ]);
    assert.deepEqual(
      body.providers.map(({ id, is_set_up }) => [id, is_set_up]),
      [
        ['cli_default', true],
        ['provider_a', false],
        ['provider_b', false],
        ['gateway', true],
      ],
    );
  });

  it('research/Endpoints, settings: read, changed, forgotten; a key is never in an answer', async () => {
    const first = await owner.get<ProviderSettingsView>(SETTINGS);
    assert.deepEqual([first.body.preferred_provider, first.body.failover], ['cli_default', ['cli_default']]);
    const changed = await owner.put<ProviderSettingsView>(SETTINGS, {
      preferred_provider: 'gateway',
      api_keys: { gateway: KEY },
      gateway_model: 'glm-5.2',
    });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body.keys['gateway'], { present: true, last4: 'cdef' });
    assert.equal(changed.body.gateway_model, 'glm-5.2');
    assert.doesNotMatch(changed.text, /sk-test/);
    assert.equal((await owner.delete(SETTINGS)).status, 204);
    const after = await owner.get<ProviderSettingsView>(SETTINGS);
    assert.deepEqual([after.body.is_default, after.body.keys['gateway']?.present], [true, false]);
  });

  it('research/Authentication 3: a refused key is not repeated in the refusal', async () => {
    const answer = await owner.put(SETTINGS, {
      api_keys: { gateway: 'sk-secret\n123' },
      gateway_modell: 'x',
    });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /without blanks or line breaks/);
    assert.doesNotMatch(answer.text, /sk-secret/);
  });

  it('contract/Models: the test of a provider tells what happened, and is no error', async () => {
    const missing = await owner.post(`${SETTINGS}/test`, { provider: 'gateway' });
    assert.equal(missing.status, 200);
    assert.deepEqual(missing.body, {
      ok: false,
      class: 'NOT_CONFIGURED',
      message: 'You have not entered a key for it.',
      latency_ms: 0,
      model: null,
    });
    const asked = await owner.post(`${SETTINGS}/test`, { provider: 'cli_default' });
    assert.equal(asked.body['ok'], true);
    assert.equal((await owner.post(`${SETTINGS}/test`, {})).status, 422);
  });

  it('research/Endpoints, llm-usage: sums by provider and model, with the day of the prices', async () => {
    const { body } = await owner.get<UsageSummaryView>(USAGE);
    assert.deepEqual(body.items, [
      {
        provider: 'cli_default',
        model: 'cli-model',
        calls: 1,
        input_tokens: 1000,
        output_tokens: 200,
        cached_tokens: null,
        cost_usd: 0,
        unpriced: true,
        usage_unknown_calls: 0,
      },
    ]);
    assert.match(body.prices_as_of, /^\d{4}-\d{2}-\d{2}$/);
    const empty = await owner.get<UsageSummaryView>(`${USAGE}?from=2020-01-01&to=2020-01-31`);
    assert.deepEqual([empty.body.items, empty.body.by_feature, empty.body.by_day], [[], [], []]);
    for (const wrong of ['from=2020-02-01&to=2020-01-01', 'from=yesterday', 'user_id=1'])
      assert.equal((await owner.get(`${USAGE}?${wrong}`)).status, 422, wrong);
  });
});
