import { type Explanation, type FigureInput, MOST_INPUTS } from './explanation.ts';

/** A transaction as a ledger tells it; `amount` in `currency`, below zero where it was paid, null where it moved no money. */
interface ExplainedTransaction {
  id: string;
  date: string;
  type: string;
  symbol: string;
  portfolio: string;
  quantity: number;
  amount: number | null;
  currency: string;
  source?: string | null;
}

/** `BUY 10 TCS in Long term` */
export function transactionInput(one: ExplainedTransaction): FigureInput {
  const units = one.quantity === 0 ? '' : `${shown(one.quantity)} `;
  return {
    kind: 'transaction',
    id: one.id,
    date: one.date,
    label: `${one.type} ${units}${one.symbol} in ${one.portfolio}`,
    value: one.amount,
    currency: one.currency,
    source: one.source ?? 'ledger',
  };
}

/** A dividend or coupon of the income ledger. */
export function incomeInput(one: {
  id: string | null;
  date: string | null;
  symbol: string;
  status: string;
  amount: number | null;
  currency: string;
  source: string | null;
}): FigureInput {
  const { id, date, amount, currency, source } = one;
  return {
    kind: 'income',
    id,
    date,
    label: `${one.symbol}, ${one.status.toLowerCase()}`,
    value: amount,
    currency,
    source,
  };
}

/** The price of a symbol or of an index; an index has no currency of its own. */
export function priceInput(one: {
  symbol: string;
  date: string | null;
  price: number | null;
  currency: string | null;
  source: string | null;
}): FigureInput {
  const { date, price, currency, source } = one;
  return { kind: 'price', id: null, date, label: `Price of ${one.symbol}`, value: price, currency, source };
}

/** What one unit of a currency counted in another. */
export function rateInput(one: {
  from: string;
  to: string;
  rate: number | null;
  day: string | null;
  source: string | null;
}): FigureInput {
  const { from, to, rate, day, source } = one;
  return {
    kind: 'rate',
    id: null,
    date: day,
    label: `1 ${from} in ${to}`,
    value: rate,
    currency: to,
    source,
  };
}

/** The value of a portfolio on a day: recorded as a snapshot, or worked out from the ledger and closes. */
export function valueInput(one: {
  portfolio: string;
  day: string;
  value: number | null;
  currency: string;
  basis?: 'SNAPSHOT' | 'LEDGER';
  id?: string | null;
}): FigureInput {
  const fromLedger = one.basis === 'LEDGER';
  return {
    kind: fromLedger ? 'figure' : 'snapshot',
    id: one.id ?? null,
    date: one.day,
    label: `Value of ${one.portfolio}`,
    value: one.value,
    currency: one.currency,
    source: fromLedger ? 'ledger and price history' : 'snapshot',
  };
}

/**
 * The days whose values a chain of daily returns needs: its ends, and both sides of each day on which money moved. On all
 * others the value of one day stands over that of the day before, and cancels out.
 * @param days with a value, ascending. @param moved days on which money moved.
 */
export function daysOfChain(
  days: readonly string[],
  moved: readonly { day: string }[],
  from: string,
  to: string,
): string[] {
  const within = days.filter((day) => day >= from && day <= to);
  const wanted = new Set([within[0], within.at(-1)]);
  const movedDays = [...new Set(moved.map(({ day }) => day))].filter((day) => day > from && day <= to).sort();
  let at = 0;
  for (const day of movedDays) {
    while (at < within.length && (within[at] ?? '') < day) at += 1;
    wanted.add(within[at - 1]).add(within[at]);
  }
  return within.filter((day) => wanted.has(day));
}

/** A setting by its name in the environment. */
export function settingInput(name: string, label: string, value: number | null): FigureInput {
  return { kind: 'setting', id: null, date: null, label, value, currency: null, source: name };
}

/** Another figure of a report; `currency` is null for a percentage or a count. */
export function figureInput(
  label: string,
  value: number | null,
  currency: string | null = null,
  date: string | null = null,
): FigureInput {
  return { kind: 'figure', id: null, date, label, value, currency, source: null };
}

/** What an explanation is made of: `worked` is absent where there is no value, inputs where there are none. */
type Explained = Pick<Explanation, 'figure' | 'value' | 'unit' | 'formula' | 'definition'> & {
  worked?: string | null;
  inputs?: readonly FigureInput[];
  /** How many there are in all, where `inputs` are the largest of them already. */
  inputs_total?: number;
  reason?: string | null | undefined;
};

/** One explanation; of more inputs than an answer holds, those that weigh most stay, in the order they were given. */
export function explanation(of: Explained): Explanation {
  const inputs = of.inputs ?? [];
  return {
    figure: of.figure,
    value: of.value,
    unit: of.unit,
    formula: of.formula,
    worked: of.value === null ? null : (of.worked ?? null),
    definition: of.definition,
    inputs: largest(inputs),
    inputs_total: Math.max(of.inputs_total ?? 0, inputs.length),
    reason: of.reason ?? null,
  };
}

function largest(inputs: readonly FigureInput[]): FigureInput[] {
  if (inputs.length <= MOST_INPUTS) return [...inputs];
  const weight = (at: number) => Math.abs(inputs[at]?.value ?? 0);
  const kept = new Set(
    Array.from(inputs.keys())
      .sort((a, b) => weight(b) - weight(a) || a - b)
      .slice(0, MOST_INPUTS),
  );
  return inputs.filter((_, at) => kept.has(at));
}

/** Making one takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${locale} ${maximumFractionDigits}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits });
  formats.set(key, known);
  return known;
}

/** A number in a worked formula: 1,20,000 for rupees and plain numbers, 120,000 for other currencies. */
export function shown(value: number, currency: string | null = 'INR', decimals = 4): string {
  const locale = currency === null || currency === 'INR' ? 'en-IN' : 'en-US';
  const text = formatOf(locale, decimals).format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}
