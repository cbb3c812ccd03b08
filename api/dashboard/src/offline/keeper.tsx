import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints.ts';
import { LARGEST_PAGE, POLICIES_KEY } from '../api/policies.ts';
import { useDashboard, useHoldings } from '../api/queries.ts';
import type { Me } from '../api/types.ts';
import { deviceStore } from './device-store.ts';
import { saveOverview } from './saved.ts';
import { overviewToSave } from './saved-content.ts';

const LARGEST_FIRST = { page: 1, page_size: LARGEST_PAGE, sort: 'market_value', order: 'desc' } as const;
/** The newest plans; those of earlier days are left out. */
const PLANS = { page: 1, page_size: 20 };

/** Saves this person's overview on the device after each change. Renders nothing. */
export default function Keeper({ me }: { me: Me }) {
  const overview = useDashboard();
  const holdings = useHoldings(LARGEST_FIRST);
  const plans = useQuery({
    queryKey: [POLICIES_KEY, 'newest-plans'],
    queryFn: () => api.trading.plans(PLANS),
  });
  const isReading = overview.isFetching || holdings.isFetching || plans.isFetching;
  useEffect(() => {
    // figures of one moment only
    if (isReading || !overview.data || !holdings.data || !plans.data) return;
    const parts = { overview: overview.data, holdings: holdings.data, plans: plans.data.items };
    saveOverview(deviceStore, overviewToSave(me.user, parts, Date.now()));
  }, [me.user, isReading, overview.data, holdings.data, plans.data]);
  return null;
}
