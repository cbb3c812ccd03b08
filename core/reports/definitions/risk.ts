import type { Definition } from './view.ts';

const RETURNS_FLOW =
  'Returns of days with the money that came and went left out; dividends are not in them. A day on which holdings changed without a transaction has no return. A sale that no purchase covers moves nothing.';

/** How much it swings, and how much lies in few places. */
export const RISK: readonly Definition[] = [
  {
    key: 'drawdown',
    also: ['max_drawdown'],
    title: 'Drawdown',
    group: 'Risk',
    meaning:
      'How far the level fell from its highest point before, with the days of the peak, the trough and the recovery.',
    formula: '1 − level / highest level so far; the largest is the maximum drawdown',
    flow_timing: `The level is what one rupee became. ${RETURNS_FLOW}`,
    day_count: 'The last snapshot of each day; falls within a day are not seen.',
    currency: 'Values at the rates of their days.',
    unknown_when:
      'There are not two days with a value on which something was held. A partial figure is of the holdings whose ledger and closes are known on all their days; so are partial volatility and Sharpe ratio.',
    example: 'Level 1.00, 1.25, 1.00, 1.30: the fall from 1.25 to 1.00 is 20 %, recovered on the last day.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'It measures the maximum drawdown of the time-weighted return in the same way, dividends included, and adds its duration.',
      spreadsheets: 'On raw values a withdrawal would look like a fall; here it does not.',
    },
    source: 'Report rules 6',
  },
  {
    key: 'volatility',
    also: [],
    title: 'Volatility',
    group: 'Risk',
    meaning: 'How much the daily returns scatter, as of a year. Twice the figure is twice the swing.',
    formula: 'population standard deviation of the daily returns × √(trading days a year)',
    flow_timing: RETURNS_FLOW,
    day_count:
      'One return from each day with a snapshot to the next; a year has PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR trading days, 252 unless set.',
    currency: 'Values at the rates of their days, so that swings of the dollar are in it.',
    unknown_when: 'There are fewer than 2 daily returns.',
    example: 'Returns of +1 % and −1 %: the deviation is 1 %, times √252 is 15.87 %.',
    differs: {
      ghostfolio: null,
      portfolio_performance:
        'It takes logarithms of the returns, leaves weekends and holidays out, divides by one less than their number, and scales to the length of the reporting period instead of a year.',
      spreadsheets: 'It is STDEV.P times SQRT(252). STDEV.S divides by one less and is a little larger.',
    },
    source: 'Report rules 6',
  },
  {
    key: 'sharpe',
    also: [],
    title: 'Sharpe ratio',
    group: 'Risk',
    meaning: 'Yearly growth beyond a riskless rate, for each point of volatility. More is better.',
    formula: '(CAGR − risk-free rate) / volatility',
    flow_timing: 'As CAGR and volatility.',
    day_count: 'As CAGR and volatility.',
    currency: 'As CAGR and volatility; the risk-free rate is PORTFOLIO_RISK_FREE_RATE_PCT, 6 % unless set.',
    unknown_when:
      'CAGR is unknown, as before there is a year of values, volatility is, or the value did not swing at all.',
    example: '(12 − 6) / 15 = 0.4.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'Often the mean of excess returns over their deviation, annualised. Here the growth is the CAGR, so figures differ.',
    },
    source: 'Report rules 6',
  },
  {
    key: 'attribution',
    also: [],
    title: 'Contribution to the return',
    group: 'Spread',
    meaning: 'How many percentage points of the whole return each holding made.',
    formula: 'gain of the holding / invested in all holdings × 100',
    flow_timing: 'None: units held now. Holdings without a purchase price are left out and named.',
    day_count: 'None.',
    currency: 'All in rupees at one rate for cost and value: what the rate did is in no contribution.',
    unknown_when: 'No holding has both a purchase price and a price.',
    example: 'A gain of ₹200 in one share with ₹10,000 invested in all: 2 percentage points.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 5',
  },
  {
    key: 'concentration',
    also: [],
    title: 'Concentration',
    group: 'Spread',
    meaning: 'How much of the value lies in the largest holding, the five and the ten largest.',
    formula: 'value of the largest / value of all × 100',
    flow_timing: 'As of now; one symbol over all portfolios is one holding.',
    day_count: 'None.',
    currency: 'Rupees at the newest rates.',
    unknown_when: 'Nothing that is held has a price.',
    example: '₹50,000, ₹30,000 and ₹20,000: the largest is 50 %, the five largest 100 %.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Reports, diversification',
  },
  {
    key: 'herfindahl',
    also: [],
    title: 'Herfindahl index',
    group: 'Spread',
    meaning: 'One number for how concentrated holdings are: 1 is all in one, near 0 is spread over many.',
    formula:
      'sum of (value of a holding / value of all) ^ 2; 1 divided by it is the effective number of holdings',
    flow_timing: 'As of now; one symbol over all portfolios is one holding.',
    day_count: 'None.',
    currency: 'Rupees at the newest rates.',
    unknown_when: 'Nothing that is held has a price.',
    example: '50 %, 30 % and 20 %: 0.25 + 0.09 + 0.04 = 0.38, as spread as 2.6 equal holdings.',
    differs: {
      ghostfolio: null,
      portfolio_performance: null,
      spreadsheets:
        'It is SUMSQ of the shares. Competition law uses the same with shares in percent: 3,800 in place of 0.38.',
    },
    source: 'Reports, diversification',
  },
  {
    key: 'overlap',
    also: ['effective_weight'],
    title: 'Effective weight (overlap)',
    group: 'Spread',
    meaning: 'How much of your portfolio is really in one company, held itself and inside funds.',
    formula: 'sum over sources of share of the portfolio × share of the company inside / 100',
    flow_timing:
      'As of now. Of each fund only the newest list of its contents counts; a fund without one adds nothing, which does not mean that there is no overlap.',
    day_count: 'A list is called stale after PORTFOLIO_FUND_HOLDINGS_STALE_DAYS, 7 unless set.',
    currency: 'Shares of the value in rupees at the newest rates.',
    unknown_when: 'Nothing that is held could be valued.',
    example: '10 % in the share itself and 40 % in a fund with 5 % of it: 10 + 40 × 5 / 100 = 12 %.',
    differs: { ghostfolio: null, portfolio_performance: null, spreadsheets: null },
    source: 'Report rules 8',
  },
];
