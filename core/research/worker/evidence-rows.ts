import { type DbTransaction } from '../../platform/index.ts';
import { type FactLedger, inTurns } from '../port/index.ts';
import type { StageResult } from './stage-result.ts';

/** Rows of one statement: it is put together within a few milliseconds, and nobody else is served meanwhile. */
const ROWS_AT_ONCE = 50;

export const json = (value: unknown): string => JSON.stringify(value);

/** Whose rows they are. */
export interface OfRun {
  run_id: string;
  owner_user_id: string;
}

/** @param rowOf makes the row of the one with that number; it is asked when its turn has come. */
export const insertRows = async <T>(
  trx: DbTransaction,
  table: string,
  list: readonly T[],
  rowOf: (one: T, at: number) => Record<string, unknown>,
  key: string[],
): Promise<void> => {
  let done = 0;
  for await (const some of inTurns(list, ROWS_AT_ONCE)) {
    const before = done;
    done += some.length;
    await trx(table)
      .insert(some.map((one, at) => rowOf(one, before + at)))
      .onConflict(key)
      .ignore();
  }
};

export async function writeEvidence(
  trx: DbTransaction,
  of: OfRun,
  { packets, refused, failures }: NonNullable<StageResult['evidence']>,
  now: Date,
): Promise<void> {
  await insertRows(
    trx,
    'research.ai_research_packets',
    packets,
    (packet) => ({
      ...of,
      source_id: packet.source_id,
      provider: packet.provider,
      publisher: packet.publisher,
      authority: packet.authority,
      source_class: packet.source_class,
      title: packet.title,
      url: packet.url,
      published_at: packet.published_at,
      published_precision: packet.published_precision,
      fetched_at: packet.fetched_at,
      origin: packet.origin,
      evidence_hash: packet.evidence_hash,
      content: json(packet),
    }),
    ['run_id', 'source_id'],
  );
  const recorded = { ...of, recorded_at: now };
  const sources = [
    ...packets.map(({ provider, source_id, title }) => ({
      ...recorded,
      provider,
      source_key: `${provider} ${source_id}`,
      outcome: 'USED',
      reason: null,
      detail: title,
    })),
    ...failures.map(({ provider, kind, message }) => ({
      ...recorded,
      provider,
      source_key: `${provider} ${kind} ${message}`.slice(0, 500),
      outcome: 'FAILED',
      reason: kind,
      detail: message,
    })),
  ];
  await insertRows(trx, 'research.ai_research_evidence_sources', sources, (one) => one, [
    'run_id',
    'source_key',
  ]);
  const used = new Set(packets.map(({ source_id }) => source_id));
  await refuse(
    trx,
    refused.map(({ provider, source_id, reason, detail }) => ({
      ...recorded,
      provider,
      source_key: `${provider} ${source_id}${reason === 'DUPLICATE' ? ' (again)' : used.has(source_id) ? ' (in part)' : ''}`,
      outcome: 'REFUSED',
      reason,
      detail,
    })),
  );
}

/** What was taken and is no evidence after all, such as a packet whose hash does not hold, is refused from then on. */
async function refuse(trx: DbTransaction, rows: readonly { source_key: string }[]): Promise<void> {
  // One statement changes a row once.
  const once = [...new Map(rows.toReversed().map((row) => [row.source_key, row])).values()].toReversed();
  for await (const some of inTurns(once, ROWS_AT_ONCE))
    await trx('research.ai_research_evidence_sources')
      .insert([...some])
      .onConflict(['run_id', 'source_key'])
      .merge(['outcome', 'reason', 'detail', 'recorded_at']);
}

export async function writeLedger(trx: DbTransaction, of: OfRun, ledger: FactLedger): Promise<void> {
  await insertRows(
    trx,
    'research.ai_research_facts',
    ledger.facts,
    (fact, at) => ({
      ...of,
      ...fact,
      nr: at + 1,
      period: json(fact.period),
      source_ids: json(fact.source_ids),
      derivation: fact.derivation === null ? null : json(fact.derivation),
      notes: json(fact.notes),
    }),
    ['run_id', 'fact_id'],
  );
  await insertRows(
    trx,
    'research.ai_research_conflicts',
    ledger.conflicts,
    (one, at) => ({
      ...of,
      fact_id: one.fact_id,
      nr: at + 1,
      rule: one.rule,
      chosen: one.chosen,
      content: json(one),
    }),
    ['run_id', 'fact_id'],
  );
}

export async function writeCoverage(
  trx: DbTransaction,
  of: OfRun,
  { rows }: FactLedger['coverage'],
): Promise<void> {
  await insertRows(
    trx,
    'research.ai_research_coverage',
    rows,
    (row, at) => ({
      ...of,
      obligation: row.obligation,
      nr: at + 1,
      section: row.section,
      family: row.family,
      is_required: row.is_required,
      is_covered: row.is_covered,
      reason: row.reason,
      content: json(row),
    }),
    ['run_id', 'obligation'],
  );
}
