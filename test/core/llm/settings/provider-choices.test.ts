import assert from 'node:assert/strict';
import { createProviderChoices, type ProviderChoices } from '../../../../core/llm/index.ts';
import { Problem } from '../../../../core/platform/index.ts';
import { keyFromText, rotateKey } from '../../../../core/platform/keyring/index.ts';
import { SEALED_COLUMNS } from '../../../../core/command-line/sealed-columns.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { TEST_KEY } from '../../../support/outside.ts';

const KEY = 'sk-test-0123456789abcdef';
const BY = { actor: 'api:owner' };

describe('a person’s providers of models', () => {
  const core = sharedCore();
  let test: TestCore;
  let choices: ProviderChoices;
  beforeEach(async () => {
    test = await core();
    choices = createProviderChoices(test.core);
  });
  const update = async (body: unknown, who = test.owner) =>
    await choices.update(who, body, BY, () => ['provider_a https://a.example']);
  const rowsOf = async () =>
    await test.core.database.asSystem(
      'a look for a test',
      async (trx) =>
        (await trx('portfolio.user_provider_settings').orderBy('owner_user_id')) as Record<string, unknown>[],
    );
  const refusal = async (body: unknown): Promise<{ field: string; message: string }[]> => {
    try {
      await update(body);
    } catch (error) {
      assert.ok(error instanceof Problem);
      assert.equal(error.status, 422);
      assert.doesNotMatch(JSON.stringify(error), /sk-|hunter/);
      return [...(error.errors ?? [])];
    }
    return assert.fail('it was taken');
  };

  it('research/User provider settings: the first read makes a row with the command line alone', async () => {
    const choice = await choices.read(test.owner);
    assert.equal(choice.preferred, 'cli_default');
    assert.deepEqual(choice.failover, ['cli_default']);
    assert.deepEqual(choice.keys, {});
    assert.equal(choice.isDefault, true);
    assert.equal((await rowsOf()).length, 1);
  });

  it('first reads at the same moment make one row', async () => {
    await Promise.all(Array.from({ length: 8 }, async () => await choices.read(test.owner)));
    assert.equal((await rowsOf()).length, 1);
  });

  it('research/Authentication 3: a key is encrypted in the database, and opens again', async () => {
    await update({ api_keys: { gateway: KEY } });
    const [row] = await rowsOf();
    assert.match(String(row?.['api_keys']), /^v1\./);
    assert.doesNotMatch(JSON.stringify(row), /0123456789abcdef/);
    assert.deepEqual((await choices.read(test.owner)).keys, { gateway: KEY });
  });

  it('a provider whose key is entered joins the end of the order; removing the key leaves the order', async () => {
    const joined = await update({ api_keys: { provider_b: KEY, gateway: KEY } });
    assert.deepEqual(joined.failover, ['cli_default', 'provider_b', 'gateway']);
    const removed = await update({ api_keys: { provider_b: null } });
    assert.deepEqual(removed.failover, ['cli_default', 'provider_b', 'gateway']);
    assert.deepEqual(removed.keys, { gateway: KEY });
    assert.equal(removed.isDefault, false);
  });

  it('research/User provider settings: preferred provider, order and model of the gateway are kept', async () => {
    await update({
      preferred_provider: 'gateway',
      failover: ['provider_a', 'cli_default'],
      gateway_model: 'glm-5.2',
      models: { provider_a: 'llama3.3:70b' },
      base_urls: { provider_a: 'https://api.example.com/v1' },
    });
    const choice = await choices.read(test.owner);
    assert.equal(choice.preferred, 'gateway');
    assert.deepEqual(choice.failover, ['provider_a', 'cli_default']);
    assert.equal(choice.gatewayModel, 'glm-5.2');
    assert.deepEqual(choice.models, { provider_a: 'llama3.3:70b' });
    assert.deepEqual(choice.baseUrls, { provider_a: 'https://api.example.com/v1' });
    // what is absent stays, null removes
    const after = await update({ base_urls: { provider_a: null }, gateway_model: null });
    assert.deepEqual([after.baseUrls, after.gatewayModel], [{}, null]);
    assert.deepEqual(after.models, { provider_a: 'llama3.3:70b' });
  });

  for (const [name, body, field] of [
    ['a key with a line break', { api_keys: { gateway: 'sk-hunter\nX-Evil: 1' } }, 'api_keys.gateway'],
    ['a key with a blank', { api_keys: { gateway: 'sk-hunter 2' } }, 'api_keys.gateway'],
    [
      'a key beyond 500 characters',
      { api_keys: { provider_a: 'sk-'.padEnd(501, 'h') } },
      'api_keys.provider_a',
    ],
    ['an empty key', { api_keys: { provider_a: '' } }, 'api_keys.provider_a'],
    ['a key that is no text', { api_keys: { provider_a: ['sk-hunter2'] } }, 'api_keys.provider_a'],
    ['a key for the command line', { api_keys: { cli_default: 'sk-hunter2' } }, 'api_keys'],
    ['a provider that there is not', { preferred_provider: 'oracle' }, 'preferred_provider'],
    ['a provider twice', { failover: ['gateway', 'gateway'] }, 'failover'],
    ['no order', { failover: [] }, 'failover'],
    ['a model with a blank', { gateway_model: 'a b' }, 'gateway_model'],
    ['an address inward', { base_urls: { provider_a: 'https://127.0.0.1/v1' } }, 'base_urls.provider_a'],
    ['an address of the gateway', { base_urls: { gateway: 'https://api.example.com' } }, 'base_urls'],
  ] as const)
    it(`research/User provider settings: ${name} is refused and nothing is kept`, async () => {
      const [error] = await refusal(body);
      assert.ok(error?.field.startsWith(field), error?.field);
      assert.deepEqual((await rowsOf()).map((row) => row['chosen_at']).filter(Boolean), []);
    });

  it('a key of 500 characters is taken', async () => {
    await update({ api_keys: { provider_a: 'k'.repeat(500) } });
    assert.equal((await choices.read(test.owner)).keys?.provider_a?.length, 500);
  });

  it('a key is not sent to another address than it was entered for', async () => {
    await update({ api_keys: { provider_a: KEY } });
    const [error] = await refusal({ base_urls: { provider_a: 'https://elsewhere.example.com/v1' } });
    assert.equal(error?.field, 'api_keys.provider_a');
    const moved = await update({
      base_urls: { provider_a: 'https://elsewhere.example.com/v1' },
      api_keys: { provider_a: `${KEY}-2` },
    });
    assert.deepEqual(moved.keys, { provider_a: `${KEY}-2` });
    // back to the operator's address the same holds
    await refusal({ base_urls: { provider_a: null } });
    assert.deepEqual(
      (await update({ base_urls: { provider_a: null }, api_keys: { provider_a: null } })).keys,
      {},
    );
  });

  it('all that was chosen is forgotten by a reset, keys included', async () => {
    await update({ api_keys: { gateway: KEY }, preferred_provider: 'gateway' });
    await choices.reset(test.owner, BY);
    assert.deepEqual(await rowsOf(), []);
    assert.equal((await choices.read(test.owner)).isDefault, true);
  });

  it('changes are on record without a key', async () => {
    await update({ api_keys: { gateway: KEY, provider_a: null } });
    await choices.reset(test.owner, BY);
    const events = await test.core.database.asUser(
      test.owner,
      async (trx) =>
        (await trx('evidence.events').orderBy('id').select('kind', 'data')) as {
          kind: string;
          data: object;
        }[],
    );
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['AI_PROVIDERS_CHANGED', 'AI_PROVIDERS_RESET'],
    );
    assert.deepEqual((events[0] as { data: { keys_set: string[] } }).data.keys_set, ['gateway']);
    assert.doesNotMatch(JSON.stringify(events), /sk-test/);
  });

  it('research/Authentication 2: nobody reads or writes another person’s row', async () => {
    await update({ api_keys: { gateway: KEY } });
    assert.deepEqual((await choices.read(test.stranger)).keys, {});
    await update({ preferred_provider: 'provider_a' }, test.stranger);
    assert.equal((await choices.read(test.owner)).preferred, 'cli_default');
    const seen = await test.core.database.asUser(test.stranger, async (trx) =>
      (await trx('portfolio.user_provider_settings')).map(
        (row: { owner_user_id: string }) => row.owner_user_id,
      ),
    );
    assert.deepEqual(seen, [test.stranger]);
  });

  it('research/Authentication 3: a rotation of the key covers the keys of providers', async () => {
    await update({ api_keys: { gateway: KEY } });
    const { config, database } = test.core;
    const next = 'ff'.repeat(32);
    const rotated = { ...config, BROKER_SECRET_KEY: next, BROKER_SECRET_KEY_OLD: TEST_KEY };
    const said: string[] = [];
    assert.equal(
      await rotateKey(rotated, database.urls.ownerUrl, SEALED_COLUMNS, (line) => said.push(line)),
      true,
    );
    assert.match(said.join('\n'), /1 of 1 sets of model provider keys/);
    const { id } = await keyFromText(next);
    assert.ok(String((await rowsOf())[0]?.['api_keys']).startsWith(`v1.${id}.`));
    const alone = { ...config, BROKER_SECRET_KEY: next };
    const after = createProviderChoices({ ...test.core, config: alone });
    assert.deepEqual((await after.read(test.owner)).keys, { gateway: KEY });
    // the old key opens nothing any more: that is told, and is no error
    assert.equal((await choices.read(test.owner)).keys, null);
    // entered anew it works again
    assert.deepEqual((await update({ api_keys: { gateway: `${KEY}-2` } })).keys, { gateway: `${KEY}-2` });
  });
});
