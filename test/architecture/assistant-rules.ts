import type { Rule } from './rules.ts';
import { areaOf } from './floors.ts';
import { reachable } from './import-graph.ts';

const ANSWERS = /^core\/assistant\/(?:ask|context|insight|market-analysis)\//;
/** What an answer may rest on; everything else is handed in as a read. */
const MAY_REACH = ['platform', 'llm', 'assistant', 'finance'];
/** Where the files are that hand reads in, and the file that hands them on. */
const READERS = 'core/assembly/assistant/';
const HANDED_ON = `${READERS}assemble-assistant.ts`;
/** What a service calls its reads. */
const READS = new Set([
  'all',
  'bonds',
  'closes',
  'hasRecords',
  'isSession',
  'latest',
  'list',
  'nextSession',
  'now',
  'pageJson',
  'pending',
  'read',
  'revision',
  'safety',
  'sessionHours',
  'settings',
  'summary',
  'upcoming',
]);
const SERVICES =
  /\b(?:portfolio|reports|income|goals|liabilities|watchlist|policies|quality|notifications|options|research|indexes|calendar|clock|database)((?:\??\.\w+)+)\s*\(/g;
const MUTATIONS = /\b(?:auditedMutation|createMutation|recordEvent|asSystem|readAsSystem)\b/;

/** What keeps an answer from changing anything (research/What the service does 8). */
export const ASSISTANT_RULES: readonly Rule[] = [
  {
    title:
      'nothing on the way of an answer imports a changing service or function, by any path of imports, even of types',
    broken: (tree, graph) => {
      const own = [...tree.keys()].filter((file) => ANSWERS.test(file));
      const reached = [...reachable(graph, own)].filter((file) => {
        const area = areaOf(file);
        if (area === null) return file.startsWith('core/');
        return !MAY_REACH.includes(area) || file.startsWith('core/assistant/history/');
      });
      const named = own.filter((file) => MUTATIONS.test(tree.get(file) ?? ''));
      return [
        ...reached.map((file) => `an answer reaches ${file}`),
        ...named.map((file) => `${file} names a mutation`),
      ];
    },
    planted: [
      ['core/assistant/ask/planted.ts', `import type { Goals } from '../../goals/index.ts';`],
      ['core/assistant/context/planted.ts', `import { sendOnce } from '../../brokers/orders/index.ts';`],
      ['core/assistant/context/planted.ts', `const { plan } = await import('../../policies/index.ts');`],
      ['core/assistant/insight/planted.ts', `import { createHistory } from '../history/index.ts';`],
      ['core/assistant/ask/planted.ts', `import { auditedMutation } from '../../platform/index.ts';`],
      // By way of what it may use.
      ['core/llm/port/chain.ts', `import type { Policies } from '../../policies/index.ts';`],
    ],
  },
  {
    title: 'what the assistant is handed reads of calls reads alone, and imports services as types only',
    broken: (tree, graph) =>
      [...tree].flatMap(([file, text]) => {
        if (!file.startsWith(READERS) || file === HANDED_ON) return [];
        const calls = [...text.matchAll(SERVICES)].flatMap(([, path = '']) => {
          const name = path.split('.').at(-1) ?? '';
          return READS.has(name) ? [] : [`${file} calls ${path.slice(1)}`];
        });
        const values = graph.filter(
          ({ from, to, isType }) =>
            from === file && !isType && !to.startsWith(READERS) && areaOf(to) !== 'platform',
        );
        return [...calls, ...values.map(({ to }) => `${file} imports more than types of ${to}`)];
      }),
    planted: [
      ['core/assembly/assistant/books.ts', 'await portfolio.holdings.remove(userId, id, actor);'],
      ['core/assembly/assistant/market.ts', 'await options.ingest(userId, records);'],
      ['core/assembly/assistant/market.ts', 'await research.runs.cancel(userId, id, actor);'],
      ['core/assembly/assistant/plans.ts', 'await goals.goals.update(userId, id, body, actor);'],
      ['core/assembly/assistant/returns.ts', `import { createReports } from '../../reports/index.ts';`],
    ],
  },
];
