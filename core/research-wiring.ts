import type { Context } from './context.ts';
import type { Instruments } from './market/instruments/index.ts';
import { istDate } from './platform/index.ts';
import {
  buildLedgerInSlices,
  createPeers,
  createSubjects,
  DocumentNotKept,
  EVIDENCE_PROVIDERS,
  type ResearchParts,
  type VerifyEquity,
} from './research/index.ts';

/** Raised whenever the same packets come to another ledger. */
const LEDGER_VERSION = '1';

const verifyEquity: VerifyEquity = (ticker) =>
  Promise.resolve({
    outcome: 'UNKNOWN',
    message: `${ticker} is not in the registry of instruments, and nobody outside can be asked for it.`,
  });

/** The parts of research as the product has them. Tests hand in others. */
export function researchParts({ clock }: Pick<Context, 'clock'>, instruments: Instruments): ResearchParts {
  const subjects = createSubjects({ instruments, verifyEquity });
  return {
    instruments,
    providers: EVIDENCE_PROVIDERS,
    documentsOf: () => ({
      get: ({ source, path }) => Promise.reject(new DocumentNotKept(source, path)),
    }),
    async buildLedger(input, signal) {
      const built = await buildLedgerInSlices(input, signal);
      const { facts, conflicts, unavailable, coverage, hash_mismatch, refused } = built;
      return { facts, conflicts, unavailable, coverage, hash_mismatch, refused };
    },
    ledgerVersion: LEDGER_VERSION,
    peersOf: (subject, most) =>
      createPeers({
        instruments,
        today: () => istDate(clock.now()),
        subjectOf: (instrument) => subjects.of(instrument),
      }).of(subject, most),
    verifyEquity,
  };
}
