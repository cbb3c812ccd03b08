import type { DashboardView } from '../../core/portfolio/index.ts';
import { ago, moment } from './times.ts';

/** When the prices are from, and when this was worked out. Prices read on a Sunday are of Friday, however new the reading. */
export function freshness(view: DashboardView, now: Date): string {
  const { age_message, valuation_timestamp } = view.freshness;
  const stale = view.warnings.find(({ code }) => code === 'VALUATION_STALE')?.message;
  const old = stale ?? (age_message === null ? null : `${age_message}.`);
  if (old !== null) return `${old} As of ${moment(view.calculated_at)}.`;
  // Cash needs no price, and without holdings no price is missing.
  if (valuation_timestamp === null && view.total.current_value !== null)
    return `As of ${moment(view.calculated_at)}.`;
  const label = view.total.day_change_label;
  const prices =
    valuation_timestamp === null
      ? 'No prices yet'
      : `Prices ${label === 'Today' ? `updated ${ago(valuation_timestamp, now)}` : `of ${label}`}`;
  return `${prices}. As of ${moment(view.calculated_at)}.`;
}

/** Warnings that limit the figures, without those that stand beside a figure. */
export function warningLines(view: DashboardView): string[] {
  const said = new Set([
    'VALUATION_PARTIAL',
    'FX_ESTIMATED',
    'FX_UNAVAILABLE',
    'PREVIOUS_CLOSE_MISSING',
    'VALUATION_STALE',
    'ACTIONS_UNDECIDED',
    'BROKER_CHANGES_UNDECIDED',
  ]);
  return view.warnings
    .filter((warning) => !said.has(warning.code))
    .map((warning) => `Note: ${warning.message}`);
}
