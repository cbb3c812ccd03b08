import type { Route } from '../../route.ts';
import { SNAPSHOT_ROUTES } from './snapshots.ts';
import { TAX_ROUTES } from './tax-lots.ts';

/** Every report; each reads and none writes, but for the contents of funds that a person tells. */
export const REPORT_ROUTES: readonly Route[] = [...SNAPSHOT_ROUTES, ...TAX_ROUTES];
