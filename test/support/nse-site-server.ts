import { LoopbackServer, type Reply } from './loopback.ts';

/** An announcement that the double of NSE's site lists. */
export interface SiteAction {
  symbol: string;
  isin?: string | null;
  subject: string;
  /** YYYY-MM-DD; null as the site writes what it does not know. */
  ex: string | null;
  record?: string | null;
  faceValue?: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function printed(day: string | null | undefined): string {
  if (day === null || day === undefined) return '-';
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}-${MONTHS[Number(month) - 1] ?? ''}-${year}`;
}

function isoOf(text: string | null): string {
  const [date = '', month = '', year = ''] = (text ?? '').split('-');
  return `${year}-${month}-${date}`;
}

/** A row as the site's own page reads it. */
export function siteRow({ symbol, isin = null, subject, ex, record = ex, faceValue = '10' }: SiteAction) {
  return {
    symbol,
    series: 'EQ',
    ind: '-',
    faceVal: faceValue,
    subject,
    exDate: printed(ex),
    recDate: printed(record),
    bcStartDate: '-',
    bcEndDate: '-',
    ndStartDate: '-',
    ndEndDate: '-',
    comp: `${symbol} Limited`,
    isin: isin ?? '-',
    caBroadcastDate: null,
  };
}

/** A holiday that the double of NSE's site lists. */
export interface SiteHoliday {
  /** YYYY-MM-DD. */
  date: string;
  description: string;
  /** The right one where it is not given. */
  weekDay?: string;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A list of holidays as the site writes it: the equity market beside another segment with days of its own. */
export function siteHolidays(holidays: readonly SiteHoliday[]) {
  const rows = holidays.map(({ date, description, weekDay }, index) => ({
    tradingDate: printed(date),
    weekDay: weekDay ?? WEEKDAYS[new Date(date).getUTCDay()],
    description: `${description}\r`,
    morning_session: null,
    evening_session: null,
    Sr_no: index + 1,
  }));
  return { CM: rows, CD: rows.slice(1) };
}

const PAGE = '/companies-listing/corporate-filings-actions';

/** A double of NSE's site: it hands its lists only to those who bring the cookies of its page. */
export class NseSiteServer extends LoopbackServer {
  actions: SiteAction[];
  /** The two lists of holidays, by type. */
  holidays: Record<string, unknown> = {};
  #session = 1;

  constructor(actions: SiteAction[] = []) {
    super((url, { headers }): Reply => {
      if (url.pathname === PAGE)
        return {
          status: 200,
          type: 'text/html; charset=utf-8',
          body: '<html><body>Corporate actions</body></html>',
          headers: {
            'set-cookie': [
              `nsit=session-${this.#session}; Path=/; HttpOnly`,
              'AKA_A2=A; Max-Age=3600; Secure',
            ],
          },
        };
      const isHolidays = url.pathname === '/api/holiday-master';
      if (!isHolidays && url.pathname !== '/api/corporates-corporateActions')
        return { status: 404, type: 'text/html', body: '<html><body>Not Found</body></html>' };
      const isKnown = (headers.cookie ?? '').includes(`nsit=session-${this.#session}`);
      if (!isKnown || !(headers.referer ?? '').endsWith(PAGE))
        return { status: 401, type: 'text/html', body: '<html><body>Unauthorized</body></html>' };
      if (isHolidays)
        return {
          status: 200,
          type: 'application/json; charset=utf-8',
          body: JSON.stringify(this.holidays[url.searchParams.get('type') ?? ''] ?? {}),
        };
      const [from, to] = ['from_date', 'to_date'].map((name) => isoOf(url.searchParams.get(name)));
      const rows = this.actions.filter(
        ({ ex }) => ex === null || (ex >= (from ?? '') && ex <= (to ?? '9999')),
      );
      return {
        status: 200,
        type: 'application/json; charset=utf-8',
        body: JSON.stringify(rows.map(siteRow)),
      };
    });
    this.actions = actions;
  }

  /** Cookies that were handed out are good no more. */
  endSessions(): void {
    this.#session += 1;
  }

  /** Spans of days that the list was asked for, as they came. */
  get asked(): string[] {
    return this.requests
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ path }) => {
        const { searchParams } = new URL(path, 'http://loopback');
        return `${isoOf(searchParams.get('from_date'))} ${isoOf(searchParams.get('to_date'))}`;
      });
  }
}
