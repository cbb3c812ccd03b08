import { familyOf } from '../../facts/index.ts';
import {
  type EvidenceProviderName,
  type FactLedger,
  figureWords,
  type MetricId,
  METRICS,
} from '../../port/index.ts';
import type { ConflictModel, EvidenceSourceModel, FactModel } from '../models.ts';
import type {
  ConflictView,
  FactView,
  NamedSource,
  PacketView,
  SourceView,
  UnavailableView,
} from './dossier-view.ts';

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A figure's name; its id for one that this version does not know. */
export const titleOf = (metric: string): string =>
  Object.hasOwn(METRICS, metric) ? METRICS[metric as MetricId].title : metric;

/** A packet without what it says, which may be long. */
export interface PacketRow extends Omit<PacketView, 'published_at' | 'fetched_at'> {
  published_at: Date | null;
  fetched_at: Date;
}
export const PACKET_COLUMNS = [
  'source_id',
  'provider',
  'publisher',
  'authority',
  'source_class',
  'title',
  'url',
  'published_at',
  'published_precision',
  'fetched_at',
  'origin',
  'evidence_hash',
] as const;
/** Counted where the packet is, so that it need not be read. */
export const PACKET_COUNTS = `jsonb_array_length(content->'observations') as observations,
  jsonb_array_length(content->'passages') as passages, content->'notes' as notes`;

export const toPacketView = (row: PacketRow): PacketView => ({
  ...row,
  published_at: iso(row.published_at),
  fetched_at: row.fetched_at.toISOString(),
});

export type SourcesById = ReadonlyMap<string, NamedSource>;

export function toFactView(one: FactModel, named: SourcesById): FactView {
  const { derivation } = one;
  return {
    fact_id: one.fact_id,
    metric: one.metric,
    title: titleOf(one.metric),
    family: familyOf(one.metric),
    scope: one.scope,
    scope_detail: one.scope_detail,
    period: one.period,
    unit: one.unit,
    value: one.value,
    value_high: one.value_high,
    value_text: figureWords(one),
    authority: one.authority,
    label: one.label,
    is_validated: one.is_validated,
    source_ids: one.source_ids,
    sources: one.source_ids.map((id) => named.get(id)).filter((source) => source !== undefined),
    locator: one.locator,
    published_at: iso(one.published_at),
    derivation: derivation === null ? null : { ...derivation, inputs: [...derivation.inputs] },
    notes: one.notes,
  };
}

/** Figures that differ, for reading; the exact ones where two of them would read the same. */
export function candidateWords(
  candidates: readonly { value: string; value_high: string | null; unit: string }[],
): string[] {
  const words = candidates.map(figureWords);
  const exact = new Set(candidates.map(({ value, value_high, unit }) => `${value} ${value_high} ${unit}`));
  return new Set(words).size === exact.size ? words : candidates.map(({ value, unit }) => `${value} ${unit}`);
}

export function toConflictView({ content }: ConflictModel, named: SourcesById): ConflictView {
  const { fact_id, metric, scope, scope_detail, period, candidates, chosen, rule, note } = content;
  const words = candidateWords(candidates);
  return {
    fact_id,
    metric,
    title: titleOf(metric),
    scope,
    scope_detail,
    period,
    candidates: candidates.map((one, at) => ({
      ...one,
      value_text: words[at] ?? `${one.value} ${one.unit}`,
      source: named.get(one.source_id) ?? null,
    })),
    chosen,
    rule,
    note,
  };
}

export const toUnavailableView = (one: FactLedger['unavailable'][number]): UnavailableView => ({
  title: titleOf(one.metric),
  scope: one.scope,
  period: one.period,
  source_id: one.source_id,
  reason: one.reason,
});

export const toSourceView = ({
  provider,
  source_key,
  outcome,
  reason,
  detail,
}: Pick<EvidenceSourceModel, 'provider' | 'source_key' | 'outcome' | 'reason' | 'detail'>): SourceView => ({
  provider: provider satisfies EvidenceProviderName,
  // The key begins with the provider. That of a failure names no source.
  source_id: outcome === 'FAILED' ? provider : source_key.slice(source_key.indexOf(' ') + 1),
  outcome,
  reason,
  detail,
});
