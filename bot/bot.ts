import { conversations, createConversation } from '@grammyjs/conversations';
import { Bot, type Middleware } from 'grammy';
import type { ApiClientOptions, Transformer } from 'grammy';
import type { UserFromGetMe } from 'grammy/types';
import type { Core } from '../core/assembly/index.ts';
import type { KeyedRequest } from '../core/platform/index.ts';
import { button, type ChatReply } from './chat-reply.ts';
import { leftToAssistant } from './assistant-reply.ts';
import { COMMANDS, CONFIRMATIONS, DIALOGUES } from './catalogue.ts';
import { type Call, type Command, commandNamed, type Confirmation, namesOf } from './command.ts';
import type { ChatContext } from './context.ts';
import type { Dialogue } from './conversations/dialogue.ts';
import { createConversationStorage } from './conversations/storage.ts';
import { authorise, errorBoundary, handleOnce, killSwitch } from './auth-middleware.ts';
import { receiveFile } from './import.ts';
import { answerPlainWords, type AskAssistant } from './plain-words.ts';
import type { ChatAccess, Transport } from './ports.ts';
import { callbackQueries } from './callback-queries.ts';
import { type Background, createBackground, withMeanwhile } from './deferred-answer.ts';
import { audienceOf, type Catalogue, mayUse, refusalOf } from './roles.ts';
import { createWriter } from './respond.ts';
import { runCommand } from './runner.ts';
import { createRefusals, dailyRefusals, type Refusals } from './refusals.ts';
import { hideAnswers, takeSecrets } from './secrets.ts';
import { createButtons } from './store/buttons.ts';
import { createPlanCards, type PlanCards } from './store/plan-cards.ts';
import { createReceipts } from './store/receipts.ts';
import { createSentMessages } from './store/sent-messages.ts';
import { createUnlinkedChats } from './unlinked-chats.ts';
import { closest } from './suggest.ts';
import { lines, plain } from './text/lines.ts';
import type { ChatQueues } from './chat-queues.ts';
import { readCommand } from './typed-command.ts';
import { createArgumentContext } from './argument-context.ts';
import { urgentCommand } from './urgent.ts';

interface BotOptions {
  core: Core;
  transport: Transport;
  access: ChatAccess;
  token: string;
  client?: ApiClientOptions;
  botInfo?: UserFromGetMe;
  /** Reads the bytes of a file that was sent to the chat. */
  readFile: (ctx: ChatContext, fileId: string) => Promise<Buffer>;
  /** Why nothing runs at the moment, or null: the switch that stops all commands. */
  paused?: () => string | null;
  /** Messages that show plans, where somebody else edits them too. */
  cards?: PlanCards;
  /** Wraps every call to the Bot API, those of dialogues included. */
  transformers?: Transformer[];
  /** Takes what no command was found for: the assistant of the core unless told. */
  askAssistant?: AskAssistant;
  /** Says no to strangers, apart from all answers. */
  refusals?: Refusals;
  /** Handles updates side by side; without it whoever hands them over sees to their order. */
  turns?: ChatQueues;
  /** Keeps account of work that outlives the message that began it. */
  background?: Background;
  commands?: readonly Command[];
  confirmations?: readonly Confirmation[];
}

/**
 * The bot: the same for Telegram and for the local chat, which differ in `client` alone.
 *
 * The order matters. Strangers stop first; then an update waits for its chat's turn, failures are told, it is handled once,
 * and it is found out for whom; then urgent commands, which a stopped bot carries out too; then the switch that stops
 * everything, and /cancel, because a waiting dialogue takes every update behind it; then dialogues, presses, commands, files, and at last an answer for whatever was not
 * understood.
 */
