import {
  type DashboardView,
  isUndecidedCode,
  type PortfolioArea,
  type Totals,
  usedRates,
} from '../../portfolio/index.ts';
import { downsample } from '../../finance/returns/index.ts';
import { type Context, Decimal } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { spanOf } from '../span.ts';
import { explained } from './explained.ts';
import type { ReturnFacts } from '../performance/index.ts';
import { assetDays, netWorthHistory, totalLiabilities, type RateOn } from './history.ts';
import { type Debt, readDebtRecords, readDebts } from '../../liabilities/index.ts';
import type { Account, DebtView, NetWorthQuery, NetWorthView } from './view.ts';

/** Points of one answer. */
const MOST_POINTS = 400;

/** Assets less liabilities (spec: Reports, /networth; Report rules 13). */
export function createNetWorth(
  { database }: Pick<Context, 'database'>,
  {
    portfolio,
    facts,
  }: { portfolio: Pick<PortfolioArea, 'dashboard' | 'rates'>; facts: Pick<ReturnFacts, 'daily'> },
  cached: Cached,
) {
  /** @throws 422 VALIDATION_ERROR for a span that ends before it begins. */
  async function compute(userId: string, query: NetWorthQuery): Promise<NetWorthView> {
    const span = spanOf(query);
    const overview = await portfolio.dashboard.read(userId);
    const { total, base_currency: currency } = overview;
    const line = await facts.daily(userId, null);
    return await database.asUser(userId, async (trx) => {
      const debts = await readDebts(trx);
      const records = await readDebtRecords(trx);
      const days = assetDays(
        line,
        span,
        records.map(({ day }) => day),
      );
      const shownDays = downsample(days, MOST_POINTS, ({ value }) => [value]);
      const debtCurrencies = [...debts, ...records].map((debt) => debt.currency);
      const first = records[0]?.day;
      const fx = await portfolio.rates(trx, {
        from: debtCurrencies,
        to: [currency],
        days: shownDays.flatMap((one) => (first !== undefined && one.day >= first ? [one.day] : [])),
      });
      // Converted amounts are labelled estimates, as in every total.
      const rateOn: RateOn = (from, on) => {
        const rate = fx(from, currency, on)?.rate;
        return rate === undefined ? null : { rate, estimated: from !== currency };
      };
      const liabilities = totalLiabilities(debts, rateOn);
      const assets = total.current_value;
      const net =
        assets === null || liabilities.amount === null ? null : new Decimal(assets).minus(liabilities.amount);
      const assets_reason = missingIn(total);
      const view: NetWorthView = {
        calculated_at: overview.calculated_at,
        currency,
        assets,
        assets_reason,
        liabilities: liabilities.amount?.toNumber() ?? null,
        liabilities_reason: liabilities.reason,
        net_worth: net?.toNumber() ?? null,
        net_worth_reason: net === null ? (assets === null ? assets_reason : liabilities.reason) : null,
        state: total.state,
        is_estimated: total.is_estimated || liabilities.is_estimated,
        freshness: overview.freshness,
        warnings: overview.warnings.filter(({ code }) => isUndecidedCode(code)),
        fx_rates: ratesOf(overview, usedRates(openCurrencies(debts), currency, fx)),
        accounts: accountsOf(overview),
        debts: debts
          .map((debt) => toDebtView(debt, rateOn))
          .sort(
            (a, b) => (b.amount ?? Number.POSITIVE_INFINITY) - (a.amount ?? Number.POSITIVE_INFINITY) || 0,
          ),
        history: {
          liabilities_recorded_since: first ?? null,
          points: netWorthHistory(shownDays, records, liabilities, rateOn),
          days: days.length,
          reason:
            days.length > 0
              ? null
              : 'No value is recorded yet. While Munim runs, it records one every hour once holdings have prices.',
        },
        explanations: null,
      };
      return query.explain === true ? { ...view, explanations: explained(view) } : view;
    });
  }

  return cached('networth', compute);
}

const openCurrencies = (debts: readonly Debt[]): string[] =>
  debts.filter(({ balance }) => !balance.isZero()).map(({ currency }) => currency);

/** The excluded parts of a total, in words. */
function missingIn(total: Totals): string | null {
  if (total.current_value === null) return total.reasons.current_value ?? 'No holding has a value.';
  return total.state === 'PARTIAL' ? (total.reasons.total_profit ?? 'Some holdings have no price.') : null;
}

function accountsOf({ portfolios, total }: DashboardView): Account[] {
  const all = total.current_value;
  return portfolios
    .map((one): Account => ({
      portfolio: one.portfolio,
      assets: one.current_value,
      invested: one.total_invested,
      share_pct:
        one.current_value === null || all === null || !(all > 0) ? null : (one.current_value / all) * 100,
      holdings_count: one.holdings_count,
      state: one.state,
      reason: missingIn(one),
      provisional_reason: one.provisional_reason,
    }))
    .sort((a, b) => (b.assets ?? 0) - (a.assets ?? 0) || (a.portfolio < b.portfolio ? -1 : 1));
}

function toDebtView(debt: Debt, rateOn: RateOn): DebtView {
  const rate = rateOn(debt.currency);
  return {
    id: debt.id,
    name: debt.name,
    type: debt.type,
    balance: debt.balance.toNumber(),
    currency: debt.currency,
    amount: rate === null ? null : debt.balance.times(rate.rate).toNumber(),
    is_estimated: rate?.estimated === true,
    recorded_since: debt.recorded_since.toISOString(),
  };
}

/** Rates of assets and of debts, each pair once. */
function ratesOf(
  { fx_rates }: DashboardView,
  liabilities: NetWorthView['fx_rates'],
): NetWorthView['fx_rates'] {
  const byCurrency = new Map([...liabilities, ...fx_rates].map((rate) => [rate.from, rate]));
  return [...byCurrency.values()].sort((a, b) => (a.from < b.from ? -1 : 1));
}
