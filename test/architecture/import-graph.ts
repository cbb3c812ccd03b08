import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const FOLDERS = ['bot', 'api', 'core', 'jobs', 'charts', 'migrations'];

/** Source files by their path from the root. */
export type Tree = ReadonlyMap<string, string>;

export interface Import {
  from: string;
  to: string;
  /** `import type` and `export type` vanish when compiled: nothing of theirs is loaded. */
  isType: boolean;
  /** `import()`: loaded when it is come to, not with the file. */
  isDynamic: boolean;
  /** The names it takes as the other file exports them; null where the statement does not list them. */
  names: readonly string[] | null;
  /** `export *`: the importer of this file can import the other file's names through it. */
  passesOn: boolean;
}

/** Whether a file is part of the dashboard, which a browser runs. */
export const isBrowser = (file: string): boolean => file.startsWith('api/dashboard/');

const treeOf = (...files: string[]): Tree =>
  new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));

const walk = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(name) : /\.(?:ts|tsx|mjs)$/.test(name) ? [name] : [];
  });

/** Every source file of the product. */
export const productTree = (): Tree => treeOf('main.ts', ...FOLDERS.flatMap(walk));

/** The tests, and the scripts that build the product: they import it as well. */
export const testTree = (): Tree => treeOf(...['test', '.ci'].flatMap(walk));

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:(\{[^}]*\}|[\w*{}\s,$]+?)\s+from\s+)?['"](\.[^'"]+)['"]/g;
const DYNAMIC = /import\(\s*['"`](\.[^'"`]+)['"`]\s*\)/g;

/** `import { type A, type B }` loads its file all the same under `verbatimModuleSyntax`, hence it is no import of types. */
export function importsOf(file: string, text: string): Import[] {
  const resolve = (specifier: string) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const found: Import[] = [];
  for (const match of text.matchAll(STATEMENT)) {
    const [, type, clause = '', specifier = ''] = match;
    const isType = type !== undefined;
    const names = namesIn(clause);
    const passesOn = names === null && /^\s*export/.test(match[0]);
    found.push({ from: file, to: resolve(specifier), isType, isDynamic: false, names, passesOn });
  }
  for (const match of text.matchAll(DYNAMIC))
    found.push({
      from: file,
      to: resolve(match[1] ?? ''),
      isType: false,
      isDynamic: true,
      names: null,
      passesOn: false,
    });
  return found;
}

/** The names before ` as ` of a clause such as `{ a, type b as c }`; null for `*`. */
function namesIn(clause: string): string[] | null {
  if (clause.includes('*')) return null;
  const [first = '', list = ''] = clause.split('{');
  const names = listed(list).map(({ name }) => name);
  return /\w/.test(first) ? ['default', ...names] : names;
}

/** What a list between braces names. */
const listed = (list: string): { name: string; as: string }[] =>
  withoutComments(list)
    .split(/[,}]/)
    .flatMap((one) => {
      const [name = '', as = name] = one
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      return name === '' ? [] : [{ name, as }];
    });

export const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

const DECLARED =
  /^export (default )?(?:declare |async |abstract )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?: from)?/gm;

/** The names that a file exports, `export *` apart. */
export const exportsOf = (text: string): string[] => [
  ...[...text.matchAll(DECLARED)].map(([, byDefault, name = '']) => (byDefault ? 'default' : name)),
  ...[...text.matchAll(LISTED)].flatMap(([, list = '']) => listed(list).map(({ as }) => as)),
];

export function graphOf(tree: Tree): Import[] {
  return [...tree].flatMap(([file, text]) => {
    const known = read.get(file);
    if (known?.text === text) return known.imports;
    const imports = importsOf(file, text);
    read.set(file, { text, imports });
    return imports;
  });
}

/** What was read of each file last: trees with something planted differ in a file or two. */
const read = new Map<string, { text: string; imports: Import[] }>();

/** Who imports whom, by file; `backwards`, who is imported by whom. */
type Neighbours = ReadonlyMap<string, readonly string[]>;
const neighbours = new WeakMap<readonly Import[], Map<string, Neighbours>>();

function neighboursIn(graph: readonly Import[], loaded: boolean, backwards: boolean): Neighbours {
  const known = neighbours.get(graph) ?? new Map<string, Neighbours>();
  neighbours.set(graph, known);
  const key = `${loaded} ${backwards}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const next = new Map<string, string[]>();
  for (const { from, to, isType } of graph) {
    if (loaded && isType) continue;
    const [here, there] = backwards ? [to, from] : [from, to];
    const list = next.get(here);
    if (list === undefined) next.set(here, [there]);
    else list.push(there);
  }
  known.set(key, next);
  return next;
}

/** The files that can be reached from these, themselves included. @param loaded leaves out imports of types. */
export const reachable = (graph: readonly Import[], starts: Iterable<string>, loaded = false): Set<string> =>
  spread(neighboursIn(graph, loaded, false), starts);

/** The files from which one of these can be reached, themselves included. */
export const reaching = (graph: readonly Import[], ends: Iterable<string>): Set<string> =>
  spread(neighboursIn(graph, false, true), ends);

function spread(next: Neighbours, starts: Iterable<string>): Set<string> {
  const seen = new Set<string>();
  const queue = [...starts];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    queue.push(...(next.get(file) ?? []));
  }
  return seen;
}
