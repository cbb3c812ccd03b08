import { Api, type ApiClientOptions, type Bot } from 'grammy';
import { renderConfig } from '../charts/render.ts';
import type { Core } from '../core/assembly/index.ts';
import {
  type ExclusiveRun,
  type ExclusiveState,
  type ExclusiveWork,
  isWorkFree,
  runExclusively,
  telegramSide,
  type Timers,
} from '../core/platform/index.ts';
import { createAccess } from './access.ts';
import { type Background, createBackground } from './deferred-answer.ts';
import { createBot } from './bot.ts';
import { createBrowserPush } from './browser-push.ts';
import { COMMANDS } from './catalogue.ts';
import { createCommandMenus } from './command-menu.ts';
import type { ChatContext } from './context.ts';
import { notificationChart } from './charts.ts';
import { createRefusals, dailyRefusals } from './refusals.ts';
import { createPlanFollower, type FollowerPace, type PlanFollower } from './plan-follower.ts';
import { createPush, type Push, sendToTelegram, writeToLocalChat } from './push.ts';
import { pushKeyboard, whereToAct } from './push-buttons.ts';
import { createButtons } from './store/buttons.ts';
import { createSentMessages } from './store/sent-messages.ts';
import { createPlanCards, type PlanCards } from './store/plan-cards.ts';
import { createReceipts } from './store/receipts.ts';
import { createLocalInbox, LOCAL_BOT, localClient } from './transports/local.ts';
import { limitCalls } from './transports/call-limits.ts';
import { telegramFetch } from './transports/telegram-fetch.ts';
import { createChatPauses } from './transports/chat-pauses.ts';
import { pollTelegram, readTelegramFile } from './transports/telegram.ts';
import { createChatQueues } from './chat-queues.ts';
import { urgentCommand } from './urgent.ts';

export interface BotRuntimeOptions {
  /** False leaves Telegram to another process: the terminal chat runs only the local side. */
  telegram?: boolean;
  local?: boolean;
  /** Seconds an empty poll may be held; tests shorten it. */
  pollSeconds?: number;
  /** Carries the calls to Telegram; that of Node unless given. */
  telegramFetch?: ApiClientOptions['fetch'];
  backoffMs?: number;
  /** Longest wait for Telegram to take a message; tests shorten it. */
  callLimitMs?: number;
  /** By which chats that are to be left alone are waited for. */
  timers?: Timers;
  /** How soon messages that show a plan are edited. */
  followerPace?: FollowerPace;
}

/** The bot of this process: active, or standing by while another process holds the lock. */
export interface BotRuntime {
  /** Resolves once it is known whether each transport is active here or standing by. */
  readonly ready: Promise<void>;
  state(): { telegram: ExclusiveState | 'off'; local: ExclusiveState | 'off' };
  /** Takes no new update, finishes what is in hand, gives the locks back. */
  stop(): Promise<void>;
}

/** Starts the chat: Telegram when it is configured, the local chat always; each in one process at a time. */
export function startBot(core: Core, options: BotRuntimeOptions = {}): BotRuntime {
  const telegram = telegramSide(core.config);
  const guards: { telegram?: ExclusiveRun; local?: ExclusiveRun } = {};
  if (options.telegram !== false && telegram !== null) {
    const { mode, token } = telegram;
    guards.telegram = runExclusively(lockOf(core, 'telegram'), () =>
      mode === 'COMMANDS' ? telegramWork(core, token, options) : telegramNotifications(core, token, options),
    );
  }
  if (options.local !== false)
    guards.local = runExclusively(lockOf(core, 'local'), () => localWork(core, options));
  const all = Object.values(guards);
  return {
    ready: Promise.all(all.map((guard) => guard.firstState)).then(() => undefined),
    state: () => ({ telegram: guards.telegram?.state() ?? 'off', local: guards.local?.state() ?? 'off' }),
    async stop() {
      await Promise.all(all.map((guard) => guard.stop()));
    },
  };
}

const lockOf = ({ database, log }: Core, name: 'telegram' | 'local') =>
  ({ held: database.held, kind: 'bot', name, log }) as const;

/** True when no process answers the local chat: the terminal then answers it itself. */
export async function isLocalBotFree(core: Core): Promise<boolean> {
  return await isWorkFree(lockOf(core, 'local'));
}

/** Longest time that stopping waits for work whose message has been answered already. */
const LAST_WORK_MS = 5000;

/** The bot, its pushes and the updates of its messages share one lock: one process runs all of them. */
function withPush(
  main: ExclusiveWork,
  pushes: readonly Push[],
  follower: PlanFollower,
  background: Background,
): ExclusiveWork {
  return {
    async run() {
      for (const push of pushes) push.start();
      follower.start();
      await main.run();
    },
    async stop() {
      background.stop();
      await Promise.all([main, ...pushes, follower].map((one) => one.stop()));
      await background.settled(LAST_WORK_MS);
    },
  };
}

/** Longer than an empty poll is held; a server that never answers must not hold the chat for minutes. */
const TELEGRAM_TIMEOUT_SECONDS = 60;

/** Services for the buttons of pushed messages. */
const pushParts = (core: Core): Parameters<typeof pushKeyboard>[0] => ({
  buttons: createButtons(core),
  rolesIn: (userId, chat) => core.identity.chats.rolesIn(userId, chat),
});

/** A notice may wait longer than an answer: one that Telegram took late would be sent again. */
const NOTICE_LIMIT_MS = 10_000;

