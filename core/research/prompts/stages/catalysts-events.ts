import { COMPANY_WORDS, figures, ofObligation, type PromptRow } from '../prompt-row.ts';

/** What happened, and what is due to happen. */
export const CATALYSTS_EVENTS = {
  stage: 'CATALYSTS_EVENTS',
  version: '1',
  instructions: `List what recently happened to the company or its share, and what is due to happen, that may move the price.

A good answer
- findings: dividends, splits, bonuses and other corporate actions from facts, each with its amount and day, and events that the company announced, from passages.
- catalysts: events that are still ahead of the day of the report, or whose effect is. Each says what, when as far as it is known, and in which direction it may work and why. Cite the fact or the passage.
- A day is printed only where a fact has it. Otherwise name the quarter or the season, if a passage does.
- What only a headline reports is told as reported, with its publisher, and is no corporate action.

Do not
- invent dates of results or meetings, or list what happens in every year to every company.
- count one event twice because two documents report it.`,
  facts: {
    years: [],
    groups: [ofObligation('catalysts'), ofObligation('guidance_and_outlook'), figures(['close'], ['market'])],
    view: 'MAIN',
    cited: false,
    most: 60,
  },
  passages: { providers: [...COMPANY_WORDS, 'news'], most: 40 },
  reads: [],
  shows: [],
} as const satisfies PromptRow;
