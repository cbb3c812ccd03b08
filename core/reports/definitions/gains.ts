import type { Definition } from './view.ts';

/** What was won and lost, in money. */
export const GAINS: readonly Definition[] = [
  {
    key: 'unrealised_gain',
    also: ['gain'],
    title: 'Unrealised gain',
    group: 'Gains',
    meaning: 'What you would gain or lose by selling everything at the last price, before selling costs.',
    formula: 'current value − invested',
    flow_timing: 'Only units still held count; the gain of a sale leaves this figure on the day of the sale.',
    day_count: 'None.',
    currency: 'Cost and value at the same latest rate.',
    unknown_when:
      'A holding has no cost, price or exchange rate. A partial gain covers the other holdings, for both value and cost.',
    example: 'Value ₹1,650, invested ₹1,500: a gain of ₹150.',
    differs: {
      ghostfolio: 'Its performance also counts the gains of units that were sold.',
      portfolio_performance:
        'It shows unrealised gains by first in, first out or by moving average, as you choose. The two differ once part of a holding was sold. Munim’s overview uses the moving average.',
      spreadsheets: null,
    },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'realised_gain',
    also: [],
    title: 'Realised gain',
    group: 'Gains',
    meaning: 'Sale proceeds minus the cost of the units sold.',
    formula:
      'sum over sales of (quantity × price − fee of the sale) − cost of the units sold with their fees',
    flow_timing:
      'On the day of the sale, within each portfolio. Shares and ETFs traded in India that were bought on the day of the sale are sold first, then the oldest units. The Tax page switches the first part off.',
    day_count: 'None.',
    currency:
      'In the currency of the position. The overview, the holding page and the chat convert at the latest rates. The tax report and the daily figures convert at each day’s rates: the cost at that of the purchase date, the proceeds at that of the sale date.',
    unknown_when:
      'More was sold than bought: the difference is listed as unmatched and gets no cost. The gain on units of unknown cost is unknown.',
    example:
      'Bought 10 at ₹100, then 10 at ₹120; sold 15 at ₹130: 15 × 130 − (10 × 100 + 5 × 120) = 1,950 − 1,600 = ₹350.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'It offers first in, first out and moving average; over the life of a position, both give the same total of realised and unrealised gain, as here.',
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
      'The realised gains of one Indian financial year, April to March, split by how long the units were held. The figures are for you and your adviser; they are not tax advice.',
    formula: 'of each lot: share of the proceeds after the fee − cost with the share of the purchase fee',
    flow_timing:
      'A sale belongs to the year of its day. First in, first out within each portfolio; shares and ETFs bought and sold on one day are matched first and are speculative business (section 43(5)), not a capital gain. A bonus share counts from its allotment, and a split keeps the purchase date.',
    day_count:
      'Calendar months: equity is long-term after more than 12 months, bonds, cash and debt funds after more than 36. A sale on the same day 12 months later is still short-term.',
    currency: 'Cost at the rate of the purchase date, proceeds at the rate of the sale date.',
    unknown_when:
      'An exchange rate is missing, or a sale has no purchase (it is listed as unmatched, and totals exclude it: they are then marked partial, with the units and proceeds left out). The same lots under tax rules by date are shown as alternatives.',
    example:
      'Bought 10 at ₹100 with a fee of ₹10 on 2 May 2024, sold at ₹150 with a fee of ₹15 on 3 May 2025: (1,500 − 15) − (1,000 + 10) = ₹475, long-term.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'A broker’s tax statement may list fees separately, use other exchange rates, or take the price of 31 January 2018 as the cost of older shares. Compare it lot by lot.',
    },
    source: 'Report rules 9',
  },
  {
    key: 'fx_return',
    also: [],
    title: 'Currency return',
    group: 'Gains',
    meaning:
      'The part of the return that comes from the dollar, against one reference rate. It is marked as an estimate.',
    formula: 'dollars held × (rate now − reference rate) / invested at the reference rate × 100',
    flow_timing: 'None: one rate is used for all purchases in dollars.',
    day_count: 'None.',
    currency:
      'US dollars against rupees; the reference is PORTFOLIO_USD_TO_INR_REFERENCE_FX. The rest of the gain comes from prices, at the reference rate.',
    unknown_when:
      'There are no holdings in US dollars, no exchange rate is recorded, or a holding has no price or cost.',
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
