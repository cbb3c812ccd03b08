import {
  flag,
  instant,
  mapOf,
  number,
  numberOrNull,
  text,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../../platform/schema/index.ts';
import { provisionalFields } from '../valuation/index.ts';

/** A portfolio as every door shows it; amounts in `base_currency`, null where they are not known. */
export const portfolioView = view({
  id: text,
  name: text,
  base_currency: text,
  /** Percentage points by bucket. */
  target_allocation: mapOf<string, typeof number>(number, { type: 'number' }).nullable().defined(),
  /** Days for which prices by hand count in this portfolio, null for those of Networth, which count everywhere else. */
  price_interval_days: wholeOrNull,
  is_protected: flag,
  holdings_count: whole,
  current_value: numberOrNull,
  total_invested: numberOrNull,
  ...provisionalFields,
  created_at: instant,
});
export type PortfolioView = ViewOf<typeof portfolioView>;
