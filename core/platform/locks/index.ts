export {
  type ExclusiveRun,
  type ExclusiveState,
  type ExclusiveWork,
  isWorkFree,
  runExclusively,
} from './exclusive-work.ts';
export {
  createLeases,
  fencedOff,
  FREE,
  type Leased,
  LeaseLost,
  type LeaseOptions,
  type Leases,
} from './lease.ts';
export { createTurns } from './turns.ts';
