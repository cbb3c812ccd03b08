import { http } from '../client.ts';
import type { Confidence, GoLiveAction, GoLiveChanged, GoLiveHistory, GoLiveStatus } from '../types.ts';
import { at } from './rows.ts';

const PATH = '/api/go-live';

/** Which option strategies rehearse, which trade beside the market and which with money. */
export const GO_LIVE = {
  status: () => http.get<GoLiveStatus>(`${PATH}/status`),
  confidence: (strategy: string) => http.get<Confidence>(at`/api/go-live/${strategy}/confidence`),
  history: (query: { page: number; page_size: number }) =>
    http.get<GoLiveHistory>(`${PATH}/history`, { ...query }),
  /** @param from the mode that the person saw */
  step: (strategy: string, action: GoLiveAction, body: { from: Confidence['mode']; reason?: string }) =>
    http.post<GoLiveChanged>(`${at`/api/go-live/${strategy}`}/${action}`, body),
};
