import type { Definition } from './view.ts';

const WHOLE_PORTFOLIO =
  'For a whole portfolio, its cash flows are deposits, withdrawals and deliveries, because cash accounts belong to the portfolio. For a single security they are purchases, sales and dividends, as here.';

/** Gains and losses in percent. */
export const RETURNS: readonly Definition[] = [
  {
    key: 'xirr',
    also: [],
    title: 'XIRR (money-weighted yearly return)',
    group: 'Returns',
    meaning:
      'The yearly interest rate at which a bank account with the same payments would have reached the same value. Larger amounts and longer periods weigh more.',
    formula: 'the rate at which sum of flow / (1 + rate) ^ (days since the first flow / 365) = 0',
    flow_timing:
      'Each cash flow on its own day, since the first transaction. Purchases and deposits are negative; sales, dividends after tax withheld and withdrawals are positive; the current value counts as received today. Fees are included. A recorded deposit and the purchase made from it are two cash flows: record only one of them.',
    day_count: 'Act/365: actual days, a year of 365 days.',
    currency:
      'Each cash flow at the rate of its day if every day has one; otherwise all flows of a currency at the latest rate.',
    unknown_when:
      'Nothing was invested, nothing was received and nothing is held, all cash flows are on one day, no rate fits, a holding has no price, or the transactions do not explain the holdings. If several rates fit, the one closest to 0% is shown (measured in ln(1 + rate), so that doubling and halving are equally far), and one below −99.99% only if there is no other. It is marked as ambiguous, with the other rates listed. A total loss is −100%. A partial rate covers the holdings with a price and complete transactions, and excludes positions with units of unknown cost.',
    example:
      'Invested ₹1,000 on 1 Jan 2024 and ₹1,000 on 1 Jul 2024, value ₹2,150 on 31 Dec 2024: 1,000 × 1.1007 + 1,000 × 1.1007 ^ (183 / 365) = 1,100.7 + 1,049.3 = 2,150, so 10.07 %.',
    differs: {
      ghostfolio:
        'Its headline percentage is the return on average investment (ROAI): net performance divided by the average amount invested, weighted by days. It is not a yearly rate and differs whenever money moved in or out.',
      portfolio_performance: `It shows the same measure as IRR, on the same 365 days, by Newton’s method from 5 %. It covers a reporting period and counts the value at its start as paid in. ${WHOLE_PORTFOLIO}`,
      spreadsheets:
        'XIRR in Excel solves the same equation, starting from a guess of 10%. It returns #NUM! if 100 steps do not converge, and if several rates fit, it returns one without saying so. It rejects a date before the first one in the list; here the order does not matter.',
    },
    source: 'Report rules 2',
  },
  {
    key: 'cagr',
    also: [],
    title: 'CAGR (compound yearly growth)',
    group: 'Returns',
    meaning:
      'The steady yearly growth that would turn the invested amount into the current value, over the years since the first known value.',
    formula: '(current value / invested) ^ (1 / years) − 1',
    flow_timing:
      'None: the whole invested amount counts as if invested on the first day. With a SIP, it is therefore lower than the XIRR when returns are positive.',
    day_count:
      'Days since the first day of the value series divided by 365. Days calculated from your transactions and daily closes count, so an imported ledger of six years gives six years at once.',
    currency: 'Value and cost at the same latest rate.',
    unknown_when:
      'The values cover less than a year (365 days), the value or cost is unknown, a holding has no price, or nothing is invested.',
    example: '₹1,21,000 from ₹1,00,000 in 730 days: 1.21 ^ (1 / 2) − 1 = 10 %.',
    differs: {
      ghostfolio:
        'Its annualised performance raises its own percentage to 365 / days in the market, even for less than a year, where a small gain becomes a large rate.',
      portfolio_performance: null,
      spreadsheets:
        'RRI and POWER(end / start, 1 / years) − 1 give the same growth between two values; you supply the years.',
    },
    source: 'Report rules 3',
  },
  {
    key: 'money_made',
    also: [],
    title: 'Made so far',
    group: 'Returns',
    meaning:
      'Everything your money made since the first transaction: realised and unrealised gain and dividends, after charges.',
    formula: 'realised gain + unrealised gain + dividends',
    flow_timing:
      'None. It is the value and all that you received, less all that you paid. The parts go by lots, the oldest first.',
    day_count: 'None.',
    currency: 'Gains and dividends at the latest rate.',
    unknown_when:
      'The gain of a holding or an exchange rate is unknown. Sales without a purchase are excluded.',
    example:
      'Bought 20 for ₹3,020 with charges, sold 10 for ₹2,490 after charges, ₹30 of dividends, and 10 worth ₹2,600: 2,600 + 2,490 + 30 − 3,020 = ₹2,100.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 4',
  },
  {
    key: 'total_return',
    also: [],
    title: 'Return on what you hold',
    group: 'Returns',
    meaning:
      'Unrealised gain and all dividends received, as a percentage of the invested amount. Gains on what you sold are not in it. It is not per year.',
    formula: '(gain + dividends) / invested × 100',
    flow_timing:
      'None. All dividends since the start count, including those on units sold since. Gains on units sold are in the realised gain instead.',
    day_count: 'None.',
    currency: 'Gain, cost and dividends at the latest rate.',
    unknown_when: 'Gain, dividends or cost are unknown, or nothing is invested.',
    example: 'A gain of ₹150 and dividends of ₹30 on ₹1,500: 180 / 1,500 = 12 %.',
    differs: {
      ghostfolio:
        'Its performance excludes dividends (shown separately), includes realised gains, and divides by the average amount invested.',
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
    meaning: 'The part of the return on what you hold that comes from prices.',
    formula: 'gain / invested × 100',
    flow_timing: 'None.',
    day_count: 'None.',
    currency: 'Value and cost at the same latest rate.',
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
    meaning: 'The part of the return on what you hold that comes from dividends, since the start.',
    formula: 'dividends received after tax withheld / invested × 100',
    flow_timing: 'All dividends ever received, including those on units sold since.',
    day_count: 'None.',
    currency: 'Dividends in other currencies at the latest rate.',
    unknown_when: 'No transactions are recorded, a rate is missing, or nothing is invested.',
    example: '₹30 on ₹1,500: 2 %.',
    differs: {
      ghostfolio: 'Its performance excludes dividends.',
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
      'What one rupee invested for the whole period would have become. Deposits and withdrawals do not affect it, so you can compare it with an index.',
    formula:
      'product over days of (value + taken out + dividends) / (value of the day before + put in) − 1; per year: (1 + return) ^ (365 / days) − 1',
    flow_timing:
      'Deposits count from the start of their day, withdrawals and dividends until the end of it; on one day, only the net amount counts. Fees lower the return of their day. A holding whose prices begin enters at the end of that day, and one whose prices end leaves with its last value: neither is a return. Older transactions that are entered or removed later change the days that they are of.',
    day_count:
      'One factor for each day with a value, chained; a gap is one longer step. Annualised only for 365 days or more.',
    currency: 'Values and cash flows at the rate of their day.',
    unknown_when:
      'There are fewer than two days with a value, or less than half of the value is known on both sides of a gap. Every day is calculated from your transactions, closes and rates as they are known now, and covers what has a price on it: a holding that enters or leaves this part is no return. Holdings that no transaction explains are in it from their first recorded value on. A sale without a purchase and an excluded transaction have no effect.',
    example:
      '₹1,000 grows to ₹1,100; ₹1,100 is deposited, and the ₹2,200 falls to ₹2,090: 1,100 / 1,000 × 2,090 / (1,100 + 1,100) = 1.1 × 0.95 = 1.045, so 4.5 %.',
    differs: {
      ghostfolio: 'It has no chained return; its percentage (ROAI) depends on when money moved.',
      portfolio_performance: `It is called TTWROR there and uses the same rule: inflows at the start of the day, outflows at the end. ${WHOLE_PORTFOLIO}`,
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
      'The return of a period up to the last day. The adjusted and time-weighted figures exclude deposits and withdrawals. The unadjusted figure, shown last, counts deposits as gain.',
    formula:
      'adjusted (modified Dietz): (end − start − net put in + dividends) / (start + each flow × share of the period it was invested); time-weighted: as the time-weighted return; unadjusted: (end − start + dividends) / start',
    flow_timing:
      'Cash flows and dividends after the first day, up to the last. In the adjusted figure, a cash flow counts from the end of its day.',
    day_count:
      'Calendar months back from the last day. If that day has no value, one up to a week earlier is used.',
    currency: 'Each value at the rates of its day.',
    unknown_when:
      'No value is known at the start, or nothing was held then. The adjusted figure is also unknown if the loss is larger than the average amount invested.',
    example:
      'Start ₹1,000, ₹500 deposited half-way, end ₹1,600: adjusted (600 − 500) / (1,000 + 250) = 8 %, unadjusted 600 / 1,000 = 60 %.',
    differs: {
      ghostfolio:
        'Its ranges (today, week, month and year to date, 1 and 5 years, max) show net performance over the average investment.',
      portfolio_performance:
        'Its reporting periods show the time-weighted return, which is a separate figure here.',
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
      'How much more your holdings are worth than the same payments in an index, as a percentage of the invested amount. Below 0, they are worth less.',
    formula:
      'return on what you hold − (index position − invested + dividends) / invested, which is (value − index position) / invested; in a window: adjusted return − adjusted return of the same payments in the index',
    flow_timing:
      'The index position is what the same money would have become. Each purchase with its fees buys index units at that day’s close. Each sale after fees, and each dividend after tax, sells units of the same value, because the return on what you hold counts dividends received; on one day, only the net amount counts. Both sides use your cost and dividends, so the two returns differ only in what the money became, including realised gains. Reinvested gains raise the cost and lower both returns equally. If you withdraw more than the position is worth, it is sold out; the shortfall is carried without interest, and later payments settle it first. A period starts with its first value in the index. The return of the index alone, from close to close, is shown separately.',
    day_count: 'The index close on each payment day and on the last day, or up to a week earlier.',
    currency:
      'Each payment at the rate of its day. Index closes are in the portfolio’s currency at the rates of their days if all are recorded, otherwise in the index’s own currency. They exclude dividends.',
    unknown_when:
      'The return on what you hold is unknown, the transactions do not add up to the holdings, the index has no close for a payment day, or you withdrew more than the index position was worth and the shortfall is still open on the last day.',
    example:
      'Invested ₹1,000 with the index at 100 and ₹500 at 125: 14 units. At 120 they are worth ₹1,680, so (1,680 − 1,500) / 1,500 = 12 %. Holdings worth ₹1,740 returned 16 %: alpha is 4 percentage points, ₹60 of ₹1,500.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'Jensen’s alpha, from a regression on market returns, is a different measure: it removes what the market’s moves explain.',
    },
    source: 'Report rules 4',
  },
];
