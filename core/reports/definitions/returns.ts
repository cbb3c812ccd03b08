import type { Definition } from './view.ts';

const WHOLE_PORTFOLIO =
  'For a whole portfolio its flows are deposits, withdrawals and deliveries, since its cash accounts belong to the portfolio; for a single security they are purchases, sales and dividends, as here.';

/** What was won and lost, in percent. */
export const RETURNS: readonly Definition[] = [
  {
    key: 'xirr',
    also: [],
    title: 'XIRR (money-weighted yearly return)',
    group: 'Returns',
    meaning:
      'The yearly interest at which a bank account with the same payments would have come to the same value. Large sums and long times weigh more.',
    formula: 'the rate at which sum of flow / (1 + rate) ^ (days since the first flow / 365) = 0',
    flow_timing:
      'Each flow on its own day, since the first transaction. Purchases and money paid in are negative; sales, dividends after tax withheld and money taken out are positive; the current value counts as received today. Fees are in the flows. Money recorded as paid in and the purchase made from it are two flows: record one of them.',
    day_count: 'Act/365: days as they are, a year of 365.',
    currency:
      'Each flow at the rate of its day where every day has one on record, else all of a currency at the newest rate.',
    unknown_when:
      'Nothing was paid in, nothing came back and nothing is held, all flows are of one day, no rate fits, a holding has no price, or the transactions do not explain what is held. Where several rates fit, the one nearest to no return is shown, measured in ln(1 + rate), so that doubling and halving are equally far from it; one below −99.99 % only where there is no other. It is marked as ambiguous, and the others are named. Where all is lost it is −100 %. A partial rate is of the flows and the value of the holdings with a price and a complete ledger; a position of which some units have no known cost is not among them.',
    example:
      'Paid ₹1,000 on 2024-01-01 and ₹1,000 on 2024-07-01, worth ₹2,150 on 2024-12-31: 1,000 × 1.1007 + 1,000 × 1.1007 ^ (183 / 365) = 1,100.7 + 1,049.3 = 2,150, so 10.07 %.',
    differs: {
      ghostfolio:
        'Its headline percentage is the return on average investment (ROAI): net performance divided by the average amount invested, weighted by days. It is no yearly interest and differs wherever money came and went.',
      portfolio_performance: `It shows the same measure as IRR, on the same 365 days, by Newton’s method from 5 %. It covers a reporting period and counts the value at its beginning as paid in. ${WHOLE_PORTFOLIO}`,
      spreadsheets:
        'XIRR of Excel solves the same equation, starting from a guess of 10 %; where 100 steps do not settle it answers #NUM!, and where several rates fit it gives one without a word. A date before the first one in the list is refused; here the order does not matter.',
    },
    source: 'Report rules 2',
  },
  {
    key: 'cagr',
    also: [],
    title: 'CAGR (compound yearly growth)',
    group: 'Returns',
    meaning:
      'The even yearly growth that would have turned what is invested into what it is worth, over the years since the first day with a value.',
    formula: '(current value / invested) ^ (1 / years) − 1',
    flow_timing:
      'None: all that is invested counts as if it had been there from the first day on. With a savings plan it is therefore lower than the XIRR in good times.',
    day_count:
      'Days since the first day of the value series divided by 365. Days that are worked out from your transactions and daily closes count, so an imported ledger of six years has six years at once.',
    currency: 'Value and cost at the same newest rate.',
    unknown_when:
      'The values cover less than a year (365 days), value or cost is unknown, something held has no price, or nothing is invested.',
    example: '₹1,21,000 from ₹1,00,000 in 730 days: 1.21 ^ (1 / 2) − 1 = 10 %.',
    differs: {
      ghostfolio:
        'Its annualised performance raises its own percentage to 365 / days in the market, also for spans below a year, where a small gain becomes a large rate.',
      portfolio_performance: null,
      spreadsheets:
        'RRI and POWER(end / start, 1 / years) − 1 are the same growth between two values; the years come from you.',
    },
    source: 'Report rules 3',
  },
  {
    key: 'total_return',
    also: [],
    title: 'Total return',
    group: 'Returns',
    meaning:
      'Gain of what is held and all dividends received, in percent of what is invested. It is not per year.',
    formula: '(gain + dividends) / invested × 100',
    flow_timing:
      'None. Dividends count since the beginning, those of units sold since included; gains of units sold are in the realised gain and not here.',
    day_count: 'None.',
    currency: 'Gain, cost and dividends at the newest rate.',
    unknown_when: 'Gain, dividends or cost are unknown, or nothing is invested.',
    example: 'A gain of ₹150 and dividends of ₹30 on ₹1,500: 180 / 1,500 = 12 %.',
    differs: {
      ghostfolio:
        'Its performance leaves dividends out (they are shown apart) and counts the gains of what was sold; it divides by an average of what was invested.',
      portfolio_performance: null,
      spreadsheets: null,
    },
    source: 'Report rules 4',
  },
  {
    key: 'capital_return',
    also: [],
    title: 'Capital return',
    group: 'Returns',
    meaning: 'The part of the total return that prices made.',
    formula: 'gain / invested × 100',
    flow_timing: 'None.',
    day_count: 'None.',
    currency: 'Value and cost at the same newest rate.',
    unknown_when: 'Gain or cost is unknown, or nothing is invested.',
    example: '₹150 on ₹1,500: 10 %.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 4',
  },
  {
    key: 'dividend_return',
    also: [],
    title: 'Dividend return',
    group: 'Returns',
    meaning: 'The part of the total return that dividends made, since the beginning.',
    formula: 'dividends received after tax withheld / invested × 100',
    flow_timing: 'All that was ever received, whatever became of the units.',
    day_count: 'None.',
    currency: 'Dividends in other currencies at the newest rate.',
    unknown_when: 'No transactions are recorded, a rate is missing, or nothing is invested.',
    example: '₹30 on ₹1,500: 2 %.',
    differs: {
      ghostfolio: 'It counts no dividends in its performance.',
      portfolio_performance: null,
      spreadsheets: null,
    },
    source: 'Report rules 4',
  },
  {
    key: 'twr',
    also: [],
    title: 'Time-weighted return',
    group: 'Returns',
    meaning:
      'What one rupee that was there all the time would have become. When money came or went does not matter, so it can be set beside an index.',
    formula:
      'product over days of (value + taken out + dividends) / (value of the day before + put in) − 1; per year: (1 + return) ^ (365 / days) − 1',
    flow_timing:
      'Money put in works from the start of its day, money taken out and dividends until the end of it; of both on one day only the difference came or went. Fees lower the return of their day.',
    day_count:
      'One factor for each day with a value, chained; a gap is one longer step. Per year only for spans of 365 days and more.',
    currency: 'Values and flows at the rate of their day.',
    unknown_when:
      'There are fewer than two days with a value. Days before the first snapshot come from your transactions and daily closes, and are left out where those do not explain what is held. A sale that no purchase covers, and a transaction that is left out, move nothing. A partial return is of the holdings whose ledger and closes are known on all their days, as if nothing else were held; so are partial periods and months.',
    example:
      '₹1,000 becomes ₹1,100; ₹1,100 is put in and the ₹2,200 become ₹2,090: 1,100 / 1,000 × 2,090 / (1,100 + 1,100) = 1.1 × 0.95 = 1.045, so 4.5 %.',
    differs: {
      ghostfolio: 'It shows no chained return: its percentage (ROAI) does depend on when money came.',
      portfolio_performance: `It calls it TTWROR and uses the same rule: inflows at the start of the day, outflows at the end. ${WHOLE_PORTFOLIO}`,
      spreadsheets: 'There is no function for it; PRODUCT of the daily factors − 1 gives the same.',
    },
    source: 'Report rules 4',
  },
  {
    key: 'period_return',
    also: [],
    title: 'Return of a period (1M, 3M, 6M, 1Y, 3Y, Max)',
    group: 'Returns',
    meaning:
      'How a window up to the last day went. The adjusted and the time-weighted figure leave out the money that came and went. The unadjusted one, shown last, takes money put in for a gain.',
    formula:
      'adjusted (modified Dietz): (end − start − net put in + dividends) / (start + each flow × share of the window it was there); time-weighted: as the time-weighted return; unadjusted: (end − start + dividends) / start',
    flow_timing:
      'Flows and dividends after the first day up to the last. In the adjusted figure a flow counts from the end of its day.',
    day_count:
      'Calendar months back from the last day; the value of at most a week before stands in where that day has none.',
    currency: 'Each value at the rates of its day.',
    unknown_when:
      'No value is on record for the start, or nothing was held then. The adjusted figure is also unknown when more was lost than was invested on average.',
    example:
      'Start ₹1,000, ₹500 put in half-way, end ₹1,600: adjusted (600 − 500) / (1,000 + 250) = 8 %, unadjusted 600 / 1,000 = 60 %.',
    differs: {
      ghostfolio:
        'Its ranges (today, week, month and year to date, 1 and 5 years, max) show net performance over the average investment.',
      portfolio_performance:
        'Its reporting periods show the time-weighted return, which stands here as a figure of its own.',
      spreadsheets: null,
    },
    source: 'Report rules 4',
  },
  {
    key: 'alpha',
    also: [],
    title: 'Alpha',
    group: 'Returns',
    meaning:
      'How much more your holdings are worth than if the same payments had gone into an index, as a percentage of what is invested. Below 0, they are worth less.',
    formula:
      'total return − (index position − invested + dividends) / invested, which is (value − index position) / invested; in a window: adjusted return − adjusted return of the same payments in the index',
    flow_timing:
      'The index position is what the same money would have become. Each purchase with its fees buys index units at that day’s close. Each sale after its fees sells units worth as much, and so does each dividend after tax, since the total return counts dividends that you received; of one day the difference counts. Cost and dividends are yours on both sides, so the two returns differ only by what the money became, realised gains among it; gains that you realised and put in again raise the cost and lower both returns alike. Where more is taken out than the position is worth, it is sold out; what is missing is owed without interest, and later payments settle it first. A window begins with its first value in the index. The return of the index itself, from close to close, is shown apart.',
    day_count:
      'Close of the index on each day of a payment and on the last day, or of at most a week before.',
    currency:
      'Each payment at the rate of its day. Closes of the index in the currency of the portfolio at the rates of their days, where all are on record; else in its own. They hold no dividends.',
    unknown_when:
      'The total return is unknown, the transactions do not add up to what is held, the index has no close for a day of a payment, or more was taken out than the index position was worth and it still owes on the last day.',
    example:
      'Paid ₹1,000 with the index at 100 and ₹500 at 125, which are 14 units. At 120 they are worth ₹1,680, so (1,680 − 1,500) / 1,500 = 12 %. Holdings worth ₹1,740 returned 16 %: alpha is 4 percentage points, ₹60 of ₹1,500.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'Alpha of a regression on market returns (Jensen) is another measure: it takes out what the market’s own moves explain.',
    },
    source: 'Report rules 4',
  },
];
