/** The thread that reads records beside the process; record-parser.ts starts it and tells it what to read. */
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/index.ts';
import { isRejection, parseRecord, type Rejection } from './parse-record.ts';
import type { Taken, ParsedRecord } from '../records/index.ts';

/** Records as JSON: one text is handed over faster than the many objects that it holds. */
export interface RecordsToRead {
  /** A list of records. */
  json: string;
  /** By which a moment of the future is refused. */
  now: string;
}

/** A record that can be taken, its kind by name. */
export interface ReadRecord {
  kind: string;
  taken: Taken<ParsedRecord>;
  hash: string;
}

export type RecordsRead =
  /** A list of `ReadRecord` and `Rejection`, one for each record. */
  { json: string } | { error: string } | 'ready';

function read({ json, now }: RecordsToRead): RecordsRead {
  const moment = new Date(now);
  const answers = (JSON.parse(json) as unknown[]).map((record): ReadRecord | Rejection => {
    const one = parseRecord(record, moment);
    return isRejection(one) ? one : { kind: one.kind.kind, taken: one.taken, hash: one.hash };
  });
  return { json: JSON.stringify(answers) };
}

lowerThreadPriority();
parentPort?.on('message', (records: RecordsToRead) => {
  let answer: RecordsRead;
  try {
    answer = read(records);
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
parentPort?.postMessage('ready' satisfies RecordsRead);