export function createBot(options: BotOptions): Bot<ChatContext> {
  const { core, transport, access } = options;
  const commands = options.commands ?? COMMANDS;
  const confirmations = options.confirmations ?? CONFIRMATIONS;
  const catalogue: Catalogue = { commands, confirmations, dialogues: DIALOGUES };
  const { settings } = core.chat;
  const buttons = createButtons(core);
  const sent = createSentMessages(core);
  const responder = withMeanwhile(
    createWriter(core, buttons, sent, options.cards ?? createPlanCards(core)),
    core,
    options.background ?? createBackground(),
  );
  const bot = new Bot<ChatContext>(options.token, {
    ...(options.client === undefined ? {} : { client: options.client }),
    ...(options.botInfo === undefined ? {} : { botInfo: options.botInfo }),
  });
  const transformers = options.transformers ?? [];
  bot.api.config.use(...transformers);

  const call = (ctx: ChatContext, changes: { page?: number; request?: KeyedRequest } = {}): Call => ({
    core,
    who: ctx.who,
    place: ctx.place,
    format: ctx.format,
    world: createArgumentContext(core, ctx.who),
    actor: {
      actor: `chat:${ctx.who.login}`,
      request: changes.request ?? { idempotencyKey: ctx.receiptKey },
    },
    page: changes.page ?? 0,
    settings,
    own: {
      recent: () => sent.recent(ctx.who, ctx.place),
      forget: (ids) => sent.forget(ctx.who, ctx.place, ids),
      remove: (ids) => ctx.api.deleteMessages(ctx.place.chatId, ids),
    },
    may: ({ action }) => mayUse(ctx.who.role, audienceOf(action, catalogue)),
  });
  const follow = async (ctx: ChatContext, { enter }: ChatReply): Promise<void> => {
    if (enter === undefined) return;
    const audience = audienceOf({ do: 'enter', ...enter }, catalogue);
    if (!mayUse(ctx.who.role, audience)) {
      await ctx.reply(refusalOf(ctx.who.role, audience));
      return;
    }
    if (ctx.place.isGroup && DIALOGUES.some((row) => row.name === enter.dialogue && row.isPrivate === true)) {
      await ctx.reply('That command asks for private details. Send it in a private chat with me.');
      return;
    }
    await ctx.conversation.exitAll();
    // What a dialogue before it asked for is not asked for any more.
    await core.chat.drafts.expectNothing(ctx.who.userId, ctx.place);
    await ctx.conversation.enter(enter.dialogue, enter.args);
  };
  const respond = async (ctx: ChatContext, answer: ChatReply): Promise<void> => {
    const { api, who, place, receiptKey } = ctx;
    await follow(ctx, await responder.send({ api, who, place, receiptKey }, answer));
  };

  const refusals =
    options.refusals ??
    createRefusals({ api: bot.api, log: core.log, daily: dailyRefusals(core.database.systemPool) });
  const strangers = createUnlinkedChats({ transport, access, refusals, commands, log: core.log });
  bot.use(editsAsMessages, strangers.middleware);
  if (options.turns !== undefined) bot.use(options.turns.middleware);
  bot.use(errorBoundary(core));
  bot.use(handleOnce(transport, createReceipts(core)));
  bot.use(authorise({ access, notifications: core.notifications, settings, responder, strangers }));
  bot.on('message:text', async (ctx, next) => {
    const urgent = urgentCommand(commands, ctx.message.text, ctx.me.username);
    if (urgent === null) return await next();
    await respond(ctx, await runCommand(urgent.row, urgent.words, call(ctx)));
  });
  if (options.paused !== undefined) bot.use(killSwitch(options.paused));

  bot.use(conversations<ChatContext, ChatContext>({ storage: createConversationStorage(core) }));
  const isCancel = (ctx: ChatContext) =>
    readCommand(ctx.message?.text ?? '', ctx.me.username)?.name === 'cancel';
  bot.filter(isCancel, async (ctx) => {
    const waiting = Object.keys(ctx.conversation.active()).length > 0;
    await ctx.conversation.exitAll();
    await core.chat.drafts.forget(ctx.who.userId, ctx.place);
    await respond(ctx, {
      text: plain(waiting ? 'Stopped. Nothing was changed.' : 'There is nothing to cancel.'),
    });
  });
  // Whoever became a viewer in the middle of a dialogue does not end it as the owner.
  bot.use(async (ctx, next) => {
    const isBarred = ({ name, ...audience }: Dialogue) =>
      (ctx.conversation.active()[name] ?? 0) > 0 && !mayUse(ctx.who.role, audience);
    if (!DIALOGUES.some(isBarred)) return await next();
    await ctx.conversation.exitAll();
    await core.chat.drafts.forget(ctx.who.userId, ctx.place);
    await respond(ctx, { text: plain(`Stopped. Nothing was changed. ${refusalOf(ctx.who.role, {})}`) });
  });
  const isCommand = (text: string, me: string) => {
    const name = readCommand(text, me)?.name ?? null;
    return commandNamed(commands, name) !== undefined;
  };
  bot.use(takeSecrets(core.chat.drafts, isCommand, core.log), hideAnswers);
  const withTransformers: Middleware<ChatContext> = async (ctx, next) => {
    ctx.api.config.use(...transformers);
    await next();
  };
  for (const dialogue of DIALOGUES) {
    const builder = dialogue.build({
      call,
      responder,
      buttons,
      readFile: options.readFile,
      log: core.log,
      isPrivate: dialogue.isPrivate === true,
    });
    bot.use(
      createConversation<ChatContext, ChatContext>(builder, {
        id: dialogue.name,
        plugins: [withTransformers],
      }),
    );
  }

  bot.use(callbackQueries({ ...catalogue, commands, confirmations, buttons, responder, call, follow }));
  bot.on('message:text', async (ctx, next) => {
    const typed = readCommand(ctx.message.text, ctx.me.username);
    if (typed === null) return await next();
    if (typed.name === null) return;
    const row = commandNamed(commands, typed.name);
    await respond(
      ctx,
      row === undefined
        ? unknownCommand(typed.name, commands)
        : await runCommand(row, typed.words, call(ctx)),
    );
  });
  bot.on('message:document', async (ctx) => {
    await respond(
      ctx,
      await receiveFile(call(ctx), ctx.message.document, ctx.message.caption ?? '', (id) =>
        options.readFile(ctx, id),
      ),
    );
  });
  bot.on('message', async (ctx) => {
    if (ctx.place.isGroup) return;
    const askAssistant: AskAssistant =
      options.askAssistant ?? (async (asked, words) => await leftToAssistant(asked, words, commands));
    const text = ctx.said ?? ctx.message.text ?? '';
    await respond(ctx, await answerPlainWords(text, call(ctx), { commands, askAssistant }));
  });
  return bot;
}

/**
 * An edited message counts as a new one: a person who corrects a command gets a new answer. Edits without text and file, such
 * as the moves of a shared location, are no messages.
 */
const editsAsMessages: Middleware<ChatContext> = async ({ update }, next) => {
  const { edited_message: edited } = update;
  if (edited !== undefined) {
    if (edited.text === undefined && edited.document === undefined) return;
    delete update.edited_message;
    Object.assign(update, { message: edited });
  }
  await next();
};

/** What was typed may be a secret that came too late: it is neither repeated nor put behind a button. */
function unknownCommand(name: string, commands: readonly Command[]): ChatReply {
  const near = closest(name, namesOf(commands));
  if (near.length === 0) return { text: plain('Unknown command. Send /help to see what I can do.') };
  return {
    text: lines(`Unknown command. Did you mean ${near.map((word) => `/${word}`).join(' or ')}?`),
    buttons: [near.map((word) => button(`/${word}`, { do: 'run', command: word, args: [] }))],
  };
}
