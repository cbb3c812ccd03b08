import { COMPANY_WORDS, figures, ofObligation, ofYears, OWN, type PromptRow } from '../prompt-row.ts';

/** Whether profit is backed by cash and by the business itself. */
export const EARNINGS_QUALITY = {
  stage: 'EARNINGS_QUALITY',
  version: '1',
  instructions: `Judge how solid the reported profit is: whether cash backs it, how much comes from the business itself, and what could flatter it.

A good answer
- It sets profit beside cash flow from operations of the same year, by printing both.
- It looks at other income, exceptional items, tax, depreciation and finance costs, and at receivables and inventories beside revenue, as far as facts have them for the same periods.
- It says plainly whether the profit looks solid, doubtful, or cannot be judged from this evidence.
- Statements of cash flow often come once a year only: a year without one is a gap, not a warning sign.

Do not
- accuse anybody. Name what the figures show and what they leave open.
- judge the price.`,
  facts: {
    years: [
      ofYears([
        'revenue',
        'interest_earned',
        'net_income',
        'operating_cash_flow',
        'free_cash_flow',
        'other_income',
        'exceptional_items',
        'tax_expense',
        'depreciation',
        'finance_costs',
        'receivables',
        'inventory',
      ]),
    ],
    groups: [
      ofObligation('cash_flow'),
      ofObligation('earnings'),
      ofObligation('financial_performance'),
      figures(['receivables', 'inventory'], OWN),
    ],
    view: 'MAIN',
    cited: true,
    most: 120,
  },
  passages: { providers: COMPANY_WORDS, most: 12 },
  reads: [],
  shows: [],
} as const satisfies PromptRow;
