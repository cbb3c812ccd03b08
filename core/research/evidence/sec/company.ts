import { companyKey } from '../../../market/instruments/index.ts';
import type { ResearchSubject } from '../../port/index.ts';
import type { Submissions } from './submissions.ts';
import { secTicker, type TickerRow } from './tickers.ts';

/**
 * Whether it is surely listed in India, where another company may bear the same symbol. An unknown exchange is none: then
 * the suffix of its symbol and its ISIN tell.
 */
export function isIndian({ exchange, symbol, isin }: ResearchSubject): boolean {
  if (exchange !== null) return exchange === 'NSE' || exchange === 'BSE';
  return /\.(NS|BO)$/i.test(symbol) || isin?.startsWith('IN') === true;
}

/** Kinds of companies, which one list writes and another leaves out. */
const KINDS =
  /(?: (?:INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|PLC|SA|NV|AG|SE|LLC|LP|HOLDINGS?|CLASS [A-C]|COM|NEW|[A-Z]{2} STATE))+$/;

function nameKey(name: string): string {
  // EDGAR marks the state of a namesake: `CREE RESEARCH INC /NC/`.
  return companyKey(name.replace(/\s*\/[A-Z]{2,3}\/?\s*$/i, '')).replace(KINDS, '');
}

/**
 * The one company among those that bear the subject's tickers.
 * @returns its CIK; or why none of them is surely the subject, null where nobody bears the ticker
 */
export function companyOf(
  subject: ResearchSubject,
  rows: readonly TickerRow[],
): { cik: string } | { refused: string | null } {
  const current = rows.filter(({ ticker }) => ticker === secTicker(subject.symbol));
  const name = subject.name === null ? null : nameKey(subject.name);
  const bearing = (list: readonly TickerRow[]) => list.filter(({ title }) => nameKey(title) === name);
  // A former symbol may have gone to another company since: the name must be the same.
  const candidates = current.length > 0 ? current : bearing(rows);
  const [first] = candidates;
  if (first === undefined) return { refused: null };
  if (candidates.length > 1) {
    const same = bearing(candidates);
    if (same.length === 1 && same[0] !== undefined) return { cik: same[0].cik };
    const titles = candidates.map(({ title }) => title).join(', ');
    return { refused: `${subject.symbol} stands for several companies at the SEC: ${titles}.` };
  }
  // On an unknown exchange the symbol may be that of another country's company.
  if (subject.exchange === null && name !== null && bearing(candidates).length === 0)
    return { refused: `${subject.symbol} is ${first.title} at the SEC, not ${subject.name}.` };
  return { cik: first.cik };
}

const OF_COMPANIES = /^(?:10-K|10-Q|20-F|40-F|6-K|8-K|S-1|F-1|10-12B)/;
const OF_FUNDS = /^(?:N-CSR|N-CEN|NPORT|N-PORT|N-1A|N-8B|485|497|24F-2)/;

/** Whether companies file such a form, and funds do not. */
export function isOfCompany(form: string): boolean {
  return OF_COMPANIES.test(form);
}

/** Whether it is a fund: it files a fund's reports, and none of a company's. */
export function isFund({ filings }: Submissions): boolean {
  return filings.some(({ form }) => OF_FUNDS.test(form)) && !filings.some(({ form }) => isOfCompany(form));
}
