import path from 'node:path';
import type { Chain } from '../../llm/index.ts';
import type { Context } from '../../platform/index.ts';
import { createEvaluation, type EvaluationRequest } from './evaluation.ts';
import { readRecordedJudges } from './judges/index.ts';
import { outcomeText } from './outcome.ts';
import { assertWritable, writeWhole } from './output-file.ts';
import { InputError, readReportFile } from './given-reports/index.ts';
import { summaryOf } from './summary.ts';
import { DIMENSIONS, EXIT_CODES, isTier, TIER_NAMES, TIERS } from './verdict/index.ts';

/** What the command ends with where nothing was decided; wrong use is one such case. */
export const EVALUATION_ERROR = EXIT_CODES.INPUT;

/** What the command line says beyond its own usage. */
export const EVALUATION_HELP = [
  '  --left FILE      the candidate: a publication, a report of the first version, or what the dossier route answers',
  '  --right FILE     the reference that it must not fall behind',
  `  --tier NAME      the bar: ${TIER_NAMES.join(', ')}`,
  '  --seed INT       the same seed gives the same file; another one judges anew',
  '  --output FILE    where the result goes, as JSON',
  '  --judges PLACE   a file or a folder of recorded judges; without it, each model that is set up is a judge',
  '',
  '  Judges score both reports from 1 to 5 without knowing whose they are, and each sees them in both orders:',
  ...DIMENSIONS.map(
    ({ id, weight, is_critical }) =>
      `    ${id.padEnd(17)} weighs ${weight}${is_critical ? ', critical' : ''}`,
  ),
  ...TIER_NAMES.map((name) => {
    const { total_minimum, critical_minimum, critical_spread_maximum, regression_maximum } = TIERS[name];
    return `  ${name}: total at least ${total_minimum}, critical dimensions at least ${critical_minimum} and judges at most ${critical_spread_maximum} apart, at most ${regression_maximum} below the reference`;
  }),
  '',
  '  Exit codes:',
  '    0  PASS',
  '    1  FAIL: a blocking defect, below the total or a critical minimum, or too far below the reference',
  '    2  REVIEW_REQUIRED: fewer than three valid judges, judges too far apart, or no majority',
  '    3  there is no verdict: a wrong path, file, option or setting',
];

const NAMES = ['left', 'right', 'tier', 'seed', 'output', 'judges'] as const;
type Name = (typeof NAMES)[number];
const isName = (word: string): word is Name => (NAMES as readonly string[]).includes(word);

/** The words of the command line, not yet looked at. */
interface EvaluationWords {
  left: string;
  right: string;
  tier: keyof typeof TIERS;
  seed: number;
  output: string;
  judges: string | null;
}

/** @returns the words, or in a sentence what is wrong with them */
export function evaluationWords(args: readonly string[]): EvaluationWords | { wrong: string } {
  const given = new Map<Name, string>();
  for (let at = 0; at < args.length; at += 2) {
    const word = args[at] ?? '';
    const name = word.replace(/^--/, '');
    const value = args[at + 1];
    if (!word.startsWith('--') || !isName(name)) return { wrong: `There is no option ${word}.` };
    if (value === undefined || value === '' || value.startsWith('--'))
      return { wrong: `--${name} needs a value.` };
    given.set(name, value);
  }
  const missing = NAMES.find((name) => name !== 'judges' && !given.has(name));
  if (missing !== undefined) return { wrong: `--${missing} is missing.` };
  const of = (name: Name): string => given.get(name) ?? '';
  const tier = of('tier');
  if (!isTier(tier)) return { wrong: `There is no tier ${tier}. Tiers are ${TIER_NAMES.join(', ')}.` };
  const seed = seedOf(of('seed'));
  if (seed === null) return { wrong: '--seed must be a whole number.' };
  return {
    left: of('left'),
    right: of('right'),
    tier,
    seed,
    output: of('output'),
    judges: given.get('judges') ?? null,
  };
}

function seedOf(text: string): number | null {
  const digits = /^[+-]?\d{1,16}$/.exec(text)?.[0];
  if (digits === undefined) return null;
  const seed = Number(digits);
  // -0 is 0.
  return Number.isSafeInteger(seed) ? seed + 0 : null;
}

/** What an evaluation works on, read and checked before anything is started. */
interface EvaluationFiles extends EvaluationRequest {
  output: string;
}

/** @throws InputError with the file and what is wrong with it */
export async function readEvaluationFiles(words: EvaluationWords): Promise<EvaluationFiles> {
  const { tier, seed } = words;
  const place = (file: string): string => path.resolve(file);
  const output = place(words.output);
  const inputs = [words.left, words.right, ...(words.judges === null ? [] : [words.judges])];
  if (inputs.some((file) => place(file) === output))
    throw new InputError('--output names a file that is read. Name another one.');
  const report = async (file: string) => ({
    ...(await readReportFile(place(file))),
    fileName: path.basename(file),
  });
  const left = await report(words.left);
  const right = await report(words.right);
  const recorded = words.judges === null ? null : await readRecordedJudges(place(words.judges));
  await assertWritable(output);
  return { reports: { left, right }, tier, seed, recorded, output };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/**
 * Judges, writes the file and says what came out.
 * @returns the exit code of the verdict
 * @throws InputError and JudgingStopped where there is none
 */
export async function runEvaluation(
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log'> & {
    chains: () => Promise<readonly Chain[]>;
  },
  owner: string,
  { output, ...request }: EvaluationFiles,
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<number> {
  const evaluation = createEvaluation(context, {
    chains: context.chains,
    onAsking: (questions, judges) =>
      say(
        `Asking ${counted(judges.length, 'judge')} ${counted(questions, 'question')}: ${judges.join(', ')}.`,
      ),
  });
  const evaluated = await evaluation.evaluate(owner, request, signal);
  await writeWhole(output, outcomeText(evaluated.outcome));
  for (const line of summaryOf(evaluated)) say(line);
  say(`Wrote ${output}`);
  return evaluated.outcome.exit_code;
}
