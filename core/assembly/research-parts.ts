import type { Llm } from '../llm/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Indexes, MarketHistory } from '../market/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { type Context, istDate } from '../platform/index.ts';
import {
  buildLedgerInSlices,
  createDocuments,
  createEvidence,
  createParsing,
  createPeers,
  createReportPrinter,
  createSubjects,
  type Documents,
  type DocumentTerms,
  type Peers,
  profileOf,
  type ResearchParts,
  type VerifiedEquity,
  type VerifyEquity,
  verifyEquity as askYahoo,
} from '../research/index.ts';
import { type HeldRecordSources, heldRecords } from './held-records.ts';

/** Raised whenever the same packets come to another ledger. */
const LEDGER_VERSION = '4';

/** Yahoo's codes of the exchanges that research knows rules for. */
const INDIAN = new Set(['NSI', 'BSE', 'BOM']);
const INDIAN_TICKER = /\.(NS|BO)$/;
const AMERICAN = new Set(['NMS', 'NGM', 'NCM', 'NYQ', 'ASE', 'PCX', 'BTS']);

/** What is not in the registry, by Yahoo's word (research/Run creation rules 4). */
export function createVerifyEquity(documents: Documents): VerifyEquity {
  return async (ticker): Promise<VerifiedEquity> => {
    const { equity, ...refusal } = await askYahoo(ticker, documents);
    if (equity === null)
      return {
        outcome: 'isOutside' in refusal && refusal.isOutside ? 'UNAVAILABLE' : 'UNKNOWN',
        message: refusal.reason ?? `${ticker} could not be verified.`,
      };
    const { symbol, name, exchange } = equity;
    // Where Yahoo leaves the exchange out, the suffix of its ticker tells it.
    const isIndian = exchange === null ? INDIAN_TICKER.test(symbol) : INDIAN.has(exchange);
    if (exchange === null && !isIndian)
      return {
        outcome: 'UNKNOWN',
        message: `Yahoo does not say where ${symbol} is listed. Add .NS or .BO to say which Indian exchange you mean.`,
      };
    if (!isIndian && !AMERICAN.has(exchange ?? ''))
      return {
        outcome: 'UNKNOWN',
        message: `${symbol} is listed elsewhere. Research covers shares on Indian and US exchanges.`,
      };
    return {
      outcome: 'EQUITY',
      instrument: {
        external_id: `yahoo:${symbol}`,
        symbol,
        name,
        isin: null,
        asset_class: isIndian ? 'Indian Equity' : 'US Equity',
        currency: isIndian ? 'INR' : 'USD',
      },
    };
  };
}

/** So many runs are under way in one process at the most. */
const MOST_RUNS = 20;

/** What was found of peers is remembered for a run, so that each of its stages has the same and asks nobody again. */
function peersOfRuns(make: (terms: DocumentTerms) => Peers) {
  const known = new Map<string, Peers>();
  return ({ id, ...terms }: DocumentTerms & { id: string }): Peers => {
    const peers = known.get(id) ?? make(terms);
    known.set(id, peers);
    const [oldest] = known.keys();
    if (known.size > MOST_RUNS && oldest !== undefined) known.delete(oldest);
    return peers;
  };
}

/** The parts of research as the product has them. Tests hand in others. */
export function researchParts(
  context: Context,
  {
    calendar,
    notifications,
    llm,
    indexes,
    ...found
  }: {
    instruments: Instruments;
    calendar: Calendar;
    notifications: Pick<Notifications, 'notifyWithin'>;
    llm: Llm;
    indexes: Pick<Indexes, 'closes'>;
    history: Pick<MarketHistory, 'closes' | 'datedActions'>;
  } & HeldRecordSources,
): ResearchParts {
  const { instruments } = found;
  const { clock } = context;
  const documents = createDocuments(context);
  const parsing = createParsing();
  const printer = createReportPrinter();
  const now = () => clock.now().toISOString();
  const verifyEquity: VerifyEquity = (ticker) =>
    createVerifyEquity(documents.of({ mode: 'CURRENT', as_of: now() }))(ticker);
  const subjects = createSubjects({ instruments, verifyEquity });
  const peersIn = peersOfRuns((terms) =>
    createPeers({
      instruments,
      today: () => istDate(clock.now()),
      subjectOf: (instrument) => subjects.of(instrument),
      profileOf: (subject) => profileOf(subject, documents.of(terms)),
    }),
  );
  return {
    instruments,
    providers: createEvidence({
      parsing,
      calendar,
      held: heldRecords(found),
      sitesOf: (subject) => documents.issuerSites(subject),
    }),
    documentsOf: (terms) => documents.of(terms),
    async buildLedger(input, signal) {
      const built = await buildLedgerInSlices(input, signal);
      const { facts, conflicts, unavailable, coverage, hash_mismatch, refused } = built;
      return { facts, conflicts, unavailable, coverage, hash_mismatch, refused };
    },
    ledgerVersion: LEDGER_VERSION,
    chainFor: async () => await llm.chainFor('system', 'research'),
    peersOf: (subject, most, run) => peersIn(run).of(subject, most),
    verifyEquity,
    print: printer.print,
    calendar,
    history: found.history,
    indexes,
    async tellDrift(trx, userId, { title, body, ...payload }) {
      await notifications.notifyWithin(trx, userId, {
        kind: 'ai_research_drift',
        dedupKey: `ai_research_drift:${payload.run_id}`,
        title,
        body,
        payload,
      });
    },
    async tellEnd(trx, userId, { title, body, ...payload }) {
      await notifications.notifyWithin(trx, userId, {
        kind: 'ai_research_ended',
        dedupKey: `ai_research:${payload.run_id}`,
        title,
        body,
        payload,
      });
    },
    pruneDocuments: () => documents.store.prune(),
    close: async () => void (await Promise.all([parsing.close(), printer.close()])),
  };
}
