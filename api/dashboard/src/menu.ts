/** Lines of the menu, page titles and redirects of old addresses, derived from the tables of pages. */
import { matchPath } from 'react-router';
import type { MenuLine } from './page-route.ts';
import { routes } from './routes.tsx';
import { subpages } from './subpages.ts';

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

/** Title of the page at an address; the first match wins, as in the router. */
export const titleAt = (pathname: string): string =>
  [...routes, ...subpages].find(({ path }) => matchPath(path, currentAddress(pathname)) !== null)?.title ??
  'Not found';

const currentAddress = (pathname: string): string =>
  moved.find(({ from }) => from === pathname)?.to ?? pathname;

const covers = (path: string, pathname: string): boolean =>
  pathname === path || (path !== '/' && pathname.startsWith(`${path}/`));

/** True for the address of a page in this table, and for subpages of it that have no row of their own. */
export const isWithin = (path: string, pathname: string): boolean =>
  covers(path, pathname) &&
  !routes.some((other) => other.path.length > path.length && covers(other.path, pathname));
