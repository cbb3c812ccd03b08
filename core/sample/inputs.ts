import * as yup from 'yup';

/** Query of a removal: permission to delete the person's own entries in the sample. */
export const sampleRemovalQuery = yup
  .object({
    entries: yup
      .string()
      .oneOf(['remove'] as const)
      .optional(),
  })
  .noUnknown();
