/** Limits of a figure as text: the labels and sentences of the reports, joined. Browser-safe. */
import type { Coverage, Freshness } from '../core/portfolio/index.ts';
import type { FigureLimit } from '../core/reports/index.ts';
import { coverageSentence } from './coverage-text.ts';
import { joinSentences } from './format.ts';

/** `12 daily returns, up to 29 Aug 2025`; null where nothing limits the figure. */
export const limitLabels = (limits: readonly FigureLimit[]): string | null =>
  limits.map(({ label }) => label).join(', ') || null;

/** ` (12 daily returns, up to 29 Aug 2025)`, behind a figure of the series; empty where nothing limits it. */
export function limitsBehind(limits: readonly FigureLimit[]): string {
  const labels = limitLabels(seriesLimits(limits));
  return labels === null ? '' : ` (${labels})`;
}

/** All of them as sentences; null where there are none. */
export const limitSentences = (limits: readonly FigureLimit[]): string | null =>
  joinSentences(...limits.map(({ message }) => message));

/** Limits of figures of the daily series. The age of today’s prices does not limit a fall of two years ago. */
export const seriesLimits = (limits: readonly FigureLimit[]): FigureLimit[] =>
  limits.filter(({ code }) => code !== 'OLD_PRICES');

/** Note under a chart or table of the daily series: its coverage, an early end, and the age of its prices. */
export function seriesNotes({
  coverage,
  limits,
}: {
  coverage: Coverage | null;
  limits: readonly FigureLimit[];
}): string | null {
  const ends = limits.filter(({ code }) => code !== 'FEW_RETURNS');
  return joinSentences(coverage && coverageSentence(coverage), limitSentences(ends));
}

/** `Prices of 29 Aug 2025, 15 months old.`; null where they are of the last session, or where a past day was asked for. */
export const priceAgeSentence = (freshness: Pick<Freshness, 'age_message'> | null): string | null =>
  freshness?.age_message ? `${freshness.age_message}.` : null;
