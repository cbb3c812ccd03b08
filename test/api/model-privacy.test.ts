import assert from 'node:assert/strict';
import type { ProviderSettingsView } from '../../core/llm/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { furnish } from './tenancy-world.ts';

const SETTINGS = '/api/portfolio/ai-providers/settings';
/** Questions that ask for every part of the books, by up to six of its parts each. */
const QUESTIONS = [
  'My holdings, data quality, performance, what moved it (contributors), drawdown risk and sectors?',
  'My tax, dividends, upcoming calendar, goals, loans and policies?',
  'My watchlist alerts, notification settings, option trades, market events and forecasts, and AI research?',
  'Hello?',
];

/** Amounts of the records below, by hand: 7,351 × 3,141.59 = 23,093,828.09. */
const KNOWN = [7_351, 3_141.59, 23_093_828.09, 98_765_432, 45_678, 2_345_678, 31_415, 812_345];

/** All numbers of a text, however their digits are grouped. */
const numbersOf = (text: string): number[] =>
  [...text.replaceAll(/(?<=\d),(?=\d)/g, '').matchAll(/\d+(?:\.\d+)?/g)].map(([one]) => Number(one));
/** Amounts within data: large enough to be no year, count or percentage. */
function amountsOf(value: unknown, key = ''): number[] {
  if (typeof value === 'number') {
    const size = Math.abs(value);
    const isAmount = size >= 1_000 && !(Number.isInteger(size) && size >= 1_900 && size <= 2_100);
    return isAmount && !/pct|percent/.test(key) ? [size] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => amountsOf(one, Array.isArray(value) ? key : name));
}

