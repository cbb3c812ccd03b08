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
  research_evaluation: { label: 'Judges of research reports (npm run evaluate)', runsFor: 'system' },
};

/**
 * Whose chain is used for a feature (research/Authentication 5). Both doors of a person, the dashboard and a linked chat,
 * ask for that person; what Munim does by itself is the system's, whoever it is done for.
 */
export const chainOwnerOf = (feature: string, askedFor: ChainOwner): ChainOwner =>
  FEATURES[feature]?.runsFor === 'system' ? 'system' : askedFor;
