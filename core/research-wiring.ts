import type { Context } from './context.ts';
import type { Calendar } from './market/calendar/index.ts';
import type { Instruments } from './market/instruments/index.ts';
import type { Notifications } from './notifications/index.ts';
import { istDate } from './platform/index.ts';
import {
  buildLedgerInSlices,
  createDocuments,
  createEvidence,
  createParsing,
  createPeers,
  createSubjects,
  type Documents,
  type ResearchParts,
  type VerifiedEquity,
  type VerifyEquity,
  verifyEquity as askYahoo,
} from './research/index.ts';

/** Raised whenever the same packets come to another ledger. */
const LEDGER_VERSION = '2';

/** Yahoo's codes of the exchanges that research knows rules for. */
const INDIAN = new Set(['NSI', 'BSE', 'BOM']);
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
    const isIndian = INDIAN.has(exchange ?? '');
    if (!isIndian && !AMERICAN.has(exchange ?? ''))
      return {
        outcome: 'UNKNOWN',
        message: `${symbol} is listed elsewhere. Research is about shares of Indian and US exchanges.`,
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

/** The parts of research as the product has them. Tests hand in others. */
export function researchParts(
  context: Context,
  {
    instruments,
    calendar,
    notifications,
  }: { instruments: Instruments; calendar: Calendar; notifications: Pick<Notifications, 'notifyWithin'> },
): ResearchParts {
  const { clock } = context;
  const documents = createDocuments(context);
  const parsing = createParsing();
  const now = () => clock.now().toISOString();
  const verifyEquity: VerifyEquity = (ticker) =>
    createVerifyEquity(documents.of({ mode: 'CURRENT', as_of: now() }))(ticker);
  const subjects = createSubjects({ instruments, verifyEquity });
  const peers = () =>
    createPeers({
      instruments,
      today: () => istDate(clock.now()),
      subjectOf: (instrument) => subjects.of(instrument),
    });
  return {
    instruments,
    providers: createEvidence({
      parsing,
      calendar,
      pagesOf: (subject) => documents.issuerPages(subject),
    }),
    documentsOf: (terms) => documents.of(terms),
    async buildLedger(input, signal) {
      const built = await buildLedgerInSlices(input, signal);
      const { facts, conflicts, unavailable, coverage, hash_mismatch, refused } = built;
      return { facts, conflicts, unavailable, coverage, hash_mismatch, refused };
    },
    ledgerVersion: LEDGER_VERSION,
    peersOf: (subject, most) => peers().of(subject, most),
    verifyEquity,
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
    close: () => parsing.close(),
  };
}
