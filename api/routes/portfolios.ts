import { portfolioInput, portfolioView } from '../../core/portfolio/index.ts';
import type { Route } from '../route.ts';
import { resource } from './resource.ts';

/** Portfolios under one address; both versions answer the same. */
const portfoliosAt = (path: string) =>
  resource({
    path,
    tag: 'Portfolio',
    noun: 'PORTFOLIO',
    view: portfolioView,
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
