import { flag, timeOfDay } from './config-values.ts';

/** Settings of policies: when they go on. */
export const POLICY_VARIABLES = {
  POLICY_WORKER_ENABLED: {
    summary: 'Whether policies on paper go on by themselves: rebalances and daily valuations',
    allowed: '1, 0, true or false',
    fallback: '1',
    parse: flag,
  },
  POLICY_CYCLE_TIME_IST: {
    summary: 'Earliest time of a day’s rebalances of policies, Indian time; they wait for the day’s closes',
    allowed: 'a time of day such as 16:30',
    fallback: '16:30',
    parse: timeOfDay,
  },
  POLICY_EOD_TIME_IST: {
    summary: 'Earliest time of a day’s valuations of policies, Indian time; they wait for the day’s closes',
    allowed: 'a time of day such as 17:30',
    fallback: '17:30',
    parse: timeOfDay,
  },
} as const;
