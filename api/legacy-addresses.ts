import type { ApiContext } from './context.ts';

/** 1 January 2026, when the addresses of today took their place; in the form of RFC 9745. */
const SINCE = '@1767225600';

const OLD_REPORTS = '/api/reports/';
const REPORTS = '/api/portfolio/reports/';

/** Pages of the dashboard that kept their addresses, below /portfolio or /reports. */
const UNMOVED_PAGES = [
  'chat',
  'data',
  'definitions',
  'goals',
  'help',
  'holdings',
  'income',
  'net-worth',
  'notifications',
  'options',
  'policies',
  'portfolios',
  'settings',
  'strategies',
  'tax',
  'transactions',
  'watchlist',
];

/** Every former page by its name below /portfolio or /reports, and the page that shows the same today. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ...UNMOVED_PAGES.map((name) => [name, `/${name}`] as const),
  ['activity', '/transactions/activity'],
  ['calendar', '/income/calendar'],
  ['connections', '/data/connections'],
  ['corporate-actions', '/data/corporate-actions'],
  ['data-quality', '/data/quality'],
  ['diversification', '/analysis/diversification'],
  ['import', '/data/import'],
  ['liabilities', '/net-worth/liabilities'],
  ['look-through', '/analysis/look-through'],
  ['performance', '/analysis/performance'],
  ['rebalance', '/portfolios/rebalance'],
  ['risk', '/analysis/risk'],
  ['dashboard', '/'],
  ['overview', '/'],
  ['summary', '/'],
  ['csv', '/data/import'],
  ['sip-plans', '/goals'],
  ['sips', '/goals'],
  ['goal-scenario', '/goals'],
  ['alerts', '/watchlist'],
  ['attribution', '/analysis/performance'],
  ['benchmark', '/analysis/performance'],
  ['snapshots', '/analysis/performance'],
  ['allocation', '/analysis/diversification'],
  ['sectors', '/analysis/diversification'],
  ['overlap', '/analysis/look-through'],
  ['fund-holdings', '/analysis/look-through'],
  ['dividends', '/income'],
  ['dividend-yield', '/income'],
  ['income-projection', '/income'],
  ['tax-lots', '/tax'],
  ['networth', '/net-worth'],
]);

/** Where /portfolio and /reports themselves lead. */
const ROOTS: ReadonlyMap<string, string> = new Map([
  ['portfolio', '/'],
  ['reports', '/analysis/performance'],
]);

/**
 * The address of today for a former one, by the path alone; null for every other. A former page has one of the names above;
 * what follows its name, such as an id, has no page of its own. An unknown name is left to the app, which says so.
 *
 * Every answer is a path of this server: fixed ones, and below /api/portfolio/reports/ segments that are neither empty nor
 * dots, so that no address can lead elsewhere.
 */
export function successorOf(path: string): string | null {
  if (path.startsWith(OLD_REPORTS)) {
    const rest = path.slice(OLD_REPORTS.length);
    return rest.split('/').every(isPlain) ? `${REPORTS}${rest}` : null;
  }
  const [empty, root = '', ...rest] = path.replace(/\/$/, '').split('/');
  const start = ROOTS.get(root);
  if (empty !== '' || start === undefined) return null;
  // /portfolio/reports/tax is a report as well.
  const names = root === 'portfolio' && rest[0] === 'reports' ? rest.slice(1) : rest;
  const [name] = names;
  if (name === undefined) return rest.length === 0 ? start : (ROOTS.get('reports') ?? null);
  return PAGES.get(name) ?? null;
}

function isPlain(segment: string): boolean {
  return segment !== '' && !segment.includes('\\') && !/^(\.|%2e){1,2}$/i.test(segment);
}

/**
 * Sends former addresses on for good, query, method and body kept (308), and names the successor (spec: Versioning 3). Who
 * asks is no matter here: what needs a session says so at its new address.
 */
export async function legacyAddresses(ctx: ApiContext, next: () => Promise<void>): Promise<void> {
  const successor = successorOf(ctx.path);
  const isApi = ctx.path.startsWith('/api/');
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (successor === null || !(isApi || isRead)) return await next();
  ctx.state.route = 'former address';
  ctx.body = '';
  ctx.status = 308;
  ctx.set({
    Location: `${successor}${ctx.search}`,
    Deprecation: SINCE,
    Link: `<${successor}>; rel="successor-version"`,
    'Cache-Control': isApi ? 'no-store' : 'no-cache',
  });
}
