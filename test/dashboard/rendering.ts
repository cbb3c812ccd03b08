/**
 * Pages of the dashboard as HTML, rendered in this process with what a server answers: no browser, no effects, no clicks, and
 * without what is around every page.
 */
import assert from 'node:assert/strict';
import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiClient } from '../support/api-client.ts';

/** A class of a style sheet is its own name. */
const STYLES = `export async function load(url, context, next) {
  if (!url.endsWith('.css')) return await next(url, context);
  const source = 'export default new Proxy({}, { get: (_, name) => String(name) })';
  return { format: 'module', source, shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(STYLES)}`);

type Component = (props: never) => unknown;
interface Page {
  path: string;
  page: Component;
}
interface Query {
  options: { enabled?: unknown };
  state: { status: string };
  fetch(): Promise<unknown>;
}
interface QueryClient {
  getQueryCache(): { getAll(): Query[] };
}
interface Libraries {
  react: {
    createElement(type: Component, props: object | null, ...children: unknown[]): unknown;
    /** Of the build for developers alone. */
    captureOwnerStack?: unknown;
  };
  static: { prerenderToNodeStream(element: unknown): Promise<{ prelude: AsyncIterable<Buffer> }> };
  mantine: { MantineProvider: Component };
  queries: { QueryClient: new (options: object) => QueryClient; QueryClientProvider: Component };
  router: Record<'StaticRouter' | 'Routes' | 'Route', Component>;
}

const SOURCES = path.resolve(import.meta.dirname, '../../api/dashboard/src');
/** By names that are not known before: the compiler of the tests reads no React. */
const load = async <Loaded>(name: string): Promise<Loaded> => (await import(name)) as Loaded;
const source = async <Loaded>(file: string): Promise<Loaded> =>
  await load(pathToFileURL(path.join(SOURCES, file)).href);

/** Rounds of reading what a page asks for: an answer may bring further questions. */
const MOST_ROUNDS = 6;

/** What pages are made of, loaded once for a process. */
async function parts() {
  const { react, statics } = await loadReact();
  const { MantineProvider } = await load<Libraries['mantine']>('@mantine/core');
  const { QueryClient, QueryClientProvider } = await load<Libraries['queries']>('@tanstack/react-query');
  const { StaticRouter, Routes, Route } = await load<Libraries['router']>('react-router');
  const dashboard = await withGlobals({ React: react }, async () => {
    // It looks at the screen while it is loaded.
    const window = { matchMedia: () => ({ matches: true }) };
    await withGlobals({ window }, () => source('pages/chat/composer.tsx'));
    return {
      ...(await source<{ LiveProvider: Component }>('api/live.tsx')),
      ...(await source<{ routes: readonly Page[] }>('routes.tsx')),
      ...(await source<{ subpages: readonly Page[] }>('subpages.ts')),
      ...(await source<{ theme: object }>('theme.ts')),
    };
  });
  return {
    react,
    statics,
    MantineProvider,
    QueryClient,
    QueryClientProvider,
    StaticRouter,
    Routes,
    Route,
    dashboard,
  };
}

/**
 * @param plain asks the server
 * @returns a function that renders the page at an address, as it is once everything it asked for is there; an answer is
 * kept for the pages after it
 */
export async function dashboardRenderer(
  client: ApiClient,
  plain = globalThis.fetch,
): Promise<(address: string) => Promise<string>> {
  const { react, statics, dashboard, ...libraries } = await parts();
  const { MantineProvider, QueryClient, QueryClientProvider, StaticRouter, Routes, Route } = libraries;
  const { LiveProvider, routes, subpages, theme } = dashboard;
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const pages = react.createElement(
    LiveProvider,
    null,
    react.createElement(
      Routes,
      null,
      ...[...routes, ...subpages].map(({ path: at, page }) =>
        react.createElement(Route, { path: at, element: react.createElement(page, null) }),
      ),
    ),
  );
  const render = async (address: string): Promise<string> => {
    const routed = react.createElement(StaticRouter, { location: address }, pages);
    const styled = react.createElement(MantineProvider, { theme }, routed);
    const page = react.createElement(QueryClientProvider, { client: queries }, styled);
    const { prelude } = await statics.prerenderToNodeStream(page);
    let html = '';
    for await (const part of prelude) html += part.toString();
    return html;
  };
  const globals = { React: react, location: new URL(client.url), fetch: fetchOf(client, plain) };
  return async (address) =>
    await withGlobals(globals, async () => {
      for (let round = 1; ; round += 1) {
        const html = await render(address);
        const waiting = queries
          .getQueryCache()
          .getAll()
          .filter(({ options, state }) => state.status === 'pending' && options.enabled !== false);
        if (waiting.length === 0) return html;
        if (round === MOST_ROUNDS) throw new Error(`${address} asks again and again`);
        await Promise.all(waiting.map((query) => query.fetch().catch(() => undefined)));
      }
    });
}

