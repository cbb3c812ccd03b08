import { portfolioInput, type PortfolioView } from '../../core/portfolio/index.ts';
import type { Route } from '../route.ts';
import { resource } from './resource.ts';
import { viewOf, flag, instant, mapOf, number, numberOrNull, text, whole } from './schemas.ts';

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
const portfoliosAt = (path: string) =>
  resource({
    path,
    tag: 'Portfolio',
    noun: 'PORTFOLIO',
    view: portfolio,
    input: portfolioInput,
    service: (core) => core.portfolio.portfolios,
    routes: {
      list: 'All portfolios with their totals, Networth first',
      create: 'Add a portfolio',
      get: 'One portfolio',
      update: {
        summary: 'Change the given fields of a portfolio, such as its target allocation',
        problems: { 409: ['PORTFOLIO_PROTECTED'] },
      },
      remove: {
        summary: 'Delete a portfolio with its holdings, transactions and snapshots',
        problems: { 409: ['PORTFOLIO_PROTECTED'] },
      },
    },
  });

export const PORTFOLIO_ROUTES: readonly Route[] = [
  ...portfoliosAt('/api/portfolio/portfolios'),
  ...portfoliosAt('/api/portfolio/v2/portfolios'),
];
