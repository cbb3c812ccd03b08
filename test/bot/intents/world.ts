import type { VocabularyParts } from '../../../bot/intents/index.ts';

/** What the person of the questions holds, watches and plans; the day is a Friday in the financial year 2025-26. */
export const WORLD: VocabularyParts = {
  today: '2025-11-14',
  instruments: [
    { symbol: 'TCS', name: 'Tata Consultancy Services Ltd', is: 'held' },
    { symbol: 'INFY', name: 'Infosys Limited', is: 'held' },
    { symbol: 'RELIANCE', name: 'Reliance Industries Ltd', is: 'held' },
    { symbol: 'HDFCBANK', name: 'HDFC Bank Ltd', is: 'held' },
    { symbol: 'ITC', name: 'ITC Ltd', is: 'held' },
    { symbol: 'TATAMOTORS', name: 'Tata Motors Limited', is: 'held' },
    { symbol: 'SBIN', name: 'State Bank of India', is: 'held' },
    { symbol: 'GOLDBEES', name: 'Nippon India ETF Gold BeES', is: 'held' },
    { symbol: 'PPFCF', name: 'Parag Parikh Flexi Cap Fund - Direct Plan - Growth', is: 'held' },
    { symbol: 'AXISELSS', name: 'Axis ELSS Tax Saver Fund - Direct Plan', is: 'held' },
    { symbol: 'AAPL', name: 'Apple Inc.', is: 'held' },
    { symbol: 'NVDA', name: 'NVIDIA Corporation', is: 'watched' },
    { symbol: 'ASIANPAINT', name: 'Asian Paints Ltd', is: 'watched' },
    { symbol: 'WIPRO', name: 'Wipro Ltd', is: 'listed' },
  ],
  portfolios: ['Zerodha', 'Family', 'US stocks'],
  goals: ['House', 'Retirement', 'Aarav’s college'],
  plans: [
    { name: 'Parag Parikh Flexi Cap', symbol: 'PPFCF' },
    { name: 'Index fund', symbol: null },
  ],
  policies: [
    { name: 'Momentum', tag: 'MOMTOP20' },
    { name: 'Low volatility', tag: 'LOWVOL' },
  ],
  strategies: ['iron_condor', 'short_strangle'],
  connections: ['Zerodha main'],
};

/** Companies that the person has research of, and neither holds nor watches. */
export const RESEARCHED: readonly { symbol: string; name: string | null }[] = [
  { symbol: 'KAVERI', name: 'Kaveri Flowtech Limited' },
  { symbol: 'DEEP', name: 'Deep Pumps Ltd' },
  { symbol: 'ZOMATO', name: null },
  // Its words mean other things in other questions.
  { symbol: 'GOALS', name: 'Dividend Goals and Alerts Ltd' },
];
