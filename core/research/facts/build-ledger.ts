import { daysBetween } from '../../platform/index.ts';
import {
  atOnce,
  AUTHORITIES,
  type EvidencePacket,
  type FactLedger,
  type FiscalYear,
  type RefusedEvidence,
  type ResearchSubject,
  inSlices,
  type RunMode,
  type Steps,
} from '../port/index.ts';
import { admitPackets, type OfferedPacket } from './reading/adaptation.ts';
import { type Book, createBook, settledFacts } from './book.ts';
import type { Readers } from './reading/candidate.ts';
import { measureAfter, measureBefore } from './coverage/measure.ts';
import type { DerivationContext } from './derivations/derive.ts';
import { DERIVATIONS } from './derivations/table.ts';
import { byText } from './figures.ts';
import { fiscalCalendar } from './fiscal-calendar.ts';
import { comparePeriods } from './period-key.ts';
import { admitPeers } from './peers.ts';
import { readPackets, reportingScope } from './reading/statements.ts';
import { shareChanges } from './reading/share-basis.ts';

/** A comparable company, as the registry knows it, or with evidence of its own. */
interface PeerEvidence {
  symbol: string;
  isin?: string | null;
  /** A peer without a currency of its own has the subject's. */
  currency: string | null;
  /** In the scopes of its own statements. Left out: those of the run's packets that are about it. */
  packets?: readonly OfferedPacket[];
}

interface LedgerInput {
  subject: Pick<ResearchSubject, 'symbol' | 'exchange' | 'isin' | 'currency'>;
  packets: readonly OfferedPacket[];
  /** The moment of the run: nothing published later is known. */
  as_of: string;
  mode: RunMode;
  peers?: readonly PeerEvidence[];
}

/** The ledger, and the packets that it rests on. */
export interface BuiltLedger extends FactLedger {
  /** Admitted, each with its full hash. */
  packets: readonly EvidencePacket[];
  refused: readonly RefusedEvidence[];
}

/** Facts settled between two pauses. */
const PIECE = 25;

/** The fact ledger of one company: packets to facts, conflicts, derivations and coverage. No model, and no outside system. */
export const buildLedger = (input: LedgerInput): BuiltLedger => atOnce(ledgerSteps(input));

/** The same, in slices of a few milliseconds. */
export const buildLedgerInSlices = async (input: LedgerInput, signal?: AbortSignal): Promise<BuiltLedger> =>
  await inSlices(ledgerSteps(input), signal);

function* ledgerSteps(input: LedgerInput): Steps<BuiltLedger> {
  const { as_of, mode, subject } = input;
  const peers = (input.peers ?? []).filter(({ symbol }) => symbol !== subject.symbol);
  const { own, theirs } = byCompany(input.packets, subject.symbol, peers);
  const { book, on, admitted } = yield* bookOf({ subject, packets: own, as_of, mode });
  for (const peer of peers) {
    const { symbol, isin = null } = peer;
    const currency = peer.currency ?? subject.currency;
    const company = { symbol, isin, currency, exchange: isin === null ? subject.exchange : null };
    const packets = peer.packets ?? theirs.get(symbol) ?? [];
    const other = yield* bookOf({ subject: company, packets, as_of, mode });
    admitted.hash_mismatch += other.admitted.hash_mismatch;
    admitted.refused.push(...other.admitted.refused);
    admitted.packets.push(...other.admitted.packets);
    yield* derive(other.on);
    admitPeers(book, other.on, symbol);
  }
  yield* settleAll(book);
  const before = measureBefore(book, as_of);
  yield;
  yield* derive(on);
  yield* settleAll(book);
  const coverage = measureAfter(book, as_of, before);
  yield;
  const entries = book
    .ids()
    .map((id) => book.byId(id)!)
    .toSorted(
      (one, other) =>
        byText(one.fact.metric, other.fact.metric) ||
        comparePeriods(one.fact.period, other.fact.period) ||
        byText(one.fact.fact_id, other.fact.fact_id),
    );
  yield;
  return {
    ...settledFacts(entries),
    unavailable: book.unavailable(),
    coverage,
    hash_mismatch: admitted.hash_mismatch,
    packets: admitted.packets,
    refused: admitted.refused,
  };
}

/** Packets about a peer, by its own name or number, are no evidence on the subject. */
function byCompany(packets: readonly OfferedPacket[], symbol: string, peers: readonly PeerEvidence[]) {
  const theirs = new Map<string, OfferedPacket[]>();
  const own = packets.filter((packet) => {
    const { entity } = packet;
    if (entity.symbol === symbol) return true;
    const peer = peers.find(
      (one) => one.symbol === entity.symbol || (typeof one.isin === 'string' && one.isin === entity.isin),
    );
    if (peer === undefined) return true;
    theirs.set(peer.symbol, [...(theirs.get(peer.symbol) ?? []), packet]);
    return false;
  });
  return { own, theirs };
}

interface Opened {
  book: Book;
  on: DerivationContext;
  admitted: { packets: EvidencePacket[]; refused: RefusedEvidence[]; hash_mismatch: number };
}

/** The book of one company, with what its sources state. */
function* bookOf({ subject, packets, as_of, mode }: LedgerInput): Steps<Opened> {
  const admitted = yield* admitPackets(packets, { as_of, mode });
  const ranked = byAuthority(admitted.packets);
  const calendar = fiscalCalendar(yearsOf(ranked), isIndian(subject) ? 'INDIAN' : null);
  const readers: Readers = { calendar, changes: shareChanges(ranked, as_of), mode, as_of };
  const book = createBook();
  const statedTwelveMonths = yield* readPackets(book, admitted.packets, readers);
  const on: DerivationContext = {
    ...readers,
    book,
    reporting: reportingScope(book),
    symbol: subject.symbol,
    statedTwelveMonths,
  };
  return { book, on, admitted };
}

function* derive(on: DerivationContext): Steps<void> {
  for (const { run } of DERIVATIONS) {
    yield* run(on) ?? [];
    yield;
  }
}

function* settleAll(book: Book): Steps<void> {
  const ids = book.ids();
  for (let at = 0; at < ids.length; at += PIECE) {
    for (const id of ids.slice(at, at + PIECE)) book.byId(id);
    yield;
  }
}

/** The strongest publishers first; among equals the order in which they came. */
function byAuthority(packets: readonly EvidencePacket[]): EvidencePacket[] {
  return packets.toSorted(
    (one, other) => AUTHORITIES.indexOf(one.authority) - AUTHORITIES.indexOf(other.authority),
  );
}

/** Years that the company's own documents state. */
function yearsOf(ranked: readonly EvidencePacket[]): FiscalYear[] {
  return ranked
    .flatMap(({ fiscal_years }) => fiscal_years)
    .filter(({ start, end }) => daysBetween(start, end) > 0);
}

/** A company of India, by its exchange or its ISIN. Without either nothing is supposed. */
function isIndian({ exchange, isin, currency }: LedgerInput['subject']): boolean {
  if (exchange !== null) return exchange === 'NSE' || exchange === 'BSE';
  return isin === null ? currency === 'INR' : isin.startsWith('IN');
}
