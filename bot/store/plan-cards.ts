import { createTurns } from '../../core/platform/index.ts';
import type { FollowedPlan } from '../chat-reply.ts';
import type { Place, Stores, Transport, Who } from '../ports.ts';

/** A message that shows a plan. */
export interface PlanCard extends FollowedPlan {
  userId: string;
  chatId: string;
  messageId: number;
}

type Spot = Pick<PlanCard, 'chatId' | 'messageId'>;

/** Most cards that one look is about; the others have their turn when these have ended. */
const MOST_CARDS = 500;

type Row = Omit<FollowedPlan, 'planId'> & {
  owner_user_id: string;
  chat_id: string;
  message_id: string;
  plan_id: string;
};

/** Which messages show a plan that has not ended, and what stands in them. */
export interface PlanCards {
  /** Edits a message and writes down what it says, with nobody else editing it in between. */
  inTurn<T>(spot: Spot, work: () => Promise<T>): Promise<T>;
  /** Calls `handle` whenever a message was written down; answers a function that stops it. */
  onNote(handle: () => void): () => void;
  /** Writes down what a message shows now. */
  note(
    who: Pick<Who, 'userId'>,
    place: Pick<Place, 'transport' | 'chatId'>,
    messageId: number,
    follows: FollowedPlan,
  ): Promise<void>;
  /** Those of a transport, the newest first. */
  open(transport: Transport): Promise<PlanCard[]>;
  /** What a message shows by now; null where it is followed no more. */
  find(transport: Transport, spot: Spot): Promise<PlanCard | null>;
  forget(transport: Transport, spot: Spot): Promise<void>;
}

const COLUMNS = ['owner_user_id', 'chat_id', 'message_id', 'plan_id', 'view', 'shown'] as const;
const cardOf = ({ owner_user_id, chat_id, message_id, plan_id, view, shown }: Row): PlanCard => ({
  userId: owner_user_id,
  chatId: chat_id,
  messageId: Number(message_id),
  planId: plan_id,
  view,
  shown,
});

export function createPlanCards({ database, clock }: Stores): PlanCards {
  const turns = createTurns();
  const listeners = new Set<() => void>();
  const rowOf = (transport: Transport, { chatId, messageId }: Spot) => ({
    transport,
    chat_id: chatId,
    message_id: messageId,
  });
  return {
    inTurn: async ({ chatId, messageId }, work) => await turns.run(`${chatId}:${messageId}`, work),
    onNote(handle) {
      listeners.add(handle);
      return () => listeners.delete(handle);
    },
    async note(who, place, messageId, { planId, view, shown }) {
      await database.asUser(who.userId, (trx) =>
        trx('chat.plan_cards')
          .insert({
            owner_user_id: who.userId,
            ...rowOf(place.transport, { chatId: place.chatId, messageId }),
            plan_id: planId,
            view: JSON.stringify(view),
            shown,
            noted_at: clock.now(),
          })
          .onConflict(['transport', 'chat_id', 'message_id', 'owner_user_id'])
          .merge(['plan_id', 'view', 'shown', 'noted_at']),
      );
      for (const handle of listeners) handle();
    },
    open: async (transport) =>
      await database.readAsSystem('find messages that show a plan', async (trx) => {
        const rows = (await trx('chat.plan_cards')
          .where({ transport })
          .orderBy('noted_at', 'desc')
          .limit(MOST_CARDS)
          .select(...COLUMNS)) as Row[];
        return rows.map(cardOf);
      }),
    find: async (transport, spot) =>
      await database.readAsSystem('look at a message that shows a plan', async (trx) => {
        const row = (await trx('chat.plan_cards')
          .where(rowOf(transport, spot))
          .first(...COLUMNS)) as Row | undefined;
        return row === undefined ? null : cardOf(row);
      }),
    async forget(transport, spot) {
      await database.asSystem('a plan that was shown has ended', (trx) =>
        trx('chat.plan_cards').where(rowOf(transport, spot)).delete(),
      );
    },
  };
}
