import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** What the rules say of these files, a line each; they are all that there is. */
async function linted(files: readonly (readonly [file: string, text: string])[]): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'munim-lint-'));
  try {
    await copyFile(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    for (const [file, text] of files) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const program = path.join(ROOT, 'node_modules/.bin/oxlint');
    const said = await new Promise<string>((resolve) =>
      execFile(program, ['--format', 'unix', '.'], { cwd: folder }, (_, output) => resolve(output)),
    );
    return said.split('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('npm run lint', () => {
  it('refuses a service that is made of a later one, even where it reads it only when it is asked', async () => {
    const stage = (statements: readonly string[]) =>
      `export function open() {\n${statements.join('\n')}\nreturn reports;\n}\n`;
    const goals = 'const goals = { read: () => reports.days };';
    const reports = 'const reports = { days: 1 };';
    const lines = await linted([
      ['core/assembly/forward.ts', stage([goals, reports])],
      ['core/assembly/in-order.ts', stage([reports, `${goals} goals.read();`])],
    ]);
    const said = lines.join('\n');
    assert.ok(
      lines.some((line) => line.includes('forward.ts') && line.includes("'reports' was used before")),
      said,
    );
    assert.ok(!said.includes('in-order.ts'), said);
  });
});
