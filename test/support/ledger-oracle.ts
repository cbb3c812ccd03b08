import type { AppliedAction } from '../../core/portfolio/positions/applied-action.ts';
import type { LedgerTransaction } from '../../core/portfolio/ledger/transaction.ts';
import { PaperAccount, ratioMeant } from './paper-account.ts';
import { carriedOver } from './paper-slips.ts';
import { Rational, sumOf } from './rational.ts';
import { DAY_MS } from '../../core/platform/index.ts';

const ZERO = Rational.ZERO;
const ONE = Rational.of('1');
const HUNDRED = Rational.of('100');
/** A recorded split within so many days of the ex-date is the same split. */
const SPLIT_DAYS = 15;
/** Free shares may be credited so many days after the ex-date. */
const BONUS_DAYS = 60;
/** Shares of another company may come so many days after the ex-date. */
const OTHER_SHARE_DAYS = 120;
/** The evening of whose values section 55(2)(ac) speaks. */
const OLD_EVENING = '2018-01-31';

/** Two actions of one morning: what changes the units of a share first, then what it turns into. */
const KINDS = ['RENAME', 'SPLIT', 'CONSOLIDATION', 'BONUS', 'DEMERGER', 'MERGER'];

/**
 * A second, slow bookkeeping of one portfolio: it walks through the days once, with all shares side by side, and does the
 * corporate actions of a morning to the accounts themselves. It makes no rows, and knows nothing of the product's replay.
 * On the evening of 31 January 2018 each slip gets a stamp of the share that it is.
 * @param until the last day that is done.
 * @returns the account of each share.
 */
export function keepBooks(
  rows: readonly LedgerTransaction[],
  actions: readonly AppliedAction[],
  until = '9999-12-31',
): Map<string, PaperAccount> {
  const accounts = new Map<string, PaperAccount>();
  let today = '';
  const account = (symbol: string): PaperAccount => {
    const known = accounts.get(symbol);
    if (known !== undefined) return known;
    const opened = new PaperAccount();
    opened.today = today;
    accounts.set(symbol, opened);
    return opened;
  };
  const explained = new Set<LedgerTransaction>();
  const delivered = new Set<LedgerTransaction>();
  let isStamped = false;
  const days = [
    ...new Set([...rows.map(({ date }) => date), ...actions.map(({ ex_date }) => ex_date)]),
  ].sort();
  for (const day of days) {
    if (day > until) break;
    if (day > OLD_EVENING && !isStamped) {
      isStamped = true;
      for (const [symbol, { slips }] of accounts)
        for (const slip of slips) slip.old = { symbol, ratio: ONE, isUnknown: slip.isDelivered };
    }
    today = day;
    for (const one of accounts.values()) one.today = day;
    const ofDay = rows.filter(({ date }) => date === day);
    const turn = (is: (row: LedgerTransaction) => boolean) => {
      for (const row of ofDay.filter(is).sort(byExecution)) {
        enter(account(row.symbol), row);
        const slip = account(row.symbol).slips.at(-1);
        if (delivered.has(row) && slip !== undefined) [slip.isDelivered, slip.isBonus] = [true, false];
      }
    };
    const undoes = ({ quantity }: LedgerTransaction) => String(quantity).startsWith('-');
    turn(({ type }) => type === 'SPLIT');
    for (const action of ofMorning(actions.filter(({ ex_date }) => ex_date === day)))
      act(action, account, rows, { explained, delivered });
    turn((row) => !undoes(row) && ['BUY', 'CASH_IN', 'TRANSFER_IN'].includes(row.type));
    turn((row) => !undoes(row) && ['SELL', 'CASH_OUT'].includes(row.type));
    turn((row) => !undoes(row) && row.type === 'DIVIDEND');
    turn(undoes);
  }
  return accounts;
}

/** The time of execution, then the number of the trade, then the place in the file; what has no time comes last. */
function byExecution(a: LedgerTransaction, b: LedgerTransaction): number {
  const [one, other] = [a.executed_at ?? '24', b.executed_at ?? '24'];
  if (one !== other) return one < other ? -1 : 1;
  const number = (row: LedgerTransaction) =>
    row.executed_at ? (row.execution_id ?? '').padStart(40, ' ') : '';
  if (number(a) !== number(b)) return number(a) < number(b) ? -1 : 1;
  return Number(a.id) - Number(b.id);
}

