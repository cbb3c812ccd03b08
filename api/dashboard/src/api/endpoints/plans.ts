import { http } from '../client.ts';
import type {
  Alert,
  AlertChange,
  AlertInput,
  Goal,
  GoalInput,
  GoalLink,
  GoalLinkInput,
  Liability,
  LiabilityInput,
  LiabilityRecord,
  News,
  Page,
  SipPlan,
  SipPlanInput,
  WatchlistInput,
  WatchlistItem,
} from '../types.ts';
import { at, rows } from './rows.ts';

/** What somebody means to do, watches and owes. */
export const PLANS = {
  goals: {
    ...rows<Goal, GoalInput>('/api/portfolio/goals'),
    /** Links something, or changes the share of what is linked. */
    link: (id: string, body: GoalLinkInput) =>
      http.post<GoalLink>(at`/api/portfolio/goals/${id}/links`, body),
    unlink: (id: string, linkId: string) => http.delete(at`/api/portfolio/goals/${id}/links/${linkId}`),
  },
  sipPlans: rows<SipPlan, SipPlanInput>('/api/portfolio/sip-plans'),
  watchlist: {
    list: () => http.get<Page<WatchlistItem>>('/api/portfolio/watchlist', { page_size: 200, fresh: true }),
    add: (body: WatchlistInput) => http.post<WatchlistItem>('/api/portfolio/watchlist', body),
    news: (id: string) => http.get<News>(at`/api/portfolio/watchlist/${id}/news`, { most: 10 }),
    remove: (id: string) => http.delete(at`/api/portfolio/watchlist/${id}`),
  },
  alerts: rows<Alert, AlertInput, AlertChange>('/api/portfolio/alerts'),
  liabilities: {
    ...rows<Liability, LiabilityInput>('/api/portfolio/liabilities'),
    history: (id: string) =>
      http.get<Page<LiabilityRecord>>(at`/api/portfolio/liabilities/${id}/history`, { page_size: 200 }),
  },
};
