import { flag, seconds, timeOfDay } from './config-values.ts';

/** Settings of policies: when they go on. */
export const POLICY_VARIABLES = {
  POLICY_WORKER_ENABLED: {
    summary: 'Run policies on paper automatically: rebalances and daily valuations',
    allowed: '1, 0, true or false',
    fallback: '1',
    parse: flag,
  },
  POLICY_CYCLE_TIME_IST: {
    summary: 'Earliest daily time of policy rebalances, Indian time; they wait for the day’s closes',
    allowed: 'a time of day such as 16:30',
    fallback: '16:30',
    parse: timeOfDay,
  },
  POLICY_EOD_TIME_IST: {
    summary: 'Earliest daily time of policy valuations, Indian time; they wait for the day’s closes',
    allowed: 'a time of day such as 17:30',
    fallback: '17:30',
    parse: timeOfDay,
  },
  POLICY_MARKET_OPEN: {
    summary: 'Time from which approved orders are sent in a normal session, Indian time',
    allowed: 'a time of day such as 09:15',
    fallback: '09:15',
    parse: timeOfDay,
  },
  POLICY_MARKET_CLOSE: {
    summary: 'Time after which no orders are sent in a normal session, Indian time',
    allowed: 'a time of day such as 15:30',
    fallback: '15:30',
    parse: timeOfDay,
  },
  POLICY_ORDER_DELAY_SEC: {
    summary: 'Seconds between two orders of a plan',
    allowed: 'a number from 0 to 60',
    fallback: '0.4',
    parse: seconds(60),
  },
} as const;
