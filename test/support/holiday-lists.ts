import { createCalendar, type Exchange } from '../../core/market/calendar/index.ts';
import { addDays } from '../../core/platform/index.ts';
import type { SiteHoliday } from './nse-site-server.ts';

/** Made up, but for the holidays with a fixed date: 2027 has 26 January on a Tuesday, the others on weekends. */
export const TRADING_2027: readonly SiteHoliday[] = [
  { date: '2027-01-26', description: 'Republic Day' },
  { date: '2027-03-08', description: 'Mahashivratri' },
  { date: '2027-03-22', description: 'Holi' },
  { date: '2027-03-26', description: 'Good Friday' },
  { date: '2027-04-14', description: 'Dr. Baba Saheb Ambedkar Jayanti' },
  { date: '2027-05-01', description: 'Maharashtra Day' },
  { date: '2027-05-17', description: 'Bakri Id' },
  { date: '2027-08-15', description: 'Independence Day' },
  { date: '2027-10-02', description: 'Mahatma Gandhi Jayanti' },
  { date: '2027-10-29', description: 'Diwali Laxmi Pujan*' },
  { date: '2027-11-01', description: 'Diwali-Balipratipada' },
  { date: '2027-11-15', description: 'Prakash Gurpurb Sri Guru Nanak Dev' },
  { date: '2027-12-25', description: 'Christmas' },
];
export const CLEARING_2027: readonly SiteHoliday[] = [
  ...TRADING_2027,
  { date: '2027-02-19', description: 'Chhatrapati Shivaji Maharaj Jayanti' },
  { date: '2027-04-01', description: 'Annual Bank closing' },
];

/** The closures on record of a year, as the exchange would have listed them. */
export function recorded(exchange: Exchange, year: number): SiteHoliday[] {
  const calendar = createCalendar();
  const holidays: SiteHoliday[] = [];
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    const { kind, reason } = calendar.day(exchange, date);
    if (kind === 'HOLIDAY') holidays.push({ date, description: reason ?? '' });
    if (kind === 'MUHURAT') holidays.push({ date, description: 'Diwali Laxmi Pujan*' });
  }
  return holidays;
}

/** The weekdays on record of a year on which nothing settles, as the clearing corporation would have listed them. */
export function recordedClearing(year: number): SiteHoliday[] {
  const calendar = createCalendar();
  const holidays: SiteHoliday[] = [];
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1))
    if (new Date(date).getUTCDay() % 6 !== 0 && !calendar.isSettlementDay('NSE', date))
      holidays.push({ date, description: 'Clearing holiday' });
  return holidays;
}

/** The table of NYSE's page for 2026 to 2028, with its notes; dates of the exchange's announcement of December 2025. */
export const NYSE_ROWS: readonly (readonly string[])[] = [
  ['Holiday', '2026', '2027', '2028'],
  ['New Year’s Day', 'Thursday, January 1', 'Friday, January 1', '—*'],
  ['Martin Luther King, Jr. Day', 'Monday, January 19', 'Monday, January 18', 'Monday, January 17'],
  ['Washington’s Birthday', 'Monday, February 16', 'Monday, February 15', 'Monday, February 21'],
  ['Good Friday', 'Friday, April 3', 'Friday, March 26', 'Friday, April 14'],
  ['Memorial Day', 'Monday, May 25', 'Monday, May 31', 'Monday, May 29'],
  [
    'Juneteenth National Independence Day',
    'Friday, June 19',
    'Friday, June 18 (Juneteenth National Independence Day observed)',
    'Monday, June 19',
  ],
  [
    'Independence Day',
    'Friday, July 3 (Independence Day observed)',
    'Monday, July 5 (Independence Day observed)',
    'Tuesday, July 4**',
  ],
  ['Labor Day', 'Monday, September 7', 'Monday, September 6', 'Monday, September 4'],
  ['Thanksgiving Day', 'Thursday, November 26***', 'Thursday, November 25***', 'Thursday, November 23***'],
  [
    'Christmas Day',
    'Friday, December 25****',
    'Friday, December 24 (Christmas Day observed)',
    'Monday, December 25',
  ],
];
export const NYSE_NOTES = [
  '* Because the holiday falls on Saturday, January 1, 2028, no New Year’s Day holiday is observed.',
  '** Each market will close early at 1:00 p.m. (1:15 p.m. for eligible options) on Monday, July 3, 2028. Late trading sessions will close at 5:00 p.m.',
  '*** Each market will close early at 1:00 p.m. (1:15 p.m. for eligible options) on Friday, November 27, 2026, Friday, November 26, 2027, and Friday, November 24, 2028 (the day after Thanksgiving).',
  '**** Each market will close early at 1:00 p.m. (1:15 p.m. for eligible options) on Thursday, December 24, 2026. All times are Eastern Time.',
];

/** NYSE's page of hours and holidays, beside a table of something else. */
export function nysePage(
  rows: readonly (readonly string[])[] = NYSE_ROWS,
  notes: readonly string[] = NYSE_NOTES,
): string {
  const [head = [], ...body] = rows;
  const row = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}><p>${cell}</p></${tag}>`).join('')}</tr>`;
  return `<!doctype html><html><head><script>var years = "Holiday 2031";</script></head><body>
    <table><tr><td>Core trading</td><td>9:30 a.m. to 4:00 p.m. ET</td></tr></table>
    <h4>All NYSE markets observe U.S. holidays as listed below.</h4>
    <table><thead>${row(head, 'th')}</thead><tbody>${body.map((cells) => row(cells, 'td')).join('')}</tbody></table>
    ${notes.map((note) => `<p>${note}</p>`).join('')}</body></html>`;
}
