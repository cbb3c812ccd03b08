import type { Explanation, FigureInput } from '../../../core/reports/index.ts';
import { dateOrNull, listOf, numberOrNull, oneOf, text, textOrNull, viewOf, whole } from '../schemas.ts';

const input = viewOf<FigureInput>()({
  kind: oneOf('transaction', 'income', 'price', 'rate', 'snapshot', 'setting', 'figure'),
  id: textOrNull,
  date: dateOrNull,
  label: text,
  value: numberOrNull,
  currency: textOrNull,
  source: textOrNull,
});

const explanation = viewOf<Explanation>()({
  figure: text,
  value: numberOrNull,
  unit: text,
  formula: text,
  worked: textOrNull,
  definition: text,
  inputs: listOf(input),
  inputs_total: whole,
  reason: textOrNull,
});

/** Why the headline figures of a report are what they are; null unless `explain=true` asked for it. */
export const explanationsOrNull = listOf(explanation).nullable().defined();
