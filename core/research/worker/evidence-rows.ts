import { type DbTransaction } from '../../platform/index.ts';
import { type FactLedger, inTurns, turn } from '../port/index.ts';
import type { StageResult } from './stage-result.ts';

/** So many characters of rows go into one statement: they are put together within a few milliseconds, and others wait meanwhile. */
const CHARACTERS_AT_ONCE = 60_000;

export const json = (value: unknown): string => JSON.stringify(value);

/** Whose rows they are. */
export interface OfRun {
  run_id: string;
  owner_user_id: string;
}

/**
 * Writes rows that are not there yet, with one parameter for each statement: Postgres takes the rows apart from JSON in a part
 * of the time that a parameter for each of their columns takes here.
 * @param rowOf makes the row of the one with that number, every row with the same columns; it is asked when its turn has come.
 *   Columns of JSON are given as they are, and moments as ISO-8601.
 * @param key the columns of which no two rows are the same
 */
export const insertRows = async <T>(
  trx: DbTransaction,
  table: string,
  list: readonly T[],
  rowOf: (one: T, at: number) => Record<string, unknown>,
  key: readonly string[],
): Promise<void> => {
  for (let at = 0; at < list.length;) {
    await turn();
    const rows: string[] = [];
    let columns: string[] = [];
    for (let characters = 0; at < list.length && characters < CHARACTERS_AT_ONCE; at += 1) {
      const row = rowOf(list[at]!, at);
      columns = Object.keys(row);
      const text = json(row);
      rows.push(text);
      characters += text.length;
    }
    const names = columns.map(() => '??').join(', ');
    await trx.raw(
      `insert into ?? (${names}) select ${names} from json_populate_recordset(null::??, ?::json)
       on conflict (${key.map(() => '??').join(', ')}, owner_user_id) do nothing`,
      [table, ...columns, ...columns, table, `[${rows.join(',')}]`, ...key],
    );
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
      content: packet,
    }),
    ['run_id', 'source_id'],
  );
  const recorded = { ...of, recorded_at: now.toISOString() };
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
      // Half of a character, such as a cut leaves it, has no JSON.
      source_key: `${provider} ${kind} ${message}`.slice(0, 500).toWellFormed(),
      outcome: 'FAILED',
      reason: kind,
      detail: message.toWellFormed(),
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

/** Refused sources of one statement. */
const REFUSED_AT_ONCE = 50;

/** What was taken and is no evidence after all, such as a packet whose hash does not hold, is refused from then on. */
async function refuse(trx: DbTransaction, rows: readonly { source_key: string }[]): Promise<void> {
  // One statement changes a row once.
  const once = [...new Map(rows.toReversed().map((row) => [row.source_key, row])).values()].toReversed();
  for await (const some of inTurns(once, REFUSED_AT_ONCE))
    await trx('research.ai_research_evidence_sources')
      .insert([...some])
      .onConflict(['run_id', 'source_key', 'owner_user_id'])
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
      content: one,
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
      content: row,
    }),
    ['run_id', 'obligation'],
  );
}
