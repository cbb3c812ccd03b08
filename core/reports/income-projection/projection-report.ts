import {
  type ExpectedIncome,
  readExpected,
  readHeldBonds,
  readRecordedCoupons,
  withIsins,
} from '../../income/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { explanation, incomeInput, shown } from '../explain.ts';
import type { Explanation } from '../explanation.ts';
import { portfolioScope } from '../../portfolio/index.ts';
import { bondPayments } from '../upcoming/index.ts';
import { DEFAULT_MONTHS, lastDayOf, monthsFrom, projectIncome } from './projection.ts';
import type { IncomeProjectionQuery, IncomeProjectionView } from './view.ts';

/** Expected income month by month (spec: Reports, /income-projection; Income event states). */
export function createIncomeProjection(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { instruments }: { instruments: Pick<Instruments, 'resolver'> },
  cached: Cached,
) {
  /** Forecast, declared and entitled income, and beyond it coupons by the terms of bonds. @throws 404 PORTFOLIO_NOT_FOUND */
  async function compute(userId: string, query: IncomeProjectionQuery): Promise<IncomeProjectionView> {
    const now = clock.now();
    const today = istDate(now);
    const months = query.months ?? DEFAULT_MONTHS;
    const until = lastDayOf(monthsFrom(today, months).at(-1) ?? '');
    const resolver = await instruments.resolver();
    const { scope, events } = await database.asUser(userId, async (trx) => {
      const of = await portfolioScope(trx, query.portfolio);
      const bonds = withIsins(await readHeldBonds(trx), resolver, today).filter(
        ({ portfolio_id }) => of.id === null || portfolio_id === of.id,
      );
      const span = { from: today, to: until };
      const recorded = bonds.length === 0 ? [] : await readRecordedCoupons(trx, span);
      const coupons = bondPayments(bonds, recorded, span, today)
        .filter(({ type }) => type === 'COUPON')
        .map((one): ExpectedIncome => ({
          id: null,
          day: one.date,
          symbol: one.symbol,
          currency: one.currency,
          amount: one.amount,
          status: 'FORECAST',
          source: 'bond terms',
        }));
      return { scope: of, events: [...(await readExpected(trx, of.id, until)), ...coupons] };
    });
    const projection = projectIncome(events, { today, months, base: scope.currency });
    return {
      calculated_at: now.toISOString(),
      portfolio: scope.name,
      ...projection,
      provisional_reason: null,
      explanations: query.explain === true ? [explained(projection, events)] : null,
    };
  }

  return cached('income-projection', compute);
}

function explained(
  { from, to, expected_amount, currency, reason }: ReturnType<typeof projectIncome>,
  events: readonly ExpectedIncome[],
): Explanation {
  const counted = events.filter(({ day }) => day >= from && day <= to);
  return explanation({
    figure: 'expected_amount',
    value: expected_amount,
    unit: currency ?? '',
    formula: 'sum of forecast, declared and entitled amounts not paid yet, before tax',
    worked:
      counted
        .slice(0, 20)
        .map(({ amount }) => shown(amount?.toNumber() ?? 0, currency))
        .join(' + ') + (counted.length > 20 ? ` + ${counted.length - 20} more` : ''),
    definition: 'income_projection',
    inputs: counted.map((one) =>
      incomeInput({
        id: one.id,
        date: one.day,
        symbol: one.symbol,
        status: one.status,
        amount: one.amount?.toNumber() ?? null,
        currency: one.currency,
        source: one.source,
      }),
    ),
    reason,
  });
}
