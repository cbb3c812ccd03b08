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
}

/** Every source file of the product, the browser's part apart. */
export function productTree(): Tree {
  const walk = (folder: string): string[] =>
    readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return name === 'api/dashboard' ? [] : walk(name);
      return name.endsWith('.ts') ? [name] : [];
    });
  const files = ['main.ts', ...FOLDERS.flatMap(walk)];
  return new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
}

const STATEMENT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:(\{[^}]*\}|[\w*{}\s,$]+?)\s+from\s+)?['"](\.[^'"]+)['"]/g;
const DYNAMIC = /import\(\s*['"`](\.[^'"`]+)['"`]\s*\)/g;

/** `import { type A, type B }` loads its file all the same under `verbatimModuleSyntax`, hence it is no import of types. */
export function importsOf(file: string, text: string): Import[] {
  const resolve = (specifier: string) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const found: Import[] = [];
  for (const match of text.matchAll(STATEMENT))
    found.push({ from: file, to: resolve(match[3] ?? ''), isType: match[1] !== undefined, isDynamic: false });
  for (const match of text.matchAll(DYNAMIC))
    found.push({ from: file, to: resolve(match[1] ?? ''), isType: false, isDynamic: true });
  return found;
}

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

/** The files that can be reached from these, themselves included. @param loaded leaves out imports of types. */
export function reachable(graph: readonly Import[], starts: Iterable<string>, loaded = false): Set<string> {
  const next = new Map<string, string[]>();
  for (const { from, to, isType } of graph)
    if (!(loaded && isType)) next.set(from, [...(next.get(from) ?? []), to]);
  const seen = new Set<string>();
  const queue = [...starts];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    queue.push(...(next.get(file) ?? []));
  }
  return seen;
}
