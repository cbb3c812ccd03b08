import { http } from '../client.ts';
import type {
  Dossier,
  DossierConflict,
  DossierFact,
  DossierFactsQuery,
  DossierPacket,
  DossierSource,
  DossierUnavailable,
  Page,
  ResearchInput,
  ResearchListQuery,
  ResearchRun,
  ResearchStarted,
  ResearchState,
  Unpinned,
} from '../types.ts';
import { at } from './rows.ts';

/** As many as one request answers. */
const LARGEST_PAGE = 200;
const BASE = '/api/portfolio/ai-research';

interface PageOfRun {
  page: number;
  page_size: number;
}

/** AI research: runs and what they found. */
export const AI_RESEARCH = {
  state: () => http.get<ResearchState>(`${BASE}/state`),
  list: (query: ResearchListQuery) => http.get<Page<ResearchRun>>(`${BASE}/runs`, { ...query }),
  /** Those with an approved report, newest first. */
  completed: () =>
    http.get<Page<ResearchRun>>(`${BASE}/runs`, { page: 1, page_size: LARGEST_PAGE, status: 'COMPLETED' }),
  /** Without its lists, which may be long and are read in pages. */
  read: (id: string) => http.get<Dossier>(at`/api/portfolio/ai-research/runs/${id}`, { first: 0 }),
  facts: (id: string, query: DossierFactsQuery) =>
    http.get<Page<DossierFact>>(at`/api/portfolio/ai-research/runs/${id}/facts`, { ...query }),
  packets: (id: string, query: PageOfRun) =>
    http.get<Page<DossierPacket>>(at`/api/portfolio/ai-research/runs/${id}/packets`, { ...query }),
  conflicts: (id: string, query: PageOfRun) =>
    http.get<Page<DossierConflict>>(at`/api/portfolio/ai-research/runs/${id}/conflicts`, { ...query }),
  unavailable: (id: string, query: PageOfRun) =>
    http.get<Page<DossierUnavailable>>(at`/api/portfolio/ai-research/runs/${id}/unavailable`, { ...query }),
  sources: (id: string, query: PageOfRun & { outcome: DossierSource['outcome'] }) =>
    http.get<Page<DossierSource>>(at`/api/portfolio/ai-research/runs/${id}/sources`, { ...query }),
  start: (body: ResearchInput) => http.post<ResearchStarted>(`${BASE}/v3/runs`, body),
  cancel: (id: string) => http.post<ResearchRun>(at`/api/portfolio/ai-research/runs/${id}/cancel`),
  setBaseline: (id: string) => http.post<unknown>(at`/api/portfolio/ai-research/runs/${id}/set-baseline`),
  clearBaseline: (id: string) =>
    http.post<Unpinned>(at`/api/portfolio/ai-research/runs/${id}/clear-baseline`),
  /** Address of the report as a file. */
  pdf: (id: string) => at`/api/portfolio/ai-research/runs/${id}/pdf`,
  retry: (id: string) => http.post<ResearchStarted>(at`/api/portfolio/ai-research/runs/${id}/retry`),
};
