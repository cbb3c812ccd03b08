import * as yup from 'yup';
import { canonicalJson, istDate, mayHaveOddTexts, oddTexts } from '../../platform/index.ts';
import { createHash } from 'node:crypto';
import { type ParsedRecord, RECORD_KINDS, type RecordKind, type Taken } from '../records/index.ts';

/** Why a record was not taken; the rest of its batch is. */
export interface Rejection {
  /** As it was sent; null where it has none. */
  id: string | null;
  code: string;
  message: string;
}

/** A record that can be taken. */
export interface Parsed {
  kind: RecordKind;
  taken: Taken<ParsedRecord>;
  /** Of all its content: the same id with another one is a conflict. */
  hash: string;
}

/** A clock may run so far ahead of ours. */
const AHEAD_MS = 5 * 60_000;
/** Nothing was traded by a program before. */
const OLDEST = '1995-01-01T00:00:00.000Z';
const LARGEST_CHARS = 64 * 1024;
const MOST_WORDS = 300;

const KINDS = new Map(RECORD_KINDS.map((kind) => [kind.kind, kind]));

export const isRejection = (one: Parsed | Rejection): one is Rejection => 'code' in one;

/**
 * Reads one record as it came.
 * @param now by which a moment of the future is refused
 */
export function parseRecord(value: unknown, now: Date): Parsed | Rejection {
  const id = idOf(value);
  const reject = (code: string, message: string): Rejection => ({
    id,
    code,
    message: message.slice(0, MOST_WORDS),
  });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return reject('INVALID_RECORD', 'A record is a JSON object with id, kind and at.');
  const { kind: name } = value as { kind?: unknown };
  const kind = typeof name === 'string' ? KINDS.get(name) : undefined;
  if (kind === undefined)
    return reject(
      'UNKNOWN_KIND',
      `There is no kind of record ${JSON.stringify(name ?? null).slice(0, 60)}. The kinds are ${[...KINDS.keys()].join(', ')}.`,
    );
  const content = canonicalJson(value);
  if (content.length > LARGEST_CHARS)
    return reject('RECORD_TOO_LARGE', `A record may have at most ${LARGEST_CHARS / 1024} kB.`);
  const [odd] = mayHaveOddTexts(content) ? oddTexts(value) : [];
  if (odd !== undefined) return reject('INVALID_RECORD', odd.message);
  let record: ParsedRecord;
  try {
    record = kind.schema.validateSync(value, { strict: true }) as ParsedRecord;
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return reject('INVALID_RECORD', error.message);
  }
  const moment = Date.parse(record.at);
  if (moment > now.getTime() + AHEAD_MS)
    return reject(
      'TIME_IN_FUTURE',
      `${record.at} is in the future. Check the clock of the process that sent it.`,
    );
  const at = new Date(moment).toISOString();
  if (at < OLDEST)
    return reject('TIME_TOO_OLD', `${record.at} is before ${OLDEST.slice(0, 4)}. Check the clock.`);
  const refused = kind.refuse?.(record) ?? null;
  if (refused !== null) return reject(refused.code, refused.message);
  const hash = createHash('sha256').update(content).digest('base64url');
  return { kind, taken: { record, at, day: istDate(new Date(moment)) }, hash };
}

function idOf(value: unknown): string | null {
  const id = (value as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id.slice(0, 100) : null;
}
