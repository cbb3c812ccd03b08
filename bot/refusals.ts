import type { Api } from 'grammy';
import {
  createLimiter,
  createRateLimit,
  type Log,
  type RateLimit,
  systemTimers,
  type Timers,
  DAY_MS,
} from '../core/platform/index.ts';
import type { Place } from './ports.ts';
import { Allowance } from './allowance.ts';

/** What strangers are told: so often to one person and in one chat, then nothing. */
const TO_A_PERSON = 3;
const IN_A_CHAT = 10;
const HOUR_MS = 3_600_000;
/** People and chats whose allowance is remembered. */
const MOST_KEYS = 10_000;
/** Refusals that wait to be sent; more are dropped. */
const MOST_WAITING = 50;
/** Telegram takes about thirty messages a second from a bot: most of them are for those it knows. */
const A_SECOND = 5;
const PATIENCE_MS = 10_000;

/** What somebody gets who is not linked: a message, or a word on the button they pressed. */
export type Refusal = { text: string; onceADay?: boolean } | { toast: string; queryId: string };

/**
 * Says no to strangers, apart from all answers. Asking for it costs a look into a table in memory and never waits: there
 * is an allowance for each person and chat, then silence; what is to be said is queued up to a bound, sent slowly, and
 * tried once. A refusal that is lost in a crash, a full queue or a broken line stays lost: the person asks again.
 */
export interface Refusals {
  tell(place: Place, refusal: Refusal): void;
  /** Forgets what waits and ends what is being sent. */
  stop(): Promise<void>;
}

interface RefusalsParts {
  /** Must not wait for paused chats. */
  api: Api;
  log: Log;
  /** Counts the sentence of a day in a group, so that a restart does not say it again. */
  daily: RateLimit;
  timers?: Timers;
}

/** One a day for each key, whatever restarts; rows that are over are cleared away with those of other limits. */
export const dailyRefusals = (pool: Parameters<typeof createRateLimit>[0]): RateLimit =>
  createRateLimit(pool, { name: 'group_refusal', points: 1, seconds: DAY_MS / 1000 });

export function createRefusals({ api, log, daily, timers = systemTimers }: RefusalsParts): Refusals {
  const now = () => timers.now();
  const allowed = (times: number, withinMs: number) =>
    new Allowance({ times, withinMs, keys: MOST_KEYS, now });
  const people = allowed(TO_A_PERSON, HOUR_MS);
  const chats = allowed(IN_A_CHAT, HOUR_MS);
  const days = allowed(1, DAY_MS);
  const pace = createLimiter({ concurrent: 1, perSecond: A_SECOND }, timers);
  const stopping = new AbortController();
  const waiting = new Set<Promise<void>>();

  async function send({ chatId, chatUserId }: Place, refusal: Refusal): Promise<void> {
    // grammY's signals are of a class of its own, with the same members.
    const signal = AbortSignal.any([
      stopping.signal,
      AbortSignal.timeout(PATIENCE_MS),
    ]) as unknown as Parameters<typeof api.getMe>[0];
    if ('toast' in refusal) {
      await api.answerCallbackQuery(refusal.queryId, { text: refusal.toast, show_alert: true }, signal);
      return;
    }
    if (refusal.onceADay === true) await daily.spend(`${chatId}:${chatUserId}`);
    await api.sendMessage(chatId, refusal.text, {}, signal);
  }

  return {
    tell(place, refusal) {
      if (stopping.signal.aborted || waiting.size >= MOST_WAITING) return;
      const { transport, chatId, chatUserId } = place;
      const isDaily = 'text' in refusal && refusal.onceADay === true;
      const isAllowed = isDaily ? days.take(`${chatId}:${chatUserId}`) : people.take(chatUserId);
      if (!isAllowed || !chats.take(chatId)) return;
      const sending = pace
        .run(async () => await send(place, refusal), stopping.signal)
        .catch((error: unknown) =>
          log.debug({ err: error, transport }, 'an unlinked chat could not be answered'),
        )
        .finally(() => waiting.delete(sending));
      waiting.add(sending);
    },
    async stop() {
      stopping.abort();
      await Promise.all(waiting);
    },
  };
}
