import { randomBytes } from 'node:crypto';
import type { Context } from '../platform/index.ts';
import type { Llm } from '../llm/port/index.ts';
import { createAsk, FEATURE } from './ask/index.ts';
import { type ContextReader, createPacks, type HeldName } from './context/index.ts';
import { createHistory } from './history/index.ts';
import { createInsight } from './insight/index.ts';
import { createMarketAnalysis, type MarketAnalysisParts } from './market-analysis/index.ts';

/** Of one call of a model; an answer has two at most. */
const CALL_MS = 120_000;
/** Reading the books and both calls take no longer. */
const INTERRUPTED_AFTER_MS = 2 * CALL_MS + 30_000;

interface AssistantParts extends Pick<MarketAnalysisParts, 'readFacts' | 'store'> {
  llm: Llm;
  /** Reads of a person's own books. None of them changes anything. */
  readers: readonly ContextReader[];
  held: (this: void, userId: string) => Promise<readonly HeldName[]>;
}

export type Assistant = ReturnType<typeof createAssistant>;

/** Answers from a person's own books, with sources, and with no way to change anything (research/What the service does 8). */
export function createAssistant(context: Context, { llm, readers, held, readFacts, store }: AssistantParts) {
  const { clock, config, database, log } = context;
  const buildPack = createPacks({
    readers,
    held,
    leavesOutAmounts: async (userId) => (await llm.privacyOf(userId, FEATURE)).leavesOutAmounts,
    mostTokens: config.ASSISTANT_CONTEXT_TOKENS,
    clock,
    log,
  });
  const mark = () => randomBytes(6).toString('hex');
  const { turns, ...history } = createHistory(context, { interruptedAfterMs: INTERRUPTED_AFTER_MS });
  const calls = { llm, clock, mark, deadlineMs: CALL_MS };
  return {
    ...createAsk({ ...calls, buildPack, turns, log }),
    history,
    insight: createInsight({
      ...calls,
      buildPack,
      held,
      revision: (userId, topics) => database.revision(userId, topics),
    }),
    refreshMarketAnalysis: createMarketAnalysis({ ...calls, readFacts, store }),
    /** What a model would be told for a question; for measurements. */
    buildPack,
  };
}
