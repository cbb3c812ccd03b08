import { COMPANY_WORDS, figures, ofObligation, ofYears, OWN, type PromptRow } from '../prompt-row.ts';

/** How revenue and profit developed. */
export const FINANCIAL_PERFORMANCE = {
  stage: 'FINANCIAL_PERFORMANCE',
  version: '1',
  instructions: `Explain how revenue, profit and margins developed: over the years, and in the latest quarters and twelve months.

A good answer
- The first findings are the latest full year and the latest quarter or twelve months, each with its growth where a fact has it.
- Growth is told from the growth facts (over a year, or a year on average over several years). Where two periods have figures and no fact has the growth, name both figures and leave the difference to the reader.
- Consolidated figures come first. Say "standalone" wherever a figure is standalone, and never compare the two.
- Causes come from passages in which the company explains them. Where nobody explains a change, say that the cause is not known.
- One-off items are named where a fact has them.

Do not
- judge the quality of earnings, debt or the price: others do.
- compare a quarter with the quarter before it without saying that seasons differ.`,
  facts: {
    years: [
      ofYears(['revenue', 'interest_earned', 'net_income', 'ebitda', 'net_margin_pct', 'revenue_growth_pct']),
    ],
    groups: [
      ofObligation('financial_performance'),
      ofObligation('growth'),
      figures(
        [
          'ebitda',
          'operating_income',
          'profit_before_tax',
          'exceptional_items',
          'other_income',
          'eps_diluted',
          'eps_ttm',
        ],
        OWN,
      ),
      ofObligation('segments'),
    ],
    view: 'MAIN',
    cited: false,
    most: 120,
  },
  passages: { providers: COMPANY_WORDS, most: 20 },
  reads: [],
  shows: [],
} as const satisfies PromptRow;
