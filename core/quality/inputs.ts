import * as yup from 'yup';
import { pageQuery } from '../platform/index.ts';

/** Which holdings a list of prices shows. */
const PRICE_FILTERS = ['all', 'attention', 'failing', 'stale', 'unavailable'] as const;
export type PriceFilter = (typeof PRICE_FILTERS)[number];

export const priceQuery = yup
  .object({ ...pageQuery, filter: yup.string().oneOf(PRICE_FILTERS).optional() })
  .noUnknown();
export type PriceQuery = yup.InferType<typeof priceQuery>;

/** `price` is the refused value as the person saw it. */
export const acceptedValueInput = yup.object({ price: yup.number().positive().required() }).noUnknown();
export type AcceptedValueInput = yup.InferType<typeof acceptedValueInput>;
