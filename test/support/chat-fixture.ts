import assert from 'node:assert/strict';
import { type BotRuntime, type BotRuntimeOptions, startBot } from '../../bot/index.ts';
import { type Core, createCore } from '../../core/assembly/index.ts';
import type { CoreOptions } from '../../core/assembly/index.ts';
import type { Llm } from '../../core/llm/index.ts';
import type { ChatRole } from '../../core/identity/index.ts';
import type { TradingOptions } from '../../core/policies/index.ts';
import { createLog, parseConfig, systemClock, type Clock } from '../../core/platform/index.ts';
import { BotApi } from './bot-api.ts';
import { labels } from './bot-api-messages.ts';
import type { ChatDriver } from './chat-driver.ts';
import { dataFolder } from './data-folder.ts';
import { LocalDriver } from './local-chat-driver.ts';
import { leapingTimers } from './leaping-timers.ts';
import { MANY_CONNECTIONS, NOBODY_OUTSIDE } from './outside.ts';
import { testDatabase, type TestDatabase } from './postgres.ts';
import { isoDaysIn } from './raw-days.ts';
import { PATIENT_LIMITS } from './time-limits.ts';

/** A core on a database of its own, a Bot API on loopback, and the bot over both transports. */
export interface ChatFixture {
  core: Core;
  api: BotApi;
  database: TestDatabase;
  ownerId: string;
  runtime: BotRuntime;
  /** Somebody at a chat of this transport, linked to the owner's books unless others are named. */
  person(
    transport: 'telegram' | 'local',
    options?: { userId?: number; role?: ChatRole; ownerId?: string },
  ): Promise<ChatDriver>;
  /** Another owner of books, at a chat of their own. */
  newcomer(transport: 'telegram' | 'local'): Promise<{ ownerId: string; chat: ChatDriver }>;
  restart(options?: BotRuntimeOptions): Promise<void>;
  close(): Promise<void>;
}

export async function chatFixture(
  options: {
    clock?: Clock;
    environment?: Record<string, string>;
    trading?: TradingOptions;
    llm?: Pick<Llm, 'chainFor'> & Partial<Llm>;
    research?: CoreOptions['research'];
    /** True where the wire of the Bot API is what is tried: its calls go over HTTP. */
    isWired?: boolean;
  } = {},
): Promise<ChatFixture> {
  const api = new BotApi();
  const folder = dataFolder();
  const [apiRoot, database] = await Promise.all([api.start(), testDatabase()]);
  const config = parseConfig({
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    DATA_DIR: folder.path,
    PORTFOLIO_CHAT_ENABLED: '1',
    PORTFOLIO_CHAT_BOT_TOKEN: api.token,
    TELEGRAM_API_ROOT: apiRoot,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    DATABASE_CONNECTIONS: MANY_CONNECTIONS,
    ...NOBODY_OUTSIDE,
    ...options.environment,
  });
  const core = await createCore({
    config,
    ownerUrl: database.url,
    isSeparationTried: true,
    clock: options.clock ?? systemClock,
    log: createLog(config.LOG_LEVEL),
    outsideTimers: leapingTimers(),
    ...(options.trading === undefined ? {} : { trading: options.trading }),
    ...(options.llm === undefined ? {} : { llm: options.llm }),
    ...(options.research === undefined ? {} : { research: options.research }),
    timeLimits: PATIENT_LIMITS,
  });
  api.isHolding = async () =>
    (await core.database.systemPool.query('select from chat.held_updates')).rowCount !== 0;
  const owner = await core.identity.users.ensureOwner();
  const quick: BotRuntimeOptions = {
    pollSeconds: 20,
    ...(options.isWired === true ? {} : { telegramFetch: api.fetch }),
    backoffMs: 20,
    followerPace: { soon: 10, often: 40, seldom: 200 },
  };
  let newcomers = 0;
  const fixture: ChatFixture = {
    core,
    api,
    database,
    ownerId: owner.id,
    runtime: startBot(core, quick),
    async person(transport, { userId = 4242, role = 'owner', ownerId = owner.id } = {}) {
      if (transport === 'local') return new LocalDriver(core, ownerId);
      const chat = api.chat({ userId });
      // As /start with the code does, which auth-middleware.test.ts tries.
      const { code } = await core.identity.chats.createLinkCode(ownerId, role);
      const [chatId, chatUserId] = [String(chat.chatId), String(userId)];
      await core.identity.chats.linkChat({ code, transport, chatId, chatUserId, title: 'Asha' });
      return chat;
    },
    async newcomer(transport) {
      newcomers += 1;
      const { id: ownerId } = await core.identity.users.create(`newcomer${newcomers}`, 'Asha');
      return { ownerId, chat: await fixture.person(transport, { userId: 5000 + newcomers, ownerId }) };
    },
    async restart(again = quick) {
      await fixture.runtime.stop();
      fixture.runtime = startBot(core, again);
      await fixture.runtime.ready;
    },
    async close() {
      const said = await everythingSaid(fixture);
      await fixture.runtime.stop();
      await api.stop();
      await core.close();
      await database.drop();
      await folder.remove();
      assert.deepEqual(said.flatMap(isoDaysIn), [], 'the chat said a day in ISO form');
    },
  };
  await fixture.runtime.ready;
  return fixture;
}

/** Texts of all messages of the bot over both transports, with the labels of their buttons, and of all notices. */
async function everythingSaid({ api, core }: ChatFixture): Promise<string[]> {
  const { rows } = await core.database.systemPool.query<{ text: string }>(
    `select text from chat.message where direction = 'out' and text is not null
     union all select concat_ws(E'\\n', title, body) from notifications.outbox`,
  );
  const sent = api.messages.filter(({ fromBot }) => fromBot);
  return [...rows.map(({ text }) => text), ...sent.flatMap((one) => [one.text, ...labels(one)])];
}

/** Cancels the dialogue that a command began, if it began one. */
export async function endDialogue({ core }: ChatFixture, chat: ChatDriver): Promise<void> {
  await chat.settled();
  const { rowCount } = await core.database.systemPool.query('select from chat.conversation_state limit 1');
  if (rowCount === 0) return;
  await chat.says('/cancel');
  while (!(await chat.reply()).text.startsWith('Stopped'));
}
