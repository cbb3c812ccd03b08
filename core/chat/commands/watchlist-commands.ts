import { inFamily } from './command-description.ts';

export const WATCHLIST_COMMANDS = inFamily('Watchlist', [
  {
    name: 'watchlist',
    usage: '/watchlist',
    summary: 'Your watchlist with prices and the day’s changes',
    examples: ['/watchlist'],
    changes: false,
  },
  {
    name: 'watchlist_add',
    usage: '/watchlist_add SYMBOL [INR|USD]',
    summary: 'Watch a share, fund or ETF without holding it',
    details: 'For instruments listed outside India, add the currency.',
    examples: ['/watchlist_add TCS', '/watchlist_add AAPL USD'],
    changes: true,
  },
  {
    name: 'watchlist_remove',
    usage: '/watchlist_remove SYMBOL',
    summary: 'Remove something from your watchlist, with its alerts',
    examples: ['/watchlist_remove TCS'],
    changes: true,
  },
  {
    name: 'stock_news',
    usage: '/stock_news SYMBOL',
    summary: 'The latest headlines about a company',
    examples: ['/stock_news TCS'],
    changes: false,
    asksOutside: true,
  },
  {
    name: 'alert',
    usage: '/alert SYMBOL|portfolio|everything above|below|move|drawdown level',
    summary: 'Get an alert on a price, a day’s move or a drawdown',
    details:
      'above and below take a price; move (in a day, up or down) and drawdown (of a portfolio or of everything, below its peak) take a percentage. The word portfolio stands for everything. You get one alert per crossing. The alert is armed again once a price is back by 0.5%, or a percentage is a tenth below its level.',
    examples: ['/alert TCS above 4000', '/alert TCS move 5', '/alert everything drawdown 10'],
    changes: true,
  },
  {
    name: 'alerts',
    usage: '/alerts',
    summary: 'Your alerts and their state',
    examples: ['/alerts'],
    changes: false,
  },
  {
    name: 'delete_alert',
    usage: '/delete_alert number',
    summary: 'Delete an alert',
    examples: ['/delete_alert 3'],
    changes: true,
  },
]);
