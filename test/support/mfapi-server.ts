import { LoopbackServer, type Reply } from './loopback.ts';

/** What the double knows of a scheme. */
export interface NavHistory {
  isins?: [growth: string | null, reinvestment: string | null];
  name?: string;
  /** Values by day, YYYY-MM-DD, as text. */
  navs: Record<string, string>;
  /** The code that its answer names, where that is another one. */
  answersAs?: number;
}

/** A body of mfapi.in: days as dd-mm-yyyy, the newest first. */
export function navHistoryBody(
  code: string,
  { isins = [null, null], name, navs, answersAs }: NavHistory,
): string {
  const data = Object.keys(navs)
    .sort()
    .toReversed()
    .map((day) => ({ date: day.split('-').toReversed().join('-'), nav: navs[day] }));
  return JSON.stringify({
    meta: {
      fund_house: 'First Mutual Fund',
      scheme_type: 'Open Ended Schemes',
      scheme_category: 'Equity Scheme - Flexi Cap Fund',
      scheme_code: answersAs ?? Number(code),
      scheme_name: name ?? `Scheme ${code} - Direct Plan - Growth`,
      isin_growth: isins[0],
      isin_div_reinvestment: isins[1],
    },
    data,
    status: 'SUCCESS',
  });
}

/** How it says that it has no such scheme. */
export const NO_SCHEME = JSON.stringify({ meta: {}, data: [], status: 'SUCCESS' });

/** A double of mfapi.in; `schemes` may be changed while it runs. */
export class MfapiServer extends LoopbackServer {
  readonly schemes: Map<string, NavHistory>;

  constructor(schemes: Record<string, NavHistory> = {}) {
    const known = new Map(Object.entries(schemes));
    super((url): Reply => {
      const code = /^\/mf\/(\d+)$/.exec(url.pathname)?.[1] ?? '';
      const scheme = known.get(code);
      const body = scheme === undefined ? NO_SCHEME : navHistoryBody(code, scheme);
      return { status: 200, type: 'application/json; charset=utf-8', body };
    });
    this.schemes = known;
  }

  /** Codes that were asked for, in order. */
  get asked(): string[] {
    return this.requests.map(({ path }) => path.split('/').at(-1) ?? '');
  }
}
