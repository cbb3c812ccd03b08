import * as yup from 'yup';
import { ACTIVITY_TYPES } from './view.ts';
import { dayField, pageQuery } from '../../platform/index.ts';

/** `from` and `to` are days in India, both included, on which something came on record. */
export const activityQuery = yup
  .object({
    ...pageQuery,
    portfolio: yup.string().max(80).optional(),
    from: dayField.optional(),
    to: dayField.optional(),
    type: yup.string().oneOf(ACTIVITY_TYPES).optional(),
  })
  .noUnknown();
export type ActivityQuery = yup.InferType<typeof activityQuery>;
