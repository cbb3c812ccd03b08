import { figures, ofObligation, ofYears, type PromptRow } from '../prompt-row.ts';

/** Whether the price is justified. */
export const VALUATION = {
  stage: 'VALUATION',
  version: '1',
  instructions: `Judge what the price assumes: how the share is valued against its own earnings, growth and book value, and against its peers.

A good answer
- It starts from price to earnings, price to book and market capitalisation, with their day, as far as facts have them.
- It sets them beside growth and return on equity, and beside the median of the peers where a fact has it. Without that median there is no comparison with peers: name the gap.
- valuation_basis is the one approach on which the valuation rests best with this evidence, or null where it carries none:
  "PEG vs sector": price to earnings beside growth and the peers’ median; needs all three.
  "DCF stub": cash flows of several years and a stated outlook; needs both.
  "SOTP via segment EBITDA": profit by segment; needs facts of segments.
  "Cyclical P/E band": profit that rises and falls with a cycle, which several years must show.
  "Structural re-rating thesis": a lasting change of the business that facts or passages of the company show.
- It says what would have to come true for the price to be justified, in words.

Do not
- set a target price or a fair value, or call the share cheap or dear without the figures that show it.
- lean on analysts’ targets: they are information, and never evidence.`,
  facts: {
    years: [ofYears(['revenue', 'net_income', 'eps_diluted', 'free_cash_flow', 'return_on_equity_pct'])],
    groups: [
      ofObligation('market_and_valuation'),
      ofObligation('valuation_ratios'),
      ofObligation('growth', ['return_on_equity_pct', 'free_cash_flow', 'operating_cash_flow']),
      figures(['peer_pe_median', 'peer_pb_median'], ['peer']),
      ofObligation('financial_performance'),
      ofObligation('guidance_and_outlook'),
      ofObligation('segments'),
      ofObligation('consensus'),
    ],
    view: 'MAIN',
    cited: true,
    most: 120,
  },
  passages: null,
  reads: [],
  shows: [],
} as const satisfies PromptRow;
