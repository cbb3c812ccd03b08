import { http } from '../client.ts';
import type {
  ActionDecision,
  AliasDecision,
  BooksAudit,
  CorporateAction,
  DataQuality,
  InstrumentCandidate,
  InstrumentReview,
  ExcludedTransaction,
  OpeningInput,
  Openings,
  Page,
  PriceFilter,
  PriceFinding,
  PriceQuality,
  RecordedDifference,
  RecordedOpenings,
  RefusedValue,
  UnmatchedSale,
} from '../types.ts';
import { at } from './rows.ts';

/** How far the figures can be trusted. */
export const QUALITY = {
  openings: {
    list: () => http.get<Openings>('/api/portfolio/openings'),
    record: (openings: OpeningInput[]) =>
      http.post<RecordedOpenings>('/api/portfolio/openings', { openings }),
    file: '/api/portfolio/openings.csv',
  },
  quality: {
    read: () => http.get<DataQuality>('/api/portfolio/data-quality'),
    audit: () => http.get<BooksAudit>('/api/portfolio/data-quality/audit'),
    auditNow: () => http.post<BooksAudit>('/api/portfolio/data-quality/audit'),
    prices: (page: number, filter: PriceFilter) =>
      http.get<Page<PriceQuality>>('/api/portfolio/data-quality/prices', { page, filter }),
    instruments: (page: number) =>
      http.get<Page<InstrumentReview>>('/api/portfolio/data-quality/instruments', { page }),
    decide: (body: AliasDecision) =>
      http.post<InstrumentCandidate>('/api/portfolio/data-quality/instruments/decisions', body),
    leftOut: (page: number) =>
      http.get<Page<ExcludedTransaction>>('/api/portfolio/data-quality/left-out', { page }),
    unmatched: (page: number) =>
      http.get<Page<UnmatchedSale>>('/api/portfolio/data-quality/unmatched', { page }),
    recordedValues: (page: number, portfolio: string) =>
      http.get<Page<RecordedDifference>>('/api/portfolio/data-quality/recorded-values', {
        page,
        portfolio: portfolio || undefined,
      }),
    fundValues: (page: number) =>
      http.get<Page<RefusedValue>>('/api/portfolio/data-quality/fund-values', { page }),
    findings: (page: number, of: 'held' | 'others') =>
      http.get<Page<PriceFinding>>('/api/portfolio/data-quality/findings', { page, of }),
    dismissFinding: (id: string) => http.post<void>(at`/api/portfolio/data-quality/findings/${id}/dismiss`),
    actions: (page: number) =>
      http.get<Page<CorporateAction>>('/api/portfolio/data-quality/actions', { page }),
    decideAction: (id: string, body: ActionDecision) =>
      http.post<CorporateAction>(at`/api/portfolio/data-quality/actions/${id}`, body),
    dismissAction: (id: string) =>
      http.post<CorporateAction>(at`/api/portfolio/data-quality/actions/${id}/dismiss`),
    accept: (holdingId: string, price: number) =>
      http.post<PriceQuality>(at`/api/portfolio/data-quality/fund-values/${holdingId}/accept`, { price }),
  },
};
