import { dayInWords, Decimal } from '../../../../platform/index.ts';
import type { Cell } from '../../importers/index.ts';
import type { StatedTotal } from '../../rows/index.ts';
import { fidelityKind } from './fidelity-actions.ts';
import { isFidelityCash } from './fidelity-cash.ts';
import { LEFT_OUT } from '../left-out.ts';
import type { StatementFormatOf } from '../statement.ts';
import { amountIn, cellIn, findTable, isBlank, rowCutShort } from '../table.ts';
import { dayOf, UsEntries, type UsRecord } from './entries.ts';
import { isOption, usSymbol } from '../us-security.ts';

const WORDS = {
  date: 'rundate',
  action: 'action',
  symbol: 'symbol',
  description: 'description securitydescription',
  // Of the two of the older forms the one of the kind of account.
  type: 'type securitytype',
  quantity: 'quantity',
  price: 'price',
  commission: 'commission',
  fees: 'fees',
  interest: 'accruedinterest',
  amount: 'amount',
  balance: 'cashbalance',
  account: 'accountnumber account',
  currency: 'currency',
};
const REQUIRED = ['date', 'action', 'symbol', 'quantity', 'price', 'amount'];

/**
 * Fidelity's history. What was done is prose that begins alike. The amount is what moved, after all charges: it proves
 * quantity × price, which for bonds is per 100 of face value, and a row that it contradicts is asked about.
 */
export const fidelity: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'fidelity',
  title: 'Fidelity history',
  broker: 'Fidelity',
  notation: { date_order: 'mdy', decimal_mark: '.' },
  currency: 'USD',
  detect: ({ sheets: [sheet] }) => sheet !== undefined && findTable(sheet, WORDS, REQUIRED) !== null,
  read({ sheets: [sheet] }) {
    const table = sheet === undefined ? null : findTable(sheet, WORDS, REQUIRED);
    const entries = new UsEntries(
      sheet === undefined || table === null ? null : rowCutShort(sheet, sheet.rows[table.header] ?? []),
    );
    const cash: CashRow[] = [];
    for (const [at, cells] of (sheet?.rows ?? []).entries()) {
      if (table === null || at <= table.header || isBlank(cells)) continue;
      const cell = cellIn(cells, table.columns);
      const record: UsRecord = {
        row: at + 1,
        day: cell('date'),
        symbol: cell('symbol'),
        name: cell('description'),
      };
      if (cell('action') === '' || dayOf(cell('date')) === null) {
        const cells = { quantity: cell('quantity'), price: cell('price'), amount: cell('amount') };
        if (cell('action') === '') entries.withoutKind(record, cells);
        else if (amountIn(cells.amount)?.isZero() === false) entries.unknown(record, cell('action'), cells);
        else entries.leaveOut(record, LEFT_OUT.noEntry);
        continue;
      }
      const moved = take(entries, record, cell);
      cash.push({ ...cashOf(cell), isInside: moved === 'inside' });
    }
    const isOneAccount = table !== null && !('account' in table.columns);
    return entries.reading(isOneAccount ? balanceOf(cash) : []);
  },
};

/** Answers `inside` where the row moves no cash in or out of the balance. */
function take(entries: UsEntries, record: UsRecord, cell: Cell): 'inside' | 'cash' {
  const action = cell('action');
  const kind = fidelityKind(action);
  const [quantity, amount, price] = [cell('quantity'), cell('amount'), cell('price')];
  const units = amountIn(quantity);
  const isShares = /^shares$/i.test(cell('type'));
  const charges = [cell('commission'), cell('fees')];
  const plain = usSymbol(record.symbol);
  if (isFidelityCash(plain, record.name) && kind !== null) {
    entries.leaveOut(record, isMoney(kind) ? LEFT_OUT.cash(action) : LEFT_OUT.sweep);
    return isMoney(kind) ? 'cash' : 'inside';
  }
  if (isOption(plain, record.name) || /\b(?:opening|closing) transaction\b/i.test(action)) {
    entries.leaveOut(record, LEFT_OUT.option);
    return 'cash';
  }
  const currency = cell('currency').toUpperCase();
  const isForeign = /^[A-Z]{3}$/.test(currency) && currency !== 'USD';
  switch (kind) {
    case 'BUY':
    case 'SELL':
    case 'REINVESTMENT':
      withInterest(entries, record, cell, {
        side: kind === 'SELL' ? 'SELL' : 'BUY',
        isForeign,
        currency,
        charges,
      });
      break;
    case 'DIVIDEND':
      entries.dividend(record, amount);
      break;
    case 'DISTRIBUTION':
      entries.dividend({ ...record, note: 'Distribution of a capital gain.' }, amount);
      break;
    case 'TAX':
      entries.tax(record, amount, action);
      break;
    case 'SWEEP':
      entries.leaveOut(record, LEFT_OUT.sweep);
      return 'inside';
    case 'CASH':
      // Money that came as shares is no money alone.
      if (units === null || units.isZero()) entries.leaveOut(record, LEFT_OUT.cash(action));
      else entries.unknown(record, action, { quantity, price, amount });
      break;
    case 'CASH_IN_LIEU':
      entries.leaveOut(record, LEFT_OUT.cashInLieu);
      break;
    case 'SHARES':
      shares(entries, record, action, quantity, amount);
      break;
    case 'MERGER':
    case 'MOVED':
      if (units === null || units.isZero()) {
        entries.leaveOut(record, LEFT_OUT.cash(action));
        break;
      }
      if (units.gt(0)) entries.movedIn(record, quantity);
      else entries.movedOut(record, quantity, action);
      return isShares || kind === 'MERGER' ? 'inside' : 'cash';
    case 'ACTION':
      entries.leaveOut(record, LEFT_OUT.action(action));
      break;
    case null:
      entries.unknown(record, action, { quantity, price, amount });
  }
  return isShares ? 'inside' : 'cash';
}

