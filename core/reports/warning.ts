import type { Freshness } from '../portfolio/index.ts';
import { listOf, text, view, type ViewOf, whole } from '../platform/schema/index.ts';

/** Something about a report's figures that its reader should know. The code is stable, the message is for people. */
const reportWarningView = view({
  code: text,
  message: text,
  /** How many holdings, days or periods it concerns. */
  count: whole,
});
export type ReportWarning = ViewOf<typeof reportWarningView>;

export const warnings = listOf(reportWarningView);

/** That figures rest on prices of earlier sessions: of which day the oldest is, and how many are of own trades. */
export const oldPriceWarnings = ({
  age_message,
  outdated_holdings: count,
}: Pick<Freshness, 'age_message' | 'outdated_holdings'>): ReportWarning[] =>
  age_message === null ? [] : [{ code: 'OLD_PRICES', message: `${age_message}.`, count }];
