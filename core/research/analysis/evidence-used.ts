import { METRICS } from '../port/index.ts';
import type { Claim, Publication } from '../publication/index.ts';
import type { Composing } from './composing.ts';

/** The facts, conflicts and sources that claims rest on, with what the facts were worked out from; nothing else. */
export function evidenceUsed(
  claims: readonly Claim[],
  { facts, conflicts, packets }: Pick<Composing, 'facts' | 'conflicts' | 'packets'>,
): Pick<Publication, 'facts' | 'conflicts' | 'sources'> {
  const byId = new Map(facts.map((fact) => [fact.fact_id, fact]));
  const used = new Set<string>();
  const waiting = claims.flatMap(({ fact_ids }) => fact_ids);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const fact = byId.get(id);
    if (fact === undefined || used.has(id)) continue;
    used.add(id);
    waiting.push(...(fact.derivation?.inputs ?? []).filter((input) => byId.has(input)));
  }
  const own = facts.filter(({ fact_id }) => used.has(fact_id));
  const disputed = conflicts.filter(({ fact_id }) => used.has(fact_id));
  const named = new Set([
    ...[...claims, ...own].flatMap(({ source_ids }) => source_ids),
    ...disputed.flatMap(({ candidates }) => candidates.map(({ source_id }) => source_id)),
  ]);
  return {
    facts: own.map((one) => ({
      fact_id: one.fact_id,
      metric: one.metric,
      title: METRICS[one.metric].title,
      scope: one.scope,
      scope_detail: one.scope_detail,
      period: { ...one.period },
      unit: one.unit,
      value: one.value,
      value_high: one.value_high,
      authority: one.authority,
      label: one.label,
      is_validated: one.is_validated,
      source_ids: [...one.source_ids],
      derivation:
        one.derivation === null
          ? null
          : { ...one.derivation, inputs: one.derivation.inputs.filter((input) => byId.has(input)) },
    })),
    conflicts: disputed.map(({ fact_id, metric, period, candidates, chosen, rule, note }) => ({
      fact_id,
      title: METRICS[metric].title,
      period: { ...period },
      candidates: candidates.map(({ value, value_high, unit, source_id, authority, published_at }) => ({
        value,
        value_high,
        unit,
        source_id,
        authority,
        published_at,
      })),
      chosen,
      rule,
      note,
    })),
    sources: packets
      .filter(({ source_id }) => named.has(source_id))
      .map((packet) => ({
        source_id: packet.source_id,
        provider: packet.provider,
        publisher: packet.publisher,
        authority: packet.authority,
        source_class: packet.source_class,
        title: packet.title,
        url: packet.url,
        published_at: packet.published_at,
        fetched_at: packet.fetched_at,
        evidence_hash: packet.evidence_hash,
      })),
  };
}
