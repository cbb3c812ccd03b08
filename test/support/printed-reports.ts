import type { PrintedReport } from '../../core/research/pdf/index.ts';
import { printedLegacy } from './legacy-report.ts';
import { longReport, printedReport } from './long-report.ts';

/** The publication of the first of them. */
export const PUBLICATION = longReport({ words: 120, claims: 6, facts: 27, sources: 4 });
/** Reports of both versions, with letters of several scripts. */
export const PRINTED_REPORTS = [
  printedReport(PUBLICATION),
  printedReport(
    { ...PUBLICATION, thesis: 'महिंद्रा grows, and 漢字 does not.' },
    { status: 'REVIEW_REQUIRED' },
  ),
  printedLegacy(),
  printedLegacy(undefined, { as_of: null, status: 'PARTIAL' }),
] as const satisfies readonly PrintedReport[];
