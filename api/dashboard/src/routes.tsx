/** Every page of the menu and of the search, in the order of the menu; those of options are a table of their own beside it. */
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
  IconListCheck,
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
import type { MenuLine, PageRoute } from './page-route.ts';
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
    line: 'Holdings',
    icon: IconCoins,
    page: lazy(() => import('./pages/holdings.tsx')),
  },
  {
    path: '/portfolios',
    title: 'Portfolios',
    key: 'p',
    line: 'Holdings',
    icon: IconBriefcase,
    page: lazy(() => import('./pages/portfolios.tsx')),
  },
  {
    path: '/portfolios/rebalance',
    was: '/rebalance',
    title: 'Rebalance',
    key: 'r',
    line: 'Holdings',
    icon: IconAdjustmentsHorizontal,
    page: lazy(() => import('./pages/rebalance.tsx')),
  },
  {
    path: '/transactions',
    title: 'Transactions',
    key: 't',
    line: 'Transactions',
    icon: IconArrowsExchange,
    page: lazy(() => import('./pages/transactions.tsx')),
  },
  {
    path: '/transactions/activity',
    was: '/activity',
    title: 'Activity',
    key: 'a',
    line: 'Transactions',
    icon: IconHistory,
    page: lazy(() => import('./pages/activity.tsx')),
  },
  {
    path: '/analysis/performance',
    was: '/performance',
    title: 'Performance',
    key: 'm',
    line: 'Analysis',
    icon: IconTrendingUp,
    page: lazy(() => import('./pages/performance.tsx')),
  },
  {
    path: '/analysis/risk',
    was: '/risk',
    title: 'Risk',
    key: 'y',
    line: 'Analysis',
    icon: IconWaveSine,
    page: lazy(() => import('./pages/risk.tsx')),
  },
  {
    path: '/analysis/diversification',
    was: '/diversification',
    title: 'Diversification',
    key: 'z',
    line: 'Analysis',
    icon: IconChartTreemap,
    page: lazy(() => import('./pages/diversification.tsx')),
  },
  {
    path: '/analysis/contribution',
    title: 'Contribution',
    line: 'Analysis',
    icon: IconTrendingUp,
    page: lazy(() => import('./pages/contribution.tsx')),
  },
  {
    path: '/analysis/look-through',
    was: '/look-through',
    title: 'Look-through',
    key: 'u',
    line: 'Analysis',
    icon: IconStack2,
    page: lazy(() => import('./pages/overlap.tsx')),
  },
  {
    path: '/income',
    title: 'Income',
    key: 'e',
    line: 'Income',
    icon: IconCash,
    page: lazy(() => import('./pages/income.tsx')),
  },
  {
    path: '/income/calendar',
    was: '/calendar',
    title: 'Calendar',
    key: 'k',
    line: 'Income',
    icon: IconCalendarEvent,
    page: lazy(() => import('./pages/calendar.tsx')),
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
    path: '/net-worth',
    title: 'Net worth',
    key: 'v',
    line: 'Net worth',
    icon: IconScale,
    page: lazy(() => import('./pages/networth.tsx')),
  },
  {
    path: '/net-worth/liabilities',
    was: '/liabilities',
    title: 'Liabilities',
    key: 'l',
    line: 'Net worth',
    icon: IconCreditCard,
    page: lazy(() => import('./pages/liabilities.tsx')),
  },
  {
    path: '/watchlist',
    title: 'Watchlist',
    key: 'w',
    icon: IconEye,
    page: lazy(() => import('./pages/watchlist.tsx')),
  },
  {
    path: '/data',
    title: 'Data',
    line: 'Data',
    tab: 'To do',
    icon: IconListCheck,
    page: lazy(() => import('./pages/data.tsx')),
  },
  {
    path: '/data/import',
    was: '/import',
    title: 'Import',
    key: 'i',
    line: 'Data',
    icon: IconFileImport,
    page: lazy(() => import('./pages/import.tsx')),
  },
  {
    path: '/data/connections',
    was: '/connections',
    title: 'Connections',
    key: 'b',
    line: 'Data',
    icon: IconPlugConnected,
    page: lazy(() => import('./pages/connections.tsx')),
  },
  {
    path: '/data/corporate-actions',
    was: '/corporate-actions',
    title: 'Corporate actions',
    key: 'j',
    line: 'Data',
    icon: IconGitMerge,
    page: lazy(() => import('./pages/corporate-actions.tsx')),
  },
  {
    path: '/data/quality',
    was: '/data-quality',
    title: 'Data quality',
    key: 'd',
    line: 'Data',
    icon: IconStethoscope,
    page: lazy(() => import('./pages/data-quality.tsx')),
  },
  {
    path: '/chat',
    title: 'Chat',
    key: 'c',
    icon: IconMessageCircle,
    page: lazy(() => import('./pages/chat.tsx')),
  },
  {
    path: '/settings',
    title: 'Settings',
    key: 's',
    icon: IconSettings,
    page: lazy(() => import('./pages/settings.tsx')),
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
    key: '1',
    line: 'Policies',
    group: 'Strategies',
    icon: IconRobot,
    page: lazy(() => import('./pages/policies.tsx')),
  },
  {
    path: '/policies/orders',
    title: 'Order log',
    line: 'Policies',
    group: 'Strategies',
    icon: IconRobot,
    page: lazy(() => import('./pages/order-log.tsx')),
  },
  ...OPTION_ROUTES,
  {
    path: '/research/ai',
    title: 'AI research',
    key: '.',
    group: 'AI research',
    icon: IconReportSearch,
    page: lazy(() => import('./pages/ai-research.tsx')),
  },
  {
    path: '/notifications',
    title: 'Notifications',
    key: 'n',
    isUnlisted: true,
    icon: IconBell,
    page: lazy(() => import('./pages/notifications.tsx')),
  },
  {
    path: '/help',
    title: 'Help',
    key: ',',
    isUnlisted: true,
    icon: IconHelp,
    page: lazy(() => import('./pages/help.tsx')),
  },
  {
    path: '/definitions',
    title: 'Definitions',
    key: 'f',
    isUnlisted: true,
    icon: IconBook2,
    page: lazy(() => import('./pages/definitions.tsx')),
  },
  {
    path: '/help/features',
    was: '/options/features',
    title: 'Features',
    key: '0',
    isUnlisted: true,
    icon: IconListCheck,
    page: lazy(() => import('./pages/options/features.tsx')),
  },
];

