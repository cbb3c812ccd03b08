import type { Definition } from './view.ts';

/** What was won and lost, in money. */
export const GAINS: readonly Definition[] = [
  {
    key: 'unrealised_gain',
    also: ['gain'],
    title: 'Gain of what is held',
    group: 'Gains',
    meaning:
      'What would be won or lost if everything were sold at the last price, before the costs of selling.',
    formula: 'current value − invested',
    flow_timing: 'Only units still held count; the gain of a sale leaves this figure on the day of the sale.',
    day_count: 'None.',
    currency: 'Cost and value at the same newest rate.',
    unknown_when:
      'A holding has no purchase price, no price or no rate. A partial gain covers the other holdings, with the value and the cost of the same ones.',
    example: 'Worth ₹1,650 with ₹1,500 invested: a gain of ₹150.',
    differs: {
      ghostfolio: 'Its performance also counts the gains of units that were sold.',
      portfolio_performance:
        'It shows unrealised gains by first in, first out or by moving average, as you choose; the two differ once a part was sold. Here the overview uses the moving average.',
      spreadsheets: null,
    },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'realised_gain',
    also: [],
    title: 'Realised gain',
    group: 'Gains',
    meaning: 'What sales brought beyond what the units sold had cost.',
    formula:
      'sum over sales of (quantity × price − fee of the sale) − cost of the units sold with their fees',
    flow_timing: 'On the day of the sale. The oldest units leave first, within each portfolio.',
    day_count: 'None.',
    currency:
      'In the currency of the position; in another currency the cost counts at the rate of the day of purchase and the proceeds at that of the day of sale.',
    unknown_when:
      'More was sold than is known to have been bought: the rest is listed as unmatched and never given a cost. Units whose cost nobody knows are sold without a gain.',
    example:
      'Bought 10 at ₹100, then 10 at ₹120; sold 15 at ₹130: 15 × 130 − (10 × 100 + 5 × 120) = 1,950 − 1,600 = ₹350.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'It offers first in, first out and moving average; over the life of a position both add up to the same sum of realised and unrealised gain, as they do here.',
      spreadsheets: null,
    },
    source: 'Report rules 9',
  },
  {
    key: 'tax_gain',
    also: ['tax_lots'],
    title: 'Short-term and long-term gain',
    group: 'Gains',
    meaning:
      'The realised gains of one Indian financial year, April to March, split by how long the units were held. They are figures for you and your adviser and no tax advice.',
    formula: 'of each lot: share of the proceeds after the fee − cost with the share of the purchase fee',
    flow_timing:
      'A sale belongs to the year of its day. First in, first out within each portfolio; a bonus share counts from its allotment, a split keeps the day of purchase.',
    day_count:
      'Calendar months: equity is long-term after more than 12 months, bonds, cash and debt funds after more than 36. A sale on the same day 12 months later is still short-term.',
    currency: 'Cost at the rate of the day of purchase, proceeds at the rate of the day of sale.',
    unknown_when:
      'A rate is missing, or a sale has no known purchase (it is listed as unmatched and in no total). What dated rules of law make of the same lots stands beside as alternatives.',
    example:
      'Bought 10 at ₹100 with a fee of ₹10 on 2024-05-02, sold at ₹150 with a fee of ₹15 on 2025-05-03: (1,500 − 15) − (1,000 + 10) = ₹475, long-term.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'A broker’s tax sheet may set fees apart, convert at other rates, or use the value of 31 January 2018 for older shares. Compare lot by lot.',
    },
    source: 'Report rules 9',
  },
  {
    key: 'fx_return',
    also: [],
    title: 'Currency return',
    group: 'Gains',
    meaning:
      'The part of the return that the dollar made, against one reference rate. It is an estimate and marked so.',
    formula: 'dollars held × (rate now − reference rate) / invested at the reference rate × 100',
    flow_timing: 'None: one rate stands for all days on which dollars were bought.',
    day_count: 'None.',
    currency:
      'US dollars against rupees; the reference is PORTFOLIO_USD_TO_INR_REFERENCE_FX. What is left of the gain was made by prices, at the reference rate.',
    unknown_when:
      'Nothing is held in US dollars, no rate is on record, or a holding has no price or no cost.',
    example:
      '$1,000 held, bought for $900; ₹86 a dollar now, reference ₹82: 1,000 × 4 / (900 × 82) = 5.42 %.',
    differs: {
      ghostfolio:
        'It shows performance with and without currency effect, at the exchange rates of the days of the activities.',
      portfolio_performance: null,
      spreadsheets: null,
    },
    source: 'Report rules 7',
  },
];
