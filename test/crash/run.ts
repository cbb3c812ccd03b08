import { closeTestRun, openTestRun } from '../support/postgres.ts';
import type { Attack } from './attack.ts';
import { openArenas, runMatrix } from './matrix.ts';

await openTestRun();
const { arenas, close } = await openArenas(2);
const t = performance.now();
const result = await runMatrix(arenas, {
  kills: Number(process.argv[2] ?? 40), seed: Number(process.argv[3] ?? 1),
  found(a: Attack) { process.stderr.write(`${JSON.stringify({ trial: a.trial, duplicates: a.duplicates, silent: a.silent, lost: a.lost }, null, 1)}\n`); },
});
process.stdout.write(`${JSON.stringify(result)} ${Math.round((performance.now() - t) / 1000)} s\n`);
await close();
await closeTestRun();
