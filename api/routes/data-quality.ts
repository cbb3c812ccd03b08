import { aliasDecisionInput } from '../../core/market/instruments/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { excludedTransactionView, refusedValueView, unmatchedSaleView } from '../../core/portfolio/index.ts';
import {
  acceptedValueInput,
  booksAuditView,
  candidateView,
  dataQualityView,
  instrumentReviewView,
  priceQuery,
  priceQualityView,
  recordedDifferencesQuery,
  recordedDifferenceView,
} from '../../core/quality/index.ts';
import { type Route, route } from '../route.ts';
import { paging } from './paging.ts';

const BASE = '/api/portfolio/data-quality';

export const DATA_QUALITY_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Counts of all known data problems',
    tag: 'Portfolio',
    response: dataQualityView,
    handler: async ({ core, user }) => await core.quality.read(user.userId),
  }),
  route({
    method: 'GET',
    path: `${BASE}/audit`,
    summary: 'Figures that must agree, as the last audit of the books found them',
    description:
      'Every evening each figure is compared with a second way to it: the total with the sum of holdings, tax lots with quantities, and so on. An identity that cannot be compared is NOT_COMPARED with its reason, and has not passed.',
    tag: 'Portfolio',
    response: booksAuditView,
    handler: async ({ core, user }) => await core.quality.audit.read(user.userId),
  }),
  route({
    method: 'POST',
    path: `${BASE}/audit`,
    summary: 'Audit the books now',
    description:
      'Compares all figures at one state of the books. New differences are also sent as a notification.',
    tag: 'Portfolio',
    response: booksAuditView,
    handler: async ({ core, user }) => await core.quality.audit.run(user.userId),
  }),
  route({
    method: 'GET',
    path: `${BASE}/prices`,
    summary: 'The price of each holding: age, source and last refresh',
    tag: 'Portfolio',
    query: priceQuery,
    response: pageOf(priceQualityView),
    handler: async ({ core, user, query }) => await core.quality.prices(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/instruments`,
    summary: 'Holdings that the registry cannot identify, and proposed names of instruments',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(instrumentReviewView),
    handler: async ({ core, user, query }) => await core.quality.instruments(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/instruments/decisions`,
    sample: 'never',
    summary: 'Confirm or reject that a name means an instrument',
    description:
      'The registry is shared by all users of this installation, so only its owner decides. A rejected name never matches.',
    tag: 'Portfolio',
    body: aliasDecisionInput,
    response: candidateView,
    problems: { 403: ['OWNER_ONLY'], 404: ['INSTRUMENT_NOT_FOUND'], 409: ['ALIAS_TAKEN'] },
    handler: async ({ core, user, body, actor }) => await core.quality.decide(user.userId, body, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/left-out`,
    summary: 'Excluded transactions with their reasons, newest first',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(excludedTransactionView),
    handler: async ({ core, user, query }) => await core.quality.leftOut(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/unmatched`,
    summary: 'Symbols sold without a purchase',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(unmatchedSaleView),
    handler: async ({ core, user, query }) => await core.quality.unmatched(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/recorded-values`,
    summary: 'Days whose recorded value differs from the recalculated one, with the cause, newest first',
    description:
      'Figures use the values recalculated from the transactions, closes and rates of now; `as_known=then` shows the recorded ones. Only days with a recorded and a recalculated value of all holdings are compared, and today is not. Where the units differ, every difference beyond rounding is listed. Where they agree, or were not kept, a value is listed that lies more than 2% beyond both the close of the day and the one before it. Days that follow one another with the same cause are one entry.',
    tag: 'Portfolio',
    query: recordedDifferencesQuery,
    response: pageOf(recordedDifferenceView),
    handler: async ({ core, user, query }) => await core.quality.recordedDifferences(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/fund-values`,
    summary: 'Fund values rejected for being more than 15% away from the last ones',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(refusedValueView),
    handler: async ({ core, user, query }) => await core.quality.fundValues(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/fund-values/:id/accept`,
    sample: 'never',
    summary: 'Accept a rejected fund value',
    description: '`price` is the rejected value as shown; `id` is the holding’s id.',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    body: acceptedValueInput,
    response: priceQualityView,
    problems: { 409: ['NOTHING_REFUSED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.quality.acceptValue(user.userId, params.id, body, actor),
  }),
];
