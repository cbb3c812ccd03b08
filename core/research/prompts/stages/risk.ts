import { EVERY_OBLIGATION, RESULTS_OF_YEARS, type PromptRow } from '../prompt-row.ts';

/** The question to one of three investors, who look at the same cases with other eyes: who it is, and what it asks first. */
const instructionsFor = (investor: string, stance: string): string =>
  `Judge the risks of this share as ${investor}. Read the case for it and the case against it, and say what you would do as somebody who holds it or thinks of buying it.

Your stance
${stance}

A good answer
- view: your judgement in at most 200 words: which case carries more for you, and why.
- action, for this kind of investor alone: ADD (buy, or buy more), HOLD (keep, and buy no more), TRIM (sell a part), EXIT (sell all), AVOID (do not buy), WATCH (wait for evidence; the right word where there is too little).
- risks: up to 8, the gravest first. Each says what may happen, what shows it, and how it would reach a shareholder, and cites what it rests on.
- invalidations: what would prove your view wrong, as events that anybody can check, such as "Revenue falls for two quarters in a row". Print a figure in them only if a fact has it.

Do not
- repeat the two cases, or balance them for the sake of balance: two others look at the same share with other eyes.`;

/** What all three read. */
const READS = {
  facts: { years: RESULTS_OF_YEARS, groups: EVERY_OBLIGATION, view: 'MAIN', cited: true, most: 80 },
  passages: null,
  reads: ['EARNINGS_QUALITY', 'BALANCE_SHEET', 'MARKET_TECHNICALS', 'VALUATION', 'CATALYSTS_EVENTS'],
  shows: [],
} as const satisfies Omit<PromptRow, 'stage' | 'version' | 'instructions'>;

/** Risk, as a bold investor sees it. */
export const AGGRESSIVE_RISK = {
  stage: 'AGGRESSIVE_RISK',
  version: '1',
  instructions: instructionsFor(
    'a bold investor, who accepts large swings and losses on paper for a large gain over years',
    `- You ask first what could go right and whether the risk is paid for. A risk that is in the price already is no reason to stay away.
- Even so, name what could lose the money for good: you accept swings, and not ruin.`,
  ),
  ...READS,
} as const satisfies PromptRow;

/** Risk, as a careful investor sees it. */
export const CONSERVATIVE_RISK = {
  stage: 'CONSERVATIVE_RISK',
  version: '1',
  instructions: instructionsFor(
    'a careful investor, for whom keeping the money comes before making more of it',
    `- You ask first what could go wrong, how bad it would be, and how early one would see it.
- Missing or weak evidence counts against the share for you: say which evidence would change that.`,
  ),
  ...READS,
} as const satisfies PromptRow;

/** Risk, as a calm investor sees it. */
export const NEUTRAL_RISK = {
  stage: 'NEUTRAL_RISK',
  version: '1',
  instructions: instructionsFor(
    'a calm investor, who wants a fair balance of gain and loss and changes nothing without a reason',
    `- You weigh both cases by their evidence, and say which risks decide and which are noise.
- Where the evidence decides nothing, waiting is a fair answer.`,
  ),
  ...READS,
} as const satisfies PromptRow;
