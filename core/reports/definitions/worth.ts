import type { Definition } from './view.ts';

/** What is owned and owed. */
export const WORTH: readonly Definition[] = [
  {
    key: 'current_value',
    also: [],
    title: 'Current value',
    group: 'Worth',
    meaning: 'What everything held would fetch at the last known prices, before any cost or tax of selling.',
    formula: 'sum of quantity × price × rate',
    flow_timing: 'As of now: a purchase counts from the moment it is entered.',
    day_count: 'None.',
    currency:
      'Each holding at the newest rate into the currency of the portfolio, and the reference rate of the settings where none is on record. A total with any conversion in it is marked as estimated.',
    unknown_when:
      'Nothing that is held has a price and a rate. Where only some holdings lack one, the total is of the others and marked PARTIAL.',
    example: '10 shares at ₹120 and 2 at $50 with ₹83 a dollar: 10 × 120 + 2 × 50 × 83 = ₹9,500.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'Its value of the whole portfolio includes the balances of cash accounts. Here cash counts where it is entered as a holding of the class Cash.',
      spreadsheets: null,
    },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'invested',
    also: [],
    title: 'Invested',
    group: 'Worth',
    meaning: 'What the units still held cost. Units that were sold are in it no longer.',
    formula: 'sum of quantity × average purchase price × rate',
    flow_timing:
      'A purchase raises it at once, fees included; a sale lowers it by the average cost of the units sold, whatever they fetched. Dividends change nothing.',
    day_count: 'None.',
    currency:
      'Cost in its own currency, converted at the same newest rate as the value, so that gain and value agree. What the rate did meanwhile is a figure of its own: the currency return.',
    unknown_when:
      'A holding has no purchase price, or its currency has no rate. A partial figure is the cost of the other holdings.',
    example:
      'Bought 10 at ₹100, then 10 at ₹120, fees ₹20: the average is (1,000 + 1,200 + 20) / 20 = ₹111. After 5 are sold, 15 × 111 = ₹1,665 is invested.',
    differs: {
      ghostfolio:
        'Its percentages do not divide by what is invested now but by an average of what was invested over the period, weighted by days.',
      portfolio_performance:
        'Its purchase value depends on the reporting period: what was bought before the period counts at its price on the first day of the period. Here it is always the original cost.',
      spreadsheets: null,
    },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'day_change',
    also: [],
    title: "Day's change",
    group: 'Worth',
    meaning:
      'What the last price moved the value of what is held now, against the close of the session before.',
    formula: 'sum of quantity × (price − previous close); as a percentage: change / (value − change) × 100',
    flow_timing: 'Units bought on that day count as if they had been held since the previous close.',
    day_count:
      'One session of the exchange; it is called Today on that day alone, and by its date on a weekend, a holiday or before the opening.',
    currency: 'Both prices at the same rate: a move of the exchange rate is no change of the day.',
    unknown_when: 'A holding with a value has no previous close. A partial change covers the other holdings.',
    example: '10 shares that closed at ₹100 stand at ₹103: 10 × 3 = ₹30, that is 30 / (1,030 − 30) = 3 %.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'net_worth',
    also: [],
    title: 'Net worth',
    group: 'Worth',
    meaning: 'Everything owned less everything owed.',
    formula: 'sum of the value of all portfolios − sum of the outstanding balances of all debts',
    flow_timing:
      'A debt counts from the day it is entered, and a changed balance from the day of the change. Earlier days of the history are reduced by what is owed now and by nothing else: a debt of the past is never made up.',
    day_count: 'The history has the last snapshot of each day in India.',
    currency:
      'Rupees, or the currency of the overview; today at the newest rates, a recorded day at the rate of that day where one is on record.',
    unknown_when: 'Nothing held has a value, or a debt is in a currency without a rate.',
    example: 'Holdings of ₹12,00,000 and a car loan of ₹3,50,000: ₹8,50,000.',
    differs: {
      ghostfolio:
        'It adds the cash balances of accounts to the holdings and subtracts liabilities that are entered as activities.',
      portfolio_performance: null,
      spreadsheets: null,
    },
    source: 'Report rules 13',
  },
];