const telegramClient = (
  { config }: Core,
  { telegramFetch: carry = telegramFetch }: BotRuntimeOptions,
): ApiClientOptions => ({
  apiRoot: config.TELEGRAM_API_ROOT,
  timeoutSeconds: TELEGRAM_TIMEOUT_SECONDS,
  fetch: carry,
});

/**
 * Sends notifications through a bot that belongs to another program, and does nothing else with it: updates, command menu
 * and webhook are that program's. Nobody would answer a press, so a message has no buttons and says where to act.
 */
function telegramNotifications(core: Core, token: string, options: BotRuntimeOptions): ExclusiveWork {
  const { config, notifications } = core;
  const api = new Api(token, telegramClient(core, options));
  api.config.use(limitCalls(options.callLimitMs ?? NOTICE_LIMIT_MS), createChatPauses().refusing);
  const push = createPush({
    stores: core,
    listener: core.listener,
    notifications,
    channel: 'telegram',
    chart: (claim) => notificationChart(core, claim),
    lastLine: (claim) => whereToAct(claim, config.PUBLIC_URL),
    send: sendToTelegram(api, { notifications, sent: createSentMessages(core) }),
  });
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    async run() {
      push.start();
      core.log.info('Telegram gets notifications only: PORTFOLIO_CHAT_BOT_TOKEN is not set');
      await ended;
    },
    async stop() {
      await push.stop();
      end();
    },
  };
}

function telegramWork(core: Core, token: string, options: BotRuntimeOptions): ExclusiveWork {
  const apiRoot = core.config.TELEGRAM_API_ROOT;
  const client = telegramClient(core, options);
  const background = createBackground();
  const pauses = createChatPauses(options.timers);
  // For what does not wait: a notification goes back to its outbox, a refusal is dropped.
  const api = new Api(token, client);
  const limited = limitCalls(options.callLimitMs);
  // The limit is of one call: the wait for a paused chat is outside of it.
  api.config.use(limitCalls(options.callLimitMs ?? NOTICE_LIMIT_MS), pauses.refusing);
  const refusals = createRefusals({ api, log: core.log, daily: dailyRefusals(core.database.systemPool) });
  const cards = createPlanCards(core);
  const turns = createChatQueues({
    held: core.chat.pendingUpdates,
    pauses,
    log: core.log,
    isUrgent: ({ message, me }) => urgentCommand(COMMANDS, message?.text, me.username) !== null,
  });
  const bot = createBot({
    core,
    transport: 'telegram',
    access: createAccess(core.identity),
    token,
    client,
    transformers: [limited, pauses.waiting],
    refusals,
    turns,
    background,
    cards,
    readFile: (ctx, fileId) => readTelegramFile(ctx, fileId, apiRoot, token),
  });
  const { notifications } = core;
  const push = createPush({
    stores: core,
    listener: core.listener,
    notifications,
    channel: 'telegram',
    chart: (claim) => notificationChart(core, claim),
    keyboard: (claim) => pushKeyboard(pushParts(core), 'telegram', claim),
    send: sendToTelegram(api, { notifications, sent: createSentMessages(core) }),
  });
  const polling = pollTelegram({
    bot,
    log: core.log,
    clock: core.clock,
    menus: createCommandMenus(core, bot.api, COMMANDS),
    turns,
    onName: (username) => core.identity.chats.rememberBotName(username),
    ...(options.pollSeconds === undefined ? {} : { timeout: options.pollSeconds }),
    ...(options.backoffMs === undefined ? {} : { backoffMs: options.backoffMs }),
  });
  const answering: ExclusiveWork = {
    run: () => polling.run(),
    async stop() {
      turns.close();
      pauses.stop();
      await Promise.all([polling.stop(), refusals.stop()]);
      await turns.stop();
    },
  };
  const buttons = createButtons(core);
  const follower = createPlanFollower({
    core,
    api,
    transport: 'telegram',
    buttons,
    cards,
    pace: options.followerPace,
  });
  return withPush(answering, [push], follower, background);
}

/** The bot on the local chat's tables. */
function createLocalBot(
  core: Core,
  background: Background,
  cards: PlanCards = createPlanCards(core),
): Bot<ChatContext> {
  const chat = core.chat.local;
  return createBot({
    core,
    transport: 'local',
    access: createAccess(core.identity),
    token: 'local',
    client: localClient(core),
    botInfo: LOCAL_BOT,
    background,
    cards,
    readFile: async (ctx, fileId) => (await chat.attachment(ctx.who.userId, fileId, renderConfig)).bytes,
  });
}

function localWork(core: Core, options: BotRuntimeOptions): ExclusiveWork {
  const background = createBackground();
  const cards = createPlanCards(core);
  const bot = createLocalBot(core, background, cards);
  const inbox = createLocalInbox(
    core,
    bot,
    (text) => urgentCommand(COMMANDS, text, LOCAL_BOT.username) !== null,
  );
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { notifications } = core;
  const push = createPush({
    stores: core,
    listener: core.listener,
    notifications,
    channel: 'local',
    chart: (claim) => notificationChart(core, claim),
    keyboard: (claim) => pushKeyboard(pushParts(core), 'local', claim),
    send: writeToLocalChat(core, { notifications }),
  });
  const reading: ExclusiveWork = {
    async run() {
      await createReceipts(core).prune();
      await inbox.start();
      await ended;
    },
    async stop() {
      await inbox.stop();
      end();
    },
  };
  const buttons = createButtons(core);
  const follower = createPlanFollower({
    core,
    api: bot.api,
    transport: 'local',
    buttons,
    cards,
    pace: options.followerPace,
  });
  const browserPush = createBrowserPush(core);
  return withPush(reading, browserPush === null ? [push] : [push, browserPush], follower, background);
}
