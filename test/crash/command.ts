import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Found } from './found.ts';
import type { Verdict } from './judge.ts';
import type { Arena, MatrixResult } from './matrix.ts';
import type { Trial } from './trial.ts';
import type { Sleep } from './zombie.ts';

const GUIDE = path.resolve(import.meta.dirname, '../../api/docs/live-orders.md');
/** How the lines of the guide begin that have the counts. */
const LINES = { random: '- **At random.** ', pairs: '- **Every pair.** ' };
const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;
const ARENAS = 3;
const KILLS = 1_000;
const TOLD_EVERY = 100;
const HELP = `npm run --silent crash-matrix [-- --json] [--kills N | --pairs] [--seed S] [--write-guide] [--trial TEXT]
  Kills processes that approve plans and send orders, at every step and at random moments, while the broker fails in every
  way that it can, and holds what is left against the broker's own record. Two policies compete for one account at Zerodha
  or at Dhan, or have one at each; what is absent is marked so or sent again.
  --kills N       processes to kill (1000)
  --pairs         every step, of whichever order, with every fault beside a second worker, in place of random ones
  --seed S        repeats a run: the same attacks in the same order (1)
  --json          prints one line: { steps, faults, kills, orders, duplicates, silent, lost_approvals, absent, sent_again };
                  with --pairs also pairs, pairs_beside, pairs_alone
  --write-guide   writes the counts into api/docs/live-orders.md
  --trial TEXT    repeats one attack, as it was printed when it went wrong (the first twenty are; of more the counts)
  Ends with 1 unless duplicates, silent and lost_approvals are 0. A thousand kills take about half an hour.
`;

interface Options {
  kills: number | 'all pairs';
  seed: number;
  json: boolean;
  write: boolean;
  trial: Trial | Sleep | null;
}

/** Where it prints. */
type Outputs = Record<'stdout' | 'stderr', { write(text: string): unknown }>;

/** @returns null where the words make no sense. */
function optionsOf(args: string[]): Options | 'help' | null {
  try {
    const { values } = parseArgs({
      args,
      options: {
        help: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        kills: { type: 'string' },
        pairs: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        'write-guide': { type: 'boolean', default: false },
        trial: { type: 'string' },
      },
    });
    if (values.help) return 'help';
    if (values.pairs && values.kills !== undefined) return null;
    const [kills, seed] = [Number(values.kills ?? KILLS), Number(values.seed)];
    if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) return null;
    const trial = values.trial === undefined ? null : (JSON.parse(values.trial) as Trial);
    return {
      kills: values.pairs ? 'all pairs' : kills,
      seed,
      json: values.json,
      write: values['write-guide'],
      trial,
    };
  } catch {
    return null;
  }
}

const WORDS: readonly (readonly [keyof MatrixResult, string])[] = [
  ['kills', 'processes killed'],
  ['steps', 'steps at which they were killed, beside random moments'],
  ['faults', 'kinds of faults of the broker meanwhile'],
  ['orders', 'orders of plans that were approved'],
  ['duplicates', 'orders sent twice'],
  ['silent', 'fates that nobody was told, or told wrongly'],
  ['lost_approvals', 'approvals lost'],
  ['absent', 'orders shown to the person as ABSENT'],
  ['sent_again', 'orders sent again by a decision of their own'],
  ['pairs', 'pairs of a step and a fault'],
  ['pairs_beside', 'of them a process was killed at, beside a second worker'],
  ['pairs_alone', 'of them only without one; by the others no process comes'],
];

const tableOf = (result: MatrixResult): string =>
  WORDS.filter(([name]) => result[name] !== undefined)
    .map(([name, words]) => `${String(result[name]).padStart(7)}  ${words}\n`)
    .join('');

