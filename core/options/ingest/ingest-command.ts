import { createReadStream } from 'node:fs';
import { type Ingest, type Ingested, MOST_RECORDS } from './ingest.ts';
import { followFile, recordLines } from './record-lines.ts';

/** What `npm run ingest` says beyond its own usage. */
export const INGEST_HELP = [
  '  Each line is one record: { "id", "kind", "at", … }. GET /api/options/ingest/schema has every kind with an example.',
  '  -         reads from another program: my-trader | npm run --silent ingest -- -',
  '  --follow  keeps importing what is added to the file, until Ctrl+C',
  '  Records that were imported before are skipped, so you can import the same file again.',
];

interface IngestWords {
  /** '-' for the standard input. */
  file: string;
  follow: boolean;
}

/** The words of the command line, or null where they make no sense. */
export function ingestWords(args: readonly string[]): IngestWords | null {
  const files = args.filter((word) => word === '-' || !word.startsWith('-'));
  const flags = args.filter((word) => !files.includes(word));
  const [file] = files;
  if (file === undefined || files.length > 1 || flags.some((word) => word !== '--follow')) return null;
  const follow = flags.length > 0;
  return follow && file === '-' ? null : { file, follow };
}

/** So many refused records are named; of the rest only the number is said. */
const MOST_NAMED = 20;
const TOLD_EVERY = 10_000;

/**
 * Takes the records of a file, or of another program, into a person's workspace, part by part as they are read.
 * @param signal ends a file that is followed
 * @returns whether every line was taken
 */
export async function ingestFile(
  ingest: Ingest,
  userId: string,
  { file, follow }: IngestWords,
  {
    say,
    complain,
    signal,
  }: { say: (text: string) => void; complain: (text: string) => void; signal: AbortSignal },
): Promise<boolean> {
  const total = { accepted: 0, duplicates: 0, rejected: 0 };
  let told = 0;
  const refuse = (where: string, why: string) => {
    total.rejected += 1;
    if (total.rejected <= MOST_NAMED) complain(`${where}: ${why}`);
    if (total.rejected === MOST_NAMED)
      complain('More records were rejected. Further ones are counted but not listed.');
  };
  const take = async (records: readonly { nr: number; value: unknown }[]) => {
    const answer: Ingested = await ingest(
      userId,
      records.map(({ value }) => value),
    );
    total.accepted += answer.accepted;
    total.duplicates += answer.duplicates;
    const first = records[0]?.nr ?? 0;
    for (const { id, code, message } of answer.rejected)
      refuse(id === null ? `After line ${first - 1}` : id, `${code} ${message}`);
  };
  const bytes = file === '-' ? process.stdin : follow ? followFile(file, signal) : createReadStream(file);
  for await (const lines of recordLines(bytes as AsyncIterable<Buffer>, follow)) {
    for (const line of lines) if ('wrong' in line) refuse(`Line ${line.nr}`, line.wrong);
    const records = lines.flatMap((line) => ('value' in line ? [line] : []));
    for (let from = 0; from < records.length; from += MOST_RECORDS)
      await take(records.slice(from, from + MOST_RECORDS));
    const done = total.accepted + total.duplicates;
    if (done >= told + TOLD_EVERY) {
      told = done;
      complain(`${done.toLocaleString('en-IN')} records …`);
    }
  }
  const count = (value: number) => value.toLocaleString('en-IN');
  say(
    `${count(total.accepted)} records imported, ${count(total.duplicates)} already there, ${count(total.rejected)} rejected.`,
  );
  return total.rejected === 0;
}
