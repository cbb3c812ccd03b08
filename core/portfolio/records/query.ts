import * as yup from 'yup';
import { ASSET_CLASSES } from '../../market/instruments/index.ts';
import { dayField, pageQuery } from '../../platform/index.ts';
import { TRANSACTION_TYPES } from '../ledger/index.ts';

const portfolio = yup.string().max(80).optional();
const order = yup
  .string()
  .oneOf(['asc', 'desc'] as const)
  .optional();

/** What a list of holdings can be sorted by. */
const HOLDING_SORTS = [
  'symbol',
  'portfolio',
  'quantity',
  'invested',
  'market_value',
  'gain',
  'gain_pct',
  'day_change',
] as const;
export type HoldingSort = (typeof HOLDING_SORTS)[number];

export const holdingQuery = yup
  .object({
    ...pageQuery,
    portfolio,
    asset_class: yup.string().oneOf(ASSET_CLASSES).optional(),
    search: yup.string().max(100).optional(),
    sort: yup.string().oneOf(HOLDING_SORTS).optional(),
    order,
  })
  .noUnknown();
export type HoldingQuery = yup.InferType<typeof holdingQuery>;

export const transactionQuery = yup
  .object({
    ...pageQuery,
    portfolio,
    symbol: yup.string().max(64).optional(),
    type: yup.string().oneOf(TRANSACTION_TYPES).optional(),
    /** Only rows that an import brought, by its id. */
    import_id: yup
      .string()
      .matches(/^\d{1,18}$/)
      .optional(),
    /** Only rows that follow from a corporate action, or only those that were recorded. */
    is_derived: yup.boolean().optional(),
    from: dayField.optional(),
    to: dayField.optional(),
    order,
  })
  .noUnknown();
export type TransactionQuery = yup.InferType<typeof transactionQuery>;
