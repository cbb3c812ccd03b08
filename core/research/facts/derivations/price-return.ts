import { addMonths, daysBetween } from '../../../platform/index.ts';
import { percent } from './growth.ts';
import { addWhereMissing, type DerivationContext } from './derive.ts';
import { closeOf } from './valuation.ts';

/** Farther back than this from the day a year ago, a close is not that of a year ago: a share that did not trade. */
const NEAR_DAYS = 10;

const providerOf = (source_id = ''): string => source_id.split(':', 1)[0] ?? '';

/**
 * The price return of a year from the closes of one source, on today's shares, without dividends. Nothing where it is told,
 * or where whose closes they are tells why it cannot be known.
 */
export function derivePriceReturn(on: DerivationContext): void {
  const { book, changes } = on;
  const last = closeOf(on);
  if (last === null) return;
  const { period, unit, source_ids } = last.fact;
  const isDoubted = book
    .unavailable()
    .some(
      ({ metric, source_id }) =>
        metric === 'price_return_1y_pct' && providerOf(source_id) === providerOf(source_ids[0]),
    );
  if (isDoubted) return;
  const start = addMonths(period.end, -12);
  const before = book
    .of('close')
    .filter(
      ({ fact }) =>
        fact.scope === 'market' &&
        fact.scope_detail === null &&
        fact.unit === unit &&
        fact.source_ids[0] === source_ids[0] &&
        fact.period.end <= start &&
        daysBetween(fact.period.end, start) <= NEAR_DAYS,
    )
    .toSorted((one, other) => daysBetween(one.fact.period.end, other.fact.period.end))[0];
  if (before === undefined || before.chosen.basis === null || before.chosen.value.lte(0)) return;
  const factor = changes.factorSince(before.chosen.basis);
  if (factor === null) return;
  const value = percent(
    last.chosen.value.toNumber() / (before.chosen.value.toNumber() / factor.toNumber()) - 1,
  );
  if (value === null) return;
  addWhereMissing(book, {
    metric: 'price_return_1y_pct',
    scope: 'market',
    scope_detail: null,
    period: { key: 'LATEST', start: null, end: period.end },
    unit: 'pct',
    value,
    shape: 'series',
    formula: 'close / close a year before − 1',
    inputs: [last, before],
    basis: changes.today,
  });
}
