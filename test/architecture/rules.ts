import { areaOf, floorOf, ORDERS, PORTFOLIO_WING, PRACTICE, TRADING_WING } from './floors.ts';
import {
  graphOf,
  type Import,
  isBrowser,
  reachable,
  reaching,
  type Tree,
  withoutComments,
} from './import-graph.ts';

/** A rule of the house. */
export interface Rule {
  title: string;
  /** What breaks it, in words; empty where it holds. */
  broken(tree: Tree, graph: readonly Import[]): string[];
  /** Ways to break it, each planted alone into the real tree: the rule must name it. Pairs of a file and its text. */
  planted: readonly (readonly string[])[];
}

/** Threads load nothing but the calculation: they enter these files instead of the whole room. */
export const FOR_THREADS = [
  'core/platform/money.ts',
  'core/platform/fixed-point.ts',
  'core/platform/dates.ts',
  'core/platform/grouped.ts',
  'core/platform/numeric-bytes.ts',
  'core/platform/cache/cache.ts',
  'core/finance/lots/closing-sale.ts',
  'core/finance/lots/disposals.ts',
  'core/finance/lots/lot-queue.ts',
  'core/finance/lots/split-ratio.ts',
  'core/portfolio/ledger/replay.ts',
  'core/platform/worker-thread.ts',
  'core/research/parsing/document-parser.ts',
  'core/research/parsing/json.ts',
  'core/research/parsing/malformed.ts',
  'core/research/port/malformed.ts',
  'core/research/port/metrics.ts',
  'core/research/port/figure-words.ts',
  'core/research/evidence/sec/company-facts.ts',
  'core/research/evidence/sec/submissions.ts',
  'core/research/evidence/sec/tickers.ts',
  'core/research/evidence/sec/exhibit-page.ts',
  'core/research/evidence/guidance/visible-text.ts',
  'core/research/evidence/nse/results-filing.ts',
  'core/research/evidence/guidance/visible-text.ts',
  'core/research/evidence/guidance/guidance-prose.ts',
  'core/research/evidence/guidance/indian-year.ts',
  'core/research/evidence/issuer/sitemap.ts',
  'core/research/evidence/issuer/site-page.ts',
];
/** What pure code may load of the platform. */
const PURE = [
  'core/platform/money.ts',
  'core/platform/fixed-point.ts',
  'core/platform/dates.ts',
  'core/platform/grouped.ts',
];
const CALCULATOR = 'core/performance/engine/calculator-thread.ts';
const BACKTESTS = 'core/strategies/runs/backtest-thread.ts';
const PACKAGES_OF_BACKTESTS = ['decimal.js', 'node:util', 'node:worker_threads', 'node:zlib'];

/** The packages that a file brings along when it is loaded. */
function packagesOf(tree: Tree, loaded: ReadonlySet<string>): string[] {
  return [...loaded].flatMap((file) =>
    [...(tree.get(file) ?? '').matchAll(/^import (?!type).*? from '([^.'][^']*)'/gms)].map(
      (match) => match[1] ?? '',
    ),
  );
}

/** Who may open a connection by Node's own means; everybody else uses `createHttp` or the database. */
const SOCKETS = [
  /^core\/platform\//,
  /^core\/brokers\/adapters\//,
  // A server for rehearsals, which its own command starts; it calls nobody.
  /^core\/brokers\/practice\//,
  // Answers of models come in streams, and where a person's own address leads is looked at while connecting.
  /^core\/llm\/http\//,
  // It stands for somebody else's process, which reports to the API.
  /^core\/options\/sample-trader\/client\.ts$/,
  /^bot\/transports\//,
  // The API listens; it calls nobody.
  /^api\//,
];

/** Who may start another program. */
const PROGRAMS = [
  // The database server that Munim brings along.
  /^core\/platform\/embedded-postgres\//,
  // The program for models that the operator names, and what ends it should Munim be killed.
  /^core\/llm\/cli\/(run-program|guard)\.ts$/,
];

/** Schemas of other areas. Two tables of the market live in one of them. */
const SCHEMAS = ['portfolio', 'identity', 'notifications', 'evidence', 'chat', 'broker', 'jobs'];
const MARKET_TABLES = ['price_history', 'benchmark_snapshots'];

const edge = ({ from, to }: Import) => `${from} -> ${to}`;
const every = (graph: readonly Import[], wrong: (one: Import) => boolean) => graph.filter(wrong).map(edge);
const inAreas = (areas: readonly string[]) => (file: string) => areas.includes(areaOf(file) ?? '');

