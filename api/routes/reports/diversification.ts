import * as yup from 'yup';
import type { DiversificationView, WeightedHolding, WeightedPart } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { exactly, flag, listOf, number, numberOrNull, text, textOrNull, viewOf, whole } from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';
import { report } from './report.ts';
import { reasons, reportQuery, usedRates, warnings } from './words.ts';

const parts = listOf(
  viewOf<WeightedPart>()({ label: text, value: number, share_pct: number, holdings_count: whole }),
);

const diversification = viewOf<DiversificationView>()({
  portfolio: text,
  currency: text,
  total_value: numberOrNull,
  asset_class: parts,
  sector: parts,
  holdings: listOf(
    viewOf<WeightedHolding>()({
      symbol: text,
      name: textOrNull,
      asset_class: text,
      sector: textOrNull,
      portfolios: listOf(text),
      value: numberOrNull,
      share_pct: numberOrNull,
      reason: textOrNull,
    }),
  ),
  concentration: exactly({
    largest: textOrNull,
    largest_pct: numberOrNull,
    top_5_pct: numberOrNull,
    top_10_pct: numberOrNull,
    effective_count: numberOrNull,
  }),
  herfindahl: numberOrNull,
  is_estimated: flag,
  fx_rates: usedRates,
  warnings,
  reasons,
  explanations: explanationsOrNull,
});

/** GET /diversification (spec: Reports). */
export const DIVERSIFICATION_ROUTES: readonly Route[] = [
  report({
    name: 'diversification',
    summary: 'Allocation over asset classes, sectors and holdings, in rupees',
    query: yup.object(reportQuery).noUnknown(),
    response: diversification,
    of: ({ diversification }) => diversification,
  }),
];
