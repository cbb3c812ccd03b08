import { addMonths, daysBetween, Decimal, toScale } from '../../../platform/index.ts';
import type { MetricId, Period, Scope } from '../../port/index.ts';
import { exactText, fromDouble } from '../figures.ts';
import type { Entry } from '../rivals.ts';
import { addWhereMissing, currencyOf, type DerivationContext, notDerived } from './derive.ts';

/** An average of shares that was told so long before the end of the twelve months still stands. */
const AVERAGE_STANDS_DAYS = 400;
/** Scopes in which a number of shares may be stated. */
const SHARE_SCOPES = (reporting: Scope): Scope[] => [reporting, 'company', 'market'];

interface Shares {
  value: Decimal;
  inputs: Entry[];
  /** What was done to them, for the formula; empty where they are today's. */
  words: string;
}

/** The newest closing price; null where there is none on today's shares. */
export function closeOf({ book, changes }: DerivationContext): Entry | null {
  const close = book.get('close', 'market', null, 'LATEST');
  if (close === null || close.chosen.value.lte(0)) return null;
  return close.chosen.basis === changes.today ? close : null;
}

/** A number of shares in shares of today: old ones are turned by the splits and bonuses since. */
function onTodays({ changes }: DerivationContext, entry: Entry | null): Shares | null {
  if (entry === null || entry.chosen.value.lte(0) || entry.chosen.basis === null) return null;
  const factor = changes.factorSince(entry.chosen.basis);
  if (factor === null) return null;
  return {
    value: entry.chosen.value.times(factor),
    inputs: [entry],
    words: factor.eq(1) ? '' : ` (each then is ${exactText(factor)} of today)`,
  };
}

/** The shares there are, by the newest count. */
function sharesOutstanding(on: DerivationContext): Shares | null {
  const scopes = SHARE_SCOPES(on.reporting);
  const all = on.book
    .of('shares_outstanding')
    .filter(({ fact }) => fact.scope_detail === null && scopes.includes(fact.scope));
  const strong = all.filter(({ fact }) => fact.is_validated);
  const newest = (strong.length > 0 ? strong : all).toSorted((one, other) =>
    daysBetween(one.fact.period.end, other.fact.period.end),
  )[0];
  return onTodays(on, newest ?? null);
}

/** EPS of the last twelve months on today's shares: as stated for a year, else profit over shares. */
export function deriveEps(on: DerivationContext): void {
  const { book, reporting, changes } = on;
  const profit =
    book.get('net_income_owners_ttm', reporting, null, 'TTM') ??
    book.get('net_income_ttm', reporting, null, 'TTM');
  if (profit === null) return;
  const { period, unit } = profit.fact;
  const currency = currencyOf(unit);
  const source = profit.fact.derivation?.inputs.length === 1 ? profit.fact.derivation.inputs[0] : undefined;
  const year = source === undefined ? null : book.byId(source);
  const stated = (['eps_diluted', 'eps_basic'] as const satisfies readonly MetricId[])
    .map((metric) => (year === null ? null : book.get(metric, reporting, null, year.fact.period.key)))
    .find((one) => one !== null && one.chosen.basis === changes.today);
  if (stated && stated.fact.unit === `${currency}/share`) {
    addWhereMissing(book, {
      ...asMarketFigure('eps_ttm', reporting, period),
      unit: stated.fact.unit,
      value: stated.chosen.value,
      formula: 'EPS of the last full year',
      inputs: [stated],
      basis: changes.today,
    });
    return;
  }
  // The last average that was told: interim reports often leave it out.
  const average = book
    .of('shares_diluted')
    .filter(
      ({ fact }) =>
        fact.is_validated &&
        fact.scope === reporting &&
        fact.scope_detail === null &&
        fact.period.end <= period.end &&
        daysBetween(fact.period.end, period.end) <= AVERAGE_STANDS_DAYS,
    )
    .toSorted(
      (one, other) =>
        daysBetween(one.fact.period.end, other.fact.period.end) || lengthOf(one) - lengthOf(other),
    )[0];
  const shares = onTodays(on, average ?? null) ?? sharesOutstanding(on);
  if (shares === null) {
    notDerived(book, 'eps_ttm', reporting, period, 'The number of shares today is unknown.');
    return;
  }
  const value = fromDouble(profit.chosen.value.toNumber() / shares.value.toNumber());
  if (value === null) return;
  addWhereMissing(book, {
    ...asMarketFigure('eps_ttm', reporting, period),
    unit: `${currency}/share`,
    value,
    formula: `profit of the last twelve months / shares${shares.words}`,
    inputs: [profit, ...shares.inputs],
    basis: changes.today,
  });
}

const lengthOf = ({ fact: { period } }: Entry) =>
  period.start === null ? Number.POSITIVE_INFINITY : daysBetween(period.start, period.end);

