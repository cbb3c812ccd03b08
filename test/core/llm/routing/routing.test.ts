import assert from 'node:assert/strict';
import { chainOwnerOf, orderFor } from '../../../../core/llm/index.ts';
import { NOTHING_CHOSEN, type Choice } from '../../../../core/llm/settings/index.ts';
import { parseConfig } from '../../../../core/platform/index.ts';

const TIERS = { LLM_FEATURE_TIERS: 'assistant=fast,research=premium' };
const OWN: Choice = {
  ...NOTHING_CHOSEN,
  isDefault: false,
  preferred: 'provider_a',
  failover: ['gateway', 'provider_a', 'cli_default'],
};

describe('who is asked for which feature', () => {
  const order = (
    feature: string,
    {
      choice = null,
      paid = true,
      environment = {},
    }: { choice?: Choice | null; paid?: boolean; environment?: object } = {},
  ) => orderFor(parseConfig({ ...TIERS, ...environment }), { choice, feature, isGatewayPaid: paid });

  it('research/Versioning 6: fast is the gateway with the system’s key, then the command line', () => {
    const { ids, keysOf } = order('assistant');
    assert.deepEqual([ids, keysOf], [['gateway', 'cli_default'], null]);
  });

  it('research/Versioning 6: without the system’s key fast is the command line', () => {
    assert.deepEqual(order('assistant', { paid: false }).ids, ['cli_default']);
  });

  it('research/Versioning 6: premium and unknown features are the command line alone', () => {
    assert.deepEqual(order('research').ids, ['cli_default']);
    assert.deepEqual(order('something_new').ids, ['cli_default']);
    // premium stays so whatever the operator's defaults are
    const environment = { LLM_PROVIDER_DEFAULT: 'provider_b', LLM_FAILOVER_DEFAULT: 'provider_b,gateway' };
    assert.deepEqual(order('research', { environment }).ids, ['cli_default']);
  });

  it('research/User provider settings: the operator’s defaults are used where no tier says otherwise', () => {
    const environment = { LLM_PROVIDER_DEFAULT: 'provider_b', LLM_FAILOVER_DEFAULT: 'provider_b,gateway' };
    assert.deepEqual(order('something_new', { environment }).ids, ['provider_b', 'gateway']);
    assert.deepEqual(order('assistant', { environment, paid: false }).ids, ['provider_b', 'gateway']);
  });

  it('research/Authentication 5: what a person chose holds for every feature, each provider once', () => {
    for (const feature of ['assistant', 'research', 'something_new']) {
      const { ids, keysOf } = order(feature, { choice: OWN });
      assert.deepEqual(ids, ['provider_a', 'gateway', 'cli_default']);
      assert.equal(keysOf, OWN);
    }
  });

  it('a person who chose nothing has what the operator set up', () => {
    assert.equal(order('assistant', { choice: NOTHING_CHOSEN }).keysOf, null);
    assert.deepEqual(order('assistant', { choice: NOTHING_CHOSEN }).ids, ['gateway', 'cli_default']);
    assert.equal(order('something_new', { choice: NOTHING_CHOSEN }).keysOf, NOTHING_CHOSEN);
  });

  it('research/Authentication 5: what a person asks for has their chain, work of Munim itself the system’s', () => {
    const person = { userId: '7' };
    for (const feature of ['assistant', 'ai_insight', 'market_analysis', 'journal_debrief', 'something_new'])
      assert.deepEqual(chainOwnerOf(feature, person), person);
    for (const feature of ['watchlist_narration', 'research'])
      assert.equal(chainOwnerOf(feature, person), 'system');
    assert.equal(chainOwnerOf('assistant', 'system'), 'system');
  });

  for (const [name, value] of [
    ['LLM_PROVIDER_DEFAULT', 'oracle'],
    ['LLM_FAILOVER_DEFAULT', 'gateway,gateway'],
    ['LLM_FAILOVER_DEFAULT', 'gateway;cli_default'],
    ['LLM_FEATURE_TIERS', 'assistant'],
    ['LLM_FEATURE_TIERS', 'assistant=cheap'],
    ['LLM_FEATURE_TIERS', 'assistant=fast,assistant=premium'],
    ['LLM_GATEWAY_API_KEY', 'two words'],
    ['LLM_GATEWAY_SESSION_HEADER', 'authorization'],
    ['LLM_PROVIDERA_BASE_URL', 'ollama'],
    ['LLM_PROVIDERA_TIMEOUT_SEC', '0'],
    ['LLM_HTTP_MAX_RETRIES', '11'],
    ['LLM_CATALOG_FILE', 'models.csv'],
    ['LLM_MAX_COST_USD_PER_DAY', '-1'],
  ] as const)
    it(`research/User provider settings: ${name}=${value} is refused at the start, without its value`, () => {
      assert.throws(
        () => parseConfig({ [name]: value }),
        (error: Error) =>
          error.message.startsWith(`${name} must be `) && !error.message.includes(`'${value}'`),
      );
    });
});
