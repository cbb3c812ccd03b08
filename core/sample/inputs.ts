import * as yup from 'yup';

/** Query of a removal: whether what the person entered into the sample may go with it. */
export const sampleRemovalQuery = yup
  .object({
    entries: yup
      .string()
      .oneOf(['remove'] as const)
      .optional(),
  })
  .noUnknown();
