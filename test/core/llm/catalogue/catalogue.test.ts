import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCatalogue } from '../../../../core/llm/index.ts';
import { type Log, parseConfig } from '../../../../core/platform/index.ts';

const KNOWN = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

describe('the catalogue of models and their prices', () => {
  let folder = '';
  const said: string[] = [];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'munim-catalogue-'));
  });
  after(async () => await rm(folder, { recursive: true }));
  const log = { warn: (_: object, text: string) => said.push(text) } as unknown as Log;
  const open = async (environment: Record<string, string> = {}) =>
    await openCatalogue({ config: parseConfig(environment), log });
  const write = async (name: string, value: unknown): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  };

  it('research/User provider settings: about 14 models, each with its format, of a told day', async () => {
    const { models } = await open();
    assert.equal(models.rows.length, 14);
    assert.equal(new Set(models.rows.map((row) => row.model_id)).size, 14);
    assert.match(models.asOf, /^\d{4}-\d{2}-\d{2}$/);
    assert.equal(models.formatOf('claude-sonnet-5'), 'messages');
    assert.equal(models.formatOf('gpt-5.4'), 'responses');
  });

  it('research/User provider settings: an unknown model is chat_completions', async () => {
    const { models } = await open();
    assert.equal(models.formatOf('somebody-s-new-model'), 'chat_completions');
    assert.equal(models.find('somebody-s-new-model'), null);
  });

  it('research/LLM usage row: six models have prices, a million tokens each way', async () => {
    const { prices } = await open();
    // input and output together: 0.14 + 0.28, 0.435 + 0.87, 0.30 + 1.20, 2 + 12, 0.20 + 1.20, 2.50 + 15
    const expected = {
      'deepseek-v4-flash': 0.42,
      'deepseek-v4-pro': 1.305,
      'minimax-m3': 1.5,
      'gemini-3.1-pro': 14,
      'qwen3.5-plus': 1.4,
      'gpt-5.4': 17.5,
    };
    for (const [model, usd] of Object.entries(expected)) {
      const cost = prices.costOf(model, KNOWN);
      assert.equal(cost.usd?.toFixed(6), usd.toFixed(6), model);
      assert.equal(cost.isUnpriced, false);
    }
  });

  it('research/LLM usage row: an unknown model costs 0.0, is marked, and never throws', async () => {
    const { prices } = await open();
    assert.deepEqual(prices.costOf('nobody-s', KNOWN), { usd: 0, isUnpriced: true });
    assert.deepEqual(prices.costOf('', KNOWN), { usd: 0, isUnpriced: true });
  });

  it('decisions/Provider chain: unknown usage has no cost, which is not 0', async () => {
    const { prices } = await open();
    for (const usage of [
      { inputTokens: null, outputTokens: null },
      { inputTokens: 10, outputTokens: null },
      { inputTokens: null, outputTokens: 10 },
    ]) {
      assert.deepEqual(prices.costOf('gpt-5.4', usage), { usd: null, isUnpriced: false });
      assert.deepEqual(prices.costOf('nobody-s', usage), { usd: null, isUnpriced: true });
    }
  });

  it('a vendor before the name and the day of a release after it do not matter for a price', async () => {
    const { prices } = await open();
    // 1000 × 2.50 / 1,000,000 + 100 × 15 / 1,000,000 = 0.0025 + 0.0015
    for (const model of ['openai/gpt-5.4', 'gpt-5.4-2026-03-05', 'GPT-5.4'])
      assert.equal(
        prices.costOf(model, { inputTokens: 1000, outputTokens: 100 }).usd?.toFixed(10),
        '0.0040000000',
      );
  });

  it('decisions/Provider chain: files of the operator take the place of both lists', async () => {
    const { models, prices } = await open({
      LLM_CATALOG_FILE: await write('models.json', {
        as_of: '2026-11-20',
        models: [{ model_id: 'house-1', label: 'House', api_format: 'responses' }],
      }),
      LLM_PRICES_FILE: await write('prices.json', {
        as_of: '2026-11-21',
        prices: [{ model_id: 'house-1', input_usd: 1, output_usd: 0 }],
      }),
    });
    assert.deepEqual(models.rows, [
      {
        model_id: 'house-1',
        label: 'House',
        api_format: 'responses',
        tier_hint: 'premium',
        context_tokens: null,
      },
    ]);
    assert.equal(models.asOf, '2026-11-20');
    assert.equal(prices.asOf, '2026-11-21');
    assert.deepEqual(prices.costOf('house-1', KNOWN), { usd: 1, isUnpriced: false });
    assert.equal(prices.costOf('gpt-5.4', KNOWN).isUnpriced, true);
  });

  const models = (...rows: object[]) => ({ as_of: '2026-11-20', models: rows });
  const row = { model_id: 'm', label: 'M', api_format: 'messages' };
  for (const [name, value] of [
    ['not JSON', '{'],
    ['no list', '[]'],
    ['nothing in it', models()],
    ['a format that there is not', models({ ...row, api_format: 'telegrams' })],
    ['a misspelt field', models({ ...row, api_fromat: 'responses' })],
    ['a model twice', models(row, { ...row, model_id: 'M' })],
    ['no day', { models: [row] }],
    ['more than 1 MB', ' '.repeat(1_000_001)],
  ] as const)
    it(`a file with ${name} is told, and the built-in list is used`, async () => {
      said.length = 0;
      const file = await write('wrong.json', value);
      const opened = await open({ LLM_CATALOG_FILE: file });
      assert.equal(opened.models.rows.length, 14);
      assert.equal(said.length, 1);
      assert.match(said[0] ?? '', /^LLM_CATALOG_FILE is not used; the built-in list is used instead: /);
    });

  it('a file that is not there, and a negative price, are told too', async () => {
    said.length = 0;
    const { prices } = await open({
      LLM_CATALOG_FILE: path.join(folder, 'nowhere.json'),
      LLM_PRICES_FILE: await write('negative.json', {
        as_of: '2026-11-20',
        prices: [{ model_id: 'm', input_usd: -1, output_usd: 1 }],
      }),
    });
    assert.equal(prices.from, 'built_in');
    assert.equal(said.length, 2);
  });
});
