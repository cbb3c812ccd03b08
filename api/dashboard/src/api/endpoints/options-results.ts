import type {
  DailyView,
  FunnelQuery,
  FunnelView,
  IngestTokenView,
  Mode,
  NewIngestTokenView,
  PerformanceView,
} from '../../../../../core/options/index.ts';
import { http } from '../client.ts';
import { at } from './rows.ts';

const TOKENS = '/api/options/ingest/tokens';

/** Results and signals of the options workspace, and the tokens by which a process reports them. */
export const OPTION_RESULTS = {
  performance: (mode: Mode) => http.get<PerformanceView>('/api/options/v2/performance', { mode }),
  daily: (mode: Mode) => http.get<DailyView>('/api/options/performance/daily', { mode }),
  funnel: (query: FunnelQuery) => http.get<FunnelView>('/api/options/funnel', { ...query }),
  tokens: {
    list: () => http.get<{ tokens: IngestTokenView[] }>(TOKENS),
    create: (label: string) => http.post<NewIngestTokenView>(TOKENS, { label }),
    revoke: (id: string) => http.delete(at`/api/options/ingest/tokens/${id}`),
  },
  features: () => http.get<{ markdown: string }>('/api/features'),
};