function asMarketFigure(metric: MetricId, scope: Scope, period: Period) {
  return { metric, scope, scope_detail: null, period, shape: 'single' } as const;
}

/** Market capitalisation: the newest close times the shares there are. */
export function deriveMarketCap(on: DerivationContext): void {
  const [close, shares] = [closeOf(on), sharesOutstanding(on)];
  const currency = close && currencyOf(close.fact.unit);
  if (close === null || shares === null || !currency) return;
  addWhereMissing(on.book, {
    ...asMarketFigure('market_cap', 'market', close.fact.period),
    unit: currency,
    value: close.chosen.value.times(shares.value),
    formula: `close × shares${shares.words}`,
    inputs: [close, ...shares.inputs],
  });
}

/** Price to earnings: a company that makes a loss has none. */
export function derivePe(on: DerivationContext): void {
  const { book, reporting, changes } = on;
  const [close, eps] = [closeOf(on), book.get('eps_ttm', reporting, null, 'TTM')];
  if (close === null || eps === null) return;
  const { period } = close.fact;
  if (eps.chosen.basis !== changes.today || eps.fact.unit !== close.fact.unit) {
    const reason = 'The price and the earnings are on different shares or in different currencies.';
    notDerived(book, 'pe_ttm', 'market', period, reason);
    return;
  }
  if (eps.chosen.value.lte(0)) {
    const reason = 'The last twelve months brought a loss or no profit, so there is no P/E.';
    notDerived(book, 'pe_ttm', 'market', period, reason);
    return;
  }
  const value = fromDouble(close.chosen.value.toNumber() / eps.chosen.value.toNumber());
  if (value === null) return;
  addWhereMissing(book, {
    ...asMarketFigure('pe_ttm', 'market', period),
    unit: 'ratio',
    value,
    formula: 'close / EPS of the last twelve months',
    inputs: [close, eps],
  });
}

/** Price to book: market capitalisation over the newest equity of the owners, or all equity where nobody else has any. */
export function derivePb(on: DerivationContext): void {
  const { book, reporting } = on;
  const cap = book.get('market_cap', 'market', null, 'LATEST');
  const equity =
    newestOf(book.of('equity_owners'), reporting) ?? newestOf(book.of('total_equity'), reporting);
  if (cap === null || equity === null || cap.fact.unit !== equity.fact.unit) return;
  if (equity.chosen.value.lte(0)) {
    notDerived(book, 'pb_ratio', 'market', cap.fact.period, 'Equity is not above zero, so there is no P/B.');
    return;
  }
  const value = fromDouble(cap.chosen.value.toNumber() / equity.chosen.value.toNumber());
  if (value === null) return;
  addWhereMissing(book, {
    ...asMarketFigure('pb_ratio', 'market', cap.fact.period),
    unit: 'ratio',
    value,
    formula: 'market capitalisation / equity',
    inputs: [cap, equity],
  });
}

function newestOf(entries: readonly Entry[], scope: Scope): Entry | null {
  const own = entries.filter(({ fact }) => fact.scope === scope && fact.scope_detail === null);
  const strong = own.filter(({ fact }) => fact.is_validated);
  return (strong.length > 0 ? strong : own).reduce<Entry | null>(
    (newest, one) => (newest === null || one.fact.period.end > newest.fact.period.end ? one : newest),
    null,
  );
}

/** Dividends of a year by their ex-dates, on today's shares. None known is unknown, not zero. */
export function deriveDividends(on: DerivationContext): void {
  const { book, changes } = on;
  const today = on.as_of.slice(0, 10);
  const from = addMonths(today, -12);
  const paid = book
    .of('dividend_per_share')
    .filter(({ fact }) => fact.scope !== 'peer' && fact.period.end > from && fact.period.end <= today)
    .toSorted((one, other) => Date.parse(one.fact.period.end) - Date.parse(other.fact.period.end));
  const [first] = paid;
  if (first === undefined || paid.some(({ fact }) => fact.unit !== first.fact.unit)) return;
  let sum = new Decimal(0);
  for (const { chosen } of paid) {
    const factor = chosen.basis === null ? null : changes.factorSince(chosen.basis);
    if (factor === null) {
      const reason = 'A dividend was paid before a split or bonus. Its amount per share today is unknown.';
      notDerived(
        book,
        'dividends_per_share_1y',
        'market',
        { key: 'LATEST', start: null, end: today },
        reason,
      );
      return;
    }
    sum = sum.plus(toScale(chosen.value.dividedBy(factor)));
  }
  addWhereMissing(book, {
    ...asMarketFigure('dividends_per_share_1y', 'market', { key: 'LATEST', start: null, end: today }),
    unit: first.fact.unit,
    value: sum,
    formula: 'dividends with ex-dates of a year, on the shares of today',
    inputs: paid,
    basis: changes.today,
  });
}
