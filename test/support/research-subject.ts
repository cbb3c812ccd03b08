import type { EvidenceRequest, ResearchSubject } from '../../core/research/index.ts';

/** A share of NSE, such as nobody has heard of. */
export function researchSubject(fields: Partial<ResearchSubject> = {}): ResearchSubject {
  return {
    instrument_id: '1',
    symbol: 'PALARPUMP',
    exchange: 'NSE',
    isin: 'INE0AB101029',
    name: 'Palar Pumps Limited',
    sector: 'Industrials',
    industry: 'Industrial Products',
    currency: 'INR',
    former_isins: [],
    former_symbols: [],
    ...fields,
  };
}

export function evidenceRequest(fields: Partial<EvidenceRequest> = {}): EvidenceRequest {
  return {
    subject: researchSubject(),
    mode: 'OFFLINE',
    as_of: '2026-09-30T18:30:00.000Z',
    years: 5,
    ...fields,
  };
}
