import type { QueryBuilder } from 'objection';
import type { DbTransaction } from '../../../platform/index.ts';
import { familyOf, metricsOf, OBLIGATIONS } from '../../facts/index.ts';
import { type FactLedger, type MetricId, METRICS } from '../../port/index.ts';
import { ConflictModel, EvidenceSourceModel, FactModel, PacketModel } from '../models.ts';
import { containing, wordsOf } from '../search-words.ts';
import type { ConflictsQuery, FactsQuery, PacketsQuery, SourcesQuery } from './dossier-inputs.ts';
import {
  iso,
  PACKET_COLUMNS,
  PACKET_COUNTS,
  type PacketRow,
  type SourcesById,
  titleOf,
  toConflictView,
  toFactView,
  toPacketView,
  toSourceView,
  toUnavailableView,
} from './dossier-rows.ts';
import type {
  ConflictView,
  DossierView,
  FactView,
  NamedSource,
  PacketView,
  SourceView,
  UnavailableView,
} from './dossier-view.ts';

/** Rows from `offset` on, `limit` at most; none are read for a limit of 0, only counted. */
export interface Window {
  offset: number;
  limit: number;
  /** Where it is known already. */
  total?: number;
}
export interface Part<T> {
  items: T[];
  total: number;
}
type Of = { run_id: string };

const ALL_METRICS = Object.keys(METRICS) as MetricId[];
/** Figures in the order in which a dossier needs them; the others follow by name. */
const IN_ORDER = [...new Set([...OBLIGATIONS.flatMap(metricsOf), ...ALL_METRICS])];
/** The company as a whole before its parts and its peers. */
const SCOPES_IN_ORDER = ['consolidated', 'company', 'market', 'standalone', 'segment', 'peer'];

/** What the ledger takes for the figure of today, of whatever day it is. */
const OF_TODAY = `(period->>'key' in ('LATEST', 'TTM'))`;
/** Of each figure one year and one of what is shorter: the newest. A figure of today comes before its days. */
const NEWEST = `select distinct on (metric, scope, scope_detail, period->>'key' ~ '^FY[0-9]{4}$') id
  from research.ai_research_facts where run_id = ?
  order by metric, scope, scope_detail, period->>'key' ~ '^FY[0-9]{4}$',
    ${OF_TODAY} desc, period->>'end' desc, nr desc`;

const titled = (word: string): MetricId[] =>
  ALL_METRICS.filter((metric) => titleOf(metric).toLowerCase().includes(word.toLowerCase()));

/** How many there are of everything in a dossier, in one statement. */
export async function totalsOf(trx: DbTransaction, { run_id }: Of): Promise<DossierView['totals']> {
  const count = (table: string, more = '') =>
    `(select count(*) from research.${table} where run_id = run.id ${more})::int`;
  const { rows } = await trx.raw<{ rows: [DossierView['totals']] }>(
    `select ${count('ai_research_packets')} as packets, ${count('ai_research_facts')} as facts,
       ${count('ai_research_conflicts')} as conflicts,
       jsonb_array_length(coalesce(unavailable, '[]')) as unavailable,
       ${count('ai_research_evidence_sources', `and outcome = 'REFUSED'`)} as refused,
       ${count('ai_research_evidence_sources', `and outcome = 'FAILED'`)} as failures
     from research.ai_research_runs as run where id = ?`,
    [run_id],
  );
  return rows[0];
}

async function partOf<M extends FactModel | PacketModel | ConflictModel | EvidenceSourceModel, T>(
  rows: QueryBuilder<M, M[]>,
  { offset, limit, total: known }: Window,
  view: (rows: M[]) => Promise<T[]> | T[],
): Promise<Part<T>> {
  const total = known ?? (await rows.clone().clearOrder().resultSize());
  if (limit === 0 || total <= offset) return { items: [], total };
  const found = (await rows.offset(offset).limit(limit)) as unknown as M[];
  return { items: await view(found), total };
}

/** Packets by their ids, as facts and conflicts name them. */
async function namedIn(trx: DbTransaction, of: Of, ids: readonly string[]): Promise<SourcesById> {
  const rows = (await trx('research.ai_research_packets')
    .where(of)
    .whereIn('source_id', [...new Set(ids)])
    .select('source_id', 'publisher', 'title', 'url', 'published_at')) as (Omit<
    NamedSource,
    'published_at'
  > & { published_at: Date | null })[];
  return new Map(rows.map((row) => [row.source_id, { ...row, published_at: iso(row.published_at) }]));
}

