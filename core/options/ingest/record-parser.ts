import { setImmediate as breath } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type Context, threadBeside, threadLoader } from '../../platform/index.ts';
import { RECORD_KINDS } from '../records/index.ts';
import { type Parsed, parseRecord, type Rejection } from './parse-record.ts';
import type { ReadRecord, RecordsRead, RecordsToRead } from './record-thread.ts';

const THREAD = threadBeside(import.meta.url, 'record-thread');
/** Fewer records than these are read on the spot. */
const WORTH_A_THREAD = 200;
/** Records that go to the thread at once, and come back: each way a fifth of a millisecond of this process. */
const AT_ONCE = 100;
/** Records that are read on the spot before others have their turn: half a millisecond. */
const ON_THE_SPOT = 16;
const KINDS = new Map(RECORD_KINDS.map((kind) => [kind.kind, kind]));

/** What each of the records is, in their order. */
export type ParseRecords = (records: readonly unknown[], now: Date) => Promise<(Parsed | Rejection)[]>;

/** Reads records on the spot, a few at a time. */
export const parseOnTheSpot: ParseRecords = async (records, now) => {
  const parsed: (Parsed | Rejection)[] = [];
  for (const record of records) {
    if (parsed.length % ON_THE_SPOT === ON_THE_SPOT - 1) await breath();
    parsed.push(parseRecord(record, now));
  }
  return parsed;
};

export interface RecordParser {
  parse: ParseRecords;
  /** Starts the thread, which the first large batch does otherwise. @returns whether it is up */
  warm(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Reads large batches in a thread of its own, so that a process which reports at full speed holds nobody up: least of all
 * the question whether it may enter. Before the thread is up, and where it fails, records are read on the spot.
 * @param courtesy is awaited between the parts of a batch
 * @param thread for tests
 */
export function createRecordParser(
  { log }: Pick<Context, 'log'>,
  courtesy: () => Promise<void>,
  thread: URL = THREAD,
): RecordParser {
  let reader: Reader | null = null;
  /** Once it has failed, another one would most likely fail as well. */
  let isOver = false;

  async function beside({ ask }: Reader, records: readonly unknown[], now: Date) {
    const parsed: (Parsed | Rejection)[] = [];
    const texts: Promise<string>[] = [];
    for (let from = 0; from < records.length; from += AT_ONCE) {
      await courtesy();
      const text = ask(records.slice(from, from + AT_ONCE), now);
      // It is awaited below, and may fail before.
      text.catch(() => undefined);
      texts.push(text);
    }
    for (const text of texts) {
      const json = await text;
      await courtesy();
      for (const one of JSON.parse(json) as (ReadRecord | Rejection)[]) parsed.push(parsedOf(one));
    }
    if (parsed.length !== records.length)
      throw new Error(`the thread read ${parsed.length} of ${records.length} records`);
    return parsed;
  }

  return {
    async parse(records, now) {
      if (records.length < WORTH_A_THREAD || isOver) return await parseOnTheSpot(records, now);
      reader ??= startReader(thread);
      if (!reader.isReady()) return await parseOnTheSpot(records, now);
      try {
        return await beside(reader, records, now);
      } catch (error) {
        isOver = true;
        log.warn({ err: error }, 'records are no longer read in a thread of their own');
        return await parseOnTheSpot(records, now);
      }
    },
    warm: async () => await (reader ??= startReader(thread)).started,
    async close() {
      isOver = true;
      await reader?.end();
    },
  };
}

interface Reader {
  /** Whether it came up. */
  started: Promise<boolean>;
  isReady(this: void): boolean;
  /** @returns the JSON of what the records are */
  ask(this: void, records: readonly unknown[], now: Date): Promise<string>;
  end(this: void): Promise<unknown>;
}

function startReader(thread: URL): Reader {
  const worker = new Worker(thread, { execArgv: threadLoader(thread) });
  // It keeps no process alive while nothing is asked.
  worker.unref();
  const waiting: { resolve: (json: string) => void; reject: (error: Error) => void }[] = [];
  let isReady = false;
  let over: Error | null = null;
  const started = new Promise<boolean>((resolve) => {
    const end = (error: Error): void => {
      over ??= error;
      isReady = false;
      resolve(false);
      for (const one of waiting.splice(0)) one.reject(over);
    };
    worker.on('error', end);
    worker.on('exit', (code) => end(new Error(`the thread ended (exit code ${code})`)));
    worker.on('message', (answer: RecordsRead) => {
      if (answer === 'ready') {
        isReady = true;
        resolve(true);
        return;
      }
      const one = waiting.shift();
      if (waiting.length === 0) worker.unref();
      if ('error' in answer) one?.reject(new Error(answer.error));
      else one?.resolve(answer.json);
    });
  });
  return {
    started,
    isReady: () => isReady,
    ask: (records, now) =>
      new Promise((resolve, reject) => {
        if (over !== null) return reject(over);
        const asked: RecordsToRead = { json: JSON.stringify(records), now: now.toISOString() };
        worker.ref();
        waiting.push({ resolve, reject });
        worker.postMessage(asked);
      }),
    end: async () => await worker.terminate(),
  };
}

function parsedOf(one: ReadRecord | Rejection): Parsed | Rejection {
  if ('code' in one) return one;
  const kind = KINDS.get(one.kind);
  if (kind === undefined) throw new Error(`the thread that reads records knows another kind: ${one.kind}`);
  return { kind, taken: one.taken, hash: one.hash };
}
