import { TIME_LIMITS, type TimeLimits, type TimeLimitTable } from '../../core/platform/index.ts';

const times = (limits: TimeLimits, factor: number): TimeLimits => ({
  waitMs: Math.ceil(limits.waitMs * factor),
  answerMs: Math.ceil(limits.answerMs * factor),
  lockMs: Math.ceil(limits.lockMs * factor),
  statementMs: Math.ceil(limits.statementMs * factor),
  idleInTransactionMs: Math.ceil(limits.idleInTransactionMs * factor),
});

/** The limits of the product, all of them longer or shorter. */
export function limitsTimes(factor: number): TimeLimitTable {
  const { request, long, job, check, held, maintenance } = TIME_LIMITS;
  return {
    request: times(request, factor),
    long: times(long, factor),
    job: times(job, factor),
    check: times(check, factor),
    held: times(held, factor),
    maintenance: times(maintenance, factor),
  };
}

/** For tests of everything else: a busy machine makes no difference. */
export const PATIENT_LIMITS = limitsTimes(10);
