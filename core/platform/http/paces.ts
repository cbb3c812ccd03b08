import type { LimiterOptions } from './limiter.ts';

/**
 * What outside systems bear that several areas ask, by the name of their limit: whoever asks one takes its pace from here,
 * so that all of them together keep to it.
 */
export const PACES = {
  // NSE turns away who asks often.
  'nse-site': { concurrent: 1, perSecond: 3 },
  'nse-archive': { concurrent: 1, perSecond: 3 },
  nyse: { concurrent: 1, perSecond: 1 },
  bse: { concurrent: 2, perSecond: 8 },
  // Five at once set the pace; should that be too much, a 429 quiets all of them, in every process. The rate leaves room
  // for them even while the slots of a second are given out evenly.
  yahoo: { concurrent: 5, perSecond: 200 },
  // One request brings the whole history of a fund, from a service that is free for everybody.
  mfapi: { concurrent: 2, perSecond: 4 },
  news: { concurrent: 2, perSecond: 2 },
  // All of SEC's hosts together: it counts by who asks.
  sec: { concurrent: 4, perSecond: 10 },
} as const satisfies Record<string, LimiterOptions>;
