import { dayInWords, Decimal, toScale } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import { LEFT_OUT } from '../left-out.ts';
import { schwabKind } from './schwab-actions.ts';
import type { StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank, pushTo, rowCutShort } from '../table.ts';
import { dayOf, UsEntries, type UsRecord } from './entries.ts';
import { isOption, usSymbol } from '../us-security.ts';

const WORDS = {
  date: 'date',
  action: 'action',
  symbol: 'symbol',
  description: 'description',
  quantity: 'quantity',
  price: 'price',
  fees: 'feescomm',
  amount: 'amount',
};
const REQUIRED = Object.keys(WORDS);

/**
 * Schwab's history. Of "10/11/2024 as of 10/10/2024" the second day counts. A dividend that is reinvested is money, and
 * the purchase is a row of its own. Splits name the shares that they add.
 */
export const schwab: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'schwab',
  title: 'Charles Schwab transactions',
  broker: 'Charles Schwab',
  notation: { date_order: 'mdy', decimal_mark: '.' },
  currency: 'USD',
  detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    const table = sheet === undefined ? null : findTable(sheet, WORDS, REQUIRED);
    const entries = new UsEntries(
      sheet === undefined || table === null ? null : rowCutShort(sheet, sheet.rows[table.header] ?? []),
    );
    const pairs = new Pairs();
    let sum = new Decimal(0);
    let stated: string | null = null;
    for (const [at, cells] of (sheet?.rows ?? []).entries()) {
      if (table === null || at <= table.header || isBlank(cells)) continue;
      const cell = cellIn(cells, table.columns);
      const record = recordOf(at + 1, cell);
      if (/^transactions total$/i.test(cell('date'))) {
        stated = cell('amount');
        entries.leaveOut(record, LEFT_OUT.noEntry);
        continue;
      }
      // Titles and footnotes, and files joined end to end, which repeat their header.
      if (cell('action') === '' || cell('date') === 'Date') {
        entries.withoutKind(record, cellsOf(cell));
        continue;
      }
      sum = sum.plus(amountIn(cell('amount')) ?? 0);
      take(entries, pairs, record, cell);
    }
    pairs.settle(entries);
    const total = stated === null ? null : amountIn(stated);
    return entries.reading(
      total === null
        ? []
        : [
            {
              what: 'Amounts of all rows',
              stated: total.toFixed(),
              read: sum.toFixed(),
              agrees: total.eq(sum),
            },
          ],
    );
  },
};

const cellsOf = (cell: Cell) => ({
  quantity: cell('quantity'),
  price: cell('price'),
  amount: cell('amount'),
});

function recordOf(row: number, cell: Cell): UsRecord {
  const posted = /^(\S+) as of \S+$/i.exec(cell('date'))?.[1];
  const day = posted === undefined ? null : dayOf(posted);
  return {
    row,
    day: cell('date'),
    symbol: cell('symbol'),
    name: cell('description'),
    ...(day === null ? {} : { note: `Posted on ${dayInWords(day)}.` }),
  };
}

function take(entries: UsEntries, pairs: Pairs, record: UsRecord, cell: Cell): void {
  const action = cell('action');
  const kind = schwabKind(action);
  const [quantity, amount] = [cell('quantity'), cell('amount')];
  if (kind === 'OPTION' || isOption(usSymbol(record.symbol), record.name))
    return entries.leaveOut(record, LEFT_OUT.option);
  if (record.symbol.startsWith('/')) return entries.leaveOut(record, LEFT_OUT.future);
  const isOut = amountIn(quantity)?.isNegative() === true;
  switch (kind) {
    case 'BUY':
    case 'SELL':
      entries.trade(record, { side: kind, quantity, price: cell('price'), amount, charges: [cell('fees')] });
      return;
    case 'DIVIDEND':
      return entries.dividend(record, amount);
    case 'DISTRIBUTION':
      return entries.dividend({ ...record, note: noted('Distribution of a capital gain.', record) }, amount);
    case 'TAX':
      return entries.tax(record, amount, action);
    case 'CASH':
      if (amountIn(quantity)?.isZero() === false) return moved(entries, record, action, quantity);
      return entries.leaveOut(record, LEFT_OUT.cash(action));
    case 'SHORT':
      return entries.leaveOut(record, LEFT_OUT.short);
    case 'CASH_IN_LIEU':
      return entries.leaveOut(record, LEFT_OUT.cashInLieu);
    case 'SPLIT':
      return entries.split(record, quantity);
    case 'REVERSE_SPLIT':
    case 'CASH_MERGER':
    case 'REDEMPTION':
      return pairs.add(kind, record, quantity, amount);
    case 'BONUS':
      entries.trade(record, { side: 'BUY', quantity, price: '0', amount: '', charges: [] });
      return;
    case 'NEW_SHARES':
      if (isOut || quantity === '') return entries.leaveOut(record, LEFT_OUT.action(action));
      return entries.costUnknown(
        record,
        quantity,
        `is not known: the shares come from a corporate action (${action}). Enter what each of them costs; the company says it in Form 8937.`,
      );
    case 'MOVED':
      return moved(entries, record, action, quantity);
    case 'ACTION':
      return entries.leaveOut(record, LEFT_OUT.action(action));
    case null:
      return entries.unknown(record, action, cellsOf(cell));
  }
}

