import { outsideFailure, type QuoteFailure } from '../quotes/index.ts';
import type { Http } from '../../platform/index.ts';
import { priceDay } from './exchange-cells.ts';
import { isIsin } from '../instruments/index.ts';
import { createNseSession } from './nse-session.ts';

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
type ActionsOutcome =
  /** `unread` are rows that lack a symbol, words or a day: they cannot even be kept. */
  { actions: ListedAction[]; unread: number; failure: null } | { actions: null; failure: QuoteFailure };

/** Whoever tells what companies announced. */
interface ActionSource {
  /** All of one span of ex-dates, both ends included. Never throws for what the outside does. */
  listed(from: string, to: string, signal?: AbortSignal): Promise<ActionsOutcome>;
}

const LIST = '/api/corporates-corporateActions';

/** The list of corporate actions of NSE's site, by span of ex-dates. */
export function createNseActions(http: Http, baseUrl: string): ActionSource {
  const session = createNseSession(http, baseUrl);
  return {
    async listed(from, to, signal) {
      try {
        const { body } = await session.ask(
          async (headers) =>
            await http.json(LIST, {
              query: { index: 'equities', from_date: inIndianOrder(from), to_date: inIndianOrder(to) },
              headers,
              accept: /json/i,
              ...(signal === undefined ? {} : { signal }),
            }),
          signal,
        );
        return readActionList(body) ?? { actions: null, failure: 'PROVIDER_MALFORMED' };
      } catch (error) {
        return { actions: null, failure: outsideFailure(error) };
      }
    },
  };
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
