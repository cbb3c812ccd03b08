import { istDate } from '../../platform/index.ts';
import { explanation, figureInput, rateInput, shown } from '../explain.ts';
import type { Explanation } from '../explanation.ts';
import type { NetWorthView } from './view.ts';

/** What each headline figure is made of. */
export function explained(view: NetWorthView): Explanation[] {
  const { currency, assets, liabilities } = view;
  const on = istDate(new Date(view.calculated_at));
  const rates = view.fx_rates.map((rate) => rateInput(rate));
  const accounts = view.accounts.map((one) =>
    figureInput(`Value of ${one.portfolio}`, one.assets, currency, on),
  );
  const debts = view.debts.map((one) => figureInput(`Owed on ${one.name}`, one.balance, one.currency, on));
  const sum = (parts: readonly (number | null)[]) =>
    parts.map((part) => shown(part ?? 0, currency)).join(' + ') || '0';
  return [
    explanation({
      figure: 'assets',
      value: assets,
      unit: currency,
      formula: 'sum of quantity × price × rate over all holdings with a price',
      worked: sum(view.accounts.map((one) => one.assets)),
      definition: 'net_worth',
      inputs: [...accounts, ...rates],
      reason: view.assets_reason,
    }),
    explanation({
      figure: 'liabilities',
      value: liabilities,
      unit: currency,
      formula: 'sum of outstanding balance × rate over all liabilities',
      worked: sum(view.debts.map((one) => one.amount)),
      definition: 'net_worth',
      inputs: [...debts, ...rates],
      reason: view.liabilities_reason,
    }),
    explanation({
      figure: 'net_worth',
      value: view.net_worth,
      unit: currency,
      formula: 'assets − liabilities',
      worked: `${shown(assets ?? 0, currency)} − ${shown(liabilities ?? 0, currency)}`,
      definition: 'net_worth',
      inputs: [
        figureInput('Assets', assets, currency, on),
        figureInput('Liabilities', liabilities, currency, on),
      ],
      reason: view.net_worth_reason ?? view.assets_reason,
    }),
  ];
}
