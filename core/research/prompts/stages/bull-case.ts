import { EVERY_OBLIGATION, RESULTS_OF_YEARS, SPECIALISTS, type PromptRow } from '../prompt-row.ts';

/** The case for owning the share. */
export const BULL_CASE = {
  stage: 'BULL_CASE',
  version: '1',
  instructions: `Make the case for owning this share: why it may be worth more than its price says.

A good answer
- statements: 3 to 8 reasons, the strongest first. Each names what the evidence shows and why that is good for a shareholder. Together they form one argument, and do not repeat each other.
- At least one statement deals with the price: why it does not already contain the good news. Where the evidence of the price is missing, say so in the summary.
- summary: the case in at most 150 words, with what it depends on most.

Do not
- hide that a figure is weak or disputed: use a stronger one, or say so.
- build on growth that nobody has shown or announced.`,
  facts: { years: RESULTS_OF_YEARS, groups: EVERY_OBLIGATION, view: 'MAIN', cited: true, most: 100 },
  passages: null,
  reads: SPECIALISTS,
  shows: [],
} as const satisfies PromptRow;
