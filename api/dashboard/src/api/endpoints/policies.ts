import { http } from '../client.ts';
import type {
  Contribution,
  Contributions,
  ContributionSchedule,
  Cycle,
  Page,
  Policy,
  PolicyDay,
  PolicyEquity,
  PolicyEvent,
  PolicyHoldings,
  PolicyInput,
  PolicyOrder,
  PolicyTrade,
  Promotion,
  PromotionInput,
  Promotions,
  Signal,
  Tracking,
} from '../types.ts';
import { at } from './rows.ts';

const PATH = '/api/policies';

/** Books are kept for each mode. */
interface OfMode {
  mode: Policy['mode'];
}
interface PageOf extends OfMode {
  page: number;
  page_size: number;
}
interface HoldingsAsked extends PageOf {
  date: string;
  live: boolean;
}
interface ByDate extends PageOf {
  date: string;
}

/** A schedule as it is asked for. */
type ScheduleAsked = Pick<ContributionSchedule, 'amount' | 'frequency' | 'start_date' | 'allocation_mode'>;
/** Money that somebody says is there. */
type FundingAsked = { confirmed_amount: number } & (
  | { external_reference: string }
  | { operator_attested: true }
);

/** Policies: strategies that run every day. */
export const POLICIES = {
  list: (query: { page: number; page_size: number }) => http.get<Page<Policy>>(PATH, { ...query }),
  read: (id: string) => http.get<Policy>(at`/api/policies/${id}`),
  create: (body: PolicyInput, key: string) => http.post<Policy>(PATH, body, key),
  remove: (id: string) => http.delete(at`/api/policies/${id}`),
  pause: (id: string) => http.post<Policy>(at`/api/policies/${id}/pause`),
  resume: (id: string) => http.post<Policy>(at`/api/policies/${id}/resume`),
  sweep: (id: string, enabled: boolean) =>
    http.post<Policy>(at`/api/policies/${id}/liquid-sweep`, { enabled }),
  retire: (id: string) => http.post<Policy>(at`/api/policies/${id}/retire`),
  run: (id: string) => http.post<Cycle>(at`/api/policies/${id}/run-cycle`),
  retry: (id: string) => http.post<Cycle>(at`/api/policies/${id}/retry-latest-cycle`),
  value: (id: string) => http.post<PolicyDay>(at`/api/policies/${id}/snapshot`),
  equity: (id: string, query: OfMode) => http.get<PolicyEquity>(at`/api/policies/${id}/equity`, { ...query }),
  tracking: (id: string) => http.get<Tracking>(at`/api/policies/${id}/tracking`),
  holdings: (id: string, query: HoldingsAsked) =>
    http.get<PolicyHoldings>(at`/api/policies/${id}/holdings`, { ...query }),
  trades: (id: string, query: PageOf) =>
    http.get<Page<PolicyTrade>>(at`/api/policies/${id}/trades`, { ...query }),
  signals: (id: string, query: ByDate) =>
    http.get<Page<Signal>>(at`/api/policies/${id}/signals`, { ...query }),
  cycles: (id: string, query: PageOf) => http.get<Page<Cycle>>(at`/api/policies/${id}/cycles`, { ...query }),
  orders: (id: string, query: ByDate) =>
    http.get<Page<PolicyOrder>>(at`/api/policies/${id}/orders`, { ...query }),
  events: (id: string, query: PageOf) =>
    http.get<Page<PolicyEvent>>(at`/api/policies/${id}/universe-events`, { ...query }),
  contributions: (id: string) => http.get<Contributions>(at`/api/policies/${id}/contributions`),
  schedule: (id: string, body: ScheduleAsked) =>
    http.post<ContributionSchedule>(at`/api/policies/${id}/contributions`, body),
  endSchedule: (id: string) => http.delete(at`/api/policies/contributions/schedules/${id}`),
  confirmFunding: (id: string, body: FundingAsked) =>
    http.post<Contribution>(at`/api/policies/contributions/${id}/confirm-funding`, body),
  applyFunding: (id: string) => http.post<Contribution>(at`/api/policies/contributions/${id}/apply-funding`),
  deferContribution: (id: string, until: string) =>
    http.post<Contribution>(at`/api/policies/contributions/${id}/defer`, { until }),
  skipContribution: (id: string) => http.post<Contribution>(at`/api/policies/contributions/${id}/skip`, {}),
  cancelContribution: (id: string) =>
    http.post<Contribution>(at`/api/policies/contributions/${id}/cancel`, {}),
  reconcileFunding: (id: string, reference: string) =>
    http.post<Contribution>(at`/api/policies/contributions/${id}/reconcile`, { reference }),
  /** @param key the same for every try of one request */
  promote: (runId: string, body: PromotionInput, key: string) =>
    http.post<Promotion>(at`/api/research/runs/${runId}/promote-to-paper`, body, key),
  ofRun: (runId: string) => http.get<Promotions>(at`/api/research/runs/${runId}/promotions`),
};
