import { transactionInput, transactionQuery, transactionView } from '../../core/portfolio/index.ts';
import { resource } from './resource.ts';

export const TRANSACTION_ROUTES = resource({
  path: '/api/portfolio/transactions',
  tag: 'Portfolio',
  noun: 'TRANSACTION',
  view: transactionView,
  input: transactionInput,
  query: transactionQuery,
  service: ({ portfolio }) => portfolio.transactions,
  routes: {
    list: 'Transactions, newest first by default',
    create: {
      summary: 'Record a transaction',
      description:
        "A SPLIT's quantity is the new shares per old share. A TRANSFER_IN is for units held before the records begin, at an unknown cost and without a price. The holding is updated at once.",
    },
    get: 'One transaction',
    update: 'Change the given fields of a transaction',
    remove: 'Delete a transaction',
    restore: 'Undo a deletion, within 30 days',
  },
});
