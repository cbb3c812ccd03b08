import type { ChainOwner } from '../port/index.ts';

/** A use of models that a person can be told of. */
interface Feature {
  label: string;
  /** Who it is done for: the person that asks, or nobody in particular. */
  runsFor: 'person' | 'system';
  /** What is sent for it, in words for a page. */
  sends: string;
  /** It sends records of the person, which are not sent before the person was told. */
  hasBooks?: true;
}

/** The uses of models by their names, in the order of the settings page. One that is not here is of no tier. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  assistant: {
    label: 'Assistant, in the dashboard and in linked chats',
    runsFor: 'person',
    sends:
      'Your question, the last two with their answers, and the records it is about: holdings with names, quantities, prices and values, returns, risk, tax, income, goals, debts, policies, watchlist, options, settings.',
    hasBooks: true,
  },
  ai_insight: {
    label: 'Your portfolio in words',
    runsFor: 'person',
    sends:
      'The same records as for a question about the whole portfolio, when you press the button or send /insight.',
    hasBooks: true,
  },
  market_analysis: {
    label: 'AI market analysis',
    runsFor: 'person',
    sends:
      'Closes of the index or its prices as your trading process reported them, and events ahead. None of your records.',
  },
  journal_debrief: {
    label: 'Debrief of the options journal',
    runsFor: 'person',
    sends:
      'The figures of one closed options trade, in rupees, when its page is opened first. With amounts left out it is not asked.',
    hasBooks: true,
  },
  watchlist_narration: {
    label: 'Narration of the morning watchlist',
    runsFor: 'system',
    sends: 'Symbols, names, market prices and changes of your watchlist, every morning. No quantities.',
  },
  research: {
    label: 'Research in the background',
    runsFor: 'system',
    sends:
      'The share, its market prices, and what was published about it or imported as evidence, when you start a run. Your own holdings are not sent.',
  },
  research_evaluation: {
    label: 'Judges of research reports (npm run evaluate)',
    runsFor: 'system',
    sends: 'The two reports that are compared.',
  },
};

/** The features that send records of a person. */
export const BOOK_FEATURES: readonly string[] = Object.entries(FEATURES).flatMap(([name, { hasBooks }]) =>
  hasBooks === true ? [name] : [],
);

/**
 * Whose chain is used for a feature (research/Authentication 5). Both doors of a person, the dashboard and a linked chat,
 * ask for that person; what Munim does by itself is the system's, whoever it is done for.
 */
export const chainOwnerOf = (feature: string, askedFor: ChainOwner): ChainOwner =>
  FEATURES[feature]?.runsFor === 'system' ? 'system' : askedFor;
