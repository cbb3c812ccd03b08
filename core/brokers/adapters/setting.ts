import type { Calendar } from '../../market/calendar/index.ts';
import type { Clock, HttpOptions, SharedLimits } from '../../platform/index.ts';

/** What every adapter is made from. */
export interface AdapterSetting {
  /** Address of the broker; null where it is switched off, and then every call is BROKER_OFF. */
  baseUrl: string | null;
  /** Where the adapter gets its limiters; their names carry no credential. */
  limits: SharedLimits;
  clock: Clock;
  /** Sessions of the exchanges; defaults to the calendar without entries of the operator. */
  calendar?: Calendar;
  /** For tests that cannot wait as long as a broker may take. */
  tuning?: Partial<Pick<HttpOptions, 'timeoutMs' | 'retries' | 'backoffMs' | 'longestPauseMs' | 'timers'>>;
}