/** Kind by kind; a share waits for what the others of its kind bring into it, unless all wait for one another. */
function ofMorning(actions: AppliedAction[]): AppliedAction[] {
  const [first, ...others] = actions.toSorted(byKind);
  if (first === undefined) return [];
  const ready = [first, ...others].filter(
    (one) =>
      one.kind === first.kind && actions.every((to) => to.kind !== one.kind || to.into_symbol !== one.symbol),
  );
  const next = ready[0] ?? first;
  return [next, ...ofMorning(actions.filter((one) => one !== next))];
}

function byKind(a: AppliedAction, b: AppliedAction): number {
  const place = ({ kind }: AppliedAction) => KINDS.indexOf(kind);
  if (place(a) !== place(b)) return place(a) - place(b);
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1;
  return Number(a.id) - Number(b.id);
}

/** One recorded row. */
function enter(account: PaperAccount, row: LedgerTransaction): void {
  const [quantity, price, fee] = [row.quantity, row.price, row.fee_tax].map((text) =>
    Rational.of(String(text)),
  );
  if (quantity === undefined || price === undefined || fee === undefined) throw new TypeError('no number');
  const isCash = row.type === 'CASH_IN' || row.type === 'CASH_OUT';
  const amount = quantity.sign === 0 ? price : isCash && price.sign === 0 ? quantity : quantity.times(price);
  const held = account.units.sign > 0;
  switch (row.type) {
    case 'BUY':
      if (quantity.sign > 0) account.buy(quantity, price, fee, row.date);
      else account.takeBackPurchase(quantity.negated(), price, fee);
      break;
    case 'SELL':
      if (quantity.sign > 0)
        account.sell(quantity, price, fee, row.intraday_first === true ? row.date : null);
      else account.takeBackSale(quantity.negated(), price, fee);
      break;
    case 'SPLIT':
      // While nothing is held there is nothing to split, and the row does not count.
      if (!held) return;
      account.multiply(ratioMeant(String(row.quantity)));
      break;
    case 'DIVIDEND':
      if (amount.sign === 0) return;
      account.dividends = account.dividends.plus(amount);
      account.taxWithheld = account.taxWithheld.plus(fee);
      break;
    case 'CASH_IN':
      account.cashIn = account.cashIn.plus(amount).plus(fee);
      break;
    case 'CASH_OUT':
      account.cashOut = account.cashOut.plus(amount).minus(fee);
      break;
    case 'TRANSFER_IN':
      account.transferIn(quantity, null, row.date);
      break;
    default:
      throw new TypeError(`${row.type} is not recorded`);
  }
  account.assetClass = row.asset_class ?? account.assetClass;
}