/** React without what it checks for developers takes a third of the time. All of it must be of the same build. */
async function loadReact() {
  const before = process.env['NODE_ENV'];
  const restore = (): void => {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  };
  process.env['NODE_ENV'] = 'production';
  try {
    const react = await load<Libraries['react']>('react');
    // Another file of this process may have loaded it before.
    if (react.captureOwnerStack !== undefined) restore();
    await load('react/jsx-runtime');
    return { react, statics: await load<Libraries['static']>('react-dom/static') };
  } finally {
    restore();
  }
}

/** Asks for addresses of the server in the name of the client. */
function fetchOf(client: ApiClient, plain: typeof fetch): typeof fetch {
  return async (address, given) =>
    await plain(typeof address === 'string' ? new URL(address, client.url) : address, {
      ...given,
      headers: { ...(given?.headers as Record<string, string>), cookie: client.cookie ?? '' },
    });
}

/** What the sources of the dashboard find in a browser, or as the compiler of the tests turns JSX into calls of React. */
async function withGlobals<Done>(globals: object, work: () => Promise<Done>): Promise<Done> {
  const before = Object.keys(globals).map((name): [string, unknown] => [name, Reflect.get(globalThis, name)]);
  Object.assign(globalThis, globals);
  try {
    return await work();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) Reflect.deleteProperty(globalThis, name);
      else Reflect.set(globalThis, name, value);
  }
}

/** The words of a page, without those of its styles. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
    // React's mark between two pieces of one text
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .trim();

/** Each part of a page that has this name: a region, a table. */
const partsOf = (html: string, name: string): string[] => {
  const ids = [...html.matchAll(/<[a-z0-9]+[^>]* id="([^"]+)"[^>]*>/g)]
    .filter(
      ({ index, 1: id = '' }) =>
        html.includes(`aria-labelledby="${id}"`) && wordsOf(elementAt(html, index)) === name,
    )
    .map(([, id]) => `aria-labelledby="${id}"`);
  const given = `aria-label="${name.replace(/&/g, '&amp;').replace(/'/g, '&#x27;')}"`;
  return [...html.matchAll(/<[a-z0-9]+ [^>]*aria-label(?:ledby)?="[^>]*>/g)]
    .filter(([tag]) => [given, ...ids].some((label) => tag.includes(label)))
    .map(({ index }) => elementAt(html, index));
};

/** The element whose tag begins here, to its end. */
function elementAt(html: string, start: number): string {
  const name = /[a-z0-9]+/.exec(html.slice(start, start + 20))?.[0] ?? '';
  const tags = new RegExp(`<(/?)${name}[ >]`, 'g');
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return html.slice(start, tag.index);
  }
  return html.slice(start);
}

/** A page that was rendered, for what is asked of it. */
export interface Shown {
  words: string;
  /** Some part with this name has these words. */
  readonly part: (name: string, words: RegExp) => void;
  /** Some row has these words: of the table with a name, or of any. */
  readonly row: (table: string | null, words: RegExp) => void;
}

export function shownOf(html: string): Shown {
  const some = (found: string[], words: RegExp, where: string): void =>
    assert.ok(
      found.some((one) => words.test(one)),
      `${where}: not ${words} in ${JSON.stringify(found)}`,
    );
  return {
    words: wordsOf(html),
    part: (name, words) => some(partsOf(html, name).map(wordsOf), words, name),
    row(table, words) {
      const places = table === null ? [html] : partsOf(html, table);
      const rows = places.flatMap((place) => [...place.matchAll(/<tr[ >][\s\S]*?<\/tr>/g)]);
      some(
        rows.map(([row]) => wordsOf(row)),
        words,
        table ?? 'any table',
      );
    },
  };
}

/** The main headings of a page. */
export const headingsOf = (html: string): string[] =>
  [...html.matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].map(([, text = '']) => wordsOf(text));
