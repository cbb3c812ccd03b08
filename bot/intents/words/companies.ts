import { isNotHeld, type WordTable } from './row.ts';

/** What is known of a company: its research, and what is in the news. */
export const COMPANY_WORDS: WordTable = {
  research: [
    { phrases: 'research | my research | research list | dossiers | research runs | research reports' },
    {
      phrases: `
        research {symbol} | {symbol} research | {symbol} evidence | {symbol} deep dive |
        start research {symbol} | run research {symbol}`,
      args: (slots) => [slots.entity('symbol')],
    },
    {
      phrases: `
        {symbol} dossier | {symbol} research report | {symbol} rating | {symbol} research rating |
        {symbol} research verdict | {symbol} bull case | {symbol} bear case | {symbol} thesis |
        =latest research on {symbol} | =latest research of {symbol} | =research say about {symbol} |
        =research say on {symbol} | =research find on {symbol} | =research find about {symbol} |
        =research think of {symbol} | =research think about {symbol} | =research conclude about {symbol} |
        =research conclude on {symbol} | =is there research on {symbol} | =is there any research on {symbol} |
        =any research on {symbol}`,
      args: (slots) => [slots.entity('symbol'), 'latest'],
    },
    {
      phrases: '{symbol} dossier pdf | {symbol} research pdf | {symbol} research report pdf',
      args: (slots) => [slots.entity('symbol'), 'pdf'],
    },
    {
      phrases: '{symbol} dossier sources | {symbol} research sources',
      args: (slots) => [slots.entity('symbol'), 'sources'],
    },
  ],
  stock_news: [
    {
      phrases: `
        {symbol} news | why {symbol} fall | why {symbol} rise | {symbol} fall | {symbol} rise |
        {symbol} latest | =latest on {symbol} | =what is happening with {symbol} | {symbol} headlines |
        {symbol} announcement | =what happened to {symbol} | {symbol} results |
        {symbol} quarterly results`,
      args: (slots) => {
        slots.period(({ kind }) => (kind === 'day' || kind === 'week' ? kind : null));
        return [slots.entity('symbol')];
      },
    },
    {
      phrases: '{unheld} | {unheld} price | {unheld} do | {unheld} share | {unheld} share price',
      args: (slots) => {
        slots.period(({ kind }) => (kind === 'day' ? kind : null));
        return [slots.entity('symbol', isNotHeld)];
      },
    },
  ],
};
