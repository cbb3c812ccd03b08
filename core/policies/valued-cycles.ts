import type { CycleStatus } from './states.ts';

/*
 * A session between two rebalances that failed has a cycle, which says so. Once the session is valued the cycle ends as NOOP
 * with nothing ranked: it is no rebalance, and a person may still ask for one on that session.
 */

/** Whether a cycle only valued its session. */
export const onlyValued = ({ status, ranked }: { status: CycleStatus; ranked: number | null }): boolean =>
  status === 'NOOP' && ranked === null;

/** The same as a condition in SQL. @param row the name that the cycle goes by. */
export const ONLY_VALUED = (row: string): string =>
  `(${row}.cycle_type = 'NORMAL_REBALANCE' and ${row}.status = 'NOOP' and ${row}.ranked is null)`;
