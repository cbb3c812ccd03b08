import {
  createThreadQueue,
  type Post,
  threadBeside,
  type ThreadEnded,
  type ThreadLimits,
  type Timers,
} from '../../../platform/index.ts';
import type { ImportType, NumberedRow, RealisedLot } from '../rows/index.ts';
import { type StatementFormatOf, type StatementReading, StatementRefusal } from '../statements/index.ts';
import type { ImportLimits } from './limits.ts';
import { ImportRefusal } from './refusal.ts';
import { ROWS_AT_ONCE, type StatementAnswer, type StatementQuestion } from './statement-messages.ts';
import type { SourceKind, StatementSources } from './statement-source.ts';

const THREAD = threadBeside(import.meta.url, 'statement-thread');
const THREAD_LIMITS: ThreadLimits = { heapMb: 512, deadlineMs: 60_000, idleMs: 60_000 };

export interface StatementReader {
  /** Reads a statement as readWholeStatement does. @throws StatementRefusal, ImportRefusal */
  read: <K extends SourceKind>(
    format: StatementFormatOf<K>,
    source: StatementSources[K],
    wanted: ImportType | null,
    limits: ImportLimits,
  ) => Promise<StatementReading>;
  /** Ends the thread. What is not read yet fails; a later statement starts it again. */
  close: () => Promise<void>;
}

/** Reads long statements in a thread of its own, one after the other, so that nobody else is held up. */
export function createStatementReader({
  threadLimits = THREAD_LIMITS,
  ...options
}: {
  timers?: Timers;
  threadLimits?: ThreadLimits;
} = {}): StatementReader {
  const queue = createThreadQueue<StatementQuestion, StatementAnswer>({
    thread: THREAD,
    limits: threadLimits,
    explain,
    ...options,
  });
  return {
    async read({ format }, source, wanted, limits) {
      const questions = questionsOf(source);
      const next = (post: Post<StatementQuestion>): void => post(questions.next().value ?? 'go on');
      const rows: NumberedRow[] = [];
      const lots: RealisedLot[] = [];
      return await queue.run<StatementReading>({
        ask(post) {
          post({ format, source: withoutRows(source), wanted, limits });
          next(post);
        },
        take(answer, post) {
          if (answer !== 'more' && 'refusal' in answer) return { error: refusalOf(answer) };
          if (answer !== 'more' && 'reading' in answer) return { result: whole(answer.reading, rows, lots) };
          if (answer !== 'more') {
            if ('rows' in answer) rows.push(...answer.rows);
            else lots.push(...answer.lots);
          }
          next(post);
          return undefined;
        },
      });
    },
    close: queue.close,
  };
}

/** One for the process: long statements are read one after the other, whoever sends them. */
const reader = createStatementReader();

/** See StatementReader. */
export const readInThread: StatementReader['read'] = (...asked) => reader.read(...asked);

/** Ends the thread that reads long statements; it ends by itself a minute after the last one. */
export async function closeStatementReader(): Promise<void> {
  await reader.close();
}

/** The rows of all sheets, some at a time. */
function* questionsOf(source: StatementSources[SourceKind]): Generator<StatementQuestion, undefined> {
  if (!('sheets' in source)) return undefined;
  for (const [sheet, { rows }] of source.sheets.entries())
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      yield { sheet, rows: rows.slice(at, at + ROWS_AT_ONCE) };
  return undefined;
}

function withoutRows(source: StatementSources[SourceKind]): StatementSources[SourceKind] {
  return 'sheets' in source ? { sheets: source.sheets.map(({ name }) => ({ name, rows: [] })) } : source;
}

function whole(
  { realised, ...reading }: Omit<StatementReading, 'rows'>,
  rows: NumberedRow[],
  lots: RealisedLot[],
): StatementReading {
  return { ...reading, rows, ...(realised === undefined ? {} : { realised: { ...realised, lots } }) };
}

function refusalOf({ refusal, message }: Extract<StatementAnswer, { refusal: unknown }>): Error {
  return refusal === 'statement' ? new StatementRefusal(message) : new ImportRefusal(refusal, message);
}

/** What failed within it fails as it would have here: it is a fault of ours. */
function explain(cause: ThreadEnded): Error {
  switch (cause.reason) {
    case 'OUT_OF_MEMORY':
      return tooLarge('needs more memory than Munim allows', cause);
    case 'TOO_SLOW':
      return tooLarge('takes too long to read', cause);
    case 'CLOSED':
      return new ImportRefusal('STATEMENT_REFUSED', 'Munim is shutting down. Import the file again later.', {
        cause,
      });
    case 'FAILED':
      return cause;
  }
}

const tooLarge = (why: string, cause: Error): ImportRefusal =>
  new ImportRefusal('CSV_TOO_LARGE', `This statement ${why}. Export a shorter period and import the parts.`, {
    cause,
  });
