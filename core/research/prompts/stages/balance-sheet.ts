import { COMPANY_WORDS, figures, ofObligation, ofYears, OWN, type PromptRow } from '../prompt-row.ts';

/** What the company owns and owes. */
export const BALANCE_SHEET = {
  stage: 'BALANCE_SHEET',
  version: '1',
  instructions: `Judge how strong the company’s finances are: what it owns and owes, whether it can carry its debt, and whether it depends on new money.

A good answer
- It names debt, cash and equity of the latest date, then how they changed over the earlier dates by printing the figures of both.
- It uses debt to equity and return on equity where facts have them.
- It sets finance costs beside profit and cash flow of the same year, by printing them.
- For a bank or another lender, whose business is borrowing and lending, it says so and does not read debt as a weakness by itself.

Do not
- net debt against cash, or work out coverage of interest, unless a fact has the result.
- treat a balance sheet of half a year ago as of today: say of which day it is.`,
  facts: {
    years: [
      ofYears([
        'total_assets',
        'total_debt',
        'cash',
        'total_equity',
        'debt_to_equity',
        'return_on_equity_pct',
        'operating_cash_flow',
        'finance_costs',
      ]),
    ],
    groups: [
      ofObligation('balance_sheet'),
      ofObligation('cash_flow'),
      figures(
        [
          'finance_costs',
          'operating_income',
          'ebitda',
          'net_income',
          'interest_earned',
          'net_interest_income',
        ],
        OWN,
      ),
    ],
    view: 'MAIN',
    cited: true,
    most: 120,
  },
  passages: { providers: COMPANY_WORDS, most: 8 },
  reads: [],
  shows: [],
} as const satisfies PromptRow;
