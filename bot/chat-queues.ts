import type { Bot, Middleware } from 'grammy';
import type { PendingUpdates } from '../core/chat/index.ts';
import type { Log } from '../core/platform/index.ts';
import type { ChatContext } from './context.ts';
import type { ChatPauses } from './transports/chat-pauses.ts';

/** So long polling waits for an update to be answered before it goes on without. */
const PATIENCE_MS = 1000;
/** Behind the id of a chat: the lane of what waits for nothing else there. */
const URGENT = ' urgent';

/**
 * The order in which updates of linked chats are handled: each chat's one after the other, different chats side by side.
 *
 * Polling hands over one update after the other and asks for the next ones when all are done; with that Telegram forgets
 * them. So an update is waited for as long as it is answered quickly: killed before, Telegram brings it again. What takes
 * long, above all where Telegram wants the chat left alone (429), must not keep the others waiting. It is written down
 * (`PendingUpdates`) and goes on by itself, and polling goes on too: killed before the answer is out, it is taken up from there
 * at the next start, before anything new. In both cases the receipt is written when the answer is out.
 */
export interface ChatQueues {
  /** Handles an update when it is its chat's turn. Everything behind it may run after this has returned. */
  readonly middleware: Middleware<ChatContext>;
  /** Takes up what was written down and not answered. To be called before new updates are asked for. */
  resume(bot: Bot<ChatContext>): Promise<void>;
  /** Begins nothing any more: what still comes is written down for the next start. */
  close(): void;
  /** Waits for what is being answered, save where that waits for a paused chat. */
  stop(): Promise<void>;
}

interface ChatQueuesDependencies {
  held: PendingUpdates;
  pauses: Pick<ChatPauses, 'isPaused' | 'onPause' | 'abandoned'>;
  log: Log;
  /** Whether an update waits for none of its chat's others. */
  isUrgent?: (ctx: ChatContext) => boolean;
  patienceMs?: number;
}

export function createChatQueues({
  held,
  pauses,
  log,
  isUrgent = () => false,
  patienceMs = PATIENCE_MS,
}: ChatQueuesDependencies): ChatQueues {
  /** The last update of each chat that has any, queued behind those before it. */
  const lanes = new Map<string, Promise<void>>();
  const inHand = new Set<number>();
  /** Updates that are written down, or being so. */
  const keeping = new Map<number, Promise<void>>();
  const impatient = new Map<string, () => void>();
  let isClosed = false;

  pauses.onPause((chatId) => impatient.get(chatId)?.());

  /** Queues it; resolves when it has been handled. Nothing queued begins after `close`. */
  function queue(lane: string, updateId: number, handle: () => Promise<void>): Promise<void> {
    inHand.add(updateId);
    const before = lanes.get(lane) ?? Promise.resolve();
    const work = before.then(async () => {
      if (isClosed) return;
      try {
        await handle();
      } catch (error) {
        log.error({ err: error, update: updateId }, 'an update could not be handled');
      }
      inHand.delete(updateId);
      await letGo(updateId);
    });
    lanes.set(lane, work);
    void work.finally(() => {
      if (lanes.get(lane) === work) lanes.delete(lane);
    });
    return work;
  }

  async function letGo(updateId: number): Promise<void> {
    const kept = keeping.get(updateId);
    if (kept === undefined) return;
    keeping.delete(updateId);
    try {
      await kept;
      await held.release(updateId);
    } catch (error) {
      // It has its receipt: the next start finds it handled.
      log.warn({ err: error, update: updateId }, 'an answered update could not be marked as handled');
    }
  }

  /** Waits for it, but not for long, and no longer once its chat is paused. */
  async function soonDone(chatId: string, work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
      impatient.set(chatId, resolve);
    });
    try {
      await Promise.race([work, over]);
    } finally {
      clearTimeout(timer);
      impatient.delete(chatId);
    }
  }

  return {
    async middleware(ctx, next) {
      const { chatId } = ctx.place;
      const updateId = ctx.update.update_id;
      if (inHand.has(updateId)) return;
      // Before anything behind changes it.
      const text = JSON.stringify(ctx.update);
      // What is urgent waits for others of its kind alone.
      const lane = isUrgent(ctx) ? `${chatId}${URGENT}` : chatId;
      const isFree = !isClosed && !lanes.has(lane) && !pauses.isPaused(chatId);
      const work = queue(lane, updateId, next);
      if (keeping.has(updateId)) return;
      if (isFree) await soonDone(chatId, work);
      if (!inHand.has(updateId)) return;
      const kept = held.keep({ updateId, text });
      keeping.set(updateId, kept);
      try {
        await kept;
      } catch (error) {
        // Nothing but Telegram holds it then: as long as polling waits, a kill brings it again.
        log.error({ err: error, update: updateId }, 'an update could not be stored; polling waits for it');
        keeping.delete(updateId);
        await Promise.race([work, pauses.abandoned(chatId)]);
      }
    },
    async resume(bot) {
      for (const { updateId, text } of await held.waiting()) {
        if (inHand.has(updateId)) continue;
        keeping.set(updateId, Promise.resolve());
        await bot.handleUpdate(JSON.parse(text) as Parameters<typeof bot.handleUpdate>[0]);
        // Turned away on its way here: its link was revoked meanwhile.
        if (!inHand.has(updateId)) await letGo(updateId);
      }
    },
    close() {
      isClosed = true;
    },
    async stop() {
      isClosed = true;
      await Promise.all(
        [...lanes].map(([lane, work]) => Promise.race([work, pauses.abandoned(lane.replace(URGENT, ''))])),
      );
    },
  };
}