/** Facts in the order of what a dossier answers, the newest of each figure first; or as the ledger has them. */
export async function factsOf(
  trx: DbTransaction,
  of: Of,
  { q, family, metric, authority, newest = false }: FactsQuery,
  window: Window,
  isByLedger = false,
): Promise<Part<FactView>> {
  const rows = FactModel.query(trx).where(of);
  if (family !== undefined)
    void rows.whereIn(
      'metric',
      ALL_METRICS.filter((one) => familyOf(one) === family),
    );
  if (metric !== undefined) void rows.where({ metric });
  if (authority !== undefined) void rows.where({ authority });
  for (const word of wordsOf(q))
    void rows.where((either) => {
      void either
        .whereIn('metric', titled(word))
        .orWhereILike('fact_id', containing(word))
        .orWhereILike('scope_detail', containing(word));
    });
  if (newest) void rows.whereRaw(`id in (${NEWEST})`, [of.run_id]);
  if (isByLedger) void rows.orderBy('nr');
  else
    void rows.orderByRaw(
      `array_position(?::text[], metric) nulls last, metric, ${OF_TODAY} desc, period->>'end' desc,
     array_position(?::text[], scope) nulls last, scope_detail nulls first, nr`,
      [IN_ORDER, SCOPES_IN_ORDER],
    );
  return await partOf(rows, window, async (found) => {
    const named = await namedIn(
      trx,
      of,
      found.flatMap(({ source_ids }) => source_ids),
    );
    return found.map((one) => toFactView(one, named));
  });
}

/** Packets in the order in which they came. */
export async function packetsOf(
  trx: DbTransaction,
  of: Of,
  { q, authority, provider }: PacketsQuery,
  window: Window,
): Promise<Part<PacketView>> {
  const rows = PacketModel.query(trx).where(of).orderBy('id');
  if (authority !== undefined) void rows.where({ authority });
  if (provider !== undefined) void rows.where({ provider });
  for (const word of wordsOf(q))
    void rows.where((either) => {
      void either
        .whereILike('title', containing(word))
        .orWhereILike('publisher', containing(word))
        .orWhereILike('source_id', containing(word));
    });
  void rows.select(...PACKET_COLUMNS).select(trx.raw(PACKET_COUNTS));
  return await partOf(rows, window, (found) =>
    found.map((row) => toPacketView({ ...(row as unknown as PacketRow) })),
  );
}

/** Figures that truly differ, in the order of the ledger. */
export async function conflictsOf(
  trx: DbTransaction,
  of: Of,
  { q, metric }: ConflictsQuery,
  window: Window,
): Promise<Part<ConflictView>> {
  const rows = ConflictModel.query(trx).where(of).orderBy('nr');
  if (metric !== undefined) void rows.whereRaw(`content->>'metric' = ?`, [metric]);
  for (const word of wordsOf(q))
    void rows.where((either) => {
      void either
        .whereRaw(`content->>'metric' = any (?::text[])`, [titled(word)])
        .orWhereILike('fact_id', containing(word));
    });
  return await partOf(rows, window, async (found) => {
    const named = await namedIn(
      trx,
      of,
      found.flatMap(({ content }) => content.candidates.map(({ source_id }) => source_id)),
    );
    return found.map((one) => toConflictView(one, named));
  });
}

/** Sources on record, in the order in which they came. */
export async function sourcesOf(
  trx: DbTransaction,
  of: Of,
  { outcome }: SourcesQuery,
  window: Window,
): Promise<Part<SourceView>> {
  const rows = EvidenceSourceModel.query(trx).where(of).orderBy('id');
  if (outcome !== undefined) void rows.where({ outcome });
  return await partOf(rows, window, (found) => found.map(toSourceView));
}

/** Figures without a usable value. They stand in the row of the run, which is never read whole. */
export async function unavailableOf(
  trx: DbTransaction,
  { run_id }: Of,
  { offset, limit, total }: Window,
): Promise<Part<UnavailableView>> {
  if (total !== undefined && (limit === 0 || total === 0)) return { items: [], total };
  const { rows } = await trx.raw<{
    rows: { total: number; items: FactLedger['unavailable'][number][] }[];
  }>(
    `select jsonb_array_length(all_of_it) as total,
       array(select value from jsonb_array_elements(all_of_it) with ordinality as one (value, nr)
             order by nr offset ? limit ?) as items
     from (select coalesce(unavailable, '[]') as all_of_it from research.ai_research_runs where id = ?) as run`,
    [offset, limit, run_id],
  );
  const [found] = rows;
  return found === undefined
    ? { items: [], total: rows.length }
    : { items: found.items.map(toUnavailableView), total: found.total };
}
