import type { PrintedReport } from '../../core/research/pdf/index.ts';
import { printedLegacy } from './legacy-report.ts';
import { longReport, printedReport } from './long-report.ts';

/** The publication of the first of them. */
export const PUBLICATION = longReport({ words: 400, claims: 20, facts: 40, sources: 8 });
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
