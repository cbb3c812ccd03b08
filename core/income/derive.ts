import { couponDays, couponPerUnit, type CouponTerms } from '../finance/bonds/index.ts';
import { dayInWords, addDays, addMonths, daysBetween, type Decimal, toScale } from '../platform/index.ts';
import { type Announced, entitlementDay } from './announcements.ts';
import { type HeldBond, readBond, SAME_COUPON_DAYS } from './coupons.ts';
import { type HeldUnits, unitsOfHolding, unitsOfLedger } from './entitled-units.ts';
import type { Trade } from '../portfolio/index.ts';
import type { IncomeFacts } from './event.ts';
import { type Expected, matchPayments } from './matching.ts';
import { netOf, type Payment, together } from './payments.ts';
import type { Settles } from './settlement-days.ts';

/** The ledger of one symbol in one portfolio. */
export interface SymbolLedger {
  portfolio_id: string;
  symbol: string;
  isin: string | null;
  asset_class: string | null;
  currency: string;
  trades: readonly Trade[];
  payments: readonly Payment[];
  settles: Settles;
  /** Null where there is no holding. */
  held: HeldUnits | null;
}

/** One security in one portfolio: the symbols it went by, and what is known of it. */
export interface SecurityIncome {
  ledgers: readonly SymbolLedger[];
  announced: readonly Announced[];
  bonds: readonly HeldBond[];
  /** Coupons on record as paid, of bonds that may be gone by now. */
  paidCoupons: readonly IncomeFacts[];
  /** Units of the events on record, by name: what a holding was entitled to does not change with what comes later. */
  entitled: ReadonlyMap<string, Decimal | null>;
}

/** Coupons are worked out this far ahead. */
const FORECAST_MONTHS = 24;
/** Companies pay within 30 days of the meeting that follows the record date by some weeks. */
const DIVIDEND_WINDOW = { before: 5, after: 120 } as const;
/** A coupon comes on its day or after the holidays; the next monthly one must not be taken for it. */
const COUPON_WINDOW = { before: 5, after: 20 } as const;

/** An expected event and what a payment may be held against. */
interface Draft {
  facts: IncomeFacts;
  expected: Expected;
  /** Null for an event that is there only if it was paid. */
  unpaid: IncomeFacts | null;
}

/**
 * Every income event of one security in one portfolio as it stands on a day: announcements to which units were entitled,
 * coupons ahead, and payments, each matched to what it pays where that is on record. The same input gives the same
 * events; nothing is read and nothing is written.
 */
export function incomeOf(security: SecurityIncome, today: string): IncomeFacts[] {
  const payments = security.ledgers.flatMap((ledger) => ledger.payments);
  const drafts = [
    ...security.ledgers.flatMap((ledger) =>
      announcedDrafts(ledger, security.announced, security.entitled, today),
    ),
    ...security.bonds.flatMap((bond) => couponDrafts(bond, security.announced, payments, today)),
  ];
  const known = new Set(drafts.map(({ facts }) => facts.source_reference));
  for (const facts of security.paidCoupons) {
    const draft = known.has(facts.source_reference) ? null : paidDraft(facts);
    if (draft !== null) drafts.push(draft);
  }
  const matched = matchPayments(
    drafts.map(({ expected }) => expected),
    payments,
  );
  const events: IncomeFacts[] = [];
  for (const { facts, unpaid } of drafts) {
    const parts = matched.get(facts.source_reference);
    if (parts !== undefined) events.push(paidBy(facts, together(parts)));
    else if (unpaid !== null) events.push(unpaid);
  }
  const used = new Set([...matched.values()].flat());
  const classes = new Map(security.ledgers.map((ledger) => [ledger.symbol, ledger]));
  for (const payment of payments)
    if (!used.has(payment)) events.push(paidAlone(payment, classes.get(payment.symbol)));
  return events;
}

function announcedDrafts(
  ledger: SymbolLedger,
  all: readonly Announced[],
  entitled: SecurityIncome['entitled'],
  today: string,
): Draft[] {
  if (all.length === 0) return [];
  const unitsOf =
    ledger.trades.length === 0
      ? unitsOfHolding(ledger.held, entitled, today)
      : unitsOfLedger(ledger, all.map(entitlementDay));
  return all.flatMap((one) => {
    const day = entitlementDay(one);
    const source_reference = `${one.kind.toLowerCase()}:${one.instrument_id}:${one.ex_date}:${one.amount.toFixed()}:${one.nth}:${ledger.portfolio_id}:${ledger.symbol}`;
    const { quantity, confidence, because } = unitsOf(day, source_reference);
    if (!quantity.gt(0)) return [];
    const facts: IncomeFacts = {
      portfolio_id: ledger.portfolio_id,
      symbol: ledger.symbol,
      kind: one.kind,
      asset_class: ledger.asset_class,
      currency: ledger.currency,
      isin: ledger.isin,
      record_date: one.record_date,
      ex_date: one.ex_date,
      payment_date: null,
      amount_per_unit: one.amount,
      entitled_quantity: quantity,
      gross_amount: toScale(one.amount.times(quantity)),
      withheld_tax: null,
      net_amount: null,
      status: day <= today ? 'ENTITLED' : 'DECLARED',
      source: 'EXCHANGE',
      confidence,
      source_reference,
      note: `Announced at ${one.exchange}: ${one.raw}${because}`,
    };
    const [early, late] = one.ex_date < day ? [one.ex_date, day] : [day, one.ex_date];
    return [draftOf(facts, one.amount, quantity, around(early, late, DIVIDEND_WINDOW), facts)];
  });
}

