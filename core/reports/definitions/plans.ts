import type { Definition } from './view.ts';

/** What is paid out, and what is planned. */
export const PLANS: readonly Definition[] = [
  {
    key: 'dividends',
    also: [],
    title: 'Dividends',
    group: 'Income',
    meaning: 'What holdings paid out, after the tax withheld.',
    formula: 'sum of amount − tax withheld, over payments',
    flow_timing: 'On the day of the payment in your transactions.',
    day_count: 'None.',
    currency:
      'In the tax report at the rate of the day of payment; in totals since the beginning at the newest rate.',
    unknown_when: 'No transactions are recorded, or a currency has no rate.',
    example: '₹1,000 with ₹100 withheld: ₹900.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 4 and 11',
  },
  {
    key: 'yield_on_cost',
    also: [],
    title: 'Yield on cost',
    group: 'Income',
    meaning: 'What was paid in the last twelve months, in percent of what the units held cost.',
    formula: 'dividends of twelve months after tax withheld / (quantity × average purchase price) × 100',
    flow_timing: 'Payments of the last twelve months; those of units sold since are among them.',
    day_count: 'Twelve calendar months up to today.',
    currency: 'Everything at the newest rate.',
    unknown_when: 'No ledger is on record, a holding has no purchase price, or nothing held has a cost.',
    example: '₹900 on a cost of ₹30,000: 3 %.',
    differs: {
      ghostfolio:
        'It takes the dividends since the first purchase over the average investment and annualises that.',
      portfolio_performance: null,
      spreadsheets: null,
    },
    source: 'Report rules 11',
  },
  {
    key: 'current_yield',
    also: [],
    title: 'Current yield',
    group: 'Income',
    meaning: 'What was paid in the last twelve months, in percent of what is held is worth now.',
    formula: 'dividends of twelve months after tax withheld / market value × 100',
    flow_timing: 'Payments of the last twelve months.',
    day_count: 'Twelve calendar months up to today.',
    currency: 'Everything at the newest rate.',
    unknown_when:
      'No ledger is on record, any holding has no price or rate, or what is held is worth nothing.',
    example: '₹900 on a value of ₹45,000: 2 %.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'Quote pages show the yield of one share before tax, often of announced payments. Here it is what you received.',
    },
    source: 'Report rules 11',
  },
  {
    key: 'income_projection',
    also: [],
    title: 'Expected income',
    group: 'Income',
    meaning: 'What is forecast, declared or due and not paid yet, month by month, before tax.',
    formula: 'sum of expected amounts of each month; a month without any shows 0',
    flow_timing: 'On the expected day of payment, from today on.',
    day_count: 'Calendar months; coupons walk back from the maturity of the bond.',
    currency: 'By currency. A sum over all is given only where everything is in one.',
    unknown_when: 'Income is expected in several currencies; amounts of each are given.',
    example: 'A coupon of ₹450 in March and a declared dividend of ₹300 in May: ₹750 in twelve months.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Reports, income projection',
  },
  {
    key: 'drift',
    also: [],
    title: 'Drift',
    group: 'Plans',
    meaning: 'By how many percentage points a part of the portfolio is above or below its target.',
    formula: 'value of the part / value of the portfolio × 100 − target',
    flow_timing:
      'As of now. Suggested trades correct all parts in proportion, in whole units (thousandths of funds), so that the drifts of all parts together come as near to nothing as whole units can, within one unit; they never cost more than they bring and the money at hand. Money is a part like the others: without a target it is there to be invested.',
    day_count: 'None.',
    currency: 'The currency of the portfolio, at the newest rates.',
    unknown_when: 'The portfolio has no targets, or nothing in it could be valued.',
    example: 'Equity is ₹70,000 of ₹1,00,000 with a target of 60 %: +10 percentage points.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 10',
  },
  {
    key: 'goal_progress',
    also: [],
    title: 'Progress of a goal',
    group: 'Plans',
    meaning: 'How much of a goal is there today, and what it is expected to come to by its day.',
    formula:
      'progress: value of what is linked / target × 100; projection: value × growth ^ years + each planned payment × growth ^ years left, against the target raised by inflation',
    flow_timing: 'Payments of linked plans on their days, from their start date on.',
    day_count: 'Act/365.',
    currency: 'The currency of the goal, at the newest rates.',
    unknown_when:
      'What is linked has no price. The probability rests on how much the portfolios of the goal swung so far; without 60 daily returns of them there is none, with the reason.',
    example:
      '₹5,00,000 of ₹20,00,000 is 25 %. At 10 % a year ₹5,00,000 becomes 5,00,000 × 1.1 ^ 5 = ₹8,05,255 in five years.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'FV with a monthly rate of r / 12 grows a little faster than the yearly rate r, which is compounded by days here.',
    },
    source: 'Goal and SIP rules 5',
  },
];
