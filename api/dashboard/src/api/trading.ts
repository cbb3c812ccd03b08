/** Trading in the cache of the page. It stands under the name of the policies: the same live frame refreshes both. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';
import { LARGEST_PAGE, POLICIES_KEY } from './policies.ts';

/** The newest of them; more wait for nobody at a time. */
const MOST_OPEN = 50;

export const useTradingState = () =>
  useQuery({ queryKey: [POLICIES_KEY, 'trading'], queryFn: api.trading.state });

export const useApprovalLimit = () =>
  useQuery({ queryKey: [POLICIES_KEY, 'approval-limit'], queryFn: api.trading.approvalLimit });

export const usePlan = (id: string) =>
  useQuery({
    queryKey: [POLICIES_KEY, 'plan', id],
    queryFn: () => api.trading.plan(id),
    enabled: id !== '',
  });

/** Plans that wait for a person or are not over yet, of one policy where it is named. */
export const useOpenPlans = (policyId?: string) =>
  useQuery({
    queryKey: [POLICIES_KEY, 'open-plans', policyId],
    queryFn: () =>
      api.trading.plans({
        open: true,
        page: 1,
        page_size: MOST_OPEN,
        ...(policyId === undefined ? {} : { policy_id: policyId }),
      }),
  });

/** Differences with the broker that nobody settled. */
export const useDifferences = () =>
  useQuery({
    queryKey: [POLICIES_KEY, 'differences'],
    queryFn: () => api.trading.differences({ page: 1, page_size: MOST_OPEN }),
  });

/** Shares of the accounts that policies trade over, as they were explained last. */
export const useAccountHoldings = () =>
  useQuery({ queryKey: [POLICIES_KEY, 'account-holdings'], queryFn: api.trading.holdings });

/** @param plan_id empty for those of every plan */
export const useOrderEvents = (plan_id: string, page: number, page_size: number) =>
  useQuery({
    queryKey: [POLICIES_KEY, 'order-events', plan_id, page, page_size],
    queryFn: () => api.trading.events({ plan_id, page, page_size }),
    placeholderData: keepPreviousData,
  });

/** What happened to a plan and its orders, the newest first; of very many the newest. */
export const usePlanEvents = (planId: string, enabled: boolean) =>
  useQuery({
    queryKey: [POLICIES_KEY, 'order-events', planId],
    queryFn: () => api.trading.events({ plan_id: planId, page: 1, page_size: LARGEST_PAGE }),
    enabled,
  });

/** Connections with their roles. */
export const useTradingConnections = (enabled = true) =>
  useQuery({ queryKey: [POLICIES_KEY, 'connections'], queryFn: api.trading.connections, enabled });
