import * as yup from 'yup';

/** Whether a word means an instrument. */
export const aliasDecisionInput = yup
  .object({
    word: yup.string().trim().min(1).max(200).required(),
    instrument_id: yup
      .string()
      .matches(/^\d{1,19}$/, 'instrument_id must be the id of an instrument.')
      .required(),
    status: yup
      .string()
      .oneOf(['CONFIRMED', 'REJECTED'] as const)
      .required(),
  })
  .noUnknown();
export type AliasDecision = yup.InferType<typeof aliasDecisionInput>;
