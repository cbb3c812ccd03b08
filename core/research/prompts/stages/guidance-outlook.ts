import { COMPANY_WORDS, ofObligation, RESULTS_OF_YEARS, type PromptRow } from '../prompt-row.ts';

/** What the company itself expects. */
export const GUIDANCE_OUTLOOK = {
  stage: 'GUIDANCE_OUTLOOK',
  version: '1',
  instructions: `Report what the company says it expects, and how far its record supports that.

A good answer
- Guidance is what the company itself stated. Each figure of it is a fact whose title says "that the company expects": print the whole range, with the period that it is for.
- Plans without figures, such as a new plant or a market to enter, come from passages of the company and cite them.
- It sets guidance beside what was reached in the latest year, by printing both.
- Where the company gives no guidance, or none for a period that is still ahead, that is the first gap.

Do not
- forecast anything yourself, or turn a plan into a figure.
- present analysts’ targets as what the company expects.`,
  facts: {
    years: RESULTS_OF_YEARS,
    groups: [
      ofObligation('guidance_and_outlook'),
      ofObligation('growth'),
      ofObligation('financial_performance'),
      ofObligation('consensus'),
    ],
    view: 'MAIN',
    cited: true,
    most: 80,
  },
  passages: { providers: COMPANY_WORDS, most: 40 },
  reads: [],
  shows: [],
} as const satisfies PromptRow;
