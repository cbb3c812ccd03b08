import type { FactLedger } from '../port/index.ts';
import type { StageStatus } from '../runs/index.ts';
import type { RunEnd } from './claims.ts';

/** What the last stage looks at. */
export interface RunFindings {
  /** How many packets there are. */
  packets: number;
  ledger: StageStatus;
  coverage: StageStatus;
  verdict: FactLedger['coverage']['verdict'] | null;
  /** Why no report could be put together; null where one was. */
  unpublished: string | null;
  /** Why the report could not be printed; null where it could. */
  unprinted: string | null;
  /** What stages before the report said that failed. */
  reasons: readonly string[];
}

const LONGEST = 2000;
const ended = (status: RunEnd['status'], ...words: string[]): RunEnd => ({
  status,
  error: words.length === 0 ? null : words.join(' ').slice(0, LONGEST),
});

/**
 * How a run ends, in the order of the decisions (Publication V2: status order). FAILED is what no report can be put together
 * from; REVIEW_REQUIRED one whose required sections rest on too weak evidence, and nothing but better evidence changes that;
 * PARTIAL one that could not be printed; COMPLETED the rest. What checks think of the report stands beside it.
 */
export function endOfRun(found: RunFindings): RunEnd {
  const { packets, ledger, coverage, verdict, unpublished, unprinted, reasons } = found;
  if (ledger !== 'COMPLETED' || coverage !== 'COMPLETED' || verdict === null)
    return ended('FAILED', 'The facts or their coverage could not be calculated.', ...reasons);
  if (packets === 0) {
    const why = reasons.length === 0 ? ['No source has anything on this share.'] : reasons;
    return ended('FAILED', 'No evidence was found.', ...why);
  }
  if (unpublished !== null) return ended('FAILED', `The report could not be written: ${unpublished}`);
  const print = unprinted === null ? [] : [`The PDF could not be made: ${unprinted}`];
  if (verdict === 'REVIEW_REQUIRED')
    return ended(
      'REVIEW_REQUIRED',
      'The report is complete but not approved: the evidence for a required section is too weak. Check under Coverage what is missing.',
      ...print,
    );
  return unprinted === null ? ended('COMPLETED') : ended('PARTIAL', ...print);
}