interface Side {
  side: 'BUY' | 'SELL';
  isForeign: boolean;
  currency: string;
  charges: string[];
}

/** A trade; interest that came with a bond is in the amount, but is no part of its price. */
function withInterest(entries: UsEntries, record: UsRecord, cell: Cell, of: Side): void {
  const interest = amountIn(cell('interest'));
  const hasInterest = interest !== null && !interest.isZero();
  const clean = hasInterest ? amountIn(cell('amount'))?.abs().minus(interest.abs()) : undefined;
  const raw = entries.trade(
    hasInterest ? { ...record, note: `Excludes accrued interest of ${interest.abs().toFixed()}.` } : record,
    {
      side: of.side,
      quantity: cell('quantity'),
      price: cell('price'),
      amount: clean?.toFixed() ?? cell('amount'),
      charges: of.charges,
    },
  );
  // The amount is in dollars, the price may be in the money of the exchange.
  if (of.isForeign)
    raw.undecided = {
      field: 'price',
      message: `is in ${of.currency}, but the amount is in dollars. Enter the price in dollars.`,
    };
}

/** Shares that were handed out: a split names those that it adds; any others come from a spin-off, whose cost nobody knows. */
function shares(
  entries: UsEntries,
  record: UsRecord,
  action: string,
  quantity: string,
  amount: string,
): void {
  const units = amountIn(quantity);
  if (units === null || units.isZero()) {
    if (amountIn(amount)?.gt(0) === true)
      entries.dividend({ ...record, note: 'A distribution of money.' }, amount);
    else entries.leaveOut(record, LEFT_OUT.action(action));
    return;
  }
  if (units.isNegative()) entries.leaveOut(record, LEFT_OUT.action(action));
  else if (/spin-?\s?off|spinoff/i.test(action)) {
    const why =
      'is not known: the shares come from a spin-off. Enter what each of them costs; the company says it in Form 8937.';
    entries.costUnknown(record, quantity, why);
  } else entries.splitIfHeld(record, quantity);
}

/** Interest and dividends of the cash raise it; all other rows of a sweep move it within the account. */
const isMoney = (kind: ReturnType<typeof fidelityKind>): boolean => kind === 'CASH' || kind === 'DIVIDEND';

interface CashRow {
  day: string;
  amount: Decimal;
  balance: Decimal | null;
  isInside: boolean;
}

function cashOf(cell: Cell): Omit<CashRow, 'isInside'> {
  return {
    day: dayOf(cell('date')) ?? '',
    amount: amountIn(cell('amount')) ?? new Decimal(0),
    balance: amountIn(cell('balance')),
  };
}

/** The last cash balance of the file, beside the first one and all that moved in between. Newest rows stand first. */
function balanceOf(rows: readonly CashRow[]): StatedTotal[] {
  const known = rows.filter(({ balance }) => balance !== null);
  const [one, other] = [known[0], known.at(-1)];
  if (one === undefined || other === undefined || one === other) return [];
  const isNewestFirst = one.day >= other.day;
  const [first, last] = isNewestFirst ? [other, one] : [one, other];
  const [from, to] = [rows.indexOf(first), rows.indexOf(last)];
  const between = isNewestFirst ? rows.slice(to, from) : rows.slice(from + 1, to + 1);
  const read = between
    .filter(({ isInside }) => !isInside)
    .reduce((sum, { amount }) => sum.plus(amount), first.balance ?? new Decimal(0));
  const stated = last.balance ?? new Decimal(0);
  return [
    {
      what: `Cash on ${dayInWords(last.day)}`,
      stated: stated.toFixed(),
      read: read.toFixed(),
      agrees: stated.eq(read),
    },
  ];
}
