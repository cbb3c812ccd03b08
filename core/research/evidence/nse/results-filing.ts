import { daysBetween, isCalendarDate } from '../../../platform/dates.ts';
import { parserNamed } from '../../parsing/document-parser.ts';
import { MalformedDocument } from '../../parsing/malformed.ts';
import type { FiscalYear, Observation } from '../../port/index.ts';
import { BANK_RATIOS } from './elements.ts';
import { columnsOf, figuresOf, type Column } from './figures.ts';
import { reportedDays } from './periods.ts';
import { unknownFormNotes } from './unknown-forms.ts';
import { readXbrl, XBRL_LIMITS, type XbrlInstance, type XbrlLimits } from './xbrl.ts';

/** What a filing of results says: of whom, of when, and its figures. Plain values, so that a thread can hand it over. */
export interface ResultsFiling {
  entity: {
    /** Of NSE; null where it has none. */
    symbol: string | null;
    /** As the filing has it: it may be a former one. */
    isin: string | null;
    name: string | null;
    /** Code of BSE. */
    bse_code: string | null;
  };
  /** Such as `Equity`; null where it does not say. */
  security: string | null;
  scope: Column['scope'];
  fiscal_year: FiscalYear | null;
  /** Last day of its latest column. */
  period_end: string;
  has_balance_sheet: boolean;
  observations: readonly Observation[];
  notes: readonly string[];
}

/** What the exchange's list says of a filing. */
interface FilingToRead {
  /** Number of the filing, for its figures. */
  filing: string;
  /** What the exchange's list says, for filings that say nothing themselves. */
  scope: Column['scope'] | null;
}

/** The filing's parser in the thread of `core/research/parsing`. */
export const RESULTS_FILING = parserNamed<typeof readResultsFiling>('nse_results_filing');

const SCOPE = 'NatureOfReportStandaloneConsolidated';
/** A year of 18 months is the longest that a company may have. */
const LONGEST_YEAR = 549;

/**
 * Reads a filing of results in XBRL: of companies and of banks, before and after the taxonomy of 2025. Values are whole units of
 * the currency whatever the filing says of rounding. Pure.
 * @throws MalformedDocument
 */
export function readResultsFiling(
  body: Uint8Array,
  { filing, scope }: FilingToRead,
  limits: XbrlLimits = XBRL_LIMITS,
): ResultsFiling {
  const instance = readXbrl(body, limits);
  const words = wordsOf(instance);
  const { days, notes } = reportedDays(instance);
  const own = scopeIn(words.get(SCOPE) ?? null) ?? scope;
  if (own === null) throw new MalformedDocument('it does not say whether it is standalone or consolidated');
  const scopes = new Map(
    instance.facts.filter(({ name }) => name === SCOPE).map(({ context, text }) => [context, scopeIn(text)]),
  );
  const columns = columnsOf(instance, days, ({ id }) => scopes.get(id) ?? own);
  const currency = words.get('DescriptionOfPresentationCurrency') ?? null;
  const observations = figuresOf(
    columns,
    currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : 'INR',
    filing,
  );
  const ends = columns.filter(({ start, axes }) => start !== null && axes.length === 0).map(({ end }) => end);
  const period_end = ends.toSorted().at(-1);
  if (period_end === undefined) throw new MalformedDocument('it has no column for a period');
  const has_balance_sheet = observations.some(
    ({ metric, value }) => metric === 'total_assets' && value !== null,
  );
  if (scope !== null && scope !== own)
    notes.push(`The exchange lists it as ${scope}; the filing says ${own}.`);
  if (!has_balance_sheet) notes.push('It has no balance sheet, so those figures are unknown for that day.');
  if (!observations.some(({ metric, value }) => metric === 'operating_cash_flow' && value !== null))
    notes.push('It has no cash flow statement.');
  if (instance.foreign > 0) notes.push(`${instance.foreign} facts of other namespaces were excluded.`);
  notes.push(...unknownFormNotes(columns, observations), ...bankNotes(instance));
  return {
    entity: entityOf(instance, words),
    security: words.get('ClassOfSecurity') ?? null,
    scope: own,
    fiscal_year: fiscalYearOf(words),
    period_end,
    has_balance_sheet,
    observations,
    notes,
  };
}

function entityOf(instance: XbrlInstance, words: Words): ResultsFiling['entity'] {
  const entity = instance.contexts[0]?.entity;
  const bySymbol = entity !== undefined && /NSESymbol$/i.test(entity.scheme) ? entity.value : null;
  const byCode = entity !== undefined && /ScripCode$/i.test(entity.scheme) ? entity.value : null;
  const code = words.get('ScripCode') ?? byCode;
  const isin = words.get('ISIN') ?? null;
  return {
    symbol: listed(words.get('Symbol') ?? null) ?? listed(bySymbol),
    isin: isin !== null && /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) ? isin : null,
    name: words.get('NameOfTheCompany') ?? words.get('NameOfBank') ?? null,
    bse_code: code !== null && /^\d{6}$/.test(code) ? code : null,
  };
}

/** A symbol, where it is one: filers who have none write `NOTLISTED` or `0`. */
function listed(symbol: string | null): string | null {
  return symbol === null || !/^[A-Z0-9&-]{1,20}$/.test(symbol) || /^(NOTLISTED|NA|0)$/.test(symbol)
    ? null
    : symbol;
}

function fiscalYearOf(words: Words): FiscalYear | null {
  const start = words.get('DateOfStartOfFinancialYear') ?? null;
  const end = words.get('DateOfEndOfFinancialYear') ?? null;
  if (start === null || end === null || !isCalendarDate(start) || !isCalendarDate(end)) return null;
  const days = daysBetween(start, end);
  return days < 1 || days > LONGEST_YEAR ? null : { year: Number(end.slice(0, 4)), start, end };
}

function scopeIn(text: string | null): Column['scope'] | null {
  const word = text?.trim().toLowerCase();
  if (word === 'consolidated') return 'consolidated';
  return word === 'standalone' || word === 'non-consolidated' ? 'standalone' : null;
}

/** What a filing says in words, by name: the first that stands outside of any dimension. */
type Words = ReadonlyMap<string, string>;

function wordsOf({ contexts, facts }: XbrlInstance): Words {
  const split = new Set(contexts.filter(({ axes }) => axes.length > 0).map(({ id }) => id));
  const words = new Map<string, string>();
  for (const { name, context, text } of facts)
    if (text !== null && text !== '' && !words.has(name) && !split.has(context)) words.set(name, text);
  return words;
}

/** Ratios of a bank that are printed as 0.00 are not reported. */
function bankNotes(instance: XbrlInstance): string[] {
  const empty = Object.entries(BANK_RATIOS)
    .filter(([name]) => {
      const texts = instance.facts.filter((fact) => fact.name === name).map(({ text }) => text);
      return texts.length > 0 && texts.every((text) => text === null || /^0*(\.0*)?$/.test(text));
    })
    .map(([, title]) => title);
  return empty.length === 0 ? [] : [`Stated as 0, which means not reported: ${empty.join(', ')}.`];
}
