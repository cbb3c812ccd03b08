import * as yup from 'yup';
import type { Context } from '../../platform/index.ts';
import { anything, listOf, text, textOrNull, view, type ViewOf, whole } from '../../platform/schema/index.ts';
import { type ParsedRecord, RECORD_KINDS, type Taken } from '../records/index.ts';
import type { OptionsStore, Workspace } from '../store/index.ts';
import { isRejection, type Parsed, type Rejection } from './parse-record.ts';
import { parseOnTheSpot, type ParseRecords } from './record-parser.ts';
import { hasToken, unknownIngestToken } from './tokens.ts';

/** Records of one batch. */
export const MOST_RECORDS = 5_000;

/** What a batch came to. Every record is in one of the three, and what is accepted is on the disk. */
export const ingestedView = view({
  accepted: whole,
  /** Taken before under the same id, with the same content. */
  duplicates: whole,
  rejected: listOf(view({ id: textOrNull, code: text, message: text })),
});
export type Ingested = ViewOf<typeof ingestedView>;

/**
 * A batch. Its records are read one by one, not by this schema: a wrong one is no reason to refuse the others, and looking at
 * each of them twice would take a third of the time.
 */
export const ingestInput = yup
  .object({
    records: yup
      .mixed<unknown[]>((value): value is unknown[] => Array.isArray(value))
      // The library's own words would repeat what was sent, however long it is.
      .typeError('records must be a list.')
      .test(
        'length',
        `records may have at most ${MOST_RECORDS} entries. Send the rest in another batch.`,
        (value) => (value?.length ?? 0) <= MOST_RECORDS,
      )
      .required()
      .meta({ json: { type: 'array', items: {}, maxItems: MOST_RECORDS } } as never),
  })
  .noUnknown()
  .required();

/** What is published of the kinds of records. */
export const recordKindsView = view({
  kinds: listOf(view({ kind: text, summary: text, schema: anything, example: anything })),
});

/** Records of one kind that are written before others have their turn: about a millisecond. */
const AT_ONCE = 100;
/** Ids of one statement. */
const IDS_AT_ONCE = 1_000;

/**
 * Takes a batch of records into a person's workspace. A record that is wrong is refused by itself; the others are written
 * together, so that none of them is lost when the process dies before it has answered and the batch is sent again.
 * @param by `token` if a trading process reports: its token is looked up again in the transaction, so that nothing is written
 *   after its person was removed, even before every process has heard of that
 * @throws Problem 503 OPTIONS_UNAVAILABLE, 401 INGEST_TOKEN_UNKNOWN: nothing of the batch was taken
 */
export type Ingest = (
  userId: string,
  records: readonly unknown[],
  by?: { token: boolean },
) => Promise<Ingested>;

/** What follows from the records of a batch, written in the transaction that takes them: both are there or neither is. */
export type AfterBatch = (workspace: Workspace, batch: Batch, now: Date) => Promise<void>;

/** What the records of a batch rest on, written in their transaction before them. */
export type BeforeBatch = (workspace: Workspace, now: Date) => Promise<void>;

interface Batch {
  /** Kinds of the records that are new. */
  kinds: ReadonlySet<string>;
  /** Their IST days. */
  days: ReadonlySet<string>;
  /** The new records of a kind, in the order in which they came. */
  taken: (this: void, kind: string) => readonly Taken<ParsedRecord>[];
}

interface IngestSteps {
  afterBatch?: readonly AfterBatch[];
  beforeBatch?: readonly BeforeBatch[];
  /** Reads the records of a batch: on the spot unless told. */
  parse?: ParseRecords;
}

export function createIngest(
  { clock }: Pick<Context, 'clock'>,
  store: OptionsStore,
  { afterBatch = [], beforeBatch = [], parse = parseOnTheSpot }: IngestSteps = {},
): Ingest {
  return async (userId, records, { token } = { token: false }) => {
    const now = clock.now();
    const batch = batchOf(await parse(records, now));
    if (batch.parsed.size === 0)
      return { accepted: 0, duplicates: batch.duplicates, rejected: batch.rejected };
    return await store.change(userId, async (workspace) => {
      if (token && !(await hasToken(workspace))) throw unknownIngestToken();
      return await take(workspace, batch, { afterBatch, beforeBatch, courtesy: store.courtesy }, now);
    });
  };
}

/** Takes records inside a change that writes more than them, in the same way and all or nothing with it. */
export type TakeRecords = (workspace: Workspace, records: readonly unknown[], now: Date) => Promise<Ingested>;

