import * as yup from 'yup';
import { mapOf, text } from '../platform/schema/index.ts';

/** What every report may be asked: whose, and why its figures are what they are. Networth where no portfolio is named. */
export const reportQuery = {
  portfolio: yup.string().max(80).optional(),
  explain: yup.boolean().optional(),
};

/** Why a figure is null, by its name. */
export function reasonsOf<F extends string>() {
  return mapOf<F, typeof text>(text, { type: 'string' }).required();
}
