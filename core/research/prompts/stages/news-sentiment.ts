import { figures, type PromptRow } from '../prompt-row.ts';

/** What others report, and in which mood. */
export const NEWS_SENTIMENT = {
  stage: 'NEWS_SENTIMENT',
  version: '1',
  instructions: `Sum up what the headlines report about the company, and in which mood.

A good answer
- findings: what several headlines have in common, or a single one that matters. Each says who reported it and cites the headlines. Nothing in them is proven: write "reports", "says" or "according to".
- mood: POSITIVE, NEUTRAL or NEGATIVE, as most of the headlines that are about the company itself read. UNKNOWN where there are fewer than three of them, or none.
- Headlines about another company, the market as a whole or the price of the day are left out.
- Old headlines are told as old. No headlines is a gap, and no sign of anything.

Do not
- print a figure from a headline, unless a fact has the same one.
- infer from a headline what the article may say.`,
  facts: {
    years: [],
    groups: [figures(['close', 'price_return_1y_pct', 'high_52w_close', 'low_52w_close'], ['market'])],
    view: 'MAIN',
    cited: false,
    most: 20,
  },
  passages: { providers: ['news'], most: 60 },
  reads: [],
  shows: [],
} as const satisfies PromptRow;
