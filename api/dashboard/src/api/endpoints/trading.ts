import { address, http } from '../client.ts';
import type {
  AccountHoldings,
  ApprovalLimit,
  Difference,
  GoLiveInput,
  OrderEvent,
  Page,
  Plan,
  PlanApproval,
  Policy,
  PolicyConnection,
  SettlementInput,
  TradingState,
} from '../types.ts';
import { at } from './rows.ts';

const PATH = '/api/policies';

interface Paged {
  page: number;
  page_size: number;
}
interface PlansAsked extends Paged {
  policy_id?: string;
  /** Those that wait for a person, or are not over yet. */
  open?: boolean;
}
interface EventsAsked extends Paged {
  /** Empty for those of every plan. */
  plan_id: string;
}

/** Policies that trade: plans and their answers, orders, differences with the broker, and whether anything is sent. */
export const TRADING = {
  state: () => http.get<TradingState>(`${PATH}/trading`),
  pause: () => http.post<TradingState>(`${PATH}/trading/pause`),
  resume: (confirmation: string) => http.post<TradingState>(`${PATH}/trading/resume`, { confirmation }),
  approvalLimit: () => http.get<ApprovalLimit>(`${PATH}/trading/approval-limit`),
  /** @param confirm_above rupees; null: a press is enough for every plan. */
  setApprovalLimit: async (confirm_above: number | null): Promise<void> => {
    if (confirm_above === null) await http.delete(`${PATH}/trading/approval-limit`);
    else await http.put<ApprovalLimit>(`${PATH}/trading/approval-limit`, { confirm_above });
  },
  plans: (query: PlansAsked) => http.get<Page<Plan>>(`${PATH}/plans`, { ...query }),
  /** Plans that wait for the person, the oldest first. */
  plan: (id: string) => http.get<Plan>(at`/api/policies/plans/${id}`),
  /** Reads prices, money, login and differences of the moment. */
  look: (id: string) => http.post<Plan>(at`/api/policies/plans/${id}/look`),
  rehearse: (id: string) => http.post<Plan>(at`/api/policies/plans/${id}/rehearse`),
  approve: (id: string, body: PlanApproval) => http.post<Plan>(at`/api/policies/plans/${id}/approve`, body),
  reject: (id: string, reason: string) =>
    http.post<Plan>(at`/api/policies/plans/${id}/reject`, reason === '' ? {} : { reason }),
  sendHeld: (id: string) => http.post<void>(at`/api/policies/orders/${id}/approve`),
  leaveOutHeld: (id: string) => http.post<void>(at`/api/policies/orders/${id}/reject`),
  settleOrder: (id: string, body: SettlementInput) =>
    http.post<void>(at`/api/policies/orders/${id}/settle`, body),
  differences: (query: Paged) => http.get<Page<Difference>>(`${PATH}/differences`, { ...query, open: true }),
  holdings: () => http.get<{ items: AccountHoldings[] }>(`${PATH}/account-holdings`),
  settleDifference: (id: string, reason: string) =>
    http.post<void>(at`/api/policies/differences/${id}/settle`, { reason }),
  events: (query: EventsAsked) => http.get<Page<OrderEvent>>(`${PATH}/order-events`, { ...query }),
  /** Address of all of them as CSV; of one plan where it is named. */
  eventsFile: (plan_id: string) => address(`${PATH}/order-events.csv`, { plan_id }),
  connections: () => http.get<{ items: PolicyConnection[] }>(`${PATH}/broker-connections`),
  goLive: (id: string, body: GoLiveInput) => http.post<Policy>(at`/api/policies/${id}/go-live`, body),
};
