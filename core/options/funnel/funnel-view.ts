import * as yup from 'yup';
import { dayField, daysBetween, type FieldError } from '../../platform/index.ts';
import {
  date,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { MODES } from '../records/index.ts';

/** Days of one question. */
const MOST_FUNNEL_DAYS = 366;

/** Today where no day is named. Trades of DRY_RUN and LIVE where no mode is: SHADOW counts in no normal total. */
export const funnelQuery = yup
  .object({
    from: dayField.optional(),
    to: dayField.optional(),
    mode: yup
      .string()
      .oneOf([...MODES])
      .optional(),
  })
  .noUnknown()
  .required();
export type FunnelQuery = yup.InferType<typeof funnelQuery>;

export function funnelRules({ from, to }: { from: string; to: string }): FieldError[] {
  if (from > to) return [{ field: 'to', message: 'to must not be before from.' }];
  return daysBetween(from, to) < MOST_FUNNEL_DAYS
    ? []
    : [{ field: 'from', message: `A funnel covers at most ${MOST_FUNNEL_DAYS} days.` }];
}

const counts = {
  seen: whole,
  filtered: whole,
  executed: whole,
  /** Seen, and neither filtered nor executed so far. */
  undecided: whole,
};
const reason = {
  /** As the process gave it. */
  code: text,
  words: text,
  count: whole,
};

export const funnelView = view({
  from: date,
  to: date,
  modes: listOf(oneOf(...MODES)),
  ...counts,
  reasons: listOf(view(reason)),
  by_strategy: listOf(
    view({
      strategy: text,
      mode: oneOf(...MODES),
      ...counts,
      reasons: listOf(
        view({
          ...reason,
          /** The latest signal of the reason, in the words of the process; null once it was deleted. */
          example: view({ at: instant, underlying: textOrNull, detail: textOrNull }).nullable().defined(),
        }),
      ),
    }),
  ),
  /** Days with signals, oldest first. */
  by_day: listOf(view({ day: date, ...counts })),
  /** Of these modes, whenever it was. */
  last_signal: view({ day: date, at: instantOrNull }).nullable().defined(),
});
export type FunnelView = ViewOf<typeof funnelView>;
