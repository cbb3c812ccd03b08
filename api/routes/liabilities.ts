import * as yup from 'yup';
import {
  LIABILITY_TYPES,
  liabilityInput,
  type LiabilityRecord,
  type LiabilityView,
} from '../../core/liabilities/index.ts';
import { pageQuery } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import { paged } from './paging.ts';
import { instant, number, numberOrNull, oneOf, pageOf, text, textOrNull, viewOf } from './schemas.ts';

const liability = viewOf<LiabilityView>()({
  id: text,
  name: text,
  type: oneOf(...LIABILITY_TYPES),
  balance: number,
  currency: text,
  rate_pct: numberOrNull,
  emi: numberOrNull,
  months_left: numberOrNull,
  months_left_reason: textOrNull,
  recorded_since: instant,
  created_at: instant,
  updated_at: instant,
});
const record = viewOf<LiabilityRecord>()({ recorded_at: instant, balance: number, currency: text });

const base = '/api/portfolio/liabilities';
const tag = 'Liabilities';

/** What a person owes. */
export const LIABILITY_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: base,
    summary: 'All liabilities, the largest of each currency first',
    tag,
    query: yup.object(pageQuery).noUnknown(),
    response: pageOf(liability),
    handler: async ({ core, user, query }) => paged(await core.liabilities.list(user.userId), query),
  }),
  route({
    method: 'POST',
    path: base,
    summary: 'Enter a loan, mortgage, card or other debt',
    tag,
    body: liabilityInput,
    status: 201,
    response: liability,
    problems: { 409: ['LIABILITY_EXISTS'] },
    handler: async ({ core, user, body, by }) => await core.liabilities.create(user.userId, body, by),
  }),
  route({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'One liability',
    tag,
    params: { id: 'LIABILITY' },
    response: liability,
    handler: async ({ core, user, params }) => await core.liabilities.get(user.userId, params.id),
  }),
  route({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Change the given fields of a liability; a changed balance is kept with its time',
    tag,
    params: { id: 'LIABILITY' },
    body: liabilityInput.partial(),
    response: liability,
    problems: { 409: ['LIABILITY_EXISTS'] },
    handler: async ({ core, user, params, body, by }) =>
      await core.liabilities.update(user.userId, params.id, body, by),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Delete a liability with its history; one that is paid off gets the balance 0 instead',
    tag,
    params: { id: 'LIABILITY' },
    response: null,
    handler: async ({ core, user, params, by }) => await core.liabilities.remove(user.userId, params.id, by),
  }),
  route({
    method: 'GET',
    path: `${base}/:id/history`,
    summary: 'What was owed since when, oldest first; nothing is known of the time before the entry',
    tag,
    params: { id: 'LIABILITY' },
    query: yup.object(pageQuery).noUnknown(),
    response: pageOf(record),
    handler: async ({ core, user, params, query }) =>
      paged(await core.liabilities.history(user.userId, params.id), query),
  }),
];
