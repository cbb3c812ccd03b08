import { exportsOf, graphOf, type Import, testTree, type Tree, withoutComments } from './import-graph.ts';
import type { Rule } from './rules.ts';

const isIndex = (file: string) => file.endsWith('/index.ts');
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1);

const LISTED =
  /^(?:import|export) (?:type )?(?:\*|(?:\w+, )?\{[^}]*\}|\* as \w+|\w+)(?: from '[^']+')?;$|^import '[^']+';$/gm;
/** A table of registrations: an array or an object without a function's body. */
const TABLE = /^export const \w+(?:: [^=]+)? = (?:\[[\s\S]*?^\]|\{[\s\S]*?^\})(?: as [^;]+)?;$/gm;
const BODY = /=> \{|\) \{|\bfunction\b/;

const logicIn = (text: string): string =>
  withoutComments(text)
    .replace(LISTED, '')
    .replace(TABLE, (table) => (BODY.test(table) ? table : ''))
    .trim();

/** Exports that are read by another way than an import: pages of Vite's configuration, and models by a test of every area. */
const READ_OTHERWISE = /\/(?:models|vite\.config)\.ts$/;

/** Exports that no other file imports, and names of an index that no file outside its folder imports. */
function unusedExports(tree: Tree, graph: readonly Import[]): string[] {
  const takers = new Map<string, Set<string>>();
  const wholly = new Map<string, Import[]>();
  for (const one of [...graph, ...testGraph()]) {
    const { from, to, names } = one;
    if (names === null) wholly.set(to, [...(wholly.get(to) ?? []), one]);
    const isInside = isIndex(to) && from.startsWith(folderOf(to));
    for (const name of isInside ? [] : (names ?? [])) {
      const taken = takers.get(to);
      if (taken === undefined) takers.set(to, new Set([name]));
      else taken.add(name);
    }
  }
  // `import *` and `export *` take all; of `import()`, a name counts where the importing file has the word.
  const isNamed = (file: string, name: string) =>
    (wholly.get(file) ?? []).some(({ from, isDynamic }) => {
      if (!isDynamic || name === 'default') return true;
      return new RegExp(`\\b${name}\\b`).test(tree.get(from) ?? tests().get(from) ?? '');
    });
  return [...tree].flatMap(([file, text]) =>
    READ_OTHERWISE.test(file)
      ? []
      : exportsOf(text).flatMap((name) =>
          takers.get(file)?.has(name) === true || isNamed(file, name) ? [] : [`${file} exports ${name}`],
        ),
  );
}

let read: Tree | null = null;
const tests = (): Tree => (read ??= testTree());
let imports: Import[] | null = null;
const testGraph = (): Import[] => (imports ??= graphOf(tests()));

/** What keeps the public face of a folder as small as its use. */
export const EXPORT_RULES: readonly Rule[] = [
  {
    title: 'an index.ts only lists: re-exports, or a table of registrations',
    broken: (tree) =>
      [...tree].flatMap(([file, text]) =>
        isIndex(file) && logicIn(text) !== '' ? [`${file}: ${logicIn(text).split('\n')[0]}`] : [],
      ),
    planted: [
      ['core/goals/index.ts', 'export function createGoals() {\n  return 1;\n}'],
      ['jobs/index.ts', 'export const start = async () => await run();'],
      ['core/brokers/adapters/index.ts', 'export const TABLE = [\n  () => {\n    run();\n  },\n];'],
      ['core/astrology/index.ts', 'export interface Sign {\n  name: string;\n}'],
    ],
  },
  {
    title: 'every export is imported by another file, and every name of an index from outside its folder',
    broken: unusedExports,
    planted: [
      ['core/goals/planted.ts', 'export const planted = 1;'],
      ['core/goals/planted.ts', 'export interface Planted {\n  name: string;\n}'],
      ['core/goals/index.ts', `export { projectionOf as planted } from './projection.ts';`],
      [
        'core/goals/index.ts',
        `export { planted } from './planted.ts';`,
        'core/goals/planted.ts',
        'export const planted = 1;',
        'core/goals/planted-too.ts',
        `import { planted } from './index.ts';`,
      ],
      ['api/dashboard/src/planted.tsx', 'export function Planted() {\n  return null;\n}'],
    ],
  },
];
