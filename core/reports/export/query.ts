import * as yup from 'yup';
import { momentOfDay } from '../moment.ts';
import { EXPORT_FORMATS, EXPORT_REPORTS } from './document.ts';

/** A field left empty in an address means the same as one that is absent. */
const orAbsent = (value: unknown) => (value === '' ? undefined : value);
const word = yup.string().max(80).transform(orAbsent).optional();
const day = momentOfDay.transform(orAbsent);

/** Which report, and as what file. */
export const exportQuery = yup
  .object({
    report: yup
      .string()
      .oneOf(EXPORT_REPORTS)
      .required(`report is required: ${EXPORT_REPORTS.join(', ')}.`),
    /** Networth where none is named. */
    portfolio: word,
    /** CSV where none is named. */
    format: yup.string().oneOf(EXPORT_FORMATS).optional(),
    /** Such as 2025-26. Of tax, the running one where none is named; elsewhere it stands for its two days. */
    fy: word,
    /** First and last day of performance and income. */
    from: day,
    to: day,
  })
  .noUnknown();
export type ExportQuery = yup.InferType<typeof exportQuery>;
