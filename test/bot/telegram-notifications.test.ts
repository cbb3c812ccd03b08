import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BotRuntime, startBot } from '../../bot/index.ts';
import type { Core } from '../../core/assembly/index.ts';
import { createLog } from '../../core/platform/index.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { labels } from '../support/bot-api-messages.ts';
import { BotApi } from '../support/bot-api.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const CHAT = 4242;
const SHARED = new BotApi().token;

// PORTFOLIO_CHAT_ENABLED=1 without PORTFOLIO_CHAT_BOT_TOKEN switched Telegram off altogether. What is wanted is a chat that
// only notifies, through a bot that another program polls: asking that bot for updates would steal them from it.
describe('portfolio/Chat-messaging commands and scheduler: Telegram without a bot of its own notifies only', () => {
  let fixture: ChatFixture;
  let telegram: LoopbackChat;
  before(async () => {
    fixture = await chatFixture({
      isWired: true,
      environment: {
        PORTFOLIO_CHAT_BOT_TOKEN: '',
        TELEGRAM_BOT_TOKEN: SHARED,
        TELEGRAM_CHAT_ID: String(CHAT),
        PUBLIC_URL: 'https://munim.example',
      },
    });
    await fixture.core.identity.chats.linkConfiguredChat(fixture.ownerId);
    telegram = fixture.api.chat({ userId: CHAT }) as LoopbackChat;
  });
  after(() => fixture.close());

  const notify = async (key: string, kind = 'system_notice' as const) =>
    await fixture.core.notifications.notify(fixture.ownerId, {
      kind,
      dedupKey: key,
      title: 'A title',
      body: `Body of ${key}`,
    });
  const attention = async (key: string) =>
    await fixture.core.notifications.notify(fixture.ownerId, {
      kind: 'connection_attention',
      dedupKey: key,
      title: 'Zerodha needs you to log in',
      body: `Body of ${key}`,
      payload: { connection_id: '7', state: 'NEEDS_LOGIN', reason_code: null },
    });
  const told = async (key: string) =>
    await eventually(`the message ${key}`, async () =>
      (await telegram.messages()).find((message) => message.text.includes(`Body of ${key}`)),
    );

  it('sends what there is to tell, and asks the bot for nothing', async () => {
    assert.equal(fixture.runtime.state().telegram, 'active');
    await notify('plain');
    await told('plain');
    await fixture.core.notifications.notify(fixture.ownerId, {
      kind: 'morning_portfolio_report',
      dedupKey: 'report',
      title: 'Morning report',
      body: 'Body of report',
      chart: 'allocation',
    });
    await told('report');
    const methods = new Set(fixture.api.calls.map(({ method }) => method));
    // No getUpdates, setMyCommands, deleteWebhook or getMe: all of them are the other program's.
    assert.deepEqual(
      [...methods].filter((method) => !['sendMessage', 'sendPhoto'].includes(method)),
      [],
    );
    assert.equal(fixture.api.polling, false);
  });

  it('has no buttons, since nobody answers a press, and says where to act', async () => {
    await attention('login');
    const message = await told('login');
    assert.deepEqual(labels(message), []);
    assert.match(message.text, /\nOpen the dashboard: https:\/\/munim\.example\/data\/connections$/);
    // In the local chat a press is answered, so its message keeps the button.
    const local = await eventually('the message in the local chat', async () =>
      (await fixture.core.chat.local.messages(fixture.ownerId)).find(({ text }) => text.includes('login')),
    );
    assert.equal(local.buttons.flat()[0]?.text, 'Log in');
  });

  it('says where policies are looked after, and where corporate actions are', async () => {
    for (const [key, kind, payload, page] of [
      ['rebalance', 'policy_cycle', { policy_id: '7' }, 'policies/7'],
      ['failed', 'system_notice', { policy_id: '7', status: 'FAILED' }, 'policies/7'],
      ['digest', 'policy_digest', { items: [] }, 'policies'],
      ['split', 'corporate_action', null, 'data/corporate-actions'],
      ['week', 'weekly_letter', { to: '2026-03-08' }, 'notifications/letter'],
    ] as const) {
      const notice = { kind, dedupKey: key, title: 'A title', body: `Body of ${key}`, payload };
      await fixture.core.notifications.notify(fixture.ownerId, notice);
      assert.ok((await told(key)).text.endsWith(`\nOpen the dashboard: https://munim.example/${page}`), key);
    }
  });

  it('what is written to the bot is left to the program that polls it', async () => {
    await telegram.says('/complete_status');
    await notify('after');
    await told('after');
    assert.equal(fixture.api.confirmed, 0);
    assert.deepEqual(
      (await telegram.messages()).filter(({ text }) => text.includes('Portfolio')),
      [],
    );
  });

  it('a link code says that no bot reads it', async () => {
    const { deep_link, reason } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    assert.equal(deep_link, null);
    assert.match(reason ?? '', /PORTFOLIO_CHAT_BOT_TOKEN/);
  });

  it('a refused token is in no log, delivery or answer, and the message is kept for later', async () => {
    await fixture.runtime.stop();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'munim-log-'));
    const file = path.join(folder, 'munim.log');
    const wrong = '7654321:a-token-that-nobody-may-ever-see';
    const config = { ...fixture.core.config, TELEGRAM_BOT_TOKEN: wrong };
    const core: Core = { ...fixture.core, config, log: createLog('trace', file) };
    const before = fixture.api.refused;
    const bot: BotRuntime = startBot(core);
    try {
      await notify('refused');
      await eventually('the refusal', () => fixture.api.refused > before);
      const delivery = await eventually('the reason', async () => {
        const { items } = await fixture.core.notifications.list(fixture.ownerId);
        return items[0]?.deliveries.find(({ channel, reason }) => channel === 'telegram' && reason !== null);
      });
      assert.deepEqual([delivery.state, delivery.reason], ['PENDING', 'Unauthorized']);
    } finally {
      await bot.stop();
    }
    const log = await readFile(file, 'utf8');
    assert.match(log, /could not be sent/);
    const said = JSON.stringify(await fixture.core.notifications.list(fixture.ownerId));
    for (const text of [log, said]) assert.ok(!text.includes('a-token-that-nobody'), 'the token is told');
    await rm(folder, { recursive: true });
  });
});
