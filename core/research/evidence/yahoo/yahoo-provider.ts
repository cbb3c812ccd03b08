import { DAY_MS, OutsideError } from '../../../platform/index.ts';
import {
  type Acquired,
  type Documents,
  type DocumentRequest,
  type EvidenceDocument,
  type EvidenceProvider,
  type EvidenceRequest,
  type RefusalReason,
  type SourceFailure,
  sourceFailure,
} from '../../port/index.ts';
import { NotYahoo, readYahooChart, type ListedChart, type YahooChart } from './yahoo-chart.ts';
import { yahooNames, plainName, type YahooName } from './yahoo-names.ts';
import { chartPacket, profilePacket, statementsPacket } from './yahoo-packets.ts';
import { PROFILE_MODULES, readProfile } from './yahoo-profile.ts';
import { readStatements, STATEMENT_TYPES } from './yahoo-statements.ts';

const HOUR_MS = 3_600_000;
/** Beyond every day to come, so that a kept copy is found by the same words every day. */
const FOR_EVER = '9999999999';
/** Closes of so many calendar years before that of the run, for averages and returns of a year. */
const YEARS_OF_CLOSES = 1;
const LARGEST = 8_000_000;

/** Yahoo Finance: prices, statements and profiles at second hand. It is no exchange, so that all of it is AGGREGATOR. */
export function createYahooEvidence(): EvidenceProvider {
  return {
    name: 'yahoo',
    covers: () => true,
    async acquire(request, documents) {
      const acquired: Acquired = { packets: [], refused: [], failures: [] };
      const listed = await findListing(request, documents, acquired);
      if (listed === null) return acquired;
      const { symbol, currency } = listed.chart;
      acquired.packets.push(chartPacket(request, listed.chart, listed.document));
      await each(acquired, `yahoo:statements:${symbol}`, async () => {
        const document = await documents.get(
          asked(statementsPath(symbol, request), 12 * HOUR_MS),
          request.signal,
        );
        const statements = readStatements(document.body);
        if (statements.symbols.some((one) => one.toUpperCase() !== symbol.toUpperCase()))
          refuse(
            acquired,
            `yahoo:statements:${symbol}`,
            'OTHER_COMPANY',
            'The statements belong to another company.',
          );
        else
          acquired.packets.push(...statementsPacket(request, symbol, statements, document, acquired.refused));
      });
      await each(acquired, `yahoo:profile:${symbol}`, async () => {
        const document = await documents.get(asked(profilePath(symbol), DAY_MS), request.signal);
        const profile = readProfile(document.body);
        if (profile !== null)
          acquired.packets.push(profilePacket(request, symbol, { profile, currency }, document));
      });
      return acquired;
    },
  };
}

/** The chart of the first name that Yahoo knows: what was fetched decides what the share is called there. */
async function findListing(
  request: EvidenceRequest,
  documents: Documents,
  acquired: Acquired,
): Promise<{ chart: ListedChart; document: EvidenceDocument } | null> {
  const failures: SourceFailure[] = [];
  for (const name of yahooNames(request.subject)) {
    const source = `yahoo:chart:${name.symbol}`;
    try {
      const document = await documents.get(asked(chartPath(name.symbol, request), HOUR_MS), request.signal);
      const chart = readYahooChart(document.body);
      if (chart === null) continue;
      const wrong = otherThan(request, name, chart);
      if (wrong !== null) refuse(acquired, source, ...wrong);
      else if (chart.currency === null)
        refuse(acquired, source, 'MALFORMED', 'Yahoo does not give the currency of its prices.');
      else return { chart: { ...chart, currency: chart.currency }, document };
    } catch (error) {
      const failure = failureOf(error, acquired, source);
      if (failure === null) continue;
      failures.push(failure);
      // Whoever does not answer at all will not do so under another name; what is kept may lie under one.
      if (failure.kind !== 'NOT_KEPT' && failure.kind !== 'SWITCHED_OFF') break;
    }
  }
  const [first] = failures;
  if (first !== undefined) acquired.failures.push(first);
  return null;
}

/** Why a chart is not that of the subject; null where it is. */
function otherThan(
  { subject }: EvidenceRequest,
  name: YahooName,
  chart: YahooChart,
): [RefusalReason, string] | null {
  if (chart.symbol.toUpperCase() !== name.symbol)
    return ['OTHER_COMPANY', `Yahoo answered with ${chart.symbol} instead of ${name.symbol}.`];
  if (chart.type !== null && chart.type !== 'EQUITY')
    return ['NOT_EQUITY', `Yahoo lists ${name.symbol} as ${chart.type}, which is not a share.`];
  if (subject.currency !== null && chart.currency !== null && subject.currency !== chart.currency)
    return ['OTHER_COMPANY', `${name.symbol} is quoted in ${chart.currency}, not in ${subject.currency}.`];
  if (name.isCertain || subject.name === null || chart.name === null) return null;
  const [wanted, found] = [plainName(subject.name), plainName(chart.name)];
  const [first = ''] = wanted.split(' ');
  return first !== '' && first === found.split(' ')[0]
    ? null
    : ['OTHER_COMPANY', `${name.symbol} is ${chart.name}, not ${subject.name}.`];
}

/** Does one part; what goes wrong with it is noted, and the others go on. */
async function each(acquired: Acquired, source: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const failure = failureOf(error, acquired, source);
    if (failure !== null) acquired.failures.push(failure);
  }
}

/** What a fault means: a failure of the source, or null for a name that it does not know and for what is refused. */
function failureOf(error: unknown, acquired: Acquired, source: string): SourceFailure | null {
  if (error instanceof NotYahoo) {
    refuse(acquired, source, 'MALFORMED', `Yahoo’s answer cannot be read: ${error.message}.`);
    return null;
  }
  if (error instanceof OutsideError && error.status === 404) return null;
  return sourceFailure('yahoo', error);
}

function refuse(acquired: Acquired, source_id: string, reason: RefusalReason, detail: string): void {
  acquired.refused.push({ provider: 'yahoo', source_id, reason, detail });
}

const asked = (path: string, freshForMs: number): DocumentRequest => ({
  source: 'yahoo',
  path,
  accept: /json/i,
  freshForMs,
  maxBytes: LARGEST,
});

const secondsOf = (year: number): string => String(Date.UTC(year, 0, 1) / 1000);
const yearOf = (as_of: string): number => new Date(as_of).getUTCFullYear();

/** Closes with all splits since: Yahoo has applied those of after the run too. */
function chartPath(symbol: string, { as_of }: Pick<EvidenceRequest, 'as_of'>): string {
  const from = secondsOf(yearOf(as_of) - YEARS_OF_CLOSES - 1);
  return `/v8/finance/chart/${encodeURIComponent(symbol)}?events=div%2Csplit&interval=1d&period1=${from}&period2=${FOR_EVER}`;
}

function statementsPath(symbol: string, { as_of, years }: EvidenceRequest): string {
  const from = secondsOf(yearOf(as_of) - years - 1);
  return `/ws/fundamentals-timeseries/v1/finance/timeseries/${encodeURIComponent(symbol)}?merge=false&period1=${from}&period2=${FOR_EVER}&symbol=${encodeURIComponent(symbol)}&type=${STATEMENT_TYPES.join(',')}`;
}

export const profilePath = (symbol: string): string =>
  `/v10/finance/quoteSummary/${encodeURIComponent(symbol)}?modules=${encodeURIComponent(PROFILE_MODULES)}`;
