import type { Calendar } from '../../market/calendar/index.ts';
import { addDays, addMonths, dayBefore } from '../../platform/index.ts';
import type { MonthlyExpiry } from './contract.ts';

type Exchange = 'NSE' | 'BSE';

/** The last such weekday of a month, over a span of months. */
interface MonthlyRule {
  exchange: Exchange;
  /** All of its exchange unless it names some. */
  except?: readonly string[];
  /** First month, YYYY-MM. */
  from: string;
  /** The last month; null is open. */
  to: string | null;
  /** 0 is Sunday. */
  weekday: number;
  source: string;
}

const TUESDAY = 2;
const THURSDAY = 4;
export const BSE_UNDERLYINGS: readonly string[] = ['SENSEX', 'BANKEX', 'SENSEX50'];

/**
 * The weekday on which monthly contracts expire. Before 2025 several indices had days of their own: their contracts are known
 * by the file's column alone.
 */
const RULES: readonly MonthlyRule[] = [
  {
    exchange: 'NSE',
    except: ['BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY'],
    from: '2000-06',
    to: '2024-12',
    weekday: THURSDAY,
    source: 'Contract specifications of the NSE',
  },
  {
    exchange: 'NSE',
    from: '2025-01',
    to: '2025-08',
    weekday: THURSDAY,
    source: 'NSE circular of November 2024: all monthly contracts on the last Thursday from January 2025',
  },
  {
    exchange: 'NSE',
    from: '2025-09',
    to: null,
    weekday: TUESDAY,
    source: 'NSE circular of June 2025: Tuesday from 1 September 2025',
  },
  {
    exchange: 'BSE',
    from: '2025-01',
    to: '2025-08',
    weekday: TUESDAY,
    source: 'BSE notice of November 2024: the last Tuesday from January 2025',
  },
  {
    exchange: 'BSE',
    from: '2025-09',
    to: null,
    weekday: THURSDAY,
    source: 'BSE notice of June 2025: Thursday from 1 September 2025',
  },
];

/** Monthly contracts by those rules; where the day is a holiday, the session before it. */
export function monthlyExpiryBy(calendar: Pick<Calendar, 'sessionOnOrBefore'>): MonthlyExpiry {
  return (underlying, month) => {
    const exchange: Exchange = BSE_UNDERLYINGS.includes(underlying) ? 'BSE' : 'NSE';
    const rule = RULES.find(
      (one) =>
        one.exchange === exchange &&
        one.from <= month &&
        month <= (one.to ?? '9999-99') &&
        one.except?.includes(underlying) !== true,
    );
    if (rule === undefined) return null;
    const last = dayBefore(addMonths(`${month}-01`, 1));
    const back = (new Date(`${last}T00:00:00Z`).getUTCDay() - rule.weekday + 7) % 7;
    return calendar.sessionOnOrBefore(exchange, addDays(last, -back));
  };
}
