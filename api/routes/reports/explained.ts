import * as yup from 'yup';
import type { Explanation, FigureInput } from '../../../core/reports/index.ts';
import { dateOrNull, listOf, numberOrNull, oneOf, text, textOrNull, viewOf, whole } from '../schemas.ts';

/** What every report may be asked: whose, and why its figures are what they are. */
export const reportQuery = {
  portfolio: yup.string().max(80).optional(),
  explain: yup.boolean().optional(),
};

const input = viewOf<FigureInput>()({
  kind: oneOf('transaction', 'income', 'price', 'rate', 'snapshot', 'setting', 'figure'),
  id: textOrNull,
  date: dateOrNull,
  label: text,
  value: numberOrNull,
  currency: textOrNull,
  source: textOrNull,
});

/** With explain=true; null otherwise. */
export const explanationsOrNull = yup
  .array(
    viewOf<Explanation>()({
      figure: text,
      value: numberOrNull,
      unit: text,
      formula: text,
      worked: textOrNull,
      definition: text,
      inputs: listOf(input),
      inputs_total: whole,
      reason: textOrNull,
    }),
  )
  .nullable()
  .defined();
