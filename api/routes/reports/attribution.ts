import * as yup from 'yup';
import type { AttributionView, Contribution, LeftOutHolding } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { flag, listOf, number, numberOrNull, text, textOrNull, viewOf } from '../schemas.ts';
import { explanationsOrNull } from './explanation.ts';
import { report } from './report.ts';
import { reasons, reportQuery, usedRates, warnings } from './words.ts';

const contributions = listOf(
  viewOf<Contribution>()({
    holding_id: text,
    portfolio: text,
    symbol: text,
    name: textOrNull,
    asset_class: text,
    sector: textOrNull,
    invested: number,
    market_value: number,
    gain: number,
    gain_pct: number,
    contributed_pct: number,
  }),
);

const attribution = viewOf<AttributionView>()({
  portfolio: text,
  currency: text,
  total_invested: numberOrNull,
  total_gain: numberOrNull,
  contributed_pct: numberOrNull,
  holdings: contributions,
  top_contributors: contributions,
  top_detractors: contributions,
  excluded: listOf(
    viewOf<LeftOutHolding>()({ holding_id: text, portfolio: text, symbol: text, reason: text }),
  ),
  is_estimated: flag,
  fx_rates: usedRates,
  warnings,
  reasons,
  explanations: explanationsOrNull,
});

/** GET /attribution (spec: Reports; Report rules 5). */
export const ATTRIBUTION_ROUTES: readonly Route[] = [
  report({
    name: 'attribution',
    summary: 'Contribution of each holding to the gain, in percentage points of the invested amount',
    query: yup.object(reportQuery).noUnknown(),
    response: attribution,
    of: ({ attribution }) => attribution,
  }),
];