/** Shares between accounts, the only ones whose quantity has a sign. */
function moved(entries: UsEntries, record: UsRecord, action: string, quantity: string): void {
  if (amountIn(quantity)?.isNegative() === true) entries.movedOut(record, quantity, action);
  else entries.movedIn(record, quantity);
}

const noted = (text: string, { note }: UsRecord): string => (note === undefined ? text : `${text} ${note}`);

interface Half {
  record: UsRecord;
  quantity: Decimal | null;
  amount: string;
}

/** Actions that stand in two rows of one day: a reverse split, a merger for cash, and a bond that is paid back. */
class Pairs {
  readonly #halves = new Map<string, Half[]>();

  add(
    kind: 'REVERSE_SPLIT' | 'CASH_MERGER' | 'REDEMPTION',
    record: UsRecord,
    quantity: string,
    amount: string,
  ): void {
    // The old shares of a reverse split may go by the number of the old security.
    const key =
      kind === 'REVERSE_SPLIT'
        ? `${kind}\n${dayOf(record.day)}`
        : `${kind}\n${dayOf(record.day)}\n${usSymbol(record.symbol)}`;
    const half = { record, quantity: amountIn(quantity), amount };
    pushTo(this.#halves, key, half);
  }

  settle(entries: UsEntries): void {
    for (const [key, halves] of this.#halves)
      if (key.startsWith('REVERSE_SPLIT')) reverseSplit(entries, halves);
      else paidOut(entries, halves, key.startsWith('REDEMPTION') ? 'redemption' : 'merger');
  }
}

function reverseSplit(entries: UsEntries, halves: readonly Half[]): void {
  const [come, ...more] = halves.filter(({ quantity }) => quantity?.gt(0));
  const gone = halves.filter(({ quantity }) => quantity?.lt(0));
  const [old] = gone;
  const isPair = come !== undefined && more.length === 0 && gone.length === 1;
  for (const half of halves) {
    const units = half.quantity;
    if (units !== null && isPair && half === old)
      entries.leaveOut(half.record, `The old shares of the reverse split in row ${come.record.row}.`);
    else if (units?.lt(0) === true) entries.leaveOut(half.record, LEFT_OUT.action('Reverse Split'));
    else {
      const before = isPair ? (old?.quantity?.abs() ?? null) : null;
      // A fraction that was paid in cash hides the ratio.
      const isWhole = before !== null && units !== null && before.mod(units).isZero();
      const change = units !== null && before !== null ? units.minus(before) : new Decimal(0);
      entries.splitBy(
        half.record,
        isWhole ? toScale(units.div(before)) : null,
        change,
        before === null || units === null
          ? 'is not known: the file does not say how many shares the reverse split replaced. Enter the new shares per old share, like 0.1 for 1 new share for 10 old ones.'
          : `is not known: ${before.toFixed()} shares became ${units.toFixed()}, and a fraction may have been paid in cash. Enter the new shares per old share, like 0.1 for 1 new share for 10 old ones.`,
      );
    }
  }
}

/** Shares that left for money, each in a row of its own. */
function paidOut(entries: UsEntries, halves: readonly Half[], why: 'merger' | 'redemption'): void {
  const [shares, ...more] = halves.filter(({ quantity }) => quantity !== null && !quantity.isZero());
  const [cash, ...others] = halves.filter((half) => half !== shares && amountIn(half.amount)?.gt(0) === true);
  if (shares === undefined || cash === undefined || more.length + others.length > 0) {
    const word = why === 'merger' ? 'Cash Merger' : 'Full Redemption';
    for (const { record } of halves) entries.leaveOut(record, LEFT_OUT.action(word));
    return;
  }
  entries.trade(
    { ...shares.record, note: `Paid out in a ${why}.` },
    {
      side: 'SELL',
      quantity: shares.quantity?.abs().toFixed() ?? '',
      price: '',
      amount: cash.amount,
      charges: [],
    },
  );
  for (const { record } of halves)
    if (record !== shares.record)
      entries.leaveOut(record, `The money of the ${why}; it counts as the sale in row ${shares.record.row}.`);
}
