import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isProgramBuilt } from '../support/program.ts';
import { areaOf, ORDERS, PORTFOLIO_WING, TRADING_WING } from './floors.ts';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.join(HERE, '../..');

/** Every file under the root that is in the process once these were loaded; behind a `--`, once further ones were too. */
async function loadedWith(root: string, files: readonly string[]): Promise<string[][]> {
  const script = path.join(HERE, 'loaded-modules.mjs');
  // Compiled files are named as they are: they need no loader, and each comes up under the name of its source.
  const isBuilt = root === ROOT && isProgramBuilt();
  const names = isBuilt ? files.map((file) => file.replace(/^(.+)\.ts$/, 'dist/$1.js')) : files;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...(isBuilt ? [] : ['--import', 'tsx/esm']), script, root, ...names],
    { cwd: ROOT, maxBuffer: 16_000_000 },
  );
  return JSON.parse(stdout) as string[][];
}

const isOneOf = (areas: readonly string[]) => (file: string) => areas.includes(areaOf(file) ?? '');
const isTrading = (file: string) => isOneOf(TRADING_WING)(file) || file.startsWith(`${ORDERS}/`);
const isBooks = isOneOf(PORTFOLIO_WING);

/** What each side may not bring into its process. */
const SIDES: readonly { side: string; areas: readonly string[]; forbidden: (file: string) => boolean }[] = [
  { side: 'the portfolio wing', areas: PORTFOLIO_WING, forbidden: isTrading },
  { side: 'the trading wing', areas: TRADING_WING, forbidden: isBooks },
  {
    side: 'research',
    areas: ['research'],
    forbidden: (file) => isBooks(file) || isTrading(file) || areaOf(file) === 'brokers',
  },
];

const entrances = (root: string, areas: readonly string[]) =>
  areas.map((area) => `core/${area}/index.ts`).filter((file) => existsSync(path.join(root, file)));

describe('the modules that a side loads', () => {
  const commands = readdirSync(path.join(ROOT, 'bot/commands'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `bot/commands/${name}`);
  const paper = ['cycle/index.ts', 'policy-service.ts', 'promotion-service.ts'].map(
    (file) => `core/policies/${file}`,
  );
  const isOrder = (file: string) => file.startsWith(`${ORDERS}/`);
  const [wing, trading, research] = SIDES.map(({ areas }) => entrances(ROOT, areas));
  /** Each process loads one after the other: what a later one may not reach, the ones before it may not either. */
  const PROCESSES: readonly (readonly {
    what: string;
    files: readonly string[];
    forbidden: (file: string) => boolean;
  }[])[] = [
    [
      { what: 'the portfolio wing', files: wing ?? [], forbidden: isTrading },
      { what: 'the commands of the chat', files: commands, forbidden: isOrder },
    ],
    [
      { what: 'research', files: research ?? [], forbidden: SIDES[2]?.forbidden ?? isTrading },
      { what: 'policies on paper', files: paper, forbidden: isOrder },
      { what: 'the trading wing', files: trading ?? [], forbidden: isBooks },
    ],
  ];
  for (const loads of PROCESSES) {
    let lists: Promise<string[][]> | null = null;
    for (const [nr, { what, files, forbidden }] of loads.entries())
      it(`Isolation: nothing is loaded with ${what} that may not be reached`, async () => {
        lists ??= loadedWith(
          ROOT,
          loads.flatMap((one, at) => (at === 0 ? one.files : ['--', ...one.files])),
        );
        const loaded = (await lists)[nr] ?? [];
        assert.ok(files.length > 0);
        for (const file of files) assert.ok(loaded.includes(file), `${file} was loaded`);
        assert.deepEqual(loaded.filter(forbidden), []);
      });
  }

  it('an import that is computed at run time is caught, for each side', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'munim-wings-'));
    const write = async (file: string, text: string) => {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    };
    const hidden = (to: string) => `await import(['..', ...'${to}'.split(' ')].join('/'));\nexport {};\n`;
    try {
      await write('package.json', '{"type":"module"}');
      // Each has modules of its own: one process loads them one after the other.
      for (const nr of SIDES.keys()) {
        await write(`${nr}/core/brokers/orders/index.ts`, 'export const place = 1;\n');
        await write(`${nr}/core/portfolio/index.ts`, hidden('brokers orders index.ts'));
        await write(`${nr}/core/policies/index.ts`, hidden('portfolio index.ts'));
        await write(`${nr}/core/research/index.ts`, hidden('portfolio index.ts'));
      }
      const lists = await loadedWith(
        root,
        SIDES.flatMap(({ areas }, nr) => [
          ...(nr === 0 ? [] : ['--']),
          ...entrances(path.join(root, String(nr)), areas).map((file) => `${nr}/${file}`),
        ]),
      );
      for (const [nr, { side, forbidden }] of SIDES.entries()) {
        const loaded =
          lists[nr]?.filter((file) => file.startsWith(`${nr}/`)).map((file) => file.slice(2)) ?? [];
        assert.ok(loaded.some(forbidden), `nothing was found of ${side}: ${loaded.join(', ')}`);
      }
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});
