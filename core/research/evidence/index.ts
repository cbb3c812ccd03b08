import type { EvidenceProvider } from '../port/index.ts';

/** Every source of evidence, one line each. A run asks them in this order. */
export const EVIDENCE_PROVIDERS: readonly EvidenceProvider[] = [];
