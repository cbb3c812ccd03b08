import * as yup from 'yup';
import {
  isCalendarDate,
  pageQuery,
  TRANSACTION_TYPES,
  transactionInput,
  type TransactionView,
} from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import { date, instant, number, numberOrNull, oneOf, pageOf, text, textOrNull, viewOf } from './schemas.ts';

const BASE = '/api/portfolio/transactions';

const transaction = viewOf<TransactionView>()({
  id: text,
  portfolio: text,
  symbol: text,
  date,
  type: oneOf(...TRANSACTION_TYPES),
  quantity: number,
  price: number,
  fee_tax: number,
  amount: numberOrNull,
  currency: text,
  isin: textOrNull,
  security_id: textOrNull,
  asset_class: textOrNull,
  note: textOrNull,
  execution_id: textOrNull,
  source: oneOf('MANUAL', 'CSV', 'CHAT', 'BROKER'),
  created_at: instant,
  updated_at: instant,
});

const day = yup
  .string()
  .test(
    'date',
    '${path} must be a date such as 2026-01-31.',
    (value) => value === undefined || isCalendarDate(value),
  )
  .optional();

const query = yup
  .object({
    ...pageQuery,
    portfolio: yup.string().max(80).optional(),
    symbol: yup.string().max(64).optional(),
    type: yup
      .string()
      .oneOf([...TRANSACTION_TYPES])
      .optional(),
    from: day,
    to: day,
    order: yup
      .string()
      .oneOf(['asc', 'desc'] as const)
      .optional(),
  })
  .noUnknown();

export const TRANSACTION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Transactions, newest first unless told otherwise',
    tag: 'Portfolio',
    query,
    response: pageOf(transaction),
    handler: async ({ core, user, query: wanted }) =>
      await core.portfolio.transactions.list(user.userId, wanted),
  }),
  route({
    method: 'POST',
    path: BASE,
    summary: 'Record a transaction',
    description:
      "A SPLIT's quantity is the new shares per old share. The holding of the symbol follows at once.",
    tag: 'Portfolio',
    body: transactionInput,
    status: 201,
    response: transaction,
    problems: { 409: ['TRANSACTION_EXISTS'] },
    handler: async ({ core, user, body, by }) =>
      await core.portfolio.transactions.create(user.userId, body, by),
  }),
  route({
    method: 'GET',
    path: `${BASE}/:id`,
    summary: 'One transaction',
    tag: 'Portfolio',
    params: { id: 'TRANSACTION' },
    response: transaction,
    handler: async ({ core, user, params }) => await core.portfolio.transactions.get(user.userId, params.id),
  }),
  route({
    method: 'PUT',
    path: `${BASE}/:id`,
    summary: 'Change the given fields of a transaction',
    tag: 'Portfolio',
    params: { id: 'TRANSACTION' },
    body: transactionInput.partial(),
    response: transaction,
    problems: { 409: ['TRANSACTION_EXISTS'] },
    handler: async ({ core, user, params, body, by }) =>
      await core.portfolio.transactions.update(user.userId, params.id, body, by),
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/:id`,
    summary: 'Delete a transaction',
    tag: 'Portfolio',
    params: { id: 'TRANSACTION' },
    response: null,
    handler: async ({ core, user, params, by }) =>
      await core.portfolio.transactions.remove(user.userId, params.id, by),
  }),
  route({
    method: 'POST',
    path: `${BASE}/:id/restore`,
    summary: 'Take a deletion back, within 30 days',
    tag: 'Portfolio',
    params: { id: 'TRANSACTION' },
    response: transaction,
    problems: { 409: ['TRANSACTION_EXISTS'] },
    handler: async ({ core, user, params, by }) =>
      await core.portfolio.transactions.restore(user.userId, params.id, by),
  }),
];
