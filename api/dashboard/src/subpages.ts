/** The pages that are not in the menu. */
import { lazy } from 'react';
import type { PageRoute } from './page-route.ts';

/** Pages that a page of the menu leads to. */
export const subpages: readonly Pick<PageRoute, 'path' | 'title' | 'page'>[] = [
  {
    path: '/holdings/:symbol',
    title: 'Holding',
    page: lazy(() => import('./pages/holding.tsx')),
  },
  {
    path: '/strategies/new',
    title: 'New backtest',
    page: lazy(() => import('./pages/new-backtest.tsx')),
  },
  {
    path: '/strategies/compare',
    title: 'Compare backtests',
    page: lazy(() => import('./pages/compare-backtests.tsx')),
  },
  {
    path: '/strategies/:id',
    title: 'Backtest',
    page: lazy(() => import('./pages/backtest.tsx')),
  },
  {
    path: '/research/ai/:id',
    title: 'Dossier',
    page: lazy(() => import('./pages/ai-dossier.tsx')),
  },
  {
    path: '/policies/new',
    title: 'New policy',
    page: lazy(() => import('./pages/new-policy.tsx')),
  },
  {
    path: '/policies/plans/:id',
    title: 'Plan',
    page: lazy(() => import('./pages/plan.tsx')),
  },
  {
    path: '/policies/:id',
    title: 'Policy',
    page: lazy(() => import('./pages/policy.tsx')),
  },
  {
    path: '/notifications/letter',
    title: 'Weekly letter',
    page: lazy(() => import('./pages/letter.tsx')),
  },
  {
    path: '/settings/models',
    title: 'Models',
    page: lazy(() => import('./pages/ai-models.tsx')),
  },
  {
    path: '/settings/ai-usage',
    title: 'AI usage',
    page: lazy(() => import('./pages/ai-usage.tsx')),
  },
  {
    path: '/help/:guide',
    title: 'Help',
    page: lazy(() => import('./pages/help.tsx')),
  },
  {
    path: '/options/journal/:tag',
    title: 'Trade',
    page: lazy(() => import('./pages/options/journal-trade.tsx')),
  },
];