/** The files of one side that reach a file of the other, by any path of imports, even of types. */
function meetings(
  graph: readonly Import[],
  from: (file: string) => boolean,
  forbidden: (file: string) => boolean,
): string[] {
  const ends = new Set(graph.map(({ to }) => to).filter(forbidden));
  const meeting = [...reaching(graph, ends)].filter(from);
  return meeting.flatMap((start) =>
    [...reachable(graph, [start])].filter(forbidden).map((file) => `${start} reaches ${file}`),
  );
}

const DATES = 'core/platform/dates.ts';
/** A day in milliseconds, however it is written, and a date that is moved by milliseconds. */
const BY_HAND =
  /86_?400_?000\b|\b24 \* (?:3_?600_?000|3_?600 \* 1_?000|60 \* 60 \* 1_?000|60 \* 60_?000|HOUR_MS|60 \* MINUTE_MS)\b|new Date\(Date\.parse\([^)]*\) [-+][^)]*\)\s*\.toISOString\(\)\s*\.slice\(0, 10\)/;

/** Files that reckon with days by themselves. */
export function datesByHand(tree: Tree, allowed: (file: string) => boolean): string[] {
  return [...tree].flatMap(([file, text]) =>
    !allowed(file) && BY_HAND.test(withoutComments(text)) ? [file] : [],
  );
}

