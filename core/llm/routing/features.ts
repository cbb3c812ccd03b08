import type { ChainOwner } from '../port/index.ts';

/** A use of models that a person can be told of. */
interface Feature {
  label: string;
  /** Who it is done for: the person that asks, or nobody in particular. */
  runsFor: 'person' | 'system';
}

/** The uses of models by their names, in the order of the settings page. One that is not here is of no tier. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  assistant: { label: 'Assistant, in the dashboard and in linked chats', runsFor: 'person' },
  ai_insight: { label: 'Your portfolio in words', runsFor: 'person' },
  market_analysis: { label: 'AI market analysis', runsFor: 'person' },
  journal_debrief: { label: 'Debrief of the options journal', runsFor: 'person' },
  watchlist_narration: { label: 'Narration of the morning watchlist', runsFor: 'system' },
  research: { label: 'Research in the background', runsFor: 'system' },
};

/** Where a call of a model comes from. */
export type Door =
  | { door: 'dashboard'; userId: string }
  /** Null: the chat is linked to nobody. */
  | { door: 'chat'; linkedUserId: string | null }
  /** The trading loop, the research worker and other work of Munim itself. */
  | { door: 'worker' };

/** Whose chain is used (research/Authentication 5). */
export function chainOwnerOf(from: Door): ChainOwner {
  if (from.door === 'dashboard') return { userId: from.userId };
  if (from.door === 'chat' && from.linkedUserId !== null) return { userId: from.linkedUserId };
  return 'system';
}
