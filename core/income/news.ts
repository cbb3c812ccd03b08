import type { KindName, Notice } from '../notifications/index.ts';
import { dayInWords, addDays, type Decimal } from '../platform/index.ts';
import type { IncomeKind } from './event.ts';
import type { IncomeStatus } from './transitions.ts';

/** What of an event its news needs. */
export interface NewsEvent {
  id: string;
  symbol: string;
  kind: IncomeKind;
  currency: string;
  status: IncomeStatus;
  /** The payment date, else the record date, else the ex-date. */
  day: string;
  ex_date: string | null;
  record_date: string | null;
  payment_date: string | null;
  amount_per_unit: Decimal | null;
  entitled_quantity: Decimal | null;
  gross_amount: Decimal | null;
  withheld_tax: Decimal | null;
  net_amount: Decimal | null;
}

interface News {
  kind: KindName;
  /** Days before today whose events are news still. */
  since: number;
  /** Days to come whose events are news. */
  until: number;
  one: (event: NewsEvent) => Pick<Notice, 'title' | 'body'>;
  /** Above the lines of several. */
  many: (count: number) => string;
  line: (event: NewsEvent) => string;
}

/** More than so many of a kind at once come in one notice. */
const MOST_ALONE = 3;
/** More lines are more than anybody reads; the rest is counted. */
const MOST_LINES = 15;

const NOUN: Readonly<Record<IncomeKind, string>> = {
  DIVIDEND: 'dividend',
  DISTRIBUTION: 'distribution',
  COUPON: 'coupon',
};

/** The states that a person is notified of, each in its own kind of notification. */
const NEWS: Readonly<Partial<Record<IncomeStatus, News>>> = {
  DECLARED: {
    kind: 'income_declared',
    since: 0,
    until: 400,
    one: (event) => ({
      title: `${event.symbol} announced a ${NOUN[event.kind]}: ${perUnit(event)} a unit`,
      body: `${gross(event)} for your ${units(event)}, before tax. ${daysOf(event)}`,
    }),
    many: (count) => `${count} payments announced for your holdings`,
    line: (event) =>
      `${event.symbol}: ${perUnit(event)} a unit, ${gross(event)} for you, on ${dayInWords(event.day)}`,
  },
  ENTITLED: {
    kind: 'income_entitled',
    since: 7,
    until: 0,
    one: (event) => ({
      title: `${event.symbol}: you are entitled to a ${NOUN[event.kind]} of ${gross(event)}`,
      body: `You held ${units(event)} on ${dayInWords(event.day)}; ${perUnit(event)} a unit, before tax. It counts as paid once a sync or file from your broker includes the payment.`,
    }),
    many: (count) => `You are entitled to ${count} payments`,
    line: (event) => `${event.symbol}: ${gross(event)} for ${units(event)} on ${dayInWords(event.day)}`,
  },
  PAID: {
    kind: 'income_paid',
    since: 14,
    until: 0,
    one: (event) => ({
      title: `${event.symbol} paid ${net(event)}`,
      body: `A ${NOUN[event.kind]}, received on ${dayInWords(event.payment_date ?? event.day)}${taxed(event)}.`,
    }),
    many: (count) => `${count} payments received`,
    line: (event) =>
      `${event.symbol}: ${net(event)} on ${dayInWords(event.payment_date ?? event.day)}${taxed(event)}`,
  },
};

/** States whose events are looked through for news. */
export const NEWS_STATUSES = Object.keys(NEWS) as IncomeStatus[];

/**
 * Notices of events that came into their state since the last ones: one each, or one for all of a kind where they are
 * many. What is long past is no news and gets none. Each event and state has its own key, so that none comes twice.
 * @param events by id, each in one of NEWS_STATUSES.
 */
export function incomeNotices(events: readonly NewsEvent[], today: string): Notice[] {
  return Object.entries(NEWS).flatMap(([status, news]) => {
    const from = addDays(today, -news.since);
    const until = addDays(today, news.until);
    const fresh = events.filter((one) => one.status === status && one.day >= from && one.day <= until);
    const { kind } = news;
    const keyOf = ({ id }: NewsEvent) => `income:${id}:${status}`;
    if (fresh.length <= MOST_ALONE)
      return fresh.map((one) => ({
        kind,
        dedupKey: keyOf(one),
        ...news.one(one),
        payload: { event_ids: [one.id] },
      }));
    const [first] = fresh;
    const sorted = fresh.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
    const left = sorted.length - MOST_LINES;
    return first === undefined
      ? []
      : [
          {
            kind,
            dedupKey: keyOf(first),
            title: news.many(fresh.length),
            body: [
              ...sorted.slice(0, MOST_LINES).map(news.line),
              ...(left > 0 ? [`and ${left} more`] : []),
            ].join('\n'),
            payload: { event_ids: fresh.map(({ id }) => id) },
          },
        ];
  });
}

function daysOf({ ex_date, record_date }: NewsEvent): string {
  const days = [
    ex_date === null ? null : `ex-date ${dayInWords(ex_date)}`,
    record_date === null || record_date === ex_date ? null : `record date ${dayInWords(record_date)}`,
  ].filter((one) => one !== null);
  const text = days.join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const perUnit = ({ amount_per_unit, currency }: NewsEvent): string => inWords(amount_per_unit, currency);
const gross = ({ gross_amount, currency }: NewsEvent): string => inWords(gross_amount, currency);
const net = ({ net_amount, currency }: NewsEvent): string => inWords(net_amount, currency);
const taxed = ({ withheld_tax, currency }: NewsEvent): string =>
  withheld_tax === null || withheld_tax.isZero()
    ? ''
    : `, after ${inWords(withheld_tax, currency)} of tax withheld`;

function units({ entitled_quantity, currency }: NewsEvent): string {
  if (entitled_quantity === null) return 'units';
  const count = entitled_quantity.toNumber();
  const text = count.toLocaleString(currency === 'INR' ? 'en-IN' : 'en-US', { maximumFractionDigits: 4 });
  return `${text} ${count === 1 ? 'unit' : 'units'}`;
}

function inWords(amount: Decimal | null, currency: string): string {
  if (amount === null) return 'an unknown amount';
  const locale = currency === 'INR' ? 'en-IN' : 'en-US';
  return amount
    .toNumber()
    .toLocaleString(locale, { style: 'currency', currency, maximumFractionDigits: amount.lt(1) ? 4 : 2 });
}
