import type { Definition } from './view.ts';

const RETURNS_FLOW =
  'Daily returns exclude deposits, withdrawals and dividends. A day on which holdings changed without a transaction, or on which a split is not recorded, has no return. A sale without a purchase has no effect.';

/** How much it swings, and how much lies in few places. */
export const RISK: readonly Definition[] = [
  {
    key: 'drawdown',
    also: ['max_drawdown'],
    title: 'Drawdown',
    group: 'Risk',
    meaning: 'How far the level fell from its previous peak, with the dates of peak, trough and recovery.',
    formula: '1 − level / highest level so far; the largest is the maximum drawdown',
    flow_timing: `The level is what one rupee became. ${RETURNS_FLOW}`,
    day_count: 'The last snapshot of each day; intraday falls do not show.',
    currency: 'Values at the rates of their days.',
    unknown_when:
      'There are fewer than two days with a value and holdings. A partial figure covers only the holdings with complete transactions and closes; the same applies to volatility and the Sharpe ratio.',
    example: 'Level 1.00, 1.25, 1.00, 1.30: the fall from 1.25 to 1.00 is 20 %, recovered on the last day.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'It measures the maximum drawdown of the time-weighted return in the same way, including dividends, and shows its duration.',
      spreadsheets: 'With raw values, a withdrawal looks like a fall; here it does not.',
    },
    source: 'Report rules 6',
  },
  {
    key: 'volatility',
    also: [],
    title: 'Volatility',
    group: 'Risk',
    meaning: 'How much daily returns vary, annualised. Twice the figure means twice the variation.',
    formula: 'population standard deviation of the daily returns × √(trading days a year)',
    flow_timing: RETURNS_FLOW,
    day_count:
      'One return from each day with a snapshot to the next; a year has PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR trading days, 252 unless set.',
    currency: 'Values at the rates of their days, so currency moves are included.',
    unknown_when: 'There are fewer than 2 daily returns.',
    example: 'Returns of +1 % and −1 %: the deviation is 1 %, times √252 is 15.87 %.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'It uses log returns, excludes weekends and holidays, divides by one less than their number, and scales to the length of the reporting period instead of a year.',
      spreadsheets: 'It is STDEV.P times SQRT(252). STDEV.S divides by one less and is slightly larger.',
    },
    source: 'Report rules 6',
  },
  {
    key: 'sharpe',
    also: [],
    title: 'Sharpe ratio',
    group: 'Risk',
    meaning: 'Yearly growth above the risk-free rate per point of volatility. Higher is better.',
    formula: '(CAGR − risk-free rate) / volatility',
    flow_timing: 'As CAGR and volatility.',
    day_count: 'As CAGR and volatility.',
    currency: 'As CAGR and volatility; the risk-free rate is PORTFOLIO_RISK_FREE_RATE_PCT, 6 % unless set.',
    unknown_when:
      'CAGR is unknown (less than a year of values), volatility is unknown, or volatility is zero.',
    example: '(12 − 6) / 15 = 0.4.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'Often the mean of excess returns divided by their deviation, annualised. Munim uses the CAGR, so figures differ.',
    },
    source: 'Report rules 6',
  },
  {
    key: 'attribution',
    also: [],
    title: 'Contribution to return',
    group: 'Diversification',
    meaning: 'How many percentage points of the return on what you hold each holding contributed.',
    formula: 'gain of the holding / invested in all holdings × 100',
    flow_timing: 'None: units held now. Holdings without a cost are excluded and listed.',
    day_count: 'None.',
    currency:
      'All in your base currency at one rate for cost and value, so contributions exclude currency gains.',
    unknown_when: 'No holding has both a cost and a price.',
    example: 'A gain of ₹200 on one share with ₹10,000 invested in total: 2 percentage points.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 5',
  },
  {
    key: 'concentration',
    also: [],
    title: 'Concentration',
    group: 'Diversification',
    meaning: 'How much of the value is in the largest holding, and in the five and ten largest.',
    formula: 'value of the largest / value of all × 100',
    flow_timing: 'As of now; one symbol over all portfolios is one holding.',
    day_count: 'None.',
    currency: 'Rupees at the latest rates.',
    unknown_when: 'No holding has a price.',
    example: '₹50,000, ₹30,000 and ₹20,000: the largest is 50 %, the five largest 100 %.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Reports, diversification',
  },
  {
    key: 'herfindahl',
    also: [],
    title: 'Herfindahl index',
    group: 'Diversification',
    meaning:
      'One number for how concentrated holdings are: 1 is all in one holding, near 0 is spread over many.',
    formula:
      'sum of (value of a holding / value of all) ^ 2; 1 divided by it is the effective number of holdings',
    flow_timing: 'As of now; one symbol over all portfolios is one holding.',
    day_count: 'None.',
    currency: 'Rupees at the latest rates.',
    unknown_when: 'No holding has a price.',
    example: '50 %, 30 % and 20 %: 0.25 + 0.09 + 0.04 = 0.38, the same as 2.6 equal holdings.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'It is SUMSQ of the shares. Competition law uses shares in percent: 3,800 instead of 0.38.',
    },
    source: 'Reports, diversification',
  },
  {
    key: 'overlap',
    also: ['effective_weight'],
    title: 'Effective weight (overlap)',
    group: 'Diversification',
    meaning: 'How much of your portfolio is in one company, directly and through funds.',
    formula: 'sum over sources of share of the portfolio × share of the company inside / 100',
    flow_timing:
      'As of now. Only the latest list of each fund’s holdings counts. A fund without a list adds nothing, which does not mean that there is no overlap.',
    day_count: 'A list counts as old after PORTFOLIO_FUND_HOLDINGS_STALE_DAYS, 7 unless set.',
    currency: 'Shares of the value in your base currency at the latest rates.',
    unknown_when: 'No holding has a value.',
    example: '10 % in the share directly and 40 % in a fund with 5 % of it: 10 + 40 × 5 / 100 = 12 %.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 8',
  },
];
