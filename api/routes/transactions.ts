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
    list: 'Transactions, newest first unless told otherwise',
    create: {
      summary: 'Record a transaction',
      description:
        "A SPLIT's quantity is the new shares per old share. A TRANSFER_IN is units that were held before the records begin and whose cost is not known: it has no price. The holding of the symbol follows at once.",
    },
    get: 'One transaction',
    update: 'Change the given fields of a transaction',
    remove: 'Delete a transaction',
    restore: 'Take a deletion back, within 30 days',
  },
});
