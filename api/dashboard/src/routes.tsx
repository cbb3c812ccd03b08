/** Every page of the dashboard; those of options are a table of their own beside it. Adding one is adding a file and a line; `key` is the letter, digit, dot or comma after `g`. */
import {
  IconAdjustmentsHorizontal,
  IconArrowsExchange,
  IconBell,
  IconBook2,
  IconBriefcase,
  IconCalendarEvent,
  IconCash,
  IconChartTreemap,
  IconCoins,
  IconEye,
  IconGitMerge,
  IconHelp,
  IconHistory,
  IconFileImport,
  IconFlask,
  IconLayoutDashboard,
  IconCreditCard,
  IconMessageCircle,
  IconPlugConnected,
  IconReceiptTax,
  IconReportSearch,
  IconRobot,
  IconScale,
  IconSettings,
  IconStack2,
  IconStethoscope,
  IconTarget,
  IconTrendingUp,
  IconWaveSine,
} from './icons.ts';
import { lazy } from 'react';
import { matchPath } from 'react-router';
import { OPTION_ROUTES } from './option-routes.ts';
import type { PageRoute } from './page-route.ts';
import { subpages } from './subpages.ts';

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
    path: '/watchlist',
    title: 'Watchlist',
    key: 'w',
    icon: IconEye,
    page: lazy(() => import('./pages/watchlist.tsx')),
  },
  {
    path: '/performance',
    title: 'Performance',
    key: 'm',
    group: 'Reports',
    icon: IconTrendingUp,
    page: lazy(() => import('./pages/performance.tsx')),
  },
  {
    path: '/risk',
    title: 'Risk',
    key: 'y',
    group: 'Reports',
    icon: IconWaveSine,
    page: lazy(() => import('./pages/risk.tsx')),
  },
  {
    path: '/diversification',
    title: 'Diversification',
    key: 'z',
    group: 'Reports',
    icon: IconChartTreemap,
    page: lazy(() => import('./pages/diversification.tsx')),
  },
  {
    path: '/income',
    title: 'Income',
    key: 'e',
    group: 'Reports',
    icon: IconCash,
    page: lazy(() => import('./pages/income.tsx')),
  },
  {
    path: '/tax',
    title: 'Tax',
    key: 'x',
    group: 'Reports',
    icon: IconReceiptTax,
    page: lazy(() => import('./pages/tax.tsx')),
  },
  {
    path: '/look-through',
    title: 'Look-through',
    key: 'u',
    group: 'Reports',
    icon: IconStack2,
    page: lazy(() => import('./pages/overlap.tsx')),
  },
  {
    path: '/rebalance',
    title: 'Rebalance',
    key: 'r',
    group: 'Reports',
    icon: IconAdjustmentsHorizontal,
    page: lazy(() => import('./pages/rebalance.tsx')),
  },
  {
    path: '/net-worth',
    title: 'Net worth',
    key: 'v',
    group: 'Reports',
    icon: IconScale,
    page: lazy(() => import('./pages/networth.tsx')),
  },
  {
    path: '/goals',
    title: 'Goals',
    key: 'g',
    group: 'Plans',
    icon: IconTarget,
    page: lazy(() => import('./pages/goals.tsx')),
  },
  {
    path: '/calendar',
    title: 'Calendar',
    key: 'k',
    group: 'Plans',
    icon: IconCalendarEvent,
    page: lazy(() => import('./pages/calendar.tsx')),
  },
  {
    path: '/liabilities',
    title: 'Liabilities',
    key: 'l',
    group: 'Plans',
    icon: IconCreditCard,
    page: lazy(() => import('./pages/liabilities.tsx')),
  },
  {
    path: '/strategies',
    title: 'Backtests',
    key: 'q',
    group: 'Strategies',
    icon: IconFlask,
    page: lazy(() => import('./pages/strategies.tsx')),
  },
  {
    path: '/policies',
    title: 'Policies',
    // every letter has its page already
    key: '1',
    group: 'Strategies',
    icon: IconRobot,
    page: lazy(() => import('./pages/policies.tsx')),
  },
  {
    path: '/research/ai',
    title: 'AI research',
    // every letter and digit has its page already
    key: '.',
    group: 'Strategies',
    icon: IconReportSearch,
    page: lazy(() => import('./pages/ai-research.tsx')),
  },
  ...OPTION_ROUTES,
  {
    path: '/import',
    title: 'Import',
    key: 'i',
    group: 'Records',
    icon: IconFileImport,
    page: lazy(() => import('./pages/import.tsx')),
  },
  {
    path: '/connections',
    title: 'Connections',
    key: 'b',
    group: 'Records',
    icon: IconPlugConnected,
    page: lazy(() => import('./pages/connections.tsx')),
  },
  {
    path: '/data-quality',
    title: 'Data quality',
    key: 'd',
    group: 'Records',
    icon: IconStethoscope,
    page: lazy(() => import('./pages/data-quality.tsx')),
  },
  {
    path: '/corporate-actions',
    title: 'Corporate actions',
    key: 'j',
    group: 'Records',
    icon: IconGitMerge,
    page: lazy(() => import('./pages/corporate-actions.tsx')),
  },
  {
    path: '/activity',
    title: 'Activity',
    key: 'a',
    group: 'Records',
    icon: IconHistory,
    page: lazy(() => import('./pages/activity.tsx')),
  },
  {
    path: '/definitions',
    title: 'Definitions',
    key: 'f',
    icon: IconBook2,
    page: lazy(() => import('./pages/definitions.tsx')),
  },
  {
    path: '/help',
    title: 'Help',
    // every letter and digit has its page already
    key: ',',
    icon: IconHelp,
    page: lazy(() => import('./pages/help.tsx')),
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

/** What the browser calls the page at an address; the first that matches, as the router has it. */
export const titleAt = (pathname: string): string =>
  [...routes, ...subpages].find(({ path }) => matchPath(path, pathname) !== null)?.title ?? 'Not found';

const covers = (path: string, pathname: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));

/** Whether an address is that of a page of the menu, or of one that it leads to and that has no line of its own there. */
export const isWithin = (path: string, pathname: string): boolean =>
  covers(path, pathname) &&
  !routes.some((other) => other.path.length > path.length && covers(other.path, pathname));
