import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { drawn } from '../../../../support/cas-pages.ts';
import { plainProcess } from '../../../../support/program.ts';

describe('portfolio/import PDF: what reading loads', () => {
  it('loads no native canvas', async function canvas() {
    if (process.platform !== 'linux') this.skip();
    const folder = await mkdtemp(path.join(tmpdir(), 'munim-pdf-'));
    const file = path.join(folder, 'page.pdf');
    const page = await drawn({}, (document) => {
      document.addPage();
      document.text('Forty letters and more, so that it is a text and no picture.', 50, 100);
    });
    await writeFile(file, page);
    // In a process of its own: this one may have drawn charts before.
    const program = `
      import { readFileSync } from 'node:fs';
      import { createPdfReader, PDF_THREAD_LIMITS } from '${new URL('../../../../../core/portfolio/imports/files/pdf/pdf-reader.ts', import.meta.url).href}';
      // A busy machine may take minutes.
      const reader = createPdfReader({ threadLimits: { ...PDF_THREAD_LIMITS, deadlineMs: 600_000 } });
      const pages = await reader.read(readFileSync(process.argv[1]), null);
      const maps = readFileSync('/proc/self/maps', 'utf8');
      await reader.close();
      console.log(pages.length, /napi-rs.canvas|skia/.test(maps));
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...plainProcess(), '--input-type=module', '-e', program, file],
      { cwd: path.resolve(import.meta.dirname, '../../../../..') },
    );
    await rm(folder, { recursive: true });
    assert.equal(stdout.trim(), '1 false');
  });
});
