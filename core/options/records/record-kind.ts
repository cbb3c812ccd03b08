import type * as yup from 'yup';
import type { Workspace } from '../store/index.ts';

/** A record that passed its schema. Moments are as they came. */
export interface ParsedRecord {
  id: string;
  at: string;
}

/** A record with what is made of its moment. */
export interface Taken<R extends ParsedRecord> {
  record: R;
  /** Its moment in UTC, ISO-8601 with milliseconds: texts sort by time. */
  at: string;
  /** The day in India. */
  day: string;
}

interface Storing {
  workspace: Workspace;
  now: Date;
}

/** A kind of record that a trading process reports. */
export interface RecordKind<R extends ParsedRecord = ParsedRecord> {
  kind: string;
  /** What it tells, a sentence for the published schema. */
  summary: string;
  schema: yup.ObjectSchema<R>;
  /** One that is taken, for the published schema. */
  example: R;
  /** What a schema cannot say. @returns what is wrong; null where nothing is */
  refuse?(record: R): { code: string; message: string } | null;
  /** Writes records that were never taken before, in the order in which they came, inside the batch's transaction. */
  store(taken: readonly Taken<R>[], storing: Storing): Promise<void>;
}

/** The columns that every row of a record has. */
export function recordColumns({ record, at, day }: Taken<ParsedRecord>): Record<string, unknown> {
  return { record_id: record.id, at, day, payload_json: JSON.stringify(record) };
}
