import { stemOfPayment } from '../../../../brokers/statements/index.ts';
import { isIsin } from '../../../../market/instruments/index.ts';
import { parseDate } from '../../../../platform/index.ts';
import type { NumberedRow, RawFields, RawRow } from '../../rows/index.ts';
import { ibkrSymbol } from './instruments.ts';
import { LEFT_OUT } from '../left-out.ts';
import { amountIn, pushTo } from '../table.ts';
import { type Payment, settleTax } from '../withheld-tax.ts';

/** A dividend, or tax on one, as a statement without numbers of payments has it; text as found. */
interface IbkrPayment {
  row: number;
  date: string;
  currency: string;
  /** `KO(US1912161007) Cash Dividend USD 0.485 per Share (Ordinary Dividend)` */
  description: string;
  symbol?: string;
  amount: string;
}

const NAMED = /^(\S[^()]{0,40}?)\s*\(([A-Z0-9]{8,12})\)/i;

type Paid = Payment & { row: number };

const keyOf = ({ symbol, currency, amount }: Paid) => `${symbol}\n${currency}\n${amount.abs().toFixed()}`;

/** Collects dividends and their tax. What was taken back in the same file cancels out. */
export class IbkrPayments {
  readonly #dividends: Paid[] = [];
  readonly #taxes: Payment[] = [];
  readonly #rows: NumberedRow[] = [];

  /** `known` has the class and the numbers of the security by its symbol. */
  dividend(payment: IbkrPayment, known: (symbol: string, isin: string | null) => RawFields): void {
    const { symbol, isin } = named(payment);
    const money = amountIn(payment.amount);
    const raw: RawRow = {
      fields: {
        type: 'DIVIDEND',
        date: payment.date,
        quantity: '0',
        price: money?.toFixed() ?? payment.amount,
        currency: payment.currency,
        ...(isin === null ? {} : { isin }),
        ...known(symbol, isin),
        ...(symbol === '' ? {} : { symbol }),
        ...(/payment in lieu/i.test(payment.description)
          ? { note: 'Paid in lieu of a dividend on lent shares.' }
          : {}),
      },
    };
    this.#rows.push({ row: payment.row, raw });
    const date = dayOf(payment.date);
    if (money !== null && date !== null && symbol !== '')
      this.#dividends.push({ ...this.#of(payment, raw, symbol, date), amount: money, row: payment.row });
  }

  tax(payment: IbkrPayment): void {
    const raw: RawRow = { fields: {}, excluded: LEFT_OUT.cash('Withholding Tax') };
    this.#rows.push({ row: payment.row, raw });
    const { symbol } = named(payment);
    const [money, date] = [amountIn(payment.amount), dayOf(payment.date)];
    if (money !== null && date !== null && symbol !== '')
      this.#taxes.push({ ...this.#of(payment, raw, symbol, date), amount: money.negated() });
  }

  settle(): NumberedRow[] {
    const paid = this.#dividends.filter(({ amount }) => !amount.isNegative());
    const [ofDay, ofAny] = [new Map<string, Paid[]>(), new Map<string, Paid[]>()];
    // The first that was paid is taken back first.
    for (const one of paid.toReversed()) {
      pushTo(ofDay, `${one.date}\n${keyOf(one)}`, one);
      pushTo(ofAny, keyOf(one), one);
    }
    const isOpen = ({ raw }: Paid) => raw.excluded === undefined;
    for (const taken of this.#dividends.filter(({ amount }) => amount.isNegative())) {
      // A correction has the day of what it takes back, as a rule.
      const original =
        popWhere(ofDay.get(`${taken.date}\n${keyOf(taken)}`), isOpen) ??
        popWhere(ofAny.get(keyOf(taken)), isOpen);
      if (original === undefined) {
        const amount = `${taken.amount.negated().toFixed()} ${taken.currency}`;
        taken.raw.fields.price = taken.amount.negated().toFixed();
        taken.raw.malformed = `takes back a dividend of ${amount} that is not in this file. Delete that dividend, or enter its correction manually.`;
        continue;
      }
      original.raw.excluded = `A dividend that the broker took back in row ${taken.row}.`;
      taken.raw.excluded = `Takes back the dividend in row ${original.row}.`;
    }
    settleTax(
      paid.filter(({ raw }) => raw.excluded === undefined),
      this.#taxes,
    );
    return this.#rows;
  }

  #of(
    { currency, description }: IbkrPayment,
    raw: RawRow,
    symbol: string,
    date: string,
  ): Omit<Payment, 'amount'> {
    return { raw, symbol, date, currency, stem: stemOfPayment(description) };
  }
}

/** The last of a list that fits; those behind it do not, and never will again. */
function popWhere<T>(list: T[] | undefined, fits: (one: T) => boolean): T | undefined {
  for (let last = list?.pop(); last !== undefined; last = list?.pop()) if (fits(last)) return last;
  return undefined;
}

function named({ description, symbol = '' }: IbkrPayment): { symbol: string; isin: string | null } {
  const found = NAMED.exec(description.trim());
  const code = found?.[2]?.toUpperCase() ?? '';
  return {
    symbol: ibkrSymbol(symbol === '' ? (found?.[1] ?? '') : symbol),
    isin: isIsin(code) ? code : null,
  };
}

function dayOf(text: string): string | null {
  const day = parseDate(text.trim(), null);
  return 'problem' in day ? null : day.value;
}
