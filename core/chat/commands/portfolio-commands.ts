import { inFamily } from './command-description.ts';

export const PORTFOLIO_COMMANDS = inFamily('Portfolio', [
  {
    name: 'complete_status',
    aliases: ['status'],
    usage: '/complete_status [portfolio]',
    summary: 'Value, gain, portfolios, asset classes and movers at a glance',
    examples: ['/complete_status', '/complete_status Zerodha'],
    changes: false,
  },
  {
    name: 'live_status',
    usage: '/live_status',
    summary: 'Value and the day’s change only',
    examples: ['/live_status'],
    changes: false,
  },
  {
    name: 'holding',
    usage: '/holding [SYMBOL]',
    summary: 'One holding in detail, or all holdings',
    details: 'Also works for what you have sold completely.',
    examples: ['/holding TCS', '/holding Tata Consultancy', '/holding'],
    changes: false,
  },
  {
    name: 'top_gainers',
    usage: '/top_gainers [day|total]',
    summary: 'Holdings that rose most in the day, or since purchase',
    examples: ['/top_gainers', '/top_gainers total'],
    changes: false,
  },
  {
    name: 'top_losers',
    usage: '/top_losers [day|total]',
    summary: 'Holdings that fell most in the day, or since purchase',
    examples: ['/top_losers', '/top_losers total'],
    changes: false,
  },
  {
    name: 'sectors',
    usage: '/sectors',
    summary: 'Allocation by sector',
    examples: ['/sectors'],
    changes: false,
  },
  {
    name: 'allocation',
    usage: '/allocation',
    summary: 'Allocation by asset class and portfolio',
    examples: ['/allocation'],
    changes: false,
  },
  {
    name: 'currency',
    usage: '/currency',
    summary: 'Your holdings by currency, and in total',
    examples: ['/currency'],
    changes: false,
  },
  {
    name: 'benchmark',
    usage: '/benchmark [period] [index] [portfolio]',
    summary: 'Your return against NIFTY 50, NIFTY 500 or S&P 500',
    details:
      'Deposits and withdrawals do not count as return, and the difference is against the same payments in the index. Both lines of the chart start at 100; yours is time-weighted. Days without records stay empty.',
    examples: ['/benchmark', '/benchmark 6M', '/benchmark 1Y NIFTY500', '/benchmark 1Y NIFTY50 Zerodha'],
    changes: false,
  },
  {
    name: 'networth',
    usage: '/networth',
    summary: 'What you own less what you owe',
    details: 'Loans and other debts are entered on the dashboard’s Net worth page.',
    examples: ['/networth'],
    changes: false,
  },
  {
    name: 'xirr',
    usage: '/xirr [portfolio]',
    summary: 'Your yearly return: XIRR, CAGR and time-weighted',
    details:
      'XIRR is the yearly rate that makes your payments and today’s value balance. CAGR and time-weighted returns are shown next to it.',
    examples: ['/xirr', '/xirr Zerodha'],
    changes: false,
  },
  {
    name: 'pnl',
    usage: '/pnl [period] [portfolio]',
    summary: 'Profit and loss: so far, or in a period',
    details:
      'Without a period: gain on what you hold, realised gains and dividends, and the return of each period. Deposits and withdrawals count as neither gain nor loss.',
    examples: ['/pnl', '/pnl 1M', '/pnl 1Y Zerodha'],
    changes: false,
  },
  {
    name: 'risk',
    usage: '/risk [portfolio|options]',
    summary: 'Maximum drawdown, volatility, Sharpe ratio and concentration',
    details:
      '/risk options shows the limits of your options workspace instead. Calculated from the last value of each day. Deposits and withdrawals count as neither gain nor loss. The Sharpe ratio uses PORTFOLIO_RISK_FREE_RATE_PCT.',
    examples: ['/risk', '/risk Zerodha', '/risk options'],
    changes: false,
  },
  {
    name: 'dividends',
    usage: '/dividends [year|SYMBOL]',
    summary: 'Dividends and coupons: paid, due and expected',
    details:
      'With a year or a symbol: every event. Entitlement follows from your transactions and their settlement dates; paid amounts come from your transactions.',
    examples: ['/dividends', '/dividends 2025', '/dividends TCS'],
    changes: false,
  },
  {
    name: 'bonds',
    usage: '/bonds',
    summary: 'Your bonds, their next coupons and when they mature',
    details:
      'Coupons come from the holding’s face value, rate, coupons per year and maturity. Enter coupons yourself for a bond whose symbol is not an ISIN.',
    examples: ['/bonds'],
    changes: false,
  },
  {
    name: 'calendar',
    usage: '/calendar [days]',
    summary: 'What is due: dividends, coupons, SIPs and goals',
    details: 'The next 90 days, or as many as you name.',
    examples: ['/calendar', '/calendar 30'],
    changes: false,
  },
]);