/** One corporate action, on its morning. */
function act(
  action: AppliedAction,
  account: (symbol: string) => PaperAccount,
  rows: readonly LedgerTransaction[],
  { explained, delivered }: Record<'explained' | 'delivered', Set<LedgerTransaction>>,
): void {
  const { kind, symbol, into_symbol, new_shares, old_shares, fraction_price } = action;
  const from = account(symbol);
  const before = from.units;
  if (kind === 'RENAME' || new_shares === null || before.sign === 0) return;
  const ratio = Rational.of(new_shares).over(Rational.of(old_shares ?? '1'));
  const says = sayTheSame(
    action,
    ratio,
    before,
    rows.filter((row) => !explained.has(row)),
  );
  for (const row of says) {
    explained.add(row);
    if (kind === 'MERGER' || kind === 'DEMERGER') delivered.add(row);
  }
  if (says.length > 0) return;
  const payOut = (of: PaperAccount, came: Rational) => {
    const part = came.minus(came.toPlaces(0, 'down'));
    if (!before.equals(before.toPlaces(0, 'down')) || of.assetClass === 'Mutual Fund' || part.sign === 0)
      return;
    const newest = of.open.at(-1);
    const cost = newest?.unitCost?.toPlaces(10, 'down') ?? ZERO;
    of.payFraction(part, fraction_price === null ? cost : Rational.of(fraction_price));
  };
  if (kind === 'SPLIT' || kind === 'CONSOLIDATION') {
    from.multiply(ratio);
    payOut(from, from.units);
    return;
  }
  if (kind === 'BONUS') {
    const given = before.times(ratio).toPlaces(10, 'even').minus(before);
    if (given.sign > 0) from.buy(given, ZERO, ZERO, action.ex_date);
    payOut(from, from.units);
    return;
  }
  if (before.times(ratio).toPlaces(10, 'even').sign === 0) return;
  const into = account(into_symbol ?? '');
  const owned = into.units;
  const arriving = carriedOver(from.open, ratio);
  let average = from.averageCost;
  if (kind === 'MERGER') from.giveUpAll();
  else if (action.cost_pct === null) for (const one of arriving) one.cost = null;
  else {
    const part = Rational.of(action.cost_pct).over(HUNDRED).toPlaces(10, 'even');
    average = from.giveUpCost(part).average;
    for (const one of arriving) one.cost = one.cost?.times(part) ?? null;
  }
  const coming = arriving.filter(({ units }) => units.sign > 0);
  from.hasLostCost ||=
    coming.every(({ cost }) => cost === null) && arriving.some(({ cost }) => cost !== null);
  // The average cost is one figure of the whole share: by whichever slips it comes, it arrives in one sum.
  const last = coming.findLast(({ cost }) => cost !== null);
  for (const one of coming) {
    const cost = one.cost === null ? null : { fifo: one.cost, average: one === last ? average : ZERO };
    const { acquired, isDelivered, old } = one.slip;
    // Nobody knows since when delivered shares count, which matters once their cost is unknown too.
    const isOpening = one.slip.isOpening || isDelivered;
    const moved =
      old === null
        ? null
        : { ...old, ratio: old.ratio.times(ratio), isUnknown: old.isUnknown || kind === 'DEMERGER' };
    into.transferIn(one.units, cost, acquired, { isOpening, old: moved });
  }
  into.assetClass = from.assetClass ?? into.assetClass;
  payOut(into, into.units.minus(owned));
}

/** The recorded rows by which a broker or a person has booked an action already. */
function sayTheSame(
  { kind, symbol, ex_date, into_symbol }: AppliedAction,
  ratio: Rational,
  held: Rational,
  rows: readonly LedgerTransaction[],
): LedgerTransaction[] {
  const after = (row: LedgerTransaction) => (Date.parse(row.date) - Date.parse(ex_date)) / DAY_MS;
  const units = (row: LedgerTransaction) => Rational.of(String(row.quantity));
  // What is due is counted in the decimals that units have.
  const isSame = (one: Rational, exactly: Rational) => {
    const due = exactly.toPlaces(10, 'down');
    return one.sign > 0 && due.sign > 0 && one.minus(due).size().isBelow(ONE);
  };
  const isFree = (row: LedgerTransaction, days: number) =>
    row.type === 'BUY' && Rational.of(String(row.price)).sign === 0 && after(row) >= 0 && after(row) <= days;
  const ordered = rows.toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date) || byStep(a) - byStep(b) || byExecution(a, b),
  );
  if (kind === 'MERGER' || kind === 'DEMERGER') {
    const came = ordered.find(
      (row) =>
        row.symbol === into_symbol &&
        (isFree(row, OTHER_SHARE_DAYS) ||
          (row.type === 'TRANSFER_IN' && after(row) >= 0 && after(row) <= OTHER_SHARE_DAYS)) &&
        isSame(units(row), held.times(ratio)),
    );
    return came === undefined ? [] : [came];
  }
  const own = ordered.filter((row) => row.symbol === symbol);
  const split = own.find(
    (row) =>
      row.type === 'SPLIT' &&
      Math.abs(after(row)) <= SPLIT_DAYS &&
      units(row).minus(ratio).size().times(Rational.of('1000')).isBelow(ratio),
  );
  if (split !== undefined) return [split];
  const due = held.times(ratio.minus(ONE));
  const free = own.filter((row) => isFree(row, BONUS_DAYS));
  const single = free.find((row) => isSame(units(row), due));
  if (single !== undefined) return [single];
  return free.length > 1 && isSame(sumOf(free.map(units)), due) ? free : [];
}

/** Free shares that were credited count by the order in which they are replayed. */
function byStep({ quantity }: LedgerTransaction): number {
  return Number(String(quantity).startsWith('-'));
}
