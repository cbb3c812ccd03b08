import type { Page, PageQuery } from '../platform/index.ts';
import type { PolicyStatus } from './states.ts';
import type { PolicyView } from './view.ts';

const A_PAGE = 200;
const ORDER: Readonly<Record<PolicyStatus, number>> = { ACTIVE: 0, PAUSED: 1, RETIRED: 2 };

/** Every policy of a person: the active ones first, then paused, then retired, the newest of each first. */
export function createAllPolicies(list: (userId: string, query: PageQuery) => Promise<Page<PolicyView>>) {
  return async (userId: string): Promise<PolicyView[]> => {
    const found = new Map<string, PolicyView>();
    for (let page = 1; ; page += 1) {
      const { items, total } = await list(userId, { page, page_size: A_PAGE });
      for (const policy of items) found.set(policy.id, policy);
      if (items.length < A_PAGE || page * A_PAGE >= total) break;
    }
    return [...found.values()].toSorted((a, b) => ORDER[a.status] - ORDER[b.status]);
  };
}
