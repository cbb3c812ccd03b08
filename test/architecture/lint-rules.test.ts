import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Files that `npm run lint` must refuse. */
const REFUSED: readonly (readonly [file: string, imported: string])[] = [
  ['core/goals/a.ts', '../../bot/bot.ts'],
  ['core/goals/b.ts', '../policies/index.ts'],
  ['core/reports/tax/c.ts', '../../options/index.ts'],
  ['core/portfolio/records/d.ts', '../../brokers/orders/index.ts'],
  ['core/policies/e.ts', '../portfolio/index.ts'],
  ['core/strategies/f.ts', '../performance/engine/index.ts'],
  ['core/options/g.ts', '../brokers/orders/index.ts'],
  ['core/research/h.ts', '../portfolio/index.ts'],
  ['core/research/i.ts', '../brokers/index.ts'],
  ['core/brokers/j.ts', './orders/index.ts'],
  ['bot/commands/k.ts', '../../core/brokers/orders/index.ts'],
  ['charts/l.ts', '../api/route.ts'],
];

/** Files that it lets through. */
const ALLOWED: readonly (readonly [file: string, imported: string])[] = [
  ['core/policies/m.ts', '../brokers/orders/index.ts'],
  ['core/policies/n.ts', '../strategies/index.ts'],
  ['core/research/o.ts', '../market/instruments/index.ts'],
  ['core/reports/tax/p.ts', '../../portfolio/index.ts'],
];

describe('npm run lint', () => {
  it('refuses a planted import across a boundary, for each of its rules, and no other', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'munim-lint-'));
    try {
      await copyFile(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
      for (const [file, imported] of [...REFUSED, ...ALLOWED]) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(
          path.join(folder, file),
          `import { one } from '${imported}';\nexport const two = one;\n`,
        );
      }
      const program = path.join(ROOT, 'node_modules/.bin/oxlint');
      const said = await new Promise<string>((resolve) =>
        execFile(program, ['--format', 'unix', '.'], { cwd: folder }, (_, output) => resolve(output)),
      );
      const lines = said.split('\n');
      for (const [file, imported] of REFUSED)
        assert.ok(
          lines.some((line) => line.includes(file) && line.includes(imported)),
          `${file} may import ${imported}:\n${said}`,
        );
      for (const [file] of ALLOWED) assert.ok(!lines.some((line) => line.includes(file)), said);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
