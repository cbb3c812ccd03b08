import {
  type PortfolioArea,
  usedRates,
  portfolioScope,
  hasLedger,
  type PaidRow,
  readCost,
  readPaid,
  readPayments,
} from '../../portfolio/index.ts';
import { addMonths, type Context, istDate } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { explanation, figureInput, rateInput, shown } from '../explain.ts';
import { type Explanation, type FigureInput, MOST_INPUTS } from '../explanation.ts';
import type { ReportQuery } from '../report-query.ts';
import { dividendYield } from './yield.ts';
import type { DividendYieldView } from './view.ts';

/** Dividends of holdings against their cost and value (spec: Reports, /dividend-yield; Report rules 11). */
export function createDividendYield(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { portfolio }: { portfolio: Pick<PortfolioArea, 'worth' | 'rates'> },
  cached: Cached,
) {
  /** @throws 404 PORTFOLIO_NOT_FOUND */
  async function compute(userId: string, query: ReportQuery): Promise<DividendYieldView> {
    const now = clock.now();
    const today = istDate(now);
    const year = Number(today.slice(0, 4));
    const span = { since: `${year - 2}-01-01`, after: addMonths(today, -12), until: today };
    return await database.asUser(userId, async (trx) => {
      const scope = await portfolioScope(trx, query.portfolio);
      const paid = (await hasLedger(trx, scope.id)) ? await readPaid(trx, scope.id, span) : null;
      const costs = await readCost(trx, scope.id);
      const values = (await portfolio.worth.holdings(trx, scope.currency)).filter(
        ({ portfolio_id }) => scope.id === null || portfolio_id === scope.id,
      );
      const currencies = [...costs, ...(paid ?? [])].map(({ currency }) => currency);
      const fx = await portfolio.rates(trx, { from: currencies, to: [scope.currency] });
      const figures = dividendYield({
        paid,
        costs,
        values,
        rateOf: (currency) => fx(currency, scope.currency)?.rate ?? null,
        year,
      });
      const rates = usedRates(currencies, scope.currency, fx);
      const view = {
        calculated_at: now.toISOString(),
        portfolio: scope.name,
        currency: scope.currency,
        from: span.after,
        to: today,
        ...figures,
        is_estimated: rates.length > 0,
        fx_rates: rates,
        provisional_reason: null,
        explanations: null,
      };
      if (query.explain !== true) return view;
      const rows = await readPayments(trx, scope.id, span, MOST_INPUTS);
      return { ...view, explanations: explained(view, rows) };
    });
  }

  return cached('dividend-yield', compute);
}

function explained(view: DividendYieldView, rows: readonly PaidRow[]): Explanation[] {
  const { currency, paid, payments } = view;
  const rates = view.fx_rates.map((rate) => rateInput(rate));
  const received = rows.map((row): FigureInput => ({
    kind: 'transaction',
    id: row.id,
    date: row.date,
    label: `DIVIDEND of ${row.symbol}`,
    value: row.amount.toNumber(),
    currency: row.currency,
    source: row.source.toLowerCase(),
  }));
  const of = (
    figure: 'yield_on_cost_pct' | 'current_yield_pct',
    by: { label: string; value: number | null; formula: string },
    reason: string | null,
  ): Explanation =>
    explanation({
      figure,
      value: view[figure],
      unit: 'percent_points',
      formula: `dividends of twelve months after tax withheld / ${by.formula} × 100`,
      worked: `${shown(paid ?? 0, currency)} / ${shown(by.value ?? 0, currency)} × 100`,
      definition: figure.replace(/_pct$/, ''),
      inputs: [figureInput(by.label, by.value, currency, view.to), ...rates, ...received],
      inputs_total: payments + rates.length + 1,
      reason,
    });
  return [
    of(
      'yield_on_cost_pct',
      {
        label: 'Cost of current holdings',
        value: view.cost_basis,
        formula: '(quantity × average buy price)',
      },
      view.yield_on_cost_reason,
    ),
    of(
      'current_yield_pct',
      { label: 'Value of current holdings', value: view.market_value, formula: 'market value' },
      view.current_yield_reason,
    ),
  ];
}
