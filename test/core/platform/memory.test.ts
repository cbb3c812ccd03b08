import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plainProcess } from '../../support/program.ts';

/** Holds 60 MB, replaces a twentieth of it again and again, and prints the largest heap as a multiple of what is held. */
const SCRIPT = `
  const { limitHeapGrowth } = await import(${JSON.stringify(new URL('../../../core/platform/memory.ts', import.meta.url).href)});
  const make = () => Array.from({ length: 1000 }, (_, at) => ({ at }));
  const held = Array.from({ length: 1500 }, make);
  for (const prepare of [() => undefined, limitHeapGrowth]) {
    prepare();
    gc();
    const least = process.memoryUsage().heapUsed;
    let most = 0;
    for (let round = 0; round < 80; round += 1) {
      for (let at = round % 20; at < held.length; at += 20) held[at] = make();
      most = Math.max(most, process.memoryUsage().heapUsed);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    console.log(most / least);
  }`;

describe('core/platform memory of a server', () => {
  it('the heap of a server grows less between full collections than Node lets it', async () => {
    const args = ['--expose-gc', ...plainProcess(), '--input-type=module', '--eval', SCRIPT];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const [usual = Number.NaN, limited = Number.NaN] = stdout.trim().split('\n').map(Number);
    assert.ok(limited < 0.75 * usual, `${limited} times what is held, and ${usual} times without the limit`);
  });
});
