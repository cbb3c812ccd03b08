import { Decimal } from '../../platform/index.ts';
import type { TransactionType } from '../ledger/index.ts';

/** What a trade is, numbers as exact text. */
export interface TradeFacts {
  symbol: string;
  /** YYYY-MM-DD */
  date: string;
  type: TransactionType;
  quantity: string;
  price: string;
  fee_tax: string;
  currency: string;
  isin: string | null;
  security_id: string | null;
  asset_class: string | null;
  /** The exchange's time of day, HH:MM:SS. */
  executed_at: string | null;
}

/** Units of a holding, as exact text. */
export interface UnitFacts {
  symbol: string;
  quantity: string;
  /** YYYY-MM-DD of the first reading that showed them. */
  day?: string;
}

export const isTrade = (facts: TradeFacts | UnitFacts | null): facts is TradeFacts =>
  facts !== null && 'date' in facts;

export const CHANGE_KINDS = ['CHANGED', 'VANISHED', 'RETURNED', 'QUANTITY'] as const;
/**
 * CHANGED: a recorded trade has other facts at the broker. VANISHED: a complete reading lacks it. RETURNED: the broker lists
 * again what was deleted here because it had vanished. QUANTITY: the units held changed, and no trade explains it.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const CHANGE_STATES = ['UNSURE', 'OPEN', 'LATER', 'ACCEPTED', 'KEPT', 'WITHDRAWN'] as const;
/** UNSURE: one reading alone tells of it. WITHDRAWN: the broker has taken its change back, so that nothing is left to decide. */
export type ChangeState = (typeof CHANGE_STATES)[number];

/** The entry that is on record about a trade. */
export interface Noted {
  kind: ChangeKind;
  state: ChangeState;
  after: TradeFacts | null;
}

/** A trade as recorded and as the broker tells it now. */
interface Compared {
  recorded: TradeFacts;
  read: TradeFacts;
  /** As it was recorded before the person corrected it; null where they did not. */
  original: TradeFacts | null;
  noted: Noted | null;
}

/** An entry to write: another version of the broker's, or the end of one. */
export type Finding =
  | { kind: ChangeKind; state: 'OPEN' | 'UNSURE'; after: TradeFacts | null }
  | { state: 'WITHDRAWN' };

/** Decimals that every broker tells of a price or charge. */
const FEWEST_DECIMALS = 2;

/**
 * True if one figure is the other one in fewer decimals: lists of a broker round an average price differently. Two that are
 * stated in the same precision are the same only if they are equal.
 */
export function isSameAmount(one: string, other: string): boolean {
  const [a, b] = [new Decimal(one), new Decimal(other)];
  const [fewer, more] = [a.decimalPlaces(), b.decimalPlaces()].sort((x, y) => x - y);
  if (fewer === undefined || more === undefined || a.eq(b)) return a.eq(b);
  const stated = Math.max(fewer, FEWEST_DECIMALS);
  return more > stated && a.minus(b).abs().lt(new Decimal(10).pow(-stated));
}

/** True if two versions tell of the same trade; charges that one of them does not state are no difference. */
export function isSameTrade(one: TradeFacts, other: TradeFacts): boolean {
  return (
    one.date === other.date &&
    one.type === other.type &&
    one.currency === other.currency &&
    new Decimal(one.quantity).eq(other.quantity) &&
    isSameAmount(one.price, other.price) &&
    (isUnstated(one.fee_tax) || isUnstated(other.fee_tax) || isSameAmount(one.fee_tax, other.fee_tax))
  );
}

const isUnstated = (fee: string): boolean => new Decimal(fee).isZero();

/** The broker's version whole: charges that it does not state stay as they are recorded. */
export const brokerVersion = (recorded: TradeFacts, read: TradeFacts): TradeFacts => ({
  ...read,
  symbol: recorded.symbol,
  fee_tax: isUnstated(read.fee_tax) ? recorded.fee_tax : read.fee_tax,
});

/**
 * What a reading tells of a recorded trade that it has, beyond what is on record; null for nothing new. A version that the
 * person kept theirs against, or corrected themselves after, is asked about again only when the broker has another one.
 */
export function compareTrade({ recorded, read, original, noted }: Compared): Finding | null {
  const open = noted !== null && noted.state !== 'WITHDRAWN' && noted.state !== 'ACCEPTED';
  if (isSameTrade(recorded, read)) return open ? { state: 'WITHDRAWN' } : null;
  const known = noted === null || noted.state === 'WITHDRAWN' ? original : noted.after;
  if (known !== null && isSameTrade(known, read)) return null;
  return { kind: 'CHANGED', state: 'OPEN', after: brokerVersion(recorded, read) };
}

/**
 * What it means that a complete reading lacks a recorded trade; null for nothing new.
 * @param isSure the same reading has other trades that were recorded before, or an earlier one lacked this trade, too. A list
 *   that shows nothing known may be an empty answer in bad times.
 */
export function compareMissing({ noted, isSure }: { noted: Noted | null; isSure: boolean }): Finding | null {
  const finding = { kind: 'VANISHED', state: isSure ? 'OPEN' : 'UNSURE', after: null } as const;
  if (noted?.kind !== 'VANISHED' || noted.state === 'WITHDRAWN') return finding;
  return noted.state === 'UNSURE' && isSure ? finding : null;
}

/**
 * What it means that a reading has a trade which was deleted here because it had vanished; null where the person was asked about
 * this version already.
 */
export function compareReturned({ noted, read }: { noted: Noted; read: TradeFacts }): Finding | null {
  const isKnown = noted.kind === 'RETURNED' && noted.after !== null && isSameTrade(noted.after, read);
  return isKnown ? null : { kind: 'RETURNED', state: 'OPEN', after: read };
}

/** Rows by which a broker itself takes back or corrects a trade: they are recorded like any other, and so is what they are about. */
const OWN_CORRECTIONS = [':CANCEL', ':CORRECT'] as const;

/** Ids of the rows that would take back or correct a trade; none for a broker that has no such rows. */
export const brokerCorrectionIds = (executionId: string): string[] =>
  executionId.startsWith('IBKR:') ? OWN_CORRECTIONS.map((suffix) => `${executionId}${suffix}`) : [];

export const isCorrection = (executionId: string): boolean =>
  OWN_CORRECTIONS.some((suffix) => executionId.endsWith(suffix));
