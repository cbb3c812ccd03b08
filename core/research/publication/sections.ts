import type { EvidenceFamily } from '../port/index.ts';

export interface SectionRow {
  id: string;
  title: string;
  /** One for each family that gates; without them there is no approved report. */
  is_required: boolean;
  family: EvidenceFamily;
}

/** The sections of a report, in their order. The four required ones are the same as in coverage (decisions/Publication V2). */
export const SECTIONS = [
  {
    id: 'business_profile',
    title: 'The business',
    is_required: false,
    family: 'FINANCIAL_STATEMENTS',
  },
  {
    id: 'financial_performance',
    title: 'Revenue and profit',
    is_required: true,
    family: 'FINANCIAL_STATEMENTS',
  },
  {
    id: 'earnings_quality',
    title: 'Quality of earnings',
    is_required: false,
    family: 'FINANCIAL_STATEMENTS',
  },
  { id: 'balance_sheet', title: 'Balance sheet', is_required: false, family: 'FINANCIAL_STATEMENTS' },
  {
    id: 'market_and_valuation',
    title: 'Price and valuation',
    is_required: true,
    family: 'EXCHANGE_PRICES',
  },
  { id: 'peers_and_sector', title: 'Peers and sector', is_required: false, family: 'EXCHANGE_PRICES' },
  { id: 'catalysts', title: 'Catalysts', is_required: true, family: 'CORPORATE_ACTIONS' },
  {
    id: 'guidance_and_outlook',
    title: 'Guidance and outlook',
    is_required: true,
    family: 'COMPANY_GUIDANCE',
  },
  { id: 'news', title: 'News', is_required: false, family: 'DISCOVERED' },
] as const satisfies readonly SectionRow[];
export type SectionId = (typeof SECTIONS)[number]['id'];
export const SECTION_IDS: readonly SectionId[] = SECTIONS.map(({ id }) => id);
export const REQUIRED_SECTIONS: readonly SectionId[] = SECTIONS.filter((one) => one.is_required).map(
  ({ id }) => id,
);
