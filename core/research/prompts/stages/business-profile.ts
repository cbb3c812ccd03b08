import { ofObligation, type PromptRow } from '../prompt-row.ts';

/** What the company does, and where its revenue comes from. */
export const BUSINESS_PROFILE = {
  stage: 'BUSINESS_PROFILE',
  version: '1',
  instructions: `Explain what the company does: what it sells, to whom, where, how it earns money, and how its segments differ.

A good answer
- A reader who has never heard of the company understands its business from it.
- Statements about products, customers and markets come from passages of the company or of its filings.
- segments: one entry for each segment that a fact of scope "segment" names, with "name" copied exactly from its "of". Leave the list empty where no such fact is there. "thesis" says what the segment is and how it develops. Its share in revenue is added from the facts, so do not state it unless you print it as the fact does. catalysts and risks hold what passages or facts say of that segment, and are empty where they say nothing.
- Segments whose name ends in "(standalone)" belong to the parent company alone. Do not mix them with the others.

Do not
- describe competitors, judge the share, or repeat what the company says in praise of itself as if it were proven.`,
  facts: {
    years: [],
    groups: [ofObligation('segments'), ofObligation('financial_performance'), ofObligation('growth')],
    view: 'MAIN',
    cited: false,
    most: 60,
  },
  passages: {
    providers: ['internal', 'issuer', 'sec', 'nse_announcements', 'bse_announcements', 'yahoo'],
    most: 30,
  },
  reads: [],
  shows: [],
} as const satisfies PromptRow;
