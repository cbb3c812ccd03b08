/** The pages of the options workspace in the menu. */
import {
  IconActivityHeartbeat,
  IconBrain,
  IconCalendarExclamation,
  IconChartHistogram,
  IconFilter,
  IconListCheck,
  IconNotebook,
  IconRocket,
  IconShieldCheck,
} from './icons.ts';
import { lazy } from 'react';
import type { PageRoute } from './page-route.ts';

export const OPTION_ROUTES: readonly PageRoute[] = [
  {
    path: '/options',
    title: 'Option results',
    key: '2',
    group: 'Options',
    icon: IconChartHistogram,
    page: lazy(() => import('./pages/options/results.tsx')),
  },
  {
    path: '/options/funnel',
    title: 'Signal funnel',
    key: '3',
    group: 'Options',
    icon: IconFilter,
    page: lazy(() => import('./pages/options/funnel.tsx')),
  },
  {
    path: '/options/journal',
    title: 'Journal',
    key: '4',
    group: 'Options',
    icon: IconNotebook,
    page: lazy(() => import('./pages/options/journal.tsx')),
  },
  {
    path: '/options/go-live',
    title: 'Go-live',
    key: '5',
    group: 'Options',
    icon: IconRocket,
    page: lazy(() => import('./pages/options/go-live.tsx')),
  },
  {
    path: '/options/envelope',
    title: 'Risk envelope',
    key: '6',
    group: 'Options',
    icon: IconShieldCheck,
    page: lazy(() => import('./pages/options/envelope.tsx')),
  },
  {
    path: '/options/events',
    title: 'Events',
    key: '7',
    group: 'Options',
    icon: IconCalendarExclamation,
    page: lazy(() => import('./pages/options/events.tsx')),
  },
  {
    path: '/options/broker-health',
    title: 'Broker health',
    key: '8',
    group: 'Options',
    icon: IconActivityHeartbeat,
    page: lazy(() => import('./pages/options/broker-health.tsx')),
  },
  {
    path: '/options/ai-market',
    title: 'AI market',
    key: '9',
    group: 'Options',
    icon: IconBrain,
    page: lazy(() => import('./pages/options/ai-market.tsx')),
  },
  {
    path: '/options/features',
    title: 'Features',
    key: '0',
    group: 'Options',
    icon: IconListCheck,
    page: lazy(() => import('./pages/options/features.tsx')),
  },
];
