import assert from 'node:assert/strict';
import { type BotRuntime, startBot } from '../../bot/index.ts';
import type { WatchlistItemView } from '../../core/watchlist/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { BotApi } from '../support/bot-api.ts';
import { eventually } from '../support/chat-driver.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';

const [OWN, OTHERS, SYSTEM] = ['sk-of-the-owner-000001', 'sk-of-another-00000001', 'sk-of-the-operator-0001'];
const QUESTION = 'What would an old friend say?';
const ITEM = {
  symbol: 'TCS',
  name: 'TCS',
  currency: 'INR',
  price: 3000,
  day_change_pct: 3.45,
  day_change_label: 'today',
  previous_close: 2900,
} as unknown as WatchlistItemView;

describe('research/Authentication 5: whose chain is asked, over every door, by the key that arrives', () => {
  let models: ModelServer;
  let telegram: BotApi;
  let world: TestApi;
  let bot: BotRuntime;
  let owner: ApiClient & { userId: string };
  let other: ApiClient & { userId: string };
  let nobody: ApiClient & { userId: string };
  before(async () => {
    models = await startModelServer({ sessionHeader: 'x-opencode-session' });
    models.always({ kind: 'answer', text: 'Fine.' });
    telegram = new BotApi();
    world = await testApi({
      environment: {
        PORTFOLIO_CHAT_ENABLED: '1',
        PORTFOLIO_CHAT_BOT_TOKEN: telegram.token,
        TELEGRAM_API_ROOT: await telegram.start(),
        LLM_GATEWAY_BASE_URL: models.baseUrl,
        LLM_GATEWAY_API_KEY: SYSTEM ?? '',
        LLM_FEATURE_TIERS: 'assistant=fast,watchlist_narration=fast',
      },
    });
    telegram.isHolding = async () =>
      (await world.core.database.systemPool.query('select from chat.held_updates')).rowCount !== 0;
    bot = startBot(world.core, {
      pollSeconds: 20,
      backoffMs: 20,
      followerPace: { soon: 10, often: 40, seldom: 200 },
    });
    await bot.ready;
    [owner, other, nobody] = [
      await world.signedIn('owner'),
      await world.signedIn('another'),
      await world.signedIn('newcomer'),
    ];
    for (const [client, key] of [
      [owner, OWN],
      [other, OTHERS],
    ] as const) {
      const saved = await client.request('PUT', '/api/portfolio/ai-providers/settings', {
        body: { preferred_provider: 'gateway', failover: ['gateway'], api_keys: { gateway: key } },
      });
      assert.equal(saved.status, 200, saved.text);
    }
  });
  after(async () => {
    await bot.stop();
    await telegram.stop();
    await world.close();
    await models.close();
  });
  beforeEach(() => void (models.requests.length = 0));
  const keys = (): string[] =>
    models.requests.map(({ headers }) =>
      String(headers.authorization ?? headers['x-api-key']).replace('Bearer ', ''),
    );

  it('the dashboard: each person’s own key; who chose nothing has the operator’s', async () => {
    for (const client of [owner, other, nobody]) {
      const { status, text } = await client.post('/api/ai/ask', { question: QUESTION });
      assert.equal(status, 200, text);
    }
    assert.deepEqual(keys(), [OWN, OTHERS, SYSTEM]);
  });

  it('a linked chat: the key of the person whom it is linked to, once they were told who gets what and went on', async () => {
    for (const [nr, client] of [owner, other, nobody].entries()) {
      const chat = telegram.chat({ userId: 7_000 + nr });
      const { code } = await world.core.identity.chats.createLinkCode(client.userId, 'owner');
      await chat.says(`/start ${code}`);
      await chat.reply();
      await chat.says(nr === 0 ? QUESTION : `/ask ${QUESTION}`);
      const notice = await eventually('the notice', async () =>
        (await chat.messages()).find(({ text }) => text.startsWith('Before your records go to a model')),
      );
      assert.match(notice.text, /Your question goes to Gateway \(.*http:\/\/127\.0\.0\.1:\d+\/v1\)/);
      assert.equal(keys().length, nr, 'nobody was asked before');
      await chat.presses('✓ Go on');
      await eventually('the answer', async () =>
        (await chat.messages()).find(({ text }) => text.startsWith('Fine.')),
      );
    }
    assert.deepEqual(keys(), [OWN, OTHERS, SYSTEM]);
    models.requests.length = 0;
    // Remembered of each person, over all doors.
    const chat = telegram.chat({ userId: 7_000 });
    await chat.says('/insight');
    await eventually('the paragraph', async () =>
      (await chat.messages()).find(({ text }) => /^In words|no holdings/i.test(text)),
    );
    const { body } = await owner.get<{ notice: string | null }>('/api/portfolio/ai-providers/settings');
    assert.equal(body.notice, null);
  });

  it('a link that may not agree is told who may, and nobody is asked', async () => {
    await owner.put('/api/portfolio/ai-providers/settings', { agrees: false });
    const chat = telegram.chat({ userId: 7_100 });
    const { code } = await world.core.identity.chats.createLinkCode(owner.userId, 'viewer');
    await chat.says(`/start ${code}`);
    await chat.reply();
    await chat.says(`/ask ${QUESTION}`);
    const notice = await eventually('the notice', async () =>
      (await chat.messages()).find(({ text }) => text.startsWith('Before your records go to a model')),
    );
    assert.match(notice.text, /Only the portfolio owner can agree to this/);
    assert.deepEqual(keys(), []);
  });

  it('a no sends nothing', async () => {
    const chat = telegram.chat({ userId: 7_000 });
    await chat.says(`/ask ${QUESTION}`);
    await eventually('the notice', async () =>
      (await chat.messages()).findLast(({ text }) => text.startsWith('Before your records go to a model')),
    );
    await chat.presses('✗ No');
    await eventually('the no', async () =>
      (await chat.messages()).find(({ text }) => text.startsWith('Nothing was sent.')),
    );
    assert.deepEqual(keys(), []);
    await owner.put('/api/portfolio/ai-providers/settings', { agrees: true });
  });

  it('a chat that is linked to nobody: nobody is asked', async () => {
    const chat = telegram.chat({ userId: 8_000 });
    await chat.says(`/ask ${QUESTION}`);
    await chat.reply();
    assert.deepEqual(keys(), []);
  });

  it('a sample: no model is asked in its chat, by a command or a question', async () => {
    assert.equal((await nobody.post('/api/sample')).status, 204);
    const said = async (text: string) => {
      await nobody.post('/api/chat/messages', { text });
      return await eventually('the refusal', async () => {
        const { items } = (
          await nobody.get<{ items: { direction: string; text: string }[] }>('/api/chat/messages')
        ).body;
        const last = items.at(-1);
        return last?.direction === 'out' && items.at(-2)?.text === text ? last.text : null;
      });
    };
    for (const text of [`/ask ${QUESTION}`, QUESTION, '/insight', '/research TCS', '/stock_news TCS'])
      assert.match(await said(text), /^This does not work with the made-up household\./, text);
    assert.deepEqual(keys(), []);
    assert.equal((await nobody.request('DELETE', '/api/sample')).status, 204);
  });

  it('work of Munim itself: the operator’s key, for every person, counted for whom it is done', async () => {
    for (const { userId } of [owner, other, nobody])
      await world.core.watchlist.narrate(userId, [ITEM], {
        day: '2026-03-02',
        signal: new AbortController().signal,
      });
    assert.deepEqual(keys(), [SYSTEM, SYSTEM, SYSTEM]);
    const { by_feature } = await world.core.llm.usage.summary(owner.userId);
    assert.equal(by_feature.find(({ feature }) => feature === 'watchlist_narration')?.calls, 1);
  });
});