describe('what a model is sent of a person’s books', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let models: ModelServer;
  before(async () => {
    models = await startModelServer();
    models.always({ kind: 'answer', text: 'You hold 7,351 TCS for ₹2,30,93,828.09 [holdings].' });
    world = await testApi({
      environment: {
        LLM_PROVIDER_DEFAULT: 'provider_a',
        LLM_PROVIDERA_BASE_URL: models.baseUrl,
        LLM_PROVIDERA_DEFAULT_MODEL: 'loopback-1',
        LLM_PROVIDERB_BASE_URL: models.baseUrl.replace('/v1', '/b/v1'),
        PORTFOLIO_AI_RESEARCH_ENABLED: '1',
        LLM_MAX_COST_USD_PER_DAY: 'off',
        LLM_MAX_TOKENS_PER_DAY: 'off',
      },
    });
    client = await world.signedIn('owner');
    await furnish(world, client.userId);
    // Its choice of a gateway is that of another test.
    await client.delete(SETTINGS);
    const made = async (path: string, body: object) => {
      const answer = await client.post(path, body);
      assert.equal(answer.status, 201, answer.text);
    };
    await made('/api/portfolio/transactions', {
      portfolio: 'Main',
      symbol: 'TCS',
      date: '2026-02-02',
      type: 'BUY',
      quantity: 7_351,
      price: 3_141.59,
      currency: 'INR',
      asset_class: 'Indian Equity',
    });
    await made('/api/portfolio/goals', {
      name: 'House of ₹9,87,65,432',
      type: 'CORPUS',
      target_corpus: 98_765_432,
      target_date: '2036-06-01',
      expected_return_pct: 10,
    });
    await made('/api/portfolio/sip-plans', {
      name: 'Index fund',
      amount: 45_678,
      frequency: 'monthly',
      start_date: '2030-03-10',
    });
    await made('/api/portfolio/liabilities', {
      name: 'Home loan',
      type: 'LOAN',
      balance: 2_345_678,
      emi: 31_415,
    });
    await made('/api/portfolio/alerts', { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 812_345 });
  });
  after(async () => {
    await world.close();
    await models.close();
  });
  const settings = async () => (await client.get<ProviderSettingsView>(SETTINGS)).body;
  const change = async (body: object) => {
    const { status, body: now, text } = await client.put<ProviderSettingsView>(SETTINGS, body);
    assert.equal(status, 200, text);
    return now;
  };
  const ask = async (question: string, path = '/api/ai/ask') => {
    const answer = await client.request('POST', path, { body: { question } });
    assert.equal(answer.status, 200, answer.text);
  };
  /** All that was sent since: every text of every request. */
  const sent = (): string =>
    models.requests
      .flatMap(({ body }) =>
        (body['messages'] as { content: unknown }[]).map(({ content }) => JSON.stringify(content)),
      )
      .join('\n');

  it('before the first question the settings name who would get what; once agreed, only another one is asked for', async () => {
    const first = await settings();
    assert.match(
      first.notice ?? '',
      /^Your question goes to Provider A \(loopback-1, http:\/\/127\.0\.0\.1:\d+\/v1\)/,
    );
    assert.match(first.notice ?? '', /quantities, prices and values/);
    assert.deepEqual(
      first.recipients.map(({ id, model }) => [id, model]),
      [['provider_a', 'loopback-1']],
    );
    const agreed = await change({ agrees: true });
    assert.deepEqual([agreed.notice, agreed.is_default], [null, true], 'agreeing chooses no provider');
    assert.equal((await change({ leave_out_amounts: true })).notice, null);
    // A second provider is somebody else.
    const more = await change({
      preferred_provider: 'provider_a',
      failover: ['provider_b'],
      api_keys: { provider_b: 'key-of-b' },
    });
    assert.match(more.notice ?? '', /or if that fails to Provider B/);
    assert.match(more.notice ?? '', /Quantities and amounts are left out/);
    await client.delete(SETTINGS);
    const again = await settings();
    assert.deepEqual(
      [again.leave_out_amounts, again.notice === null],
      [true, false],
      'amounts stay left out',
    );
    assert.ok(again.routes.every(({ sends }) => sends !== ''));
    await change({ leave_out_amounts: false, agrees: true });
  });

  it('with amounts left out no quantity, price, value or balance is sent, over all parts of the books and what was answered before', async () => {
    // With amounts, they are sent: the look below can see them.
    const books: number[] = [];
    for (const question of QUESTIONS) {
      const pack = await world.core.assistant.buildPack(client.userId, { text: question, page: null });
      books.push(...amountsOf(pack.sections));
    }
    await ask('How do my holdings stand?');
    assert.ok(sent().includes('7351'), 'the quantity is sent as long as the switch is off');
    assert.ok(books.includes(7_351) && books.includes(98_765_432) && books.includes(2_345_678));

    await change({ leave_out_amounts: true });
    models.requests.length = 0;
    models.always({ kind: 'answer', text: 'Amounts are left out.' });
    // Within the conversation in which the amounts were told.
    await ask('And now?', '/api/ai/ask/stream');
    for (const question of QUESTIONS) await ask(question);
    assert.equal((await client.get('/api/research/analytics/ai-insight')).status, 200);
    await client.post('/api/ai/refresh', {});
    const item = {
      symbol: 'TCS',
      name: null,
      currency: 'INR',
      price: 3_141.59,
      day_change_pct: 1.5,
      day_change_label: 'today',
    };
    await world.core.watchlist.narrate(client.userId, [item as never], {
      day: '2026-03-02',
      signal: new AbortController().signal,
    });
    const told = sent();
    const sections = new Set([...told.matchAll(/section=\\"(\w+)\\"/g)].map(([, name]) => name));
    assert.deepEqual(
      [
        'attribution',
        'calendar',
        'diversification',
        'gaps',
        'goals',
        'holdings',
        'income',
        'liabilities',
        'market',
        'options',
        'overview',
        'performance',
        'policies',
        'research',
        'risk',
        'settings',
        'tax',
        'watchlist',
      ].filter((one) => !sections.has(one)),
      [],
    );
    const numbers = numbersOf(told);
    const leaked = [...new Set([...KNOWN, ...books])].filter((amount) =>
      numbers.some((one) => Math.abs(one - amount) < 0.006 || (one >= 1_000 && one === Math.round(amount))),
    );
    assert.deepEqual(leaked, []);
    assert.match(told, /This answer is left out, because it was made with amounts/);
    assert.match(told, /"symbol\\":\\"TCS|symbol\\\\?":\\\\?"TCS/);
    assert.match(told, /pct/);
  });
});
