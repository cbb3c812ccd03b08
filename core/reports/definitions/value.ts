import type { Definition } from './view.ts';

/** What is owned and owed. */
export const VALUE_DEFINITIONS: readonly Definition[] = [
  {
    key: 'current_value',
    also: [],
    title: 'Current value',
    group: 'Value',
    meaning:
      'What your holdings would sell for at the last known prices, before selling costs and tax. A holding that no market has priced counts at your last trade, for up to three years.',
    formula: 'sum of quantity × price × rate',
    flow_timing: 'As of now: a purchase counts as soon as it is entered.',
    day_count: 'None.',
    currency:
      'Each holding at the latest rate to the portfolio’s currency, or at the reference rate from the settings if none is recorded. A total with any conversion is marked as estimated.',
    unknown_when:
      'No holding has a price and an exchange rate. If only some holdings lack one, the total covers the others and is marked PARTIAL.',
    example: '10 shares at ₹120 and 2 at $50, at ₹83 per dollar: 10 × 120 + 2 × 50 × 83 = ₹9,500.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'Its value of the whole portfolio includes the balances of cash accounts. Here cash counts if entered as a holding of class Cash.',
      spreadsheets: null,
    },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'invested',
    also: [],
    title: 'Invested',
    group: 'Value',
    meaning: 'The cost of the units still held. Sold units no longer count.',
    formula: 'sum of quantity × average purchase price × rate',
    flow_timing:
      'A purchase raises it at once, fees included; a sale lowers it by the average cost of the units sold, whatever the sale price. Dividends do not change it.',
    day_count: 'None.',
    currency:
      'Cost in its own currency, converted at the same latest rate as the value, so that gain and value agree. The effect of exchange rates is a separate figure: the currency return.',
    unknown_when:
      'A holding has no cost, or its currency has no exchange rate. A partial figure is the cost of the other holdings.',
    example:
      'Bought 10 at ₹100, then 10 at ₹120, fees ₹20: the average is (1,000 + 1,200 + 20) / 20 = ₹111. After 5 are sold, 15 × 111 = ₹1,665 is invested.',
    differs: {
      ghostfolio:
        'Its percentages divide by the average amount invested over the period, weighted by days, not by the amount invested now.',
      portfolio_performance:
        'Its purchase value depends on the reporting period: earlier purchases count at their price on the first day of the period. Here it is always the original cost.',
      spreadsheets: null,
    },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'day_change',
    also: [],
    title: "Day's change",
    group: 'Value',
    meaning:
      'How much the last price changed the value of current holdings, compared with the previous close.',
    formula: 'sum of quantity × (price − previous close); as a percentage: change / (value − change) × 100',
    flow_timing: 'Units bought that day count as if held since the previous close.',
    day_count:
      'One session: the newest one that the change of a holding is known of, each by the calendar of its exchange. It is labelled Today only on that day, and by date on weekends, holidays and before the opening.',
    currency: 'Both prices at the same exchange rate, so currency moves do not count.',
    unknown_when:
      'A holding with a value has no previous close, or its price is of another day: a fund before its NAV is published, a US share before its opening, an unlisted share always. Then the partial change covers the holdings of that session, as a percentage of their own value before, and names the others with their days.',
    example: '10 shares that closed at ₹100 are now at ₹103: 10 × 3 = ₹30, that is 30 / (1,030 − 30) = 3 %.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Dashboard read model, totals',
  },
  {
    key: 'net_worth',
    also: [],
    title: 'Net worth',
    group: 'Value',
    meaning: 'What you own less what you owe.',
    formula: 'sum of the value of all portfolios − sum of the outstanding balances of all liabilities',
    flow_timing:
      'A liability counts from the day it is entered, and a changed balance from the day of the change. Earlier days of the history subtract today’s liabilities, because past balances are unknown.',
    day_count: 'The history has the last snapshot of each day in India.',
    currency:
      'Rupees, or the currency of the overview; today at the latest rates, and past days at the rate of that day if one is recorded.',
    unknown_when: 'No holding has a value, or a liability is in a currency without an exchange rate.',
    example: 'Holdings of ₹12,00,000 and a car loan of ₹3,50,000: ₹8,50,000.',
    differs: {
      ghostfolio:
        'It adds cash balances of accounts to the holdings and subtracts liabilities entered as activities.',
      portfolio_performance: null,
      spreadsheets: null,
    },
    source: 'Report rules 13',
  },
];
