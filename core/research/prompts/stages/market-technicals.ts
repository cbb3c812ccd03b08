import { ofObligation, type PromptRow } from '../prompt-row.ts';

/** What the price did. */
export const MARKET_TECHNICALS = {
  stage: 'MARKET_TECHNICALS',
  version: '1',
  instructions: `Describe what the share’s price did over the past year, and where it stands now.

A good answer
- It names the latest close with its day, the highest and lowest close of a year, the averages of 50 and 200 closes, and the return of a year, as far as facts have them.
- It compares the share with the index only where facts have the returns of both.
- It says whether the latest close is above or below its averages, by printing both. It says how far apart they are only where a fact has that.
- Closes of single days are the last ones of their months: they show the way the price went, and each may be printed with its day.

Do not
- predict the price, name support, resistance or chart patterns, or give a signal to buy or sell.
- explain a move. You have no evidence of causes.`,
  facts: {
    years: [],
    groups: [ofObligation('technicals'), ofObligation('market_and_valuation')],
    view: 'WITH_CLOSES',
    cited: false,
    most: 60,
  },
  passages: null,
  reads: [],
  shows: [],
} as const satisfies PromptRow;
