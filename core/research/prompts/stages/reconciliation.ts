import { EVERY_OBLIGATION, RESULTS_OF_YEARS, type PromptRow } from '../prompt-row.ts';

/** Where the two cases agree and differ. */
export const RECONCILIATION = {
  stage: 'RECONCILIATION',
  version: '1',
  instructions: `Bring the case for the share and the case against it together: what both accept, where they truly differ, and what the evidence says about each difference.

A good answer
- agreed: what both cases accept or the facts settle, one point each.
- disputed: real differences, the most important first. "point" is the question in neutral words, "bull" and "bear" are each side’s best answer to it, and "settled" says what the evidence decides, or is null where it decides nothing.
- A conflict between sources that bears on a case is a disputed point of its own: say what kind of source says what, which figure stands, and whether the case would change with the other one.
- summary: in at most 200 words, the argument as a reader should understand it before any rating: what is solid, what is open, and what it turns on. It may stand as the thesis of the report, so it names no side as "bull" or "bear".

Do not
- pick a winner or a rating.
- settle a point by which side argues better. Only evidence settles.`,
  facts: { years: RESULTS_OF_YEARS, groups: EVERY_OBLIGATION, view: 'MAIN', cited: true, most: 100 },
  passages: null,
  reads: ['FINANCIAL_PERFORMANCE', 'EARNINGS_QUALITY', 'BALANCE_SHEET', 'VALUATION', 'GUIDANCE_OUTLOOK'],
  shows: ['CONFLICTS'],
} as const satisfies PromptRow;
