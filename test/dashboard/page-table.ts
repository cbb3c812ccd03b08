/** The pages of the dashboard as its own tables have them. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Named {
  path: string;
  title: string;
}

const SOURCES = path.resolve(import.meta.dirname, '../../api/dashboard/src');
// By a name that is not known before: the compiler of the tests reads no React.
const load = async (file: string): Promise<unknown> =>
  await import(pathToFileURL(path.join(SOURCES, file)).href);

const { routes } = (await load('routes.tsx')) as { routes: readonly Named[] };
const { titleAt, menu, moved } = (await load('menu.ts')) as {
  menu: readonly { title: string; group: string | undefined; tabs: readonly Named[] }[];
  moved: readonly { from: string; to: string }[];
  titleAt: (pathname: string) => string;
};
const { subpages } = (await load('subpages.ts')) as { subpages: readonly Named[] };

export { menu, moved, titleAt };

/** The path of every page, with `:id` and its like where it shows one thing of many. */
export const PATHS: readonly string[] = [...routes, ...subpages].map((one) => one.path);