function couponDrafts(
  bond: HeldBond,
  announcements: readonly Announced[],
  payments: readonly Payment[],
  today: string,
): Draft[] {
  const { terms } = readBond(bond, today);
  if (terms === null || !bond.quantity.gt(0)) return [];
  const earliest = payments.reduce((day, { date }) => (date < day ? date : day), today);
  const perUnit = couponPerUnit(terms);
  const until = addMonths(today, FORECAST_MONTHS);
  const interest = announcements.filter(({ kind }) => kind === 'COUPON').map(entitlementDay);
  const days = couponDays(terms, addDays(earliest, -COUPON_WINDOW.after - 1), until).filter(
    (day) => !interest.some((said) => Math.abs(daysBetween(said, day)) <= SAME_COUPON_DAYS),
  );
  return days.map((day) => {
    const facts = couponFacts(bond, terms, day, perUnit);
    const unpaid = day >= today ? facts : null;
    return draftOf(facts, perUnit, bond.quantity, around(day, day, COUPON_WINDOW), unpaid);
  });
}

function couponFacts(bond: HeldBond, terms: CouponTerms, day: string, perUnit: Decimal): IncomeFacts {
  const { coupon_rate, face_value, maturity_date, coupon_frequency } = terms;
  return {
    portfolio_id: bond.portfolio_id,
    symbol: bond.symbol,
    kind: 'COUPON',
    asset_class: 'Bond',
    currency: bond.currency,
    isin: bond.isin,
    record_date: null,
    ex_date: null,
    payment_date: day,
    amount_per_unit: perUnit,
    entitled_quantity: bond.quantity,
    gross_amount: toScale(perUnit.times(bond.quantity)),
    withheld_tax: null,
    net_amount: null,
    status: 'FORECAST',
    source: 'EXCHANGE_ISIN',
    confidence: 'INFERRED',
    source_reference: `coupon:${bond.portfolio_id}:${bond.symbol}:${day}`,
    note: `${coupon_rate}% a year on a face value of ${face_value.toFixed()}, ${coupon_frequency} equal ${coupon_frequency === 1 ? 'payment' : 'payments'} a year (30/360), counted back from maturity on ${dayInWords(maturity_date)}.`,
  };
}

/** A coupon that was paid, of a bond whose terms are not there any more; null without figures to know it by. */
function paidDraft(facts: IncomeFacts): Draft | null {
  const { amount_per_unit, entitled_quantity, payment_date } = facts;
  if (amount_per_unit === null || entitled_quantity === null || payment_date === null) return null;
  return draftOf(
    facts,
    amount_per_unit,
    entitled_quantity,
    around(payment_date, payment_date, COUPON_WINDOW),
    null,
  );
}

function draftOf(
  facts: IncomeFacts,
  amount_per_unit: Decimal,
  quantity: Decimal,
  window: { from: string; until: string },
  unpaid: IncomeFacts | null,
): Draft {
  const { source_reference, currency } = facts;
  return { facts, unpaid, expected: { source_reference, currency, ...window, amount_per_unit, quantity } };
}

/** The event with the money that came for it: what was paid is what the ledger says (spec: Income rules 2). */
function paidBy(facts: IncomeFacts, payment: Payment): IncomeFacts {
  const said = facts.note.replace(/\. Paid: .*$/, '').replace(/\.$/, '');
  const due = facts.amount_per_unit?.times(facts.entitled_quantity ?? 0) ?? payment.gross;
  const missing = due.minus(payment.gross).toDecimalPlaces(2);
  const less = missing.gt(0)
    ? ` ${missing.toFixed()} less than expected; tax may have been deducted at source.`
    : '';
  return { ...facts, ...moneyOf(payment), note: `${said}. Paid: ${recordedBy(payment)}${less}` };
}

/** A payment of which nothing else is known. */
function paidAlone(payment: Payment, ledger: SymbolLedger | undefined): IncomeFacts {
  const assetClass = payment.asset_class ?? ledger?.asset_class ?? null;
  const { portfolio_id, symbol, currency, date, nth } = payment;
  return {
    portfolio_id,
    symbol,
    kind: assetClass === 'Bond' ? 'COUPON' : 'DIVIDEND',
    asset_class: assetClass,
    currency,
    isin: payment.isin ?? ledger?.isin ?? null,
    record_date: null,
    ex_date: null,
    amount_per_unit: payment.per_unit,
    entitled_quantity: payment.quantity,
    ...moneyOf(payment),
    source_reference: `paid:${portfolio_id}:${symbol}:${date}:${currency}:${nth}`,
    note: payment.gross.isNegative()
      ? 'Reversed; the payment itself is not in the ledger.'
      : capital(recordedBy(payment)),
  };
}

function moneyOf(payment: Payment) {
  return {
    payment_date: payment.date,
    gross_amount: toScale(payment.gross),
    withheld_tax: toScale(payment.tax),
    net_amount: toScale(netOf(payment)),
    status: 'PAID',
    source: payment.source === 'BROKER' ? 'BROKER' : 'LEDGER',
    confidence: 'CONFIRMED',
  } as const;
}

const RECORDED: Readonly<Record<Payment['source'], string>> = {
  ACTION: 'recorded by a corporate action.',
  BROKER: 'recorded by the broker.',
  CSV: 'recorded from a file.',
  CHAT: 'entered manually.',
  MANUAL: 'entered manually.',
};
const recordedBy = (payment: Payment): string => RECORDED[payment.source];
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function around(first: string, last: string, by: { before: number; after: number }) {
  return { from: addDays(first, -by.before), until: addDays(last, by.after) };
}