async function writeGuide(result: MatrixResult): Promise<void> {
  const text = await readFile(GUIDE, 'utf8');
  const { pairs, pairs_beside = 0, pairs_alone = 0 } = result;
  const start = pairs === undefined ? LINES.random : LINES.pairs;
  const from = text.indexOf(start);
  if (from < 0) throw new Error(`${GUIDE} has no line for the counts`);
  const number = (value: number) => value.toLocaleString('en-IN');
  const count = (name: keyof MatrixResult) => number(result[name] ?? 0);
  const fates = `${count('orders')} approved orders, ${count('duplicates')} were sent twice, ${count('silent')} were reported wrongly or not at all, and ${count('lost_approvals')} approvals were lost.`;
  const sentence =
    pairs === undefined
      ? `The last run killed ${count('kills')} processes at ${count('steps')} steps and at random moments, under ${count('faults')} kinds of faults, of policies that share an account at Zerodha or Dhan or have one at each. Of ${fates} ${count('absent')} orders were shown as ABSENT, and ${count('sent_again')} were sent again, each after a decision of its own.`
      : `\`--pairs\` combines every step with every fault. Of ${number(pairs)} pairs, it killed a process in ${number(pairs_beside)} next to a second worker, and in ${number(pairs_alone)} only without one. In the other ${number(pairs - pairs_beside - pairs_alone)}, no process ever reached the step: for example, the session with the broker had ended before the last order. In these ${count('kills')} kills, of ${fates}`;
  await writeFile(GUIDE, `${text.slice(0, from)}${start}${sentence}${text.slice(text.indexOf('\n', from))}`);
}

async function repeated({ world, pool }: Arena, of: Trial | Sleep): Promise<Verdict> {
  const [{ attack }, { zombieFaults }, { zombie }] = await Promise.all([
    import('./attack.ts'),
    import('./matrix.ts'),
    import('./zombie.ts'),
  ]);
  if ('fault' in of) return await attack(world, pool, of);
  const woken = await zombie(world, pool, of);
  woken.silent.push(...zombieFaults(of, woken));
  return woken;
}

/** `npm run crash-matrix`. @returns the exit code */
export async function crashMatrix(args: string[], { stdout, stderr }: Outputs = process): Promise<number> {
  const options = optionsOf(args);
  if (options === 'help') {
    stdout.write(HELP);
    return EXIT.done;
  }
  if (options === null) {
    stderr.write(`Wrong use. ${HELP}`);
    return EXIT.wrongUse;
  }
  const { closeTestRun, openTestRun } = await import('../support/postgres.ts');
  const { isWrong, openArenas, runMatrix } = await import('./matrix.ts');
  await openTestRun();
  const { arenas, close } = await openArenas(options.trial === null ? ARENAS : 1);
  const found = new Found((text) => void stderr.write(text));
  try {
    const [arena] = arenas;
    if (options.trial !== null && arena !== undefined) {
      const done = await repeated(arena, options.trial);
      if (isWrong(done)) found.tell(done, options.trial);
      stdout.write(`${JSON.stringify(done)}\n`);
      return isWrong(done) ? EXIT.failed : EXIT.done;
    }
    let told = 0;
    const result = await runMatrix(arenas, {
      kills: options.kills,
      seed: options.seed,
      found: (verdict, of) => found.tell(verdict, of),
      progress({ kills, pairs, pairs_beside = 0, pairs_alone = 0 }) {
        if (kills < told + TOLD_EVERY) return;
        told = kills;
        stderr.write(
          pairs === undefined
            ? `${kills} of ${options.kills} killed\n`
            : `${kills} killed, ${pairs_beside + pairs_alone} of ${pairs} pairs\n`,
        );
      },
    });
    found.close();
    stdout.write(options.json ? `${JSON.stringify(result)}\n` : tableOf(result));
    if (options.write) await writeGuide(result);
    return result.duplicates + result.silent + result.lost_approvals === 0 ? EXIT.done : EXIT.failed;
  } finally {
    await close();
    await closeTestRun();
  }
}
