import { ofObligation, type PromptRow } from '../prompt-row.ts';

/** How it compares with companies like it. */
export const PEERS_SECTOR = {
  stage: 'PEERS_SECTOR',
  version: '1',
  instructions: `Compare the company with its peers, and say what the sector has in common.

A good answer
- peers: only companies of <peer_symbols>, with "symbol" copied exactly, and only those that the evidence lets you judge. Leave the list empty where <peer_symbols> is empty or the evidence supports none. One symbol that is not in <peer_symbols> empties the whole list.
- rating is your view of that peer’s share from its own facts, in the words of the schema. NOT_RATED where they are too few, which is often the honest answer.
- rationale: in one or two sentences, why it is comparable and what sets it apart. Its figures may only be those of facts of scope "peer" whose "of" is that peer. Its return of a year is added from the facts.
- findings compare the company with the medians and single peers, by printing the facts of both and citing both.

Do not
- name any other company as a peer or competitor, even if a passage does.
- say what is usual in the industry unless a fact or passage says it.`,
  facts: {
    years: [],
    groups: [
      ofObligation('peers', ['price_return_1y_pct', 'net_income_ttm']),
      ofObligation('valuation_ratios'),
      ofObligation('technicals'),
      ofObligation('growth'),
      ofObligation('financial_performance'),
    ],
    view: 'MAIN',
    cited: true,
    most: 120,
  },
  passages: { providers: ['internal', 'yahoo'], most: 10 },
  reads: [],
  shows: ['PEERS'],
} as const satisfies PromptRow;
