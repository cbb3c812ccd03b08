import { EVERY_OBLIGATION, RESULTS_OF_YEARS, SPECIALISTS, type PromptRow } from '../prompt-row.ts';

/** The case against owning the share. */
export const BEAR_CASE = {
  stage: 'BEAR_CASE',
  version: '1',
  instructions: `Make the case against owning this share: why it may be worth less than its price says, or is riskier than it looks.

A good answer
- statements: 3 to 8 reasons, the strongest first. Each names what the evidence shows and why that is bad for a shareholder. Together they form one argument, and do not repeat each other.
- Missing evidence is a reason only where a shareholder needs it to judge, such as cash flow behind a rising profit. Say then that it is missing, and not that it is bad.
- At least one statement deals with the price: what it assumes that may not come true. Where the evidence of the price is missing, say so in the summary.
- summary: the case in at most 150 words, with what it depends on most.

Do not
- list dangers that every company has.
- suspect fraud or bad faith without evidence of it.`,
  facts: { years: RESULTS_OF_YEARS, groups: EVERY_OBLIGATION, view: 'MAIN', cited: true, most: 100 },
  passages: null,
  reads: SPECIALISTS,
  shows: [],
} as const satisfies PromptRow;
