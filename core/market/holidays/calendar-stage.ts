import { addDays, dayInWords } from '../../platform/index.ts';
import type { Calendar } from '../calendar/index.ts';

/** ENDS_SOON from 30 days before the last known day on, ENDED after it. */
export const CALENDAR_STAGES = ['KNOWN', 'ENDS_SOON', 'ENDED'] as const;
type CalendarStage = (typeof CALENDAR_STAGES)[number];

const DAYS_AHEAD = 30;

/** How near the end of an exchange's known days is; settlement days count as well. @param today at the exchange. */
export function calendarStage(
  calendar: Pick<Calendar, 'knownUntil'>,
  exchange: 'NSE' | 'NYSE',
  today: string,
): { stage: CalendarStage; until: string; message: string | null } {
  const { trading, settlement } = calendar.knownUntil(exchange);
  const until = settlement < trading ? settlement : trading;
  const stage = today > until ? 'ENDED' : today >= addDays(until, -DAYS_AHEAD) ? 'ENDS_SOON' : 'KNOWN';
  if (stage === 'KNOWN') return { stage, until, message: null };
  const days =
    trading === settlement
      ? `The calendar of ${exchange} is known until ${dayInWords(trading)}`
      : `Sessions of ${exchange} are known until ${dayInWords(trading)}, settlement days until ${dayInWords(settlement)}`;
  return { stage, until, message: `${days}; days after are assumed weekdays.` };
}
