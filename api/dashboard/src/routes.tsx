/** Every page of the dashboard. Adding one is adding a file and a line; `key` is the letter after `g`. */
import {
  IconAdjustmentsHorizontal,
  IconArrowsExchange,
  IconBell,
  IconBook2,
  IconBriefcase,
  IconCalendarEvent,
  IconCash,
  IconCoins,
  IconEye,
  IconHistory,
  IconFileImport,
  IconLayoutDashboard,
  IconCreditCard,
  IconMessageCircle,
  IconPlugConnected,
  IconReceiptTax,
  IconScale,
  IconSettings,
  IconStack2,
  IconStethoscope,
  IconTarget,
} from '@tabler/icons-react';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

export interface PageRoute {
  path: string;
  title: string;
  key: string;
  icon: ComponentType<{ size?: number }>;
  page: LazyExoticComponent<ComponentType>;
}

export const routes: readonly PageRoute[] = [
  {
    path: '/',
    title: 'Overview',
    key: 'o',
    icon: IconLayoutDashboard,
    page: lazy(() => import('./pages/overview.tsx')),
  },
  {
    path: '/holdings',
    title: 'Holdings',
    key: 'h',
    icon: IconCoins,
    page: lazy(() => import('./pages/holdings.tsx')),
  },
  {
    path: '/transactions',
    title: 'Transactions',
    key: 't',
    icon: IconArrowsExchange,
    page: lazy(() => import('./pages/transactions.tsx')),
  },
  {
    path: '/portfolios',
    title: 'Portfolios',
    key: 'p',
    icon: IconBriefcase,
    page: lazy(() => import('./pages/portfolios.tsx')),
  },
  {
    path: '/income',
    title: 'Income',
    key: 'e',
    icon: IconCash,
    page: lazy(() => import('./pages/income.tsx')),
  },
  {
    path: '/tax',
    title: 'Tax',
    key: 'x',
    icon: IconReceiptTax,
    page: lazy(() => import('./pages/tax.tsx')),
  },
  {
    path: '/goals',
    title: 'Goals',
    key: 'g',
    icon: IconTarget,
    page: lazy(() => import('./pages/goals.tsx')),
  },
  {
    path: '/calendar',
    title: 'Calendar',
    key: 'k',
    icon: IconCalendarEvent,
    page: lazy(() => import('./pages/calendar.tsx')),
  },
  {
    path: '/look-through',
    title: 'Look-through',
    key: 'u',
    icon: IconStack2,
    page: lazy(() => import('./pages/overlap.tsx')),
  },
  {
    path: '/rebalance',
    title: 'Rebalance',
    key: 'r',
    icon: IconAdjustmentsHorizontal,
    page: lazy(() => import('./pages/rebalance.tsx')),
  },
  {
    path: '/watchlist',
    title: 'Watchlist',
    key: 'w',
    icon: IconEye,
    page: lazy(() => import('./pages/watchlist.tsx')),
  },
  {
    path: '/liabilities',
    title: 'Liabilities',
    key: 'l',
    icon: IconCreditCard,
    page: lazy(() => import('./pages/liabilities.tsx')),
  },
  {
    path: '/net-worth',
    title: 'Net worth',
    key: 'v',
    icon: IconScale,
    page: lazy(() => import('./pages/networth.tsx')),
  },
  {
    path: '/import',
    title: 'Import',
    key: 'i',
    icon: IconFileImport,
    page: lazy(() => import('./pages/import.tsx')),
  },
  {
    path: '/connections',
    title: 'Connections',
    key: 'b',
    icon: IconPlugConnected,
    page: lazy(() => import('./pages/connections.tsx')),
  },
  {
    path: '/data-quality',
    title: 'Data quality',
    key: 'd',
    icon: IconStethoscope,
    page: lazy(() => import('./pages/data-quality.tsx')),
  },
  {
    path: '/definitions',
    title: 'Definitions',
    key: 'f',
    icon: IconBook2,
    page: lazy(() => import('./pages/definitions.tsx')),
  },
  {
    path: '/activity',
    title: 'Activity',
    key: 'a',
    icon: IconHistory,
    page: lazy(() => import('./pages/activity.tsx')),
  },
  {
    path: '/chat',
    title: 'Chat',
    key: 'c',
    icon: IconMessageCircle,
    page: lazy(() => import('./pages/chat.tsx')),
  },
  {
    path: '/notifications',
    title: 'Notifications',
    key: 'n',
    icon: IconBell,
    page: lazy(() => import('./pages/notifications.tsx')),
  },
  {
    path: '/settings',
    title: 'Settings',
    key: 's',
    icon: IconSettings,
    page: lazy(() => import('./pages/settings.tsx')),
  },
];
