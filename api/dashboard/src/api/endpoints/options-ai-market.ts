import { http } from '../client.ts';
import type {
  Calibration,
  MarketDataQuality,
  MarketPerformance,
  NewAnalysis,
  PromotionReport,
} from '../types.ts';

const PATH = '/api/ai-market';

/** Which analyses: all of them where nothing is said. */
export interface MarketAsked {
  underlying?: string;
  model?: string;
}

/** What the market analyses of a trading process were worth. */
export const AI_MARKET = {
  dataQuality: (query: MarketAsked) => http.get<MarketDataQuality>(`${PATH}/data-quality`, { ...query }),
  calibration: (query: MarketAsked) => http.get<Calibration>(`${PATH}/calibration`, { ...query }),
  performance: (query: MarketAsked) => http.get<MarketPerformance>(`${PATH}/performance`, { ...query }),
  /** Asks a model, which takes a while. */
  refresh: (body: { underlying?: string }) => http.post<NewAnalysis>('/api/ai/refresh', body),
  promotionReport: (query: MarketAsked) =>
    http.get<PromotionReport>(`${PATH}/promotion-report`, { ...query }),
};
