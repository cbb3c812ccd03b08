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
  const all = new Map<string, Import[]>();
  for (const one of [...graph, ...testGraph()]) {
    const known = all.get(one.to);
    if (known === undefined) all.set(one.to, [one]);
    else known.push(one);
  }
  // Of `import()`, a name counts where the importing file has the word; what `export *` passes on, where it is taken there.
  const takes = ({ from, names, isDynamic, passesOn }: Import, name: string, file: string): boolean => {
    if (passesOn) return isTaken(from, name, file);
    if (isIndex(file) && from.startsWith(folderOf(file))) return false;
    if (names !== null) return names.includes(name);
    if (!isDynamic || name === 'default') return true;
    return new RegExp(`\\b${name}\\b`).test(tree.get(from) ?? tests().get(from) ?? '');
  };
  /** @param at a file that exports the name: the file of the name itself, or one that passes it on */
  const isTaken = (at: string, name: string, file: string): boolean =>
    (all.get(at) ?? []).some((one) => takes(one, name, file));
  return [...tree].flatMap(([file, text]) =>
    READ_OTHERWISE.test(file)
      ? []
      : exportsOf(text).flatMap((name) => (isTaken(file, name, file) ? [] : [`${file} exports ${name}`])),
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
    title:
      'every export is imported by another file, and every name of an index from outside its folder, passed on or not',
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
      ['charts/format.ts', 'export const planted = 1;'],
      ['api/dashboard/src/planted.tsx', 'export function Planted() {\n  return null;\n}'],
    ],
  },
];
