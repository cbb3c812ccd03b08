import type { Llm } from '../llm/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Instruments } from '../market/instruments/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { type Context, istDate, type Timers } from '../platform/index.ts';
import { createDocuments, type DocumentTerms } from './documents/index.ts';
import { createEvidence, type HeldRecords, profileOf } from './evidence/index.ts';
import { buildLedgerInSlices } from './facts/index.ts';
import { createParsing } from './parsing/index.ts';
import { createReportPrinter } from './pdf/index.ts';
import { createPeers, type Peers } from './peers/index.ts';
import type { ResearchParts } from './research.ts';
import { createSubjects, type VerifyEquity } from './runs/index.ts';
import { createVerifyEquity } from './verify-equity.ts';

/** Raised whenever the same packets come to another ledger. */
const LEDGER_VERSION = '4';

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
export function usualResearchParts(
  context: Context,
  parts: Pick<ResearchParts, 'history' | 'indexes'> & {
    instruments: Instruments;
    calendar: Calendar;
    notifications: Pick<Notifications, 'notifyWithin'>;
    llm: Llm;
    /** What research may know of the installation's own records. */
    held: HeldRecords;
    /** Of the time that the threads have for a document. */
    timers?: Pick<Timers, 'sleep'>;
  },
): ResearchParts {
  const { calendar, notifications, llm, indexes, history, instruments, held } = parts;
  const { clock } = context;
  const documents = createDocuments(context);
  const inTime = parts.timers === undefined ? {} : { timers: parts.timers };
  const parsing = createParsing(inTime);
  const printer = createReportPrinter(inTime);
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
      held,
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
    history,
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
