import type { MiddlewareFn } from 'grammy';
import { createCache, type Log, Problem, systemTimers, type Timers } from '../core/platform/index.ts';
import { type Command, commandNamed } from './command.ts';
import type { ChatContext } from './context.ts';
import { type ChatAccess, chatKey, type Place, type Transport } from './ports.ts';
import type { Refusals } from './refusals.ts';
import { readCommand } from './typed-command.ts';

const HOW_TO_LINK =
  'This chat is not linked. In the dashboard, create a code under Settings, Telegram chats. Then send it here as /start CODE';
const GROUP_HOW_TO_LINK =
  'You are not linked in this group yet. In the dashboard, create a code under Settings, Telegram chats. Then send /start CODE here.';
const NOT_FOR_YOU = 'You are not linked, so you cannot use this button.';
const WRONG_CODE =
  'That code is wrong, used or expired. Create a new one in the dashboard under Settings, Telegram chats.';
const PAUSED =
  'Access of the person that this chat is linked to is paused. Ask the owner of this Munim to let them in again.';
const FAILED = 'Something went wrong on my side. Try again in a moment.';

type Standing = 'linked' | 'paused' | 'stranger';

const MOST_KEYS = 10_000;
/** A link that another process makes counts after that time at the latest; one made here counts at once. */
const STRANGE_MS = 2000;
/** Whoever was let through is looked at again behind this: it only saves asking twice. */
const KNOWN_MS = 60_000;

interface UnlinkedChatsParts {
  transport: Transport;
  access: ChatAccess;
  refusals: Refusals;
  commands: readonly Pick<Command, 'name' | 'aliases'>[];
  log: Log;
  timers?: Timers;
}

/**
 * Lets those through who may be linked, and refuses all others. A line of a stranger costs no query as long as they are
 * known to be one, and never waits for the network, so that no number of them holds up those who are linked; nothing is
 * written down of it, and one that is delivered again after a crash may be refused again.
 *
 * Whether somebody is linked is decided behind this, for every update (`authorise`). Codes are looked at here: whoever
 * guesses has no part in the chat's order.
 */
export interface UnlinkedChats {
  readonly middleware: MiddlewareFn<ChatContext>;
  /** Refuses a chat that is not linked (any more), or whose person is paused. */
  turnAway(ctx: ChatContext): Promise<void>;
}

export function createUnlinkedChats(parts: UnlinkedChatsParts): UnlinkedChats {
  const { access, refusals, log } = parts;
  const now = () => (parts.timers ?? systemTimers).now();
  const known = createCache<Standing>({ most: MOST_KEYS, now });
  const guessers = createCache<string>({ most: MOST_KEYS, now });

  async function lookUp(place: Place, isLinked: boolean): Promise<Standing> {
    const refused = async () => ((await access.isOfPausedPerson(place)) ? 'paused' : 'stranger');
    const standing = isLinked ? 'linked' : await refused();
    known.set(keyOf(place), standing, standing === 'linked' ? KNOWN_MS : STRANGE_MS);
    return standing;
  }

  async function isLinked(place: Place): Promise<boolean> {
    const found = known.get(keyOf(place));
    if (found !== undefined) return found === 'linked';
    return (await lookUp(place, (await access.resolve(place)) !== null)) === 'linked';
  }

  /** In a group, talk is none of the bot's business, and neither are the commands of other bots. */
  function isForMe({ callbackQuery, me, message, place }: ChatContext): boolean {
    if (!place.isGroup || callbackQuery !== undefined) return true;
    const typed = readCommand(message?.text ?? '', me.username);
    if (typed === null || typed.name === null) return false;
    return typed.isAddressed || commandNamed(parts.commands, typed.name) !== undefined;
  }

  function refuse(ctx: ChatContext): void {
    const { callbackQuery: query, place } = ctx;
    if (!isForMe(ctx)) return;
    const isPaused = known.get(keyOf(place)) === 'paused';
    if (query !== undefined)
      refusals.tell(place, { toast: isPaused ? PAUSED : NOT_FOR_YOU, queryId: query.id });
    else if (isPaused) refusals.tell(place, { text: PAUSED });
    else if (place.isGroup) refusals.tell(place, { text: GROUP_HOW_TO_LINK, onceADay: true });
    else refusals.tell(place, { text: HOW_TO_LINK });
  }

  /** What came of a code; null where its sender stays a stranger and was told so. */
  async function redeem(place: Place, code: string): Promise<ChatContext['linking']> {
    const limited = guessers.get(place.chatUserId);
    if (limited !== undefined) {
      refusals.tell(place, { text: limited });
      return null;
    }
    try {
      if ((await access.redeem(place, code)) !== null) {
        known.set(keyOf(place), 'linked', KNOWN_MS);
        return 'made';
      }
      if (await isLinked(place)) return 'refused';
      refusals.tell(place, { text: WRONG_CODE });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429) throw error;
      guessers.set(place.chatUserId, error.detail, (error.retryAfter ?? 60) * 1000);
      refusals.tell(place, { text: error.detail });
    }
    return null;
  }

  return {
    async middleware(ctx, next) {
      const place = placeOf(ctx, parts.transport);
      if (place === null) return;
      ctx.place = place;
      ctx.receiptKey = `chat:${chatKey(place)}:${ctx.update.update_id}`;
      ctx.linking = null;
      try {
        const code = /^\/start(?:@\w+)?\s+([A-Za-z0-9]{6,16})\s*$/i.exec(ctx.message?.text ?? '')?.[1];
        if (code !== undefined) {
          ctx.linking = await redeem(place, code);
          if (ctx.linking === null) return;
        } else if (!(await isLinked(place))) {
          return refuse(ctx);
        }
      } catch (error) {
        log.error(
          { err: error, update: ctx.update.update_id },
          'the sender of an update could not be identified',
        );
        if (isForMe(ctx)) refusals.tell(place, { text: FAILED });
        return;
      }
      await next();
    },
    async turnAway(ctx) {
      await lookUp(ctx.place, false);
      refuse(ctx);
    },
  };
}

const keyOf = ({ chatId, chatUserId }: Place): string => `${chatId}:${chatUserId}`;

function placeOf(ctx: ChatContext, transport: Transport): Place | null {
  const { chat, from } = ctx;
  if (chat === undefined || from === undefined || from.is_bot) return null;
  return {
    transport,
    chatId: String(chat.id),
    chatUserId: String(from.id),
    personName: plainName(from.first_name),
    isGroup: chat.type !== 'private',
  };
}

/** A name that people choose for themselves: one short line without control characters. */
function plainName(name: string): string {
  return name
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 40);
}
