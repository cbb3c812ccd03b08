import { inFamily } from './command-description.ts';

export const REPORT_COMMANDS = inFamily('Reports', [
  {
    name: 'chart',
    usage:
      '/chart [value|benchmark|drawdown|months|attribution|allocation|sectors|income|movers] [portfolio]',
    summary: 'Charts: value over time, drawdown, months, sectors and more',
    details:
      'Choose value, benchmark, drawdown, months (monthly returns), attribution (contribution to return), allocation, sectors, income by month or movers. Use the buttons to switch charts.',
    examples: ['/chart', '/chart allocation', '/chart drawdown', '/chart value Zerodha'],
    changes: false,
    showsBooks: true,
  },
  {
    name: 'report',
    usage: '/report',
    summary: 'The full report now, with its chart',
    details:
      'Morning, evening and hourly reports arrive automatically. Choose which, and quiet hours, in the dashboard’s settings.',
    examples: ['/report'],
    changes: false,
    showsBooks: true,
  },
  {
    name: 'letter',
    usage: '/letter',
    summary: 'Your last seven days: value, movers with reasons, due dates and decisions',
    details:
      'It comes every Sunday at 10:00 by itself. A reason is named only where a record has it, such as a dividend, a split or an exchange rate.',
    examples: ['/letter'],
    changes: false,
  },
  {
    name: 'health',
    usage: '/health [prices|instruments|rows|sales|funds|audit|recorded|check]',
    summary: 'Data quality: prices, instruments, ledger, audit of the books',
    details:
      'Shows a count of each problem. Add a word to see the list: failed prices, instruments not on the exchange’s lists, excluded transactions, sales without a purchase, rejected fund values, the last audit of figures that must agree, or days whose recorded value differs from the recalculated one. The word check audits your books now.',
    examples: ['/health', '/health prices', '/health check'],
    changes: false,
  },
  {
    name: 'ask',
    usage: '/ask question',
    summary: 'Ask about your own records in words',
    details:
      'A language model answers from your own figures and names its sources. Figures that are not in your records are marked. It cannot change anything. Before your first question, Munim names who would get which records. Needs an AI provider in the dashboard’s settings.',
    examples: ['/ask Why did my portfolio fall this week?', '/ask Which fund is worst?'],
    changes: false,
    asksOutside: true,
  },
  {
    name: 'research',
    usage: '/research [SYMBOL|ai-12] [part]',
    summary: 'Reports of AI research about a listed share',
    details:
      'With a symbol, it shows the likely cost and duration of a run, and asks before it starts. With the id of a run, it shows its card. Parts, after a symbol or an id: latest, list, pdf, why, cases, sections, facts, sources, pin, unpin. Research as of an earlier moment is started in the dashboard. It is advice at most: nothing in Munim acts on it. Off unless PORTFOLIO_AI_RESEARCH_ENABLED=1.',
    examples: [
      '/research',
      '/research TCS',
      '/research ai-12',
      '/research ai-12 pdf',
      '/research TCS latest',
    ],
    changes: false,
    asksOutside: true,
  },
  {
    name: 'insight',
    usage: '/insight',
    summary: 'Your portfolio in one paragraph',
    details:
      'A language model describes your own figures and names its sources. Figures that are not in your records are marked. The same paragraph is shown again until your records change. Needs an AI provider in the dashboard’s settings.',
    examples: ['/insight'],
    changes: false,
    asksOutside: true,
  },
  {
    name: 'tax',
    usage: '/tax [year] [portfolio]',
    summary: 'Capital gains of a financial year, and estimated tax',
    details:
      'Without a year: the current one. First in, first out; shares bought and sold on one day are matched first, as speculative business, unless you switch that off here. The dashboard’s Tax page lists every sale and has Schedule 112A.',
    examples: ['/tax', '/tax 2024-25', '/tax 2024-25 Zerodha'],
    changes: false,
  },
  {
    name: 'rebalance',
    usage: '/rebalance [portfolio]',
    summary: 'Drift from your targets, and trades to correct it',
    details:
      'Each portfolio has its own targets, by asset class, sector or symbol. Trades are in whole units (thousandths for mutual funds), and sales pay for purchases. These are suggestions; Munim never places orders.',
    examples: ['/rebalance', '/rebalance Zerodha'],
    changes: false,
    showsBooks: true,
  },
]);
