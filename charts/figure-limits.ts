/** Limits of a figure as text: the labels and sentences of the reports, joined. Browser-safe. */
import type { Coverage, Freshness } from '../core/portfolio/index.ts';
import type { FigureLimit } from '../core/reports/index.ts';
import { coverageSentence } from './coverage-text.ts';

/** `12 daily returns, up to 29 Aug 2025`; null where nothing limits the figure. */
export const limitLabels = (limits: readonly FigureLimit[]): string | null =>
  limits.map(({ label }) => label).join(', ') || null;

/** ` (12 daily returns, up to 29 Aug 2025)`, behind a figure of days; empty where nothing limits it. */
export function limitsBehind(limits: readonly FigureLimit[]): string {
  const labels = limitLabels(ofDays(limits));
  return labels === null ? '' : ` (${labels})`;
}

/** All of them as sentences; null where there are none. */
export const limitSentences = (limits: readonly FigureLimit[]): string | null =>
  limits.map(({ message }) => message).join(' ') || null;

/** The age alone, for figures of today’s value and not of days. */
export const oldPrices = (limits: readonly FigureLimit[]): FigureLimit[] =>
  limits.filter(({ code }) => code === 'OLD_PRICES');

/** Limits of figures of days: the oldest price of today’s value says nothing of a fall two years ago. */
export const ofDays = (limits: readonly FigureLimit[]): FigureLimit[] =>
  limits.filter(({ code }) => code !== 'OLD_PRICES');

/** Note under a chart or table of the daily line: its coverage, an early end, and the age of its prices. */
export function lineNotes({
  coverage,
  limits,
}: {
  coverage: Coverage | null;
  limits: readonly FigureLimit[];
}): string | null {
  const ends = limits.filter(({ code }) => code !== 'FEW_RETURNS');
  const notes = [coverage === null ? null : coverageSentence(coverage), limitSentences(ends)];
  return notes.filter((note) => note !== null).join(' ') || null;
}

/** `Prices of 29 Aug 2025, 15 months old.`; null where they are of the last session. */
export const priceAge = ({ age_message }: Pick<Freshness, 'age_message'>): string | null =>
  age_message === null ? null : `${age_message}.`;
