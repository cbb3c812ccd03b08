import { type Api, GrammyError } from 'grammy';
import type { Core } from '../core/assembly/index.ts';
import { createTurns, Problem, systemTimers, type Timers } from '../core/platform/index.ts';
import { hasEnded, isClosed, planCard } from './plan-cards.ts';
import type { Transport } from './ports.ts';
import type { Buttons } from './store/buttons.ts';
import type { PlanCard, PlanCards } from './store/plan-cards.ts';

/** Milliseconds between looks. */
export interface FollowerPace {
  /** So soon after a change the messages are edited; what changes meanwhile is told with it. */
  soon: number;
  /** While a plan is under way it is looked at this often, less and less often as long as nothing changes. */
  often: number;
  seldom: number;
}

const PACE: FollowerPace = { soon: 1_000, often: 3_000, seldom: 60_000 };

export interface PlanFollower {
  start(): void;
  /** Begins no edit any more, and waits for the one in hand. */
  stop(): Promise<void>;
  /** One look at every message that shows a plan. @returns how many were edited, and how many plans are under way. */
  look(): Promise<{ edited: number; underWay: number }>;
}

interface PlanFollowerParts {
  core: Pick<Core, 'config' | 'identity' | 'policies' | 'listener' | 'log'>;
  /** Must not wait for a chat that is to be left alone: it is edited at the next look. */
  api: Api;
  transport: Transport;
  buttons: Buttons;
  cards: PlanCards;
  timers?: Pick<Timers, 'sleep'>;
  pace?: FollowerPace | undefined;
}

/**
 * Edits the messages that show a plan as it goes on, in whichever chat they are, until it has ended: whoever looks into another
 * chat, or answered on the dashboard, finds a receipt where the question was. A change of a policy leads to a look at once;
 * beside that, plans under way are looked at every few seconds.
 */
export function createPlanFollower(parts: PlanFollowerParts): PlanFollower {
  const { core, api, transport, buttons, cards, timers = systemTimers, pace = PACE } = parts;
  const { log } = core;
  const turns = createTurns();
  const stopping = new AbortController();
  // grammY's signals are of a class of its own, with the same members.
  const signal = stopping.signal as unknown as Parameters<typeof api.getMe>[0];
  const unsubscribe: (() => void)[] = [];
  let running: Promise<void> = Promise.resolve();
  let wake: () => void = () => undefined;
  let isDue = true;

  /** Whether a chat is still the person's: one whose link was revoked hears no more. */
  async function isLinked(userId: string, chatId: string): Promise<boolean> {
    if (transport === 'local' || core.config.PORTFOLIO_CHAT_OPEN) return true;
    return (await core.identity.chats.links(userId)).some(({ chat_id }) => chat_id === chatId);
  }

  /** Edits one message where it says something else. @returns whether it did, and whether the plan is under way. */
  async function refresh(spot: PlanCard): Promise<{ isEdited: boolean; isUnderWay: boolean }> {
    // A press may have changed it since the list was read.
    const card = await cards.find(transport, spot);
    if (card === null) return { isEdited: false, isUnderWay: false };
    const { userId, planId, view, chatId, messageId } = card;
    let now: Awaited<ReturnType<typeof planCard>>;
    try {
      now = await planCard(core, userId, planId, view);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PLAN_NOT_FOUND') throw error;
      await cards.forget(transport, card);
      return { isEdited: false, isUnderWay: false };
    }
    const isUnderWay = !hasEnded(now.plan) && now.plan.state !== 'PENDING_APPROVAL';
    if (now.follows.shown === card.shown) {
      if (isClosed(now.plan)) await cards.forget(transport, card);
      return { isEdited: false, isUnderWay };
    }
    if (!(await isLinked(userId, chatId))) {
      await cards.forget(transport, card);
      return { isEdited: false, isUnderWay: false };
    }
    const place = { transport, chatId };
    const key = `card:${transport}:${chatId}:${messageId}:${now.follows.shown.slice(0, 16)}`;
    const markup = await buttons.keyboard({ userId }, place, key, now.buttons ?? [], now.waitsUntil);
    try {
      const options = {
        entities: now.text.entities,
        reply_markup: markup,
        link_preview_options: { is_disabled: true },
      };
      await api.editMessageText(chatId, messageId, now.text.text, options, signal);
    } catch (error) {
      if (!isGone(error)) throw error;
      await cards.forget(transport, card);
      return { isEdited: false, isUnderWay };
    }
    // Written last: killed in between, the message is edited once more.
    await cards.note({ userId }, place, messageId, now.follows);
    return { isEdited: true, isUnderWay: isUnderWay || hasEnded(now.plan) };
  }

  async function look() {
    return await turns.run('look', async () => {
      const done = { edited: 0, underWay: 0 };
      for (const card of await cards.open(transport)) {
        if (stopping.signal.aborted) break;
        try {
          const { isEdited, isUnderWay } = await cards.inTurn(card, () => refresh(card));
          if (isEdited) done.edited += 1;
          if (isUnderWay) done.underWay += 1;
        } catch (error) {
          log.info({ err: error, transport }, 'a message that shows a plan is edited at the next look');
          done.underWay += 1;
        }
      }
      return done;
    });
  }

  /** Waits until something changed, or for so long; forever without a number. */
  async function due(ms: number | null): Promise<void> {
    // Stopped while it looked: an abort that was is announced to nobody.
    if (isDue || stopping.signal.aborted) return;
    const over = new AbortController();
    const either = AbortSignal.any([over.signal, stopping.signal]);
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
      stopping.signal.addEventListener('abort', () => resolve(), { signal: over.signal });
    });
    await Promise.race([changed, ...(ms === null ? [] : [timers.sleep(ms, either).catch(() => undefined)])]);
    over.abort();
  }

  async function run(): Promise<void> {
    let pauseMs: number | null = pace.often;
    while (!stopping.signal.aborted) {
      const isChanged = isDue;
      isDue = false;
      let done = { edited: 0, underWay: 1 };
      try {
        done = await look();
      } catch (error) {
        log.warn({ err: error }, 'messages that show plans could not be looked at; trying again');
      }
      const isNew = isChanged || done.edited > 0;
      pauseMs =
        done.underWay === 0 ? null : isNew ? pace.often : Math.min((pauseMs ?? pace.often) * 2, pace.seldom);
      await due(pauseMs);
      if (isDue) await timers.sleep(pace.soon, stopping.signal).catch(() => undefined);
    }
  }

  const change = (): void => {
    isDue = true;
    wake();
  };

  return {
    look,
    start() {
      unsubscribe.push(
        core.listener.on('portfolio_changed', ({ topics }) => {
          if (Array.isArray(topics) && topics.includes('policies')) change();
        }),
        core.listener.onGap(change),
        // What was shown by a press may be older than what the last look saw.
        cards.onNote(change),
      );
      running = run();
    },
    async stop() {
      stopping.abort();
      for (const off of unsubscribe.splice(0)) off();
      await running;
    },
  };
}

/** Whether a message, or the bot's place in its chat, is there no more. */
function isGone(error: unknown): boolean {
  if (!(error instanceof GrammyError)) return false;
  const { error_code, description } = error;
  if (error_code === 403) return true;
  return /message to edit not found|message can't be edited|MESSAGE_ID_INVALID|chat not found|there is no text/.test(
    description,
  );
}
