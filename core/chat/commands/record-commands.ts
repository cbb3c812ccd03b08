import { inFamily } from './command-description.ts';

export const RECORD_COMMANDS = inFamily('Records', [
  {
    name: 'add_transaction',
    usage: '/add_transaction [BUY|SELL|…] [SYMBOL] [quantity] [price] [date] [portfolio]',
    summary: 'Record a purchase, sale, dividend, split, cash movement or opening position',
    details:
      'Send everything on one line, in any order; of two figures the first is the quantity. Or I ask for what is missing; then confirm. For a SPLIT, the quantity is new shares per old share and the price is 0. A BUY at price 0 is a bonus. For units held before your records begin at an unknown cost, use TRANSFER_IN with price 0.',
    examples: [
      '/add_transaction BUY TCS 10 3200 2024-01-05',
      '/add_transaction TRANSFER_IN TCS 10 0 2019-03-31',
      '/add_transaction',
    ],
    changes: true,
  },
  {
    name: 'remove_symbol',
    usage: '/remove_symbol SYMBOL [portfolio]',
    summary: 'Remove a symbol and its transactions from a portfolio',
    details: 'You can undo this for 30 days.',
    examples: ['/remove_symbol TCS', '/remove_symbol TCS Zerodha'],
    changes: true,
  },
  {
    name: 'price_interval',
    usage: '/price_interval [days] [SYMBOL]',
    summary: 'For how many days a price that you enter counts',
    details:
      'It counts for holdings without a market price, such as unlisted shares. After that time figures call the price old. Name a symbol to give one holding its own interval.',
    examples: ['/price_interval', '/price_interval 120', '/price_interval 365 OYO'],
    changes: true,
  },
  {
    name: 'transactions',
    usage: '/transactions [SYMBOL] [portfolio]',
    summary: 'Your recorded transactions, the newest first',
    examples: ['/transactions', '/transactions TCS', '/transactions TCS Zerodha'],
    changes: false,
  },
  {
    name: 'undo',
    usage: '/undo',
    summary: 'Take back what was recorded last: a transaction, or an import',
    details: 'Shows it first; nothing changes until you press the button.',
    examples: ['/undo'],
    changes: false,
  },
  {
    name: 'imports',
    usage: '/imports [import] [rows]',
    summary: 'Your imported files, rows to correct, and undoing one',
    details:
      'Undo shows first what would be removed; nothing changes until you confirm. Rows that could not be read wait with their import: correct them on the Import page of the dashboard, or in the file that comes with them.',
    examples: ['/imports'],
    changes: false,
  },
  {
    name: 'actions',
    usage: '/actions [decided]',
    summary: 'Splits, bonuses, renames and mergers missing from your ledger',
    details:
      'Broker tradebooks do not include them. Apply adds one to your ledger, and it also covers older trades that you import later. Not mine dismisses it. /actions decided lists past decisions, with Undo.',
    examples: ['/actions', '/actions decided'],
    changes: false,
  },
  {
    name: 'broker_changes',
    usage: '/broker_changes [decided]',
    summary: 'Recorded trades that your broker changed or no longer lists',
    details:
      "Nothing changes until you decide. Accept records your broker's version (for units without a trade, a transfer at an unknown cost or price), Keep mine leaves your record, Later asks again after 7 days. /broker_changes decided lists past decisions, with Undo.",
    examples: ['/broker_changes', '/broker_changes decided'],
    changes: false,
  },
]);