/** Lines of the menu in their order: a page, or pages that are the tabs of one line. */
export const menu: readonly MenuLine[] = routes
  .filter(({ isUnlisted }) => isUnlisted !== true)
  .reduce<MenuLine[]>((all, page) => {
    const last = all.at(-1);
    if (page.line !== undefined && last?.title === page.line) last.tabs.push(page);
    else all.push({ title: page.line ?? page.title, group: page.group, tabs: [page] });
    return all;
  }, []);

/** Addresses that pages had before, and where they are now. `/analysis` has no page of its own. */
export const moved: readonly { from: string; to: string }[] = [
  ...routes.flatMap(({ was, path }) => (was === undefined ? [] : [{ from: was, to: path }])),
  { from: '/analysis', to: '/analysis/performance' },
];

/** What the browser calls the page at an address; the first that matches, as the router has it. */
export const titleAt = (pathname: string): string =>
  [...routes, ...subpages].find(({ path }) => matchPath(path, currentAddress(pathname)) !== null)?.title ??
  'Not found';

const currentAddress = (pathname: string): string =>
  moved.find(({ from }) => from === pathname)?.to ?? pathname;

const covers = (path: string, pathname: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));

/** Whether an address is that of a page of this table, or of one that it leads to and that is not in the table. */
export const isWithin = (path: string, pathname: string): boolean =>
  covers(path, pathname) &&
  !routes.some((other) => other.path.length > path.length && covers(other.path, pathname));
