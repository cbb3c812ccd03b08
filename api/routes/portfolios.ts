import * as yup from 'yup';
import { pageQuery, portfolioInput, type PortfolioView } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import { paged } from './paging.ts';
import { viewOf, flag, instant, mapOf, number, numberOrNull, pageOf, text, whole } from './schemas.ts';

const allocation = mapOf(number, { type: 'number' });

const portfolio = viewOf<PortfolioView>()({
  id: text,
  name: text,
  base_currency: text,
  target_allocation: allocation.nullable().defined(),
  is_protected: flag,
  holdings_count: whole,
  current_value: numberOrNull,
  total_invested: numberOrNull,
  created_at: instant,
});

/** Portfolios under one address; both versions answer the same. */
function portfolioRoutes(base: string): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: base,
      summary: 'All portfolios with their totals, Networth first',
      tag: 'Portfolio',
      query: yup.object(pageQuery).noUnknown(),
      response: pageOf(portfolio),
      handler: async ({ core, user, query }) =>
        paged(await core.portfolio.portfolios.list(user.userId), query),
    }),
    route({
      method: 'POST',
      path: base,
      summary: 'Add a portfolio',
      tag: 'Portfolio',
      body: portfolioInput,
      status: 201,
      response: portfolio,
      problems: { 409: ['PORTFOLIO_EXISTS'] },
      handler: async ({ core, user, body, by }) =>
        await core.portfolio.portfolios.create(user.userId, body, by),
    }),
    route({
      method: 'GET',
      path: `${base}/:id`,
      summary: 'One portfolio',
      tag: 'Portfolio',
      params: { id: 'PORTFOLIO' },
      response: portfolio,
      handler: async ({ core, user, params }) => await core.portfolio.portfolios.get(user.userId, params.id),
    }),
    route({
      method: 'PUT',
      path: `${base}/:id`,
      summary: 'Change the given fields of a portfolio, its target allocation for example',
      tag: 'Portfolio',
      params: { id: 'PORTFOLIO' },
      body: portfolioInput.partial(),
      response: portfolio,
      problems: { 409: ['PORTFOLIO_EXISTS', 'PORTFOLIO_PROTECTED'] },
      handler: async ({ core, user, params, body, by }) =>
        await core.portfolio.portfolios.update(user.userId, params.id, body, by),
    }),
    route({
      method: 'DELETE',
      path: `${base}/:id`,
      summary: 'Delete a portfolio with its holdings, transactions and snapshots',
      tag: 'Portfolio',
      params: { id: 'PORTFOLIO' },
      response: null,
      problems: { 409: ['PORTFOLIO_PROTECTED'] },
      handler: async ({ core, user, params, by }) =>
        await core.portfolio.portfolios.remove(user.userId, params.id, by),
    }),
  ];
}

export const PORTFOLIO_ROUTES: readonly Route[] = [
  ...portfolioRoutes('/api/portfolio/portfolios'),
  ...portfolioRoutes('/api/portfolio/v2/portfolios'),
];
