import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const FOLDERS = ['bot', 'api', 'core', 'jobs', 'charts', 'migrations'];

interface Import {
  from: string;
  to: string;
  /** `import type` and `export type` vanish when compiled: they make no cycle at run time. */
  isType: boolean;
}

/** Every source file of the product (the browser's part apart), relative to the root. */
function sources(): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return name === 'api/dashboard' ? [] : walk(name);
      return name.endsWith('.ts') ? [name] : [];
    });
  return ['main.ts', ...FOLDERS.flatMap(walk)];
}

const STATEMENT = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"](\.[^'"]+)['"]/g;
const DYNAMIC = /import\(\s*['"](\.[^'"]+)['"]\s*\)/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const resolve = (specifier: string) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const found: Import[] = [];
  for (const match of text.matchAll(STATEMENT))
    found.push({ from: file, to: resolve(match[2] ?? ''), isType: match[1] !== undefined });
  for (const match of text.matchAll(DYNAMIC))
    found.push({ from: file, to: resolve(match[1] ?? ''), isType: false });
  return found;
}

describe('architecture', function limited(this: Mocha.Suite) {
  // Much work: a busy machine may need minutes for it.
  this.timeout(600_000);
  const files = sources();
  const graph = files.flatMap(importsOf);
  const broken = (wrong: (edge: Import) => boolean) =>
    graph.filter(wrong).map(({ from, to }) => `${from} -> ${to}`);

  it('reads the whole tree', () => {
    assert.ok(files.length > 50, `only ${files.length} files found`);
    assert.ok(graph.length > 100, `only ${graph.length} imports found`);
  });

  it('every import leads to a file that exists', () => {
    const known = new Set(files);
    assert.deepEqual(
      broken(({ to }) => to.endsWith('.ts') && !known.has(to)),
      [],
    );
  });

  it('core imports no door and no chart', () => {
    assert.deepEqual(
      broken(({ from, to }) => from.startsWith('core/') && /^(bot|api|jobs|charts)\//.test(to)),
      [],
    );
  });

  it('the doors do not lead into one another, but for the catalogue of commands that the chat page suggests from', () => {
    const door = (file: string) => /^(bot|api|jobs)\//.exec(file)?.[1];
    const allowed = ['bot/catalogue.ts', 'bot/command.ts'];
    assert.deepEqual(
      broken(({ from, to }) => {
        const [here, there] = [door(from), door(to)];
        return here !== undefined && there !== undefined && here !== there && !allowed.includes(to);
      }),
      [],
    );
  });

  it('an area or a room of core is entered through its index.ts, or where it has an entrance for threads through that', () => {
    const rooms = new Set(
      files
        .filter((file) => /^core\/.+\/index\.ts$/.test(file))
        .map((file) => file.slice(0, -'/index.ts'.length)),
    );
    const forThreads = [
      'core/platform/money.ts',
      'core/platform/fixed-point.ts',
      'core/platform/dates.ts',
      'core/finance/lots/closing-sale.ts',
      'core/finance/lots/disposals.ts',
      'core/finance/lots/lot-queue.ts',
      'core/finance/lots/split-ratio.ts',
      'core/portfolio/ledger/replay.ts',
    ];
    /** The outermost room around a file that the importer does not stand in. */
    const entered = (from: string, to: string) => {
      const parts = to.split('/');
      const folders = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
      return folders.find((folder) => rooms.has(folder) && !from.startsWith(`${folder}/`));
    };
    assert.deepEqual(
      broken(({ from, to }) => {
        if (entered(from, to) === undefined || to.endsWith('/index.ts') || forThreads.includes(to))
          return false;
        // The entry reads the configuration before anything else is loaded.
        return !(from === 'main.ts' && to.startsWith('core/platform/'));
      }),
      [],
    );
  });

  it('charts import only types from core, and nothing of Node but in the renderer', () => {
    assert.deepEqual(
      broken(
        ({ from, to, isType }) =>
          from.startsWith('charts/') && !to.startsWith('charts/') && !(isType && to.startsWith('core/')),
      ),
      [],
    );
    const withNode = files.filter(
      (file) =>
        file.startsWith('charts/') &&
        !file.startsWith('charts/render') &&
        /from ['"]node:/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    assert.deepEqual(withNode, []);
  });

  it('Isolation: the portfolio side never reaches trading code, by any path of imports', () => {
    const forbidden = /^core\/(policies|strategies|options|brokers\/orders)\//;
    const next = new Map<string, string[]>();
    for (const { from, to } of graph) next.set(from, [...(next.get(from) ?? []), to]);
    for (const start of files.filter((file) => /^core\/(portfolio|income|goals|reports)\//.test(file))) {
      const seen = new Set<string>();
      const queue = [start];
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        if (seen.has(file)) continue;
        seen.add(file);
        assert.ok(!forbidden.test(file), `${start} reaches ${file}`);
        queue.push(...(next.get(file) ?? []));
      }
    }
  });

  it('the thread that calculates loads no more than the calculation', () => {
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { from, to, isType } of graph) if (from === file && !isType) visit(to);
    };
    visit('core/performance/engine/calculator-thread.ts');
    assert.ok(seen.has('core/portfolio/ledger/position.ts'), 'the replay is among them');
    const packages = [...seen].flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(/\bfrom '([^.'][^']*)'/g)].map((match) => match[1]);
    });
    assert.deepEqual(new Set(packages), new Set(['decimal.js', 'node:worker_threads']));
    assert.deepEqual(
      [...seen].filter((file) => file.endsWith('/index.ts')),
      [],
    );
  });

  it('core/finance is pure: arithmetic on what it is handed, and nothing loaded but money, fixed-point numbers and dates', () => {
    const pure = ['money', 'fixed-point', 'dates'].map((name) => `core/platform/${name}.ts`);
    const inFinance = files.filter((file) => file.startsWith('core/finance/'));
    assert.ok(inFinance.length > 20, `only ${inFinance.length} files found`);
    assert.deepEqual(
      broken(
        ({ from, to }) =>
          (from.startsWith('core/finance/') && !to.startsWith('core/finance/') && !pure.includes(to)) ||
          (pure.includes(from) && !pure.includes(to)),
      ),
      [],
    );
    // Packages, Node's own among them: only decimals need one.
    const packages = [...inFinance, ...pure].flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/\bfrom '([^.'][^']*)'/g)].map(
        (match) => match[1],
      ),
    );
    assert.deepEqual(new Set(packages), new Set(['decimal.js']));
  });

  it('there are no import cycles', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, isType } of graph) if (!isType) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const visit = (file: string, trail: string[]): void => {
      const at = trail.indexOf(file);
      assert.equal(at, -1, `cycle: ${[...trail.slice(at), file].join(' -> ')}`);
      if (done.has(file)) return;
      for (const to of next.get(file) ?? []) visit(to, [...trail, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });

  it('only config.ts reads process.env, and only clock.ts reads the time', () => {
    const code = (file: string) =>
      readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const readers = (pattern: RegExp, allowed: string[]) =>
      files.filter((file) => !allowed.includes(file) && pattern.test(code(file)));
    assert.deepEqual(readers(/process\.env\b/, ['core/platform/config.ts']), []);
    assert.deepEqual(readers(/Date\.now\(\)|new Date\(\)/, ['core/platform/clock.ts']), []);
  });

  it('files stay short enough to be about one thing', () => {
    const long = files.filter((file) => readFileSync(path.join(root, file), 'utf8').split('\n').length > 320);
    assert.deepEqual(long, []);
  });
});