/** A circle for each file that closes one, as the way from the file back to itself. */
function circles(graph: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of graph) next.set(from, (next.get(from) ?? new Set()).add(to));
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) found.push([...trail.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    done.add(file);
    for (const to of next.get(file) ?? []) visit(to, [...trail, file]);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

/** The outermost area or room around a file that the importer does not stand in. */
function entered(rooms: ReadonlySet<string>, from: string, to: string): string | undefined {
  const parts = to.split('/');
  const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
  return folders.find((folder) => rooms.has(folder) && !from.startsWith(`${folder}/`));
}

/** These read the configuration before anything else is loaded. */
const isEntry = (file: string) => file === 'main.ts' || file.startsWith('core/command-line/');

export const RULES: readonly Rule[] = [
  {
    title: 'every import leads to a file that exists',
    broken: (tree, graph) => every(graph, ({ to }) => /\.tsx?$/.test(to) && !tree.has(to)),
    planted: [['core/goals/planted.ts', `import { nothing } from './nowhere.ts';`]],
  },
  {
    title: 'core imports no door and no chart',
    broken: (_, graph) =>
      every(graph, ({ from, to }) => from.startsWith('core/') && /^(bot|api|jobs|charts)\//.test(to)),
    planted: [
      ['core/goals/planted.ts', `import { createBot } from '../../bot/bot.ts';`],
      ['core/goals/planted.ts', `import type { Route } from '../../api/route.ts';`],
      ['core/reports/tax/planted.ts', `export { charts } from '../../../charts/index.ts';`],
      ['core/platform/planted.ts', `const run = await import('../../jobs/index.ts');`],
    ],
  },
  {
    title: 'no door imports another, not even types',
    broken: (_, graph) => {
      const door = (file: string) => /^(bot|api|jobs)\//.exec(file)?.[1];
      return every(graph, ({ from, to }) => {
        const [here, there] = [door(from), door(to)];
        return here !== undefined && there !== undefined && here !== there;
      });
    },
    planted: [
      ['jobs/planted.ts', `import { plain } from '../bot/text/entities.ts';`],
      ['bot/planted.ts', `import { route } from '../api/route.ts';`],
      ['api/routes/planted.ts', `import type { Command } from '../../bot/command.ts';`],
      ['api/planted.ts', `const { COMMANDS } = await import('../bot/catalogue.ts');`],
    ],
  },
  {
    title: 'the start loads no database before a command needs one',
    broken: (_, graph) => {
      const atOnce = graph.filter(({ isDynamic }) => !isDynamic);
      return [...reachable(atOnce, ['main.ts'], true)].filter((file) =>
        file.startsWith('core/platform/database/'),
      );
    },
    planted: [['main.ts', `import { openServer } from './core/platform/server.ts';`]],
  },
  {
    title:
      'an area or a room of core is entered through its index.ts, or where it has an entrance for threads through that',
    broken: (tree, graph) => {
      const rooms = new Set(
        [...tree.keys()]
          .filter((file) => /^core\/.+\/index\.ts$/.test(file))
          .map((file) => file.slice(0, -'/index.ts'.length)),
      );
      return every(graph, ({ from, to }) => {
        if (entered(rooms, from, to) === undefined) return false;
        if (to.endsWith('/index.ts') || FOR_THREADS.includes(to)) return false;
        return !(isEntry(from) && to.startsWith('core/platform/'));
      });
    },
    planted: [
      ['core/reports/tax/planted.ts', `import { createDhan } from '../../brokers/adapters/dhan.ts';`],
      ['core/goals/planted.ts', `import { HoldingModel } from '../portfolio/models.ts';`],
      ['core/portfolio/imports/planted.ts', `import { findHolding } from '../records/holding-store.ts';`],
      ['api/routes/planted.ts', `import type { Clock } from '../../core/platform/clock.ts';`],
    ],
  },
  {
    title: 'arrows lead down: an area imports from lower floors, and every area has a floor',
    broken: (tree, graph) => {
      const floor = (file: string) => floorOf(areaOf(file) ?? '');
      const homeless = [...tree.keys()].filter((file) => file.startsWith('core/') && floor(file) === null);
      const up = every(graph, ({ from, to }) => {
        const [here, there] = [floor(from), floor(to)];
        return here !== null && there !== null && there > here;
      });
      return [...homeless.map((file) => `${file} has no floor`), ...up];
    },
    planted: [
      ['core/market/fx/planted.ts', `import type { PricedHolding } from '../../portfolio/index.ts';`],
      ['core/brokers/planted.ts', `import { createPortfolio } from '../portfolio/index.ts';`],
      ['core/portfolio/records/planted.ts', `import type { GoalView } from '../../goals/index.ts';`],
      ['core/goals/planted.ts', `import type { Core } from '../assembly/index.ts';`],
      ['core/platform/context.ts', `import type { Identity } from '../identity/index.ts';`],
      ['core/loose.ts', 'export const one = 1;'],
      ['core/astrology/index.ts', 'export const sign = 1;'],
    ],
  },
  {
    title: 'market is facts: its statements name no table of another area',
    broken: (tree) =>
      [...tree].flatMap(([file, text]) =>
        areaOf(file) === 'market'
          ? [...withoutComments(text).matchAll(/['"`\s(]([a-z]+)\.([a-z_]+)(?=['"`\s(;)])/g)].flatMap(
              ([, schema = '', table = '']) =>
                SCHEMAS.includes(schema) && !MARKET_TABLES.includes(table)
                  ? [`${file} names ${schema}.${table}`]
                  : [],
            )
          : [],
      ),
    planted: [
      ['core/market/fx/planted.ts', "export const sql = 'select from portfolio.transactions t';"],
      ['core/market/history/planted.ts', "export const rows = trx('portfolio.holdings').select('symbol');"],
      ['core/market/planted.ts', 'export const sql = `select (select from identity.users)`;'],
    ],
  },
  {
    title: 'core/finance is pure: it loads nothing but money, fixed-point numbers and dates',
    broken: (tree, graph) => {
      const isPure = (file: string) => file.startsWith('core/finance/') || PURE.includes(file);
      const packages = [...tree].flatMap(([file, text]) =>
        isPure(file)
          ? [...text.matchAll(/\b(?:from|import) *\(?['"]([^.'"][^'"]*)['"]/g)].map(
              (match) => `${file} -> ${match[1]}`,
            )
          : [],
      );
      return [
        ...every(
          graph,
          ({ from, to }) =>
            isPure(from) && !PURE.includes(to) && !(from.startsWith('core/finance/') && isPure(to)),
        ),
        ...packages.filter((one) => one !== 'core/platform/money.ts -> decimal.js'),
      ];
    },
    planted: [
      ['core/finance/risk/planted.ts', `import { istDate } from '../../platform/index.ts';`],
      ['core/finance/tax-law/planted.ts', `import type { Config } from '../../platform/config.ts';`],
      ['core/finance/lots/planted.ts', `import { randomInt } from 'node:crypto';`],
      ['core/platform/dates.ts', `import { systemClock } from './clock.ts';`],
    ],
  },
  {
    title: 'areas of one floor make no circle, not even of types',
    broken: (_, graph) => {
      const between = new Map<string, Import>();
      for (const { from, to } of graph) {
        const [here, there] = [areaOf(from), areaOf(to)];
        if (here === null || there === null || here === there) continue;
        between.set(`${here} ${there}`, {
          from: here,
          to: there,
          isType: false,
          isDynamic: false,
          names: null,
          passesOn: false,
        });
      }
      return circles([...between.values()]);
    },
    planted: [
      [
        'core/identity/planted.ts',
        `import type { Notifications } from '../notifications/index.ts';`,
        'core/notifications/planted.ts',
        `import type { Identity } from '../identity/index.ts';`,
      ],
    ],
  },
  {
    title: 'no file leads back to itself, not even by types',
    broken: (_, graph) => circles(graph),
    planted: [
      [
        'core/goals/planted.ts',
        `import type { Other } from './planted-too.ts';`,
        'core/goals/planted-too.ts',
        `import type { One } from './planted.ts';`,
      ],
    ],
  },
  {
    title: 'charts import only types from core, and nothing of Node but in the renderer',
    broken: (tree, graph) => [
      ...every(
        graph,
        ({ from, to, isType }) =>
          from.startsWith('charts/') && !to.startsWith('charts/') && !(isType && to.startsWith('core/')),
      ),
      ...[...tree].flatMap(([file, text]) =>
        file.startsWith('charts/') && !file.startsWith('charts/render') && /from ['"]node:/.test(text)
          ? [`${file} uses Node`]
          : [],
      ),
    ],
    planted: [
      ['charts/planted.ts', `import { decimal } from '../core/platform/index.ts';`],
      ['charts/planted.ts', `import path from 'node:path';`],
    ],
  },
  {
    title: 'warnings of the dashboard have one look: a Notice, and no Alert of Mantine',
    broken: (tree) =>
      [...tree].flatMap(([file, text]) =>
        isBrowser(file) && /import \{[^}]*\bAlert\b[^}]*\} from '@mantine\/core'/.test(text)
          ? [`${file} has an Alert`]
          : [],
      ),
    planted: [
      ['api/dashboard/src/planted.tsx', `import { Alert } from '@mantine/core';`],
      ['api/dashboard/src/planted.tsx', `import {\n  Alert as Warning,\n  Box,\n} from '@mantine/core';`],
    ],
  },
  {
    title: 'a shape is declared in core, once: no route writes a schema',
    broken: (tree) =>
      [...tree].flatMap(([file, text]) =>
        file.startsWith('api/routes/') &&
        (/import (?!type\b)[^;]*from 'yup'/.test(text) ||
          /\b(view|oneOf|mapOf)\(/.test(withoutComments(text)))
          ? [`${file} declares a schema`]
          : [],
      ),
    planted: [
      ['api/routes/planted.ts', `import * as yup from 'yup';`],
      ['api/routes/reports/planted.ts', `import { object } from 'yup';`],
      [
        'api/routes/planted.ts',
        `import { text, view } from '../../core/platform/schema/index.ts';\nconst answer = view({ name: text });`,
      ],
    ],
  },
  {
    title: 'Isolation: the portfolio wing never reaches trading code, by any path of imports',
    broken: (_, graph) =>
      meetings(
        graph,
        inAreas(PORTFOLIO_WING),
        (file) => inAreas(TRADING_WING)(file) || file.startsWith(`${ORDERS}/`),
      ),
    planted: [
      ['core/reports/tax/planted.ts', `import { plan } from '../../policies/index.ts';`],
      ['core/watchlist/planted.ts', `import type { Trade } from '../options/index.ts';`],
      ['core/income/planted.ts', `const { place } = await import('../brokers/orders/index.ts');`],
      // By way of an area that both may use.
      ['core/market/quotes/quote.ts', `export { place } from '../../brokers/orders/index.ts';`],
    ],
  },
  {
    title: 'Isolation: trading code never reaches the portfolio wing, by any path of imports',
    broken: (_, graph) => meetings(graph, inAreas(TRADING_WING), inAreas(PORTFOLIO_WING)),
    planted: [
      ['core/policies/planted.ts', `import { createPortfolio } from '../portfolio/index.ts';`],
      ['core/strategies/planted.ts', `import type { DailySeries } from '../performance/engine/index.ts';`],
      ['core/options/planted.ts', `import { readTaxLots } from '../reports/index.ts';`],
    ],
  },
  {
    title: 'Isolation: research reaches no service of portfolio, trading or brokers, by any path of imports',
    broken: (_, graph) =>
      meetings(
        graph,
        inAreas(['research']),
        inAreas([...PORTFOLIO_WING, ...TRADING_WING, 'brokers', 'assistant']),
      ),
    planted: [
      ['core/research/planted.ts', `import type { HoldingView } from '../portfolio/index.ts';`],
      ['core/research/planted.ts', `import { kiteSymbol } from '../brokers/statements/index.ts';`],
    ],
  },
  {
    title: 'Isolation: orders are imported by core/policies alone, and no command of the chat loads them',
    broken: (_, graph) => {
      const isOrders = (file: string) => file.startsWith(`${ORDERS}/`);
      const importers = every(
        graph,
        ({ from, to }) => isOrders(to) && !isOrders(from) && areaOf(from) !== 'policies',
      );
      const commands = graph.map(({ from }) => from).filter((file) => file.startsWith('bot/commands/'));
      const loaded = [...reachable(graph, commands, true)].filter(isOrders);
      return [...importers, ...loaded.map((file) => `a command loads ${file}`)];
    },
    planted: [
      ['core/brokers/index.ts', `export { place } from './orders/index.ts';`],
      ['bot/commands/planted.ts', `import { place } from '../../core/brokers/orders/index.ts';`],
      ['core/assembly/core.ts', `import { createOrders } from '../brokers/orders/index.ts';`],
    ],
  },
  {
    title:
      'Isolation: policies on paper reach no order, by any path of imports; core/policies/live alone may',
    broken: (_, graph) =>
      meetings(
        graph,
        (file) =>
          areaOf(file) === 'policies' &&
          // The area puts both together, and its index shows it.
          !['core/policies/index.ts', 'core/policies/policies-area.ts'].includes(file) &&
          !file.startsWith('core/policies/live/'),
        (file) => file.startsWith(`${ORDERS}/`),
      ),
    planted: [
      ['core/policies/planted.ts', `import { place } from '../brokers/orders/index.ts';`],
      ['core/policies/cycle/planted.ts', `const { place } = await import('../../brokers/orders/index.ts');`],
      [
        'core/policies/cycle/planted.ts',
        `import { send } from '../live/planted.ts';`,
        'core/policies/live/planted.ts',
        `export { place as send } from '../../brokers/orders/index.ts';`,
      ],
    ],
  },
  {
    title: 'the practice broker is loaded by its command alone, and knows nothing of who trades with it',
    broken: (_, graph) => {
      const isPractice = (file: string) => file.startsWith(`${PRACTICE}/`);
      const importers = every(
        graph,
        ({ from, to, isDynamic }) =>
          isPractice(to) &&
          !isPractice(from) &&
          !(from === 'core/command-line/broker-commands.ts' && isDynamic),
      );
      const known = every(
        graph,
        ({ from, to }) => isPractice(from) && !isPractice(to) && to !== 'core/platform/index.ts',
      );
      return [...importers, ...known];
    },
    planted: [
      ['core/brokers/index.ts', `export { practicePrices } from './practice/index.ts';`],
      ['core/brokers/orders/planted.ts', `import type { FaultName } from '../practice/index.ts';`],
      [
        'core/command-line/broker-commands.ts',
        `import { runPracticeBroker } from '../brokers/practice/index.ts';`,
      ],
      ['core/brokers/practice/planted.ts', `import { limitPrice } from '../orders/index.ts';`],
    ],
  },
  {
    title: 'the thread that calculates loads no more than the calculation',
    broken: (tree, graph) => {
      const loaded = reachable(graph, [CALCULATOR], true);
      return [
        ...[...loaded].filter((file) => file.endsWith('/index.ts')).map((file) => `${file} is a whole room`),
        ...packagesOf(tree, loaded).filter((name) => !['decimal.js', 'node:worker_threads'].includes(name)),
        ...(loaded.has('core/portfolio/ledger/position.ts') ? [] : ['the replay is not among them']),
      ];
    },
    planted: [
      [CALCULATOR, `import { decimal } from '../../platform/index.ts';`],
      ['core/platform/money.ts', `import pino from 'pino';`],
    ],
  },
  {
    title: 'the thread of backtests loads nothing but arithmetic: no database, no clock, no books',
    broken: (tree, graph) => {
      const loaded = reachable(graph, [BACKTESTS], true);
      const isArithmetic = (file: string) =>
        /^core\/(finance|strategies)\//.test(file) || PURE.includes(file);
      return [
        ...[...loaded].filter((file) => !isArithmetic(file)),
        ...packagesOf(tree, loaded).filter((name) => !PACKAGES_OF_BACKTESTS.includes(name)),
        ...(loaded.has('core/strategies/engine/session.ts') ? [] : ['the engine is not among them']),
      ];
    },
    planted: [
      [BACKTESTS, `import { decimal } from '../../platform/index.ts';`],
      [
        'core/strategies/engine/planner.ts',
        `import type pg from 'pg';\nimport { from } from 'pg-copy-streams';`,
      ],
      ['core/strategies/panel/index.ts', `export { Calendar } from '../../market/calendar/index.ts';`],
    ],
  },
  {
    title:
      'only config.ts reads process.env, only clock.ts the time, only adapters and servers open sockets, and few start programs',
    broken: (tree) => {
      const found = (what: string, pattern: RegExp, allowed: (file: string) => boolean) =>
        [...tree].flatMap(([file, text]) =>
          !isBrowser(file) && !allowed(file) && pattern.test(withoutComments(text))
            ? [`${file} ${what}`]
            : [],
        );
      return [
        ...found('reads the environment', /process\.env\b/, (file) => file === 'core/platform/config.ts'),
        ...found('reads the time', /Date\.now\(\)|new Date\(\)/, (file) => file === 'core/platform/clock.ts'),
        ...found(
          'opens a socket',
          /from '(?:node:(?:net|http|https|http2|tls|dgram)|undici|ws)'|\bfetch\(/,
          (file) => SOCKETS.some((one) => one.test(file)),
        ),
        ...found('starts a program', /['"]node:child_process['"]/, (file) =>
          PROGRAMS.some((one) => one.test(file)),
        ),
      ];
    },
    planted: [
      ['core/goals/planted.ts', 'export const secret = process.env.SECRET;'],
      ['core/goals/planted.ts', 'export const today = new Date();'],
      ['jobs/planted.ts', 'await fetch("https://example.com");'],
      ['core/reports/planted.ts', `import { connect } from 'node:net';`],
      ['core/llm/chain/planted.ts', `import { execFile } from 'node:child_process';`],
      ['api/planted.ts', `const { exec } = await import('node:child_process');`],
    ],
  },
  {
    title: 'the arithmetic of dates and the length of a day stand in dates.ts, and for charts in scales.ts',
    broken: (tree) =>
      datesByHand(tree, (file) => isBrowser(file) || file === DATES || file === 'charts/scales.ts'),
    planted: [
      ['core/goals/planted.ts', 'export const KEPT_MS = 7 * 86_400_000;'],
      ['jobs/planted.ts', 'export const KEPT_MS = 24 * 3_600_000;'],
      ['charts/planted.ts', 'const DAY = 24 * 3600 * 1000;'],
      [
        'core/goals/planted.ts',
        'export const next = (day: string) => new Date(Date.parse(day) + WEEK_MS).toISOString().slice(0, 10);',
      ],
    ],
  },
  {
    title: 'advisory locks and the claims of rows have one module each',
    broken: (tree) => {
      const found = (pattern: RegExp, ...allowed: string[]) =>
        [...tree].flatMap(([file, text]) => (!allowed.includes(file) && pattern.test(text) ? [file] : []));
      return [
        ...found(/pg_\w*advisory/, 'core/platform/database/advisory-locks.ts'),
        // Prices pass over the holdings that an import is at work on.
        ...found(
          /skipLocked|skip locked/i,
          'core/platform/locks/lease.ts',
          'core/portfolio/prices/free-holdings.ts',
        ),
      ];
    },
    planted: [
      ['core/goals/planted.ts', "await trx.raw('select pg_try_advisory_xact_lock(1)');"],
      ['core/goals/planted.ts', "await trx.raw('select from goals for update skip locked');"],
    ],
  },
  {
    title: 'files stay short enough to be about one thing',
    broken: (tree) => [...tree].flatMap(([file, text]) => (text.split('\n').length > 320 ? [file] : [])),
    planted: [['core/goals/planted.ts', '\n'.repeat(400)]],
  },
];

/** A tree with some files planted: their texts stand before what the files hold already. */
export function planted(tree: Tree, pairs: readonly string[]): { tree: Tree; graph: Import[] } {
  const grown = new Map(tree);
  for (let at = 0; at < pairs.length; at += 2) {
    const file = pairs[at] ?? '';
    grown.set(file, `${pairs[at + 1] ?? ''}\n${tree.get(file) ?? ''}`);
  }
  return { tree: grown, graph: graphOf(grown) };
}
