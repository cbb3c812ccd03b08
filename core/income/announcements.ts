import { type Decimal, decimal } from '../platform/index.ts';
import type { IncomeKind } from './event.ts';

/** An action on record whose amount could be read; what could not be read is not here. */
export interface AnnouncedAction {
  instrument_id: string;
  kind: 'DIVIDEND' | 'DISTRIBUTION' | 'INTEREST';
  ex_date: string;
  record_date: string | null;
  /** Money for one unit, as exact text. */
  amount: string;
  /** The exchange's own words; several actions may come of them. */
  raw: string;
  exchange: string;
}

/** An announcement of income, once. */
export interface Announced {
  instrument_id: string;
  kind: IncomeKind;
  ex_date: string;
  record_date: string | null;
  amount: Decimal;
  raw: string;
  exchange: string;
  /** From 1 among equal amounts of one day: an interim and a special dividend may be alike. */
  nth: number;
}

const KINDS: Readonly<Record<AnnouncedAction['kind'], IncomeKind>> = {
  DIVIDEND: 'DIVIDEND',
  DISTRIBUTION: 'DISTRIBUTION',
  INTEREST: 'COUPON',
};

/**
 * What one instrument announced, by ex-date. Two lists may tell of one dividend in different words, so equal amounts of
 * one day count as often as the wordiest of the announcements names them.
 */
export function announced(actions: readonly AnnouncedAction[]): Announced[] {
  const found = new Map<string, Announced>();
  const perText = new Map<string, number>();
  for (const { kind: word, amount: text, ...said } of actions) {
    const amount = decimal(text);
    if (!amount.gt(0)) continue;
    const kind = KINDS[word];
    const same = `${said.instrument_id}:${said.ex_date}:${kind}:${amount.toFixed()}`;
    const inText = `${same} ${said.exchange} ${said.raw}`;
    const nth = (perText.get(inText) ?? 0) + 1;
    perText.set(inText, nth);
    const key = `${same}:${nth}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { ...said, kind, amount, nth });
    else known.record_date ??= said.record_date;
  }
  return [...found.values()].toSorted((a, b) => (a.ex_date < b.ex_date ? -1 : Number(a.ex_date > b.ex_date)));
}

/** The day whose holders are paid: the record date, or the ex-date where no record date is known (spec: Income rules 1). */
export const entitlementDay = ({
  record_date,
  ex_date,
}: Pick<Announced, 'record_date' | 'ex_date'>): string => record_date ?? ex_date;