export const takingRecords =
  ({ afterBatch = [], beforeBatch = [] }: Omit<IngestSteps, 'parse'> = {}): TakeRecords =>
  async (workspace, records, now) =>
    await take(workspace, batchOf(await parseOnTheSpot(records, now)), { afterBatch, beforeBatch }, now);

interface ParsedBatch {
  parsed: ReadonlyMap<string, Parsed>;
  duplicates: number;
  rejected: Rejection[];
}

/** Each id once: the first of it counts, and another one with other content is refused. */
function batchOf(records: readonly (Parsed | Rejection)[]): ParsedBatch {
  const rejected: Rejection[] = [];
  const parsed = new Map<string, Parsed>();
  let duplicates = 0;
  for (const [nr, one] of records.entries()) {
    if (isRejection(one)) {
      rejected.push(one.id === null ? { ...one, message: `Record ${nr + 1}: ${one.message}` } : one);
      continue;
    }
    const { id } = one.taken.record;
    const known = parsed.get(id);
    if (known === undefined) parsed.set(id, one);
    else if (known.hash === one.hash) duplicates += 1;
    else rejected.push(conflictOf(id));
  }
  return { parsed, duplicates, rejected };
}

interface TakeSteps {
  afterBatch: readonly AfterBatch[];
  beforeBatch: readonly BeforeBatch[];
  /** Between the parts of the batch. */
  courtesy?: () => Promise<void>;
}

async function take(
  workspace: Workspace,
  { parsed, duplicates, rejected }: ParsedBatch,
  { afterBatch, beforeBatch, courtesy = () => Promise.resolve() }: TakeSteps,
  now: Date,
): Promise<Ingested> {
  const fresh = await withoutKnown(workspace, parsed);
  if (fresh.parsed.length > 0) {
    for (const prepare of beforeBatch) await prepare(workspace, now);
    await write(workspace, fresh.parsed, { now, courtesy });
    const batch = {
      kinds: new Set(fresh.parsed.map(({ kind }) => kind.kind)),
      days: new Set(fresh.parsed.map(({ taken: { day } }) => day)),
      taken: (kind: string) =>
        fresh.parsed.flatMap(({ kind: { kind: name }, taken: one }) => (name === kind ? [one] : [])),
    };
    for (const follow of afterBatch) await follow(workspace, batch, now);
  }
  return {
    accepted: fresh.parsed.length,
    duplicates: duplicates + fresh.duplicates,
    rejected: [...rejected, ...fresh.conflicts.map(conflictOf)],
  };
}

const conflictOf = (id: string): Rejection => ({
  id,
  code: 'RECORD_CONFLICT',
  message: 'This id was already used with different content. Give the correction its own id.',
});

/** What was never taken, in the order in which it came. */
async function withoutKnown(
  workspace: Workspace,
  parsed: ReadonlyMap<string, Parsed>,
): Promise<{ parsed: Parsed[]; duplicates: number; conflicts: string[] }> {
  const ids = [...parsed.keys()];
  const known = new Map<string, string>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await workspace
      .rows<{ record_id: string; content_hash: string }>('ingest_records')
      .whereIn('record_id', ids.slice(from, from + IDS_AT_ONCE))
      .select('record_id', 'content_hash');
    for (const { record_id, content_hash } of rows) known.set(record_id, content_hash);
  }
  const fresh: Parsed[] = [];
  const conflicts: string[] = [];
  for (const [id, one] of parsed) {
    const hash = known.get(id);
    if (hash === undefined) fresh.push(one);
    else if (hash !== one.hash) conflicts.push(id);
  }
  return { parsed: fresh, duplicates: parsed.size - fresh.length - conflicts.length, conflicts };
}

async function write(
  workspace: Workspace,
  fresh: readonly Parsed[],
  { now, courtesy }: { now: Date; courtesy: () => Promise<void> },
): Promise<void> {
  for (let from = 0; from < fresh.length; from += AT_ONCE) {
    await courtesy();
    await workspace.insert(
      'ingest_records',
      fresh.slice(from, from + AT_ONCE).map(({ kind, taken, hash }) => ({
        record_id: taken.record.id,
        kind: kind.kind,
        content_hash: hash,
        received_at: now.toISOString(),
      })),
    );
  }
  for (const kind of RECORD_KINDS) {
    const taken: Taken<ParsedRecord>[] = fresh.filter((one) => one.kind === kind).map((one) => one.taken);
    for (let from = 0; from < taken.length; from += AT_ONCE) {
      await courtesy();
      await kind.store(taken.slice(from, from + AT_ONCE), { workspace, now });
    }
  }
}
