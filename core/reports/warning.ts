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
