import * as yup from 'yup';
import { TRANSACTION_TYPES, transactionInput, type TransactionView } from '../../core/portfolio/index.ts';
import { resource } from './resource.ts';
import { date, instant, number, numberOrNull, oneOf, text, textOrNull, viewOf } from './schemas.ts';
import { dayField, pageQuery } from '../../core/platform/index.ts';

const transaction = viewOf<TransactionView>()({
  id: text,
  portfolio: text,
  symbol: text,
  recorded_symbol: textOrNull,
  date,
  type: oneOf(...TRANSACTION_TYPES),
  quantity: number,
  price: numberOrNull,
  fee_tax: number,
  amount: numberOrNull,
  currency: text,
  isin: textOrNull,
  security_id: textOrNull,
  asset_class: textOrNull,
  note: textOrNull,
  execution_id: textOrNull,
  executed_at: textOrNull,
  source: oneOf('MANUAL', 'CSV', 'CHAT', 'BROKER', 'ACTION'),
  action_id: textOrNull,
  created_at: instant,
  updated_at: instant,
});

const query = yup
  .object({
    ...pageQuery,
    portfolio: yup.string().max(80).optional(),
    symbol: yup.string().max(64).optional(),
    type: yup.string().oneOf(TRANSACTION_TYPES).optional(),
    is_derived: yup.boolean().optional(),
    from: dayField.optional(),
    to: dayField.optional(),
    order: yup
      .string()
      .oneOf(['asc', 'desc'] as const)
      .optional(),
  })
  .noUnknown();

export const TRANSACTION_ROUTES = resource({
  path: '/api/portfolio/transactions',
  tag: 'Portfolio',
  noun: 'TRANSACTION',
  view: transaction,
  input: transactionInput,
  query,
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
