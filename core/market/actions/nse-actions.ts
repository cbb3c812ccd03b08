import { outsideFailure, type QuoteFailure } from '../quotes/index.ts';
import { type Http, OutsideError } from '../../platform/index.ts';
import { priceDay } from './exchange-cells.ts';
import { isIsin } from '../instruments/index.ts';

/** An announcement as the exchange's site lists it. */
export interface ListedAction {
  symbol: string;
  isin: string | null;
  /** The exchange's own words. */
  subject: string;
  ex_date: string;
  record_date: string | null;
  face_value: string | null;
}

/** What the exchange lists, or why that is not known. */
export type ActionsOutcome =
  /** `unread` are rows that lack a symbol, words or a day: they cannot even be kept. */
  { actions: ListedAction[]; unread: number; failure: null } | { actions: null; failure: QuoteFailure };

/** Whoever tells what companies announced. */
export interface ActionSource {
  /** All of one span of ex-dates, both ends included. Never throws for what the outside does. */
  listed(from: string, to: string, signal?: AbortSignal): Promise<ActionsOutcome>;
}

const LIST = '/api/corporates-corporateActions';
const PAGE = '/companies-listing/corporate-filings-actions';
/** What the site says to whom it wants to see its page first. */
const WITHOUT_COOKIES = new Set([401, 403]);

/**
 * The list of corporate actions of NSE's site, by span of ex-dates. The site answers those who bring the cookies of its
 * page, which are fetched when it asks for them and kept until it asks again.
 */
export function createNseActions(http: Http, baseUrl: string): ActionSource {
  let cookies: string | null = null;

  async function fetchCookies(signal: AbortSignal | undefined): Promise<void> {
    const { headers } = await http.text(PAGE, {
      accept: /html/i,
      ...(signal === undefined ? {} : { signal }),
    });
    cookies = cookiesOf(headers);
  }

  async function fetchList(from: string, to: string, signal: AbortSignal | undefined): Promise<unknown> {
    const { body } = await http.json(LIST, {
      query: { index: 'equities', from_date: inIndianOrder(from), to_date: inIndianOrder(to) },
      headers: {
        accept: 'application/json',
        'accept-language': 'en-IN,en;q=0.9',
        referer: new URL(PAGE, baseUrl).href,
        ...(cookies === null ? {} : { cookie: cookies }),
      },
      accept: /json/i,
      ...(signal === undefined ? {} : { signal }),
    });
    return body;
  }

  return {
    async listed(from, to, signal) {
      try {
        let body: unknown;
        try {
          body = await fetchList(from, to, signal);
        } catch (error) {
          if (!wantsCookies(error)) throw error;
          await fetchCookies(signal);
          body = await fetchList(from, to, signal);
        }
        return readActionList(body) ?? { actions: null, failure: 'PROVIDER_MALFORMED' };
      } catch (error) {
        return { actions: null, failure: outsideFailure(error) };
      }
    },
  };
}

/** Without its cookies the site refuses, or answers with a page in the place of the list. */
function wantsCookies(error: unknown): boolean {
  if (!(error instanceof OutsideError)) return false;
  return error.kind === 'content_type' || WITHOUT_COOKIES.has(error.status ?? 0);
}

/** Names and values alone, as a browser would send them back. */
function cookiesOf(headers: Headers): string | null {
  const pairs = headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  return pairs.length === 0 ? null : pairs.join('; ');
}

/** The announcements of an answer; null for one that is no such list. Columns that are not needed may be missing. */
export function readActionList(body: unknown): Extract<ActionsOutcome, { failure: null }> | null {
  if (!Array.isArray(body)) return null;
  const actions: ListedAction[] = [];
  let unread = 0;
  for (const row of body as unknown[]) {
    if (row === null || typeof row !== 'object') return null;
    const read = actionOf(row as Record<string, unknown>);
    if (read === null) unread += 1;
    else actions.push(read);
  }
  return body.length > 0 && actions.length === 0 ? null : { actions, unread, failure: null };
}

function actionOf(row: Record<string, unknown>): ListedAction | null {
  const cell = (name: string): string => {
    const value = row[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    return text.replace(/\s+/g, ' ').trim();
  };
  const symbol = cell('symbol').toUpperCase();
  const subject = cell('subject');
  const ex_date = priceDay(cell('exDate'));
  if (symbol === '' || subject === '' || ex_date === null) return null;
  const isin = cell('isin').toUpperCase();
  const face = cell('faceVal');
  return {
    symbol,
    isin: isIsin(isin) ? isin : null,
    subject,
    ex_date,
    record_date: priceDay(cell('recDate')),
    face_value: /^\d{1,9}(\.\d{1,6})?$/.test(face) ? face : null,
  };
}

function inIndianOrder(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}-${month}-${year}`;
}
