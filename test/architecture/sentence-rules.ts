import { withoutComments } from './import-graph.ts';
import type { Rule } from './rules.ts';

/**
 * Expressions that hold a day as YYYY-MM-DD or an instant, by their names. A day that was put into words is called `on`
 * or `when`, so it is not among them.
 */
const NAMES = String.raw`(?:[\w$]*(?:_on|_date|_day|_at|(?<!OF)_DAY|[a-z]Date|(?<!per|of)Day)|date|day|as_?[oO]f|today|yesterday|expiry|end)`;
const CALLS = String.raw`(?:istDate|utcDate|addDays|addMonths|dayBefore|dayAfter|formatDay|toISOString)`;
const RAW_DAY = String.raw`\$\{(?:(?:[\w.?!#[\]]*\.)?(?:${NAMES}(?: \?\? '[^']*')?|${CALLS}\([^{}]*\))|[^{}]*\.slice\(0, 10\))\}`;
/** A raw day beside a word. Keys, paths and file names have no words and spaces around it. */
const IN_A_SENTENCE = new RegExp(
  String.raw`(?:[A-Za-z]{2,}[,:;(]? |[,;] |\()${RAW_DAY}|${RAW_DAY}[.,;:)]* [A-Za-z]{2,}`,
  'g',
);

/** Text before the match that shows a machine as reader: an error of a programmer, SQL, a command to type. */
const FOR_MACHINES =
  /Error\(\s*`[^`]*$|`\s*(?:select|update|insert|delete|with|\(select)\b[^`]*$|[\s`]\/[a-z_]+ [^`]*$/;

/** Texts for a model, which gives days back in this form. */
const PROMPTS = [
  'core/assistant/ask/prompt-v1.ts',
  'core/assistant/market-analysis/market-analysis.ts',
  'core/research/evaluation/given-reports/judged-report.ts',
];

/** By text: trees with something planted differ in a file or two. */
const known = new Map<string, string[]>();

/** Parts of sentences with a raw day. */
function sentencesIn(source: string): string[] {
  const found = known.get(source);
  if (found !== undefined) return found;
  const text = source.includes('${') ? withoutComments(source) : '';
  const sentences = [...text.matchAll(IN_A_SENTENCE)]
    .filter(({ index }) => !FOR_MACHINES.test(text.slice(Math.max(0, index - 1500), index)))
    .map(([sentence]) => sentence);
  known.set(source, sentences);
  return sentences;
}

export const SENTENCE_RULES: readonly Rule[] = [
  {
    title: 'a sentence has its days in words (dayInWords, momentInWords), never as 2024-03-01',
    broken: (tree) =>
      [...tree].flatMap(([file, text]) =>
        PROMPTS.includes(file) ? [] : sentencesIn(text).map((sentence) => `${file}: ${sentence}`),
      ),
    planted: [
      ['core/goals/planted.ts', 'export const note = `Posted on ${row.date}.`;'],
      ['core/goals/planted.ts', "export const note = `It ends on ${last?.trade_date ?? 'no day'}`;"],
      ['core/goals/planted.ts', 'export const name = `${what}, ${ex_date}`;'],
      ['core/goals/planted.ts', 'export const note = `${entry.ex_date} already has an entry`;'],
      ['core/goals/planted.ts', 'export const note = `Due on ${istDate(new Date(at))}, then closed.`;'],
      ['bot/text/planted.ts', 'export const note = `It was decided at ${row.decided_at.toISOString()}.`;'],
      ['jobs/planted.ts', 'export const note = `No price since ${seen_at.slice(0, 10)}`;'],
      ['api/dashboard/src/planted.tsx', 'export const Note = () => <p>{`Closed (${day})`}</p>;'],
    ],
  },
];
