import * as yup from 'yup';
import { amountField, dayField } from '../../platform/index.ts';
import type { LedgerActionKind } from '../models.ts';

export const LEDGER_ACTION_KINDS = [
  'SPLIT',
  'CONSOLIDATION',
  'BONUS',
  'RENAME',
  'MERGER',
  'DEMERGER',
] as const satisfies readonly LedgerActionKind[];

/** Shares that an action may speak of, and that may come of one. */
export const MOST_SHARES = 1_000_000;
const shares = (field: string) =>
  amountField(field)
    .moreThan(0, `${field} must be above zero.`)
    .max(MOST_SHARES, `${field} must be at most ${MOST_SHARES.toLocaleString('en-IN')}.`)
    .nullable();
const symbol = yup
  .string()
  .matches(/^\S{1,40}$/, '${path} must be a symbol such as HDFCBANK, without spaces.');
const kind = yup
  .mixed<LedgerActionKind>()
  .oneOf([...LEDGER_ACTION_KINDS], `kind must be one of ${LEDGER_ACTION_KINDS.join(', ')}.`);

/** Terms of an action that a person knows better than the source, or that nobody else knows. Missing ones stay as they are. */
export const actionTermsInput = yup
  .object({
    /** A provider calls a bonus a split: tax treats the two differently. */
    kind,
    new_shares: shares('new_shares'),
    old_shares: shares('old_shares'),
    into_symbol: symbol.nullable(),
    cost_pct: yup
      .number()
      .min(0, 'cost_pct must be at least 0.')
      .max(100, 'cost_pct must be at most 100: it is the percentage of the cost that moves to the new share.')
      .nullable(),
    fraction_price: amountField('fraction_price').min(0, 'fraction_price must not be negative.').nullable(),
  })
  .noUnknown();
export type ActionTermsInput = yup.InferType<typeof actionTermsInput>;

/** An action entered by hand. */
export const manualActionInput = actionTermsInput.shape({
  portfolio: yup.string().required('portfolio is required.'),
  symbol: symbol.required('symbol is required.'),
  kind: kind.required('kind is required.'),
  ex_date: dayField.required('ex_date is required.'),
});
export type ManualActionInput = yup.InferType<typeof manualActionInput>;
