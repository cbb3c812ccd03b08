import { auditedMutation } from '../../audit/index.ts';
import { type Context, type Page, type PageQuery, pageWindow } from '../../platform/index.ts';
import type { ContextPack } from '../context/index.ts';
import type { EarlierTurn, Outcome, Turns } from '../ask/index.ts';
import { ChatTurnModel } from '../models.ts';
import type { TurnView } from '../view.ts';

/** Turns that are kept of each person; the oldest go. */
const MOST_TURNS = 200;
/** A conversation goes on for so long after its last answer. */
const CONVERSATION_MS = 15 * 60_000;
const EARLIER_TURNS = 2;

interface HistoryParts {
  /** After so long without an outcome, a turn has none to come: the process that answered it is gone. */
  interruptedAfterMs: number;
}

/**
 * Questions and answers of a person. The question is written before a model is asked and its answer once, whole: a process
 * that dies in between leaves a question without an answer, which is shown as interrupted after the deadline of an answer.
 */
export function createHistory(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
  { interruptedAfterMs }: HistoryParts,
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);

  const turns: Turns = {
    async begin(userId, { question, page, version }) {
      return await database.asUser(userId, async (trx) => {
        const row = await ChatTurnModel.query(trx)
          .insert({
            owner_user_id: userId,
            question,
            page,
            state: 'ASKED',
            prompt_version: version,
            asked_at: clock.now(),
          })
          .returning('id');
        await ChatTurnModel.query(trx)
          .whereNotIn('id', ChatTurnModel.query(trx).select('id').orderBy('id', 'desc').limit(MOST_TURNS))
          .delete();
        return row.id;
      });
    },
    async settle(userId, id, outcome) {
      await database.asUser(userId, async (trx) => {
        await ChatTurnModel.query(trx)
          .where({ id, state: 'ASKED' })
          .patch({ ...columnsOf(outcome), settled_at: clock.now() });
      });
    },
    async earlier(userId): Promise<EarlierTurn[]> {
      const since = new Date(clock.now().getTime() - CONVERSATION_MS);
      const rows = await database.readAsUser(userId, (trx) =>
        ChatTurnModel.query(trx)
          .where({ state: 'ANSWERED' })
          .where('settled_at', '>=', since)
          .orderBy('id', 'desc')
          .limit(EARLIER_TURNS)
          .select('question', 'answer', 'pack'),
      );
      return rows.toReversed().map(({ question, answer, pack }) => ({
        question,
        answer: answer ?? '',
        hasAmounts: (pack as Partial<ContextPack> | null)?.isWithoutAmounts !== true,
      }));
    },
  };

  return {
    turns,
    /** The newest first. */
    async list(userId: string, query: PageQuery): Promise<Page<TurnView>> {
      const { page, page_size, offset } = pageWindow(query);
      const now = clock.now();
      return await database.readAsUser(userId, async (trx) => {
        // The owner is named: row-level security alone lets Postgres plan with the rows of an average owner.
        const own = ChatTurnModel.query(trx).where('owner_user_id', userId);
        const rows = await own.clone().orderBy('id', 'desc').limit(page_size).offset(offset);
        const total = await own.resultSize();
        return {
          items: rows.map((row) => toTurnView(row, now, interruptedAfterMs)),
          page,
          page_size,
          total,
        };
      });
    },
    /** Deletes all of it. An answer that is on its way finds its question gone, and is not kept. */
    erase: mutation('assistant.erase', {
      topics: ['settings'],
      async run(change): Promise<void> {
        const turns_erased = await ChatTurnModel.query(change.trx).delete();
        await change.record('ASSISTANT_HISTORY_ERASED', change.userId, { turns: turns_erased });
      },
    }),
  };
}

const columnsOf = (outcome: Outcome) => {
  if (outcome.state !== 'ANSWERED') return { state: outcome.state, reason: outcome.reason };
  const { answer, ...result } = outcome.answer;
  return { state: outcome.state, answer, result, pack: outcome.pack, pack_hash: outcome.pack.hash };
};

const GONE = 'Munim stopped before it finished the answer. Ask again.';

function toTurnView(row: ChatTurnModel, now: Date, interruptedAfterMs: number): TurnView {
  const isGone = row.state === 'ASKED' && now.getTime() - row.asked_at.getTime() > interruptedAfterMs;
  return {
    id: row.id,
    question: row.question,
    page: row.page,
    state: isGone ? 'INTERRUPTED' : row.state,
    reason: isGone ? GONE : row.reason,
    answer: row.answer,
    sources: row.result?.sources ?? [],
    suggestions: row.result?.suggestions ?? [],
    unverified: row.result?.unverified ?? [],
    usage: row.result?.usage ?? null,
    degraded: row.result?.degraded ?? null,
    pack_hash: row.pack_hash,
    asked_at: row.asked_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  };
}
