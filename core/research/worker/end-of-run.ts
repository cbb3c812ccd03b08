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
  /** What stages said that failed. */
  reasons: readonly string[];
}

const EVIDENCE_ONLY = 'No report was written: this version gathers the evidence only.';

/**
 * How a run without a publication ends. COMPLETED needs a report that was checked, so enough evidence is PARTIAL; evidence
 * that is not enough is REVIEW_REQUIRED; FAILED is what nothing can be read from (research/States and transitions).
 */
export function endOfRun({ packets, ledger, coverage, verdict, reasons }: RunFindings): RunEnd {
  const why = reasons.length === 0 ? '' : ` ${reasons.join(' ')}`;
  if (ledger !== 'COMPLETED' || coverage !== 'COMPLETED' || verdict === null)
    return { status: 'FAILED', error: `The evidence could not be put together.${why}`.slice(0, 2000) };
  if (packets === 0) {
    const none = why === '' ? ' No source has anything on this share.' : why;
    return { status: 'FAILED', error: `No evidence was found.${none}`.slice(0, 2000) };
  }
  return verdict === 'SUFFICIENT'
    ? { status: 'PARTIAL', error: `${EVIDENCE_ONLY} The evidence is enough for one.` }
    : {
        status: 'REVIEW_REQUIRED',
        error: `${EVIDENCE_ONLY} The evidence is not enough for an approved one: see what coverage lacks.`,
      };
}
