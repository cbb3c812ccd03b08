import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError, readJsonFile } from '../given-reports/index.ts';
import type { Judgement, Ordering } from '../verdict/index.ts';
import { readScorecard } from './answer.ts';

/** Files of a folder, and judges in all. */
const MOST_FILES = 200;
const MOST_JUDGES = 200;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@/:+-]{0,79}$/u;
const LONGEST_ERROR = 300;

/** What a judge answered before, in both orders. */
export interface RecordedJudge {
  judge: string;
  judgements: readonly [forward: Judgement, reverse: Judgement];
}

/**
 * Reads judges from a file, or from every `.json` of a folder in the order of their names:
 * `{ "judges": [{ "judge": "anna", "forward": …, "reverse": … }] }`, or one such judge alone. An answer is a scorecard, or
 * `{ "error": "why there is none" }`. `forward` is what was answered when the left report was shown first, `reverse` when the
 * right one was. An answer that is no scorecard makes its judge invalid; a file that is of no such form is an error.
 * @throws InputError
 */
export async function readRecordedJudges(place: string): Promise<RecordedJudge[]> {
  const judges: RecordedJudge[] = [];
  for (const file of await filesOf(place)) {
    judges.push(...recordedJudgesIn(file, await readJsonFile(file)));
    if (judges.length > MOST_JUDGES) throw new InputError(`${place} has more than ${MOST_JUDGES} judges.`);
  }
  const names = judges.map(({ judge }) => judge);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new InputError(`${place} names the judge ${twice} twice.`);
  return judges;
}

async function filesOf(place: string): Promise<string[]> {
  const isFolder = await stat(place).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return [place];
  const names = (await readdir(place)).filter((name) => name.endsWith('.json')).toSorted();
  if (names.length === 0) throw new InputError(`${place} has no files that end in .json.`);
  if (names.length > MOST_FILES) throw new InputError(`${place} has more than ${MOST_FILES} files.`);
  return names.map((name) => path.join(place, name));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The judges in what a file holds.
 * @throws InputError
 */
export function recordedJudgesIn(file: string, value: unknown): RecordedJudge[] {
  const wrong = (why: string) => new InputError(`${file} holds no recorded judges: ${why}`);
  if (!isRecord(value)) throw wrong('it must be an object with "judges", or one judge.');
  const listed = 'judges' in value ? value['judges'] : [value];
  if ('judges' in value && Object.keys(value).length > 1) throw wrong('it has other keys besides "judges".');
  if (!Array.isArray(listed)) throw wrong('"judges" must be a list.');
  return listed.map((one: unknown, at): RecordedJudge => {
    if (!isRecord(one)) throw wrong(`judge ${at + 1} must be an object.`);
    const { judge, forward, reverse, ...rest } = one;
    if (typeof judge !== 'string' || !NAME.test(judge))
      throw wrong(`judge ${at + 1} needs a name of letters and digits under "judge".`);
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) throw wrong(`judge ${judge} has an unknown key ${unknown.slice(0, 40)}.`);
    return {
      judge,
      judgements: [judgementOf(judge, 'FORWARD', forward), judgementOf(judge, 'REVERSE', reverse)],
    };
  });
}

function judgementOf(judge: string, ordering: Ordering, answer: unknown): Judgement {
  const invalid = (invalid_reason: string): Judgement => ({
    judge,
    ordering,
    scorecard: null,
    invalid_reason,
  });
  if (answer === undefined) return invalid('There is no answer for this order of the reports.');
  if (isRecord(answer) && typeof answer['error'] === 'string')
    return invalid(plain(answer['error']) || 'The judge failed.');
  const read = readScorecard(answer);
  return 'scorecard' in read
    ? { judge, ordering, scorecard: read.scorecard, invalid_reason: null }
    : invalid(read.fault);
}

/** On one line, of characters that can be stored. */
const plain = (text: string): string =>
  text
    .slice(0, LONGEST_ERROR)
    .replace(/[\p{Cc}\p{Cs}\p{Co}\s]+/gu, ' ')
    .trim();
