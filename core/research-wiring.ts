import type { Instruments } from './market/instruments/index.ts';
import { DocumentNotKept, EVIDENCE_PROVIDERS, type ResearchParts } from './research/index.ts';

/** The parts of research as the product has them. Tests hand in others. */
export function researchParts(instruments: Instruments): ResearchParts {
  return {
    instruments,
    providers: EVIDENCE_PROVIDERS,
    documentsOf: () => ({
      get: ({ source, path }) => Promise.reject(new DocumentNotKept(source, path)),
    }),
    buildLedger: () => Promise.reject(new Error('this version has no ledger of facts')),
    ledgerVersion: '0',
    peersOf: () => Promise.resolve([]),
    verifyEquity: (ticker) =>
      Promise.resolve({
        outcome: 'UNKNOWN',
        message: `${ticker} is not in the registry of instruments, and nobody outside can be asked for it.`,
      }),
  };
}
