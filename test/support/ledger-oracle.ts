import type { AppliedAction } from '../../core/portfolio/positions/applied-action.ts';
import type { LedgerTransaction } from '../../core/portfolio/ledger/transaction.ts';
import { PaperAccount, ratioMeant } from './paper-account.ts';
import { carriedOver } from './paper-slips.ts';
import { Rational } from './rational.ts';
import { arrivalOf, byExecution, type Recorded, recordedOf } from './recorded-oracle.ts';

const ZERO = Rational.ZERO;
const ONE = Rational.of('1');
const HUNDRED = Rational.of('100');
/** The evening of whose values section 55(2)(ac) speaks. */
const OLD_EVENING = '2018-01-31';

/** Two actions of one morning: what changes the units of a share first, then what it turns into. */
const RATIOS = ['SPLIT', 'CONSOLIDATION', 'BONUS'];
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
    const morning = new Map<string, Recorded>();
    const ordered = ofMorning(actions.filter(({ ex_date }) => ex_date === day));
    for (const action of ordered) {
      const own = ordered.filter((one) => one.symbol === action.symbol && RATIOS.includes(one.kind));
      act(action, own, { account, rows, explained, delivered, morning });
    }
    turn((row) => !undoes(row) && ['BUY', 'CASH_IN', 'TRANSFER_IN'].includes(row.type));
    turn((row) => !undoes(row) && ['SELL', 'CASH_OUT'].includes(row.type));
    turn((row) => !undoes(row) && row.type === 'DIVIDEND');
    turn(undoes);
  }
  return accounts;
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
  /** Splits, consolidations and bonuses of its share and morning. */
  siblings: readonly AppliedAction[],
  {
    account,
    rows,
    explained,
    delivered,
    morning,
  }: {
    account: (symbol: string) => PaperAccount;
    rows: readonly LedgerTransaction[];
    explained: Set<LedgerTransaction>;
    delivered: Set<LedgerTransaction>;
    morning: Map<string, Recorded>;
  },
): void {
  const { kind, symbol, into_symbol, new_shares, old_shares, fraction_price } = action;
  const from = account(symbol);
  const before = from.units;
  if (kind === 'RENAME' || new_shares === null || before.sign === 0) return;
  const ratio = Rational.of(new_shares).over(Rational.of(old_shares ?? '1'));
  const open = rows.filter((row) => !explained.has(row));
  let credited = ZERO;
  if (RATIOS.includes(kind)) {
    const recorded =
      morning.get(symbol) ??
      recordedOf(
        siblings,
        before,
        open.filter((row) => row.symbol === symbol),
      );
    morning.set(symbol, recorded);
    const found = recorded.by.get(action);
    for (const row of found?.rows ?? []) explained.add(row);
    if (found !== undefined) {
      if (found.missing.sign > 0) from.buy(found.missing, ZERO, ZERO, action.ex_date);
      return;
    }
    credited = recorded.credited;
  } else {
    const came = arrivalOf(action, before.times(ratio), open);
    if (came !== undefined) {
      explained.add(came);
      delivered.add(came);
      return;
    }
  }
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
    const units = before.plus(credited);
    const given = units.times(ratio).toPlaces(10, 'even').minus(units);
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
  else {
    // With an unknown share of the cost nothing of it moves. Earlier sales stay sold either way.
    const part = Rational.of(action.cost_pct ?? '0')
      .over(HUNDRED)
      .toPlaces(10, 'even');
    average = from.giveUpCost(part).average;
    for (const one of arriving) one.cost = action.cost_pct === null ? null : (one.cost?.times(part) ?? null);
  }
  const coming = arriving.filter(({ units }) => units.sign > 0);
  from.hasLostCost ||=
    coming.every(({ cost }) => cost === null) && arriving.some(({ cost }) => cost !== null);
  // The average cost is one figure of the whole share: by whichever slips it comes, it arrives in one sum.
  const last = coming.findLast(({ cost }) => cost !== null);
  for (const one of coming) {
    const cost = one.cost === null ? null : { fifo: one.cost, average: one === last ? average : ZERO };
    const { acquired, isDelivered, old } = one.slip;
    // The purchase date of delivered shares is unknown, which matters once their cost is unknown too.
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
