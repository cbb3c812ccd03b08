import { METRICS, type MetricId } from '../../../../core/research/index.ts';
import type { Thesis } from '../../../../core/research/thesis/index.ts';

export type Fact = Thesis['facts'][number];

/** A confirmed figure of a fiscal year that ends on that day. */
export function factOf(metric: MetricId, end: string, value: string, change: Partial<Fact> = {}): Fact {
  const key = `FY${end.slice(0, 4)}`;
  return {
    fact_id: `${metric}.consolidated.${key.toLowerCase()}`,
    metric,
    title: METRICS[metric].title,
    scope: 'consolidated',
    scope_detail: null,
    period: { key, start: null, end },
    unit: 'pct',
    value,
    value_high: null,
    authority: 'FILING',
    label: 'VERIFIED_FACT',
    is_validated: true,
    source_ids: ['nse_filings:1'],
    derivation: null,
    published_at: null,
    ...change,
  };
}

/** A rated report without figures. */
export const thesis = (change: Partial<Thesis> = {}): Thesis => ({
  rating: 'OVERWEIGHT',
  action: 'HOLD',
  confidence: 0.6,
  as_of: '2026-06-01T04:00:00.000Z',
  invalidations: [],
  facts: [],
  verdict: 'SUFFICIENT',
  qa: 'PASS',
  ...change,
});
