import assert from 'node:assert/strict';
import { ROUTES } from '../../api/routes/index.ts';
import { entries, FIRST_BROKER } from '../../core/sample/household.ts';
import { closeAt, SECURITIES } from '../../core/sample/securities.ts';
import { readDuePolicies } from '../../core/policies/cycle/cycle-store.ts';
import type { MeView } from '../../core/identity/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { LoopbackServer } from '../support/loopback.ts';
import { BrowserKeys } from '../support/push-service.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { rawDaysIn } from '../support/raw-days.ts';

const CONFIG = {
  strategy: 'momentum_12_1',
  universe: 'NIFTY50',
  top_n: 5,
  rebalance: 'monthly',
  weighting: 'equal',
} as const;

interface Holding {
  portfolio: string;
  symbol: string;
  quantity: number;
  avg_buy_price: number;
  current_price: number;
  price_source: string;
}

/** The guides show file formats and addresses; the interface describes itself. */
const NO_SENTENCES = ['/api/help', '/api/openapi.json'];

describe('API: a made-up household', () => {
  const outside = new LoopbackServer(() => ({ status: 404, type: 'text/plain', body: '' }));
  let world: TestApi;
  let asha: ApiClient & { userId: string };
  before(async () => {
    await outside.start();
    world = await testApi({
      environment: Object.fromEntries(Object.keys(NOBODY_OUTSIDE).map((name) => [name, outside.url])),
    });
    await world.signedIn('owner');
    asha = await world.signedIn('asha');
  });
  after(async () => {
    await world.close();
    await outside.close();
  });

  const pool = () => world.core.database.systemPool;
  const remove = (query = '') => asha.request('DELETE', `/api/sample${query}`);
  const me = async () => (await asha.get<MeView>('/api/auth/me')).body;
  const holdings = async () =>
    (await asha.get<{ items: Holding[] }>('/api/portfolio/holdings?page_size=200')).body.items;
  const samples = async () =>
    (await pool().query<{ id: string }>('select id from identity.users where sample_of is not null')).rows;
  before(async () => {
    assert.equal((await me()).shows_sample, false);
    assert.equal((await asha.request('POST', '/api/sample')).status, 204);
  });

  it('every part of it has figures', async () => {
    assert.deepEqual(await me(), {
      user: { id: asha.userId, login: 'asha', name: 'asha' },
      chat_linked: false,
      is_owner: false,
      shows_sample: true,
    });
    const read = async <T>(path: string): Promise<T> => (await asha.get<T>(path)).body;
    const { total } = await read<{ total: object }>('/api/portfolio/dashboard');
    // 13 holdings: the share of one company is with both brokers.
    const whole = { holdings_count: 13, valued_count: 13, partial: {} };
    assert.deepEqual({ ...total, ...whole }, total);
    const performance = await read<{ xirr_state: string; returns_count: number }>(
      '/api/portfolio/reports/performance',
    );
    assert.equal(performance.xirr_state, 'OK');
    assert.ok(performance.returns_count > 700, 'a value for each session of three years');
    const lists: [path: string, list: string][] = [
      ['/api/portfolio/reports/tax-lots', 'lots'],
      ['/api/portfolio/reports/overlap', 'exposed_stocks'],
      ['/api/portfolio/income/summary', 'by_year'],
      ['/api/portfolio/goals', 'items'],
      ['/api/portfolio/sip-plans', 'items'],
      ['/api/portfolio/liabilities', 'items'],
      ['/api/portfolio/reports/snapshots', 'items'],
      ['/api/portfolio/csv/imports', 'items'],
    ];
    for (const [path, list] of lists)
      assert.ok(((await read<Record<string, unknown[]>>(path))[list] ?? []).length > 0, path);
    const symbols = SECURITIES.map(({ symbol }) => symbol);
    const { items: lines } = await read<{ items: { symbol: string; closes: number[] }[] }>(
      `/api/portfolio/holdings/recent-closes?symbols=${encodeURIComponent(symbols.join())}`,
    );
    assert.deepEqual(lines.map(({ symbol }) => symbol).sort(), symbols.toSorted());
    assert.ok(lines.every(({ closes }) => closes.length === 30));
    const { prices } = await read<{ prices: { closes: unknown[]; reason: string | null } }>(
      '/api/portfolio/holdings/by-symbol/SAMPLE-BANK',
    );
    assert.ok(prices.reason === null && prices.closes.length > 700);
    const letter = await read<{ movers: { symbol: string; change: number | null }[] }>(
      '/api/portfolio/reports/letter',
    );
    assert.equal(letter.movers.filter(({ change }) => change !== null).length, 3);
    const { net_worth } = await read<{ net_worth: number }>('/api/portfolio/reports/networth');
    assert.ok(net_worth > 0);
    assert.equal(outside.requests.length, 0);
  });

  it('no answer has a day in ISO form within a sentence', async () => {
    const found: string[] = [];
    let read = 0;
    for (const { method, path, auth } of ROUTES) {
      if (method !== 'GET' || auth !== 'session' || path.includes(':') || NO_SENTENCES.includes(path))
        continue;
      const explained = await asha.get(`${path}?explain=true`);
      const { status, body } = explained.status === 200 ? explained : await asha.get(path);
      if (status !== 200) continue;
      read += 1;
      found.push(...rawDaysIn(body).map((text) => `${path}: ${text}`));
    }
    assert.ok(read > 60, `${read} answers`);
    assert.deepEqual(found, []);
  });

  it('counts units and costs as a second bookkeeping does: average purchase price with charges', async () => {
    const symbol = 'SAMPLE-BANK';
    const [bought, sold] = (['BUY', 'SELL'] as const).map((wanted) =>
      entries().filter(
        (one) => one.portfolio === FIRST_BROKER && one.symbol === symbol && one.type === wanted,
      ),
    );
    const units = (of: typeof bought = []) => of.reduce((sum, { quantity }) => sum + quantity, 0);
    const paid = (bought ?? []).reduce((sum, { quantity, price, fee }) => sum + quantity * price + fee, 0);
    const found = (await holdings()).find((one) => one.portfolio === FIRST_BROKER && one.symbol === symbol);
    // Bought 60 at 612.52 and 40 at 743.37 with charges of 36.75 and 29.73, sold 30.
    assert.deepEqual([found?.quantity, units(bought) - units(sold)], [70, 70]);
    assert.deepEqual([found?.avg_buy_price, Number((paid / 100).toFixed(6))], [665.5248, 665.5248]);
    const security = SECURITIES.find((one) => one.symbol === symbol) ?? assert.fail();
    assert.equal(found?.current_price, closeAt(security, 0));
    assert.equal(found.price_source, 'SAMPLE');
  });

  it('keeps the rate of the settings for dollars while no market rate is recorded', async () => {
    const { fx_rates } = (
      await asha.get<{ fx_rates: { source: string }[] }>('/api/portfolio/reports/networth')
    ).body;
    assert.deepEqual(
      fx_rates.map(({ source }) => source),
      ['REFERENCE'],
    );
    assert.equal((await pool().query('select from market.fx_rates')).rowCount, 0);
    assert.equal((await pool().query('select from portfolio.price_history')).rowCount, 0);
  });

  it('has no rights beyond its own rows, and no job includes it', async () => {
    const { core } = world;
    const { token } = await core.identity.tokens.create(
      asha.userId,
      { name: 'a', access: 'full' },
      { actor: 'test' },
    );
    const [sample = assert.fail()] = await samples();
    const refusals: [method: string, path: string, body?: object][] = [
      ['GET', '/api/tokens'],
      ['GET', '/api/people'],
      ['GET', '/api/chat/links'],
      ['POST', '/api/chat/link-codes', {}],
      ['POST', '/api/portfolio/connections', {}],
      ['PUT', '/api/household', { agreed: true }],
      ['POST', '/api/portfolio/watchlist', { symbol: 'SAMPLE-BANK' }],
      ['POST', '/api/ai/ask', { question: 'What do I hold?' }],
      ['GET', '/api/research/analytics/ai-insight'],
      ['POST', '/api/portfolio/ai-research/runs', { symbol: 'TCS', mode: 'CURRENT' }],
      ['POST', '/api/policies', {}],
      ['GET', '/api/backups'],
      ['GET', '/api/server/capacity'],
      ['GET', '/api/server/check-up'],
    ];
    for (const [method, path, body] of refusals) {
      const { status, body: problem } = await asha.request(method, path, body === undefined ? {} : { body });
      assert.deepEqual([path, status, problem['code']], [path, 403, 'SAMPLE_SHOWN']);
    }
    const script = await world.stranger().get<{ items: unknown[] }>('/api/portfolio/holdings', {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.deepEqual(script.body.items, [], 'a token keeps the figures of its person');
    assert.ok(!(await core.identity.users.list()).some(({ id }) => id === sample.id));
    assert.equal(await core.identity.isAdmitted(sample.id), false);
    assert.equal((await core.identity.people.household()).people, await core.identity.users.count());
    const chat = await core.identity.chats.principalOfChat({
      transport: 'local',
      chatId: sample.id,
      chatUserId: sample.id,
    });
    assert.equal(chat?.role, 'sample');
    assert.deepEqual(await core.catchUps.due([sample.id]), []);
    assert.deepEqual(await core.portfolio.quotes.people(), await peopleWithHoldings());
  });
  /** Real people of these tests who hold something. */
  const peopleWithHoldings = async () => {
    const { rows } = await pool().query<{ id: string }>(
      `select distinct u.id from identity.users u join portfolio.holdings h on h.owner_user_id = u.id
       where u.sample_of is null`,
    );
    return rows.map(({ id }) => id);
  };

  it('makes no request to a source, whichever refresh runs', async () => {
    const before = outside.requests.length;
    const { core } = world;
    const refreshed = await asha.post<{ updated: number; failed: number }>(
      '/api/portfolio/market-data/refresh',
      {},
    );
    assert.deepEqual([refreshed.status, refreshed.body.updated, refreshed.body.failed], [200, 0, 0]);
    await core.fx.keepUp();
    assert.equal(outside.requests.length, before);
    await core.prices.refreshAll({});
    await core.backfill.keepUp();
    await core.backfill.keepUpActions();
    const asked = outside.requests.slice(before).map(({ path }) => decodeURIComponent(path));
    assert.deepEqual(
      asked.filter((path) => /sample|INR=X/i.test(path)),
      [],
    );
  });

  it('has no part in the daily advance of policies', async () => {
    const [sample = assert.fail()] = await samples();
    const policyOf = async (userId: string) => {
      const input = { name: 'P', tag_code: 'MOMTOP20', initial_capital: 100_000, config: CONFIG };
      return (await world.core.policies.create(userId, input, { actor: 'test' })).id;
    };
    const [, own] = [await policyOf(sample.id), await policyOf(asha.userId)];
    await pool().query(`update policy.policies set starts_on = '2020-01-01'`);
    const due = await world.core.database.readAsSystem('find due policies', (trx) =>
      readDuePolicies(trx, '2020-01-02'),
    );
    assert.deepEqual(due, [own]);
  });

  it('web push/Settings: browsers, notification settings, parts and the chat format are those of the person', async () => {
    const browser = { ...new BrowserKeys('https://web.push.apple.com/one').subscription, label: 'Phone' };
    const { core } = world;
    const { body: made } = await asha.post<{ id: string }>('/api/notifications/browsers', browser);
    const listed = async () =>
      (await asha.get<{ items: { id: string }[] }>('/api/notifications/browsers')).body.items.map(
        (one) => one.id,
      );
    assert.deepEqual(await listed(), [made.id]);
    assert.equal((await core.notifications.browsers.list(asha.userId)).items.length, 1);
    const changes: [path: string, body: Record<string, unknown>][] = [
      ['/api/parts', { shown: ['options'] }],
      ['/api/notifications/settings', { quiet_hours: { from: '22:00', to: '07:00' } }],
      ['/api/chat/settings', { format: 'compact' }],
    ];
    const saved = [];
    for (const [path, body] of changes) {
      const answer = await asha.put(path, body);
      assert.equal(answer.status, 200, answer.text);
      saved.push(answer.body);
    }
    const { parts } = core.identity;
    const stored = [await parts.read(asha.userId), await core.notifications.settings(asha.userId)];
    assert.deepEqual([...stored, { format: 'compact' }], saved);
    assert.equal((await core.notifications.settings(asha.userId)).quiet_hours?.from, '22:00');
    assert.equal((await asha.request('DELETE', `/api/notifications/browsers/${made.id}`)).status, 204);
    assert.deepEqual(await listed(), []);
  });

  it('asks once if something was entered into it', async () => {
    const made = await asha.post('/api/portfolio/liabilities', { name: 'Card', type: 'CARD', balance: 5 });
    assert.equal(made.status, 201);
    const refused = await remove();
    assert.deepEqual([refused.status, refused.body['code']], [409, 'SAMPLE_HAS_ENTRIES']);
    assert.equal((await me()).shows_sample, true);
    assert.equal((await remove('?entries=remove')).status, 204);
    const { items } = (await asha.get<{ items: unknown[] }>('/api/portfolio/liabilities')).body;
    assert.deepEqual(items, []);
  });
});
