import { aliasDecisionInput } from '../../core/market/instruments/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { excludedTransactionView, refusedValueView, unmatchedSaleView } from '../../core/portfolio/index.ts';
import {
  acceptedValueInput,
  candidateView,
  dataQualityView,
  instrumentReviewView,
  priceQuery,
  priceQualityView,
} from '../../core/quality/index.ts';
import { type Route, route } from '../route.ts';
import { paging } from './paging.ts';

const BASE = '/api/portfolio/data-quality';

export const DATA_QUALITY_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'How far the figures can be trusted: counts of everything that somebody should know or look at',
    tag: 'Portfolio',
    response: dataQualityView,
    handler: async ({ core, user }) => await core.quality.read(user.userId),
  }),
  route({
    method: 'GET',
    path: `${BASE}/prices`,
    summary: 'The price of each holding: its age, its source, and how the last attempt to renew it went',
    tag: 'Portfolio',
    query: priceQuery,
    response: pageOf(priceQualityView),
    handler: async ({ core, user, query }) => await core.quality.prices(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/instruments`,
    summary: 'What is held and the registry cannot place, and words for instruments that wait for a decision',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(instrumentReviewView),
    handler: async ({ core, user, query }) => await core.quality.instruments(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/instruments/decisions`,
    summary: 'Say that a word means an instrument, or that it does not',
    description:
      'The registry is shared by everybody on this installation, so only its owner decides. A rejected word never matches.',
    tag: 'Portfolio',
    body: aliasDecisionInput,
    response: candidateView,
    problems: { 403: ['OWNER_ONLY'], 404: ['INSTRUMENT_NOT_FOUND'], 409: ['ALIAS_TAKEN'] },
    handler: async ({ core, user, body, actor }) => await core.quality.decide(user.userId, body, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/left-out`,
    summary: 'Transactions that are in no figure, each with its reason, newest first',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(excludedTransactionView),
    handler: async ({ core, user, query }) => await core.quality.leftOut(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/unmatched`,
    summary: 'Symbols sold without a known purchase',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(unmatchedSaleView),
    handler: async ({ core, user, query }) => await core.quality.unmatched(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/fund-values`,
    summary: 'Fund values that were refused for lying more than 15 % from the last known ones',
    tag: 'Portfolio',
    query: paging,
    response: pageOf(refusedValueView),
    handler: async ({ core, user, query }) => await core.quality.fundValues(user.userId, query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/fund-values/:id/accept`,
    summary: 'Take a refused fund value after all',
    description: '`price` is the refused value as it was shown; `id` is that of the holding.',
    tag: 'Portfolio',
    params: { id: 'HOLDING' },
    body: acceptedValueInput,
    response: priceQualityView,
    problems: { 409: ['NOTHING_REFUSED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.quality.acceptValue(user.userId, params.id, body, actor),
  }),
];
