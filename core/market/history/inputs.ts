import * as yup from 'yup';
import { amountField, pageQuery } from '../../platform/index.ts';
import { ACTION_KINDS } from '../actions/index.ts';
import { SEVERITIES } from './price-validation.ts';

export const findingQuery = yup
  .object({
    ...pageQuery,
    severity: yup.string().oneOf(SEVERITIES).optional(),
    of: yup
      .string()
      .oneOf(['held', 'others', 'all'] as const)
      .optional(),
  })
  .noUnknown();
export type FindingQuery = yup.InferType<typeof findingQuery>;

/** The operator's reading of an announcement: its kind, and how many shares became how many where it has a ratio. */
export const actionDecision = yup
  .object({
    kind: yup.string().oneOf(ACTION_KINDS).required(),
    new_shares: amountField('new_shares').positive().optional(),
    old_shares: amountField('old_shares').positive().optional(),
  })
  .noUnknown();
export type ActionDecision = yup.InferType<typeof actionDecision>;
