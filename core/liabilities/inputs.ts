import * as yup from 'yup';
import { amountField } from '../platform/index.ts';

export const LIABILITY_TYPES = ['LOAN', 'MORTGAGE', 'CARD', 'OTHER'] as const;
export type LiabilityType = (typeof LIABILITY_TYPES)[number];

/** Body of a liability. `balance` is what is outstanding now, 0 once paid off; `rate_pct` is a year's, in percentage points. */
export const liabilityInput = yup
  .object({
    name: yup
      .string()
      .matches(/\S/, 'name must not be blank.')
      .max(80, 'name may have at most 80 characters.')
      .required('name is required.'),
    type: yup
      .mixed<LiabilityType>()
      .oneOf([...LIABILITY_TYPES], `type must be one of ${LIABILITY_TYPES.join(', ')}.`)
      .required('type is required: LOAN, MORTGAGE, CARD or OTHER.'),
    balance: amountField('balance')
      .min(0, 'balance must be 0 or more: it is what you owe.')
      .required('balance is required: what is outstanding now.'),
    currency: yup
      .string()
      .matches(/^[A-Z]{3}$/, 'currency must be a three-letter code such as INR or USD.')
      .optional(),
    rate_pct: yup
      .number()
      .typeError('rate_pct must be a number of percentage points.')
      .min(0, 'rate_pct must be 0 or more.')
      .max(100, 'rate_pct must be 100 or less.')
      .nullable()
      .optional(),
    emi: amountField('emi').moreThan(0, 'emi must be above zero.').nullable().optional(),
  })
  .noUnknown();
export type LiabilityInput = yup.InferType<typeof liabilityInput>;
