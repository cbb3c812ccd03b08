import { http } from '../client.ts';
import type { Dossier, Page, ResearchInput, ResearchRun, ResearchStarted, ResearchState } from '../types.ts';
import { at } from './rows.ts';

const BASE = '/api/portfolio/ai-research';

/** AI research: runs and what they found. */
export const AI_RESEARCH = {
  state: () => http.get<ResearchState>(`${BASE}/state`),
  list: (query: { page: number; page_size: number }) =>
    http.get<Page<ResearchRun>>(`${BASE}/runs`, { ...query }),
  read: (id: string) => http.get<Dossier>(at`/api/portfolio/ai-research/runs/${id}`),
  start: (body: ResearchInput) => http.post<ResearchStarted>(`${BASE}/v3/runs`, body),
  cancel: (id: string) => http.post<ResearchRun>(at`/api/portfolio/ai-research/runs/${id}/cancel`),
  retry: (id: string) => http.post<ResearchStarted>(at`/api/portfolio/ai-research/runs/${id}/retry`),
};
