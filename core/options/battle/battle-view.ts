import * as yup from 'yup';
import { dayField, pageQuery } from '../../platform/index.ts';
import {
  date,
  instant,
  listOf,
  number,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';

/** A day in India; today where none is named. */
export const battleLogQuery = yup.object({ ...pageQuery, date: dayField.optional() }).noUnknown();
export type BattleLogQuery = yup.InferType<typeof battleLogQuery>;

export const battleLogPage = view({
  date,
  items: listOf(
    view({
      id: text,
      at: instant,
      underlying: textOrNull,
      /** Null where no candidate was good enough. */
      chosen: textOrNull,
      regime: textOrNull,
      candidates: listOf(view({ strategy: text, score: number, reason: textOrNull })),
    }),
  ),
  page: whole,
  page_size: whole,
  total: whole,
});
export type BattleLogPage = ViewOf<typeof battleLogPage>;

export const battleSummaryView = view({
  as_of: instant,
  /** Days with a choice, the newest first. */
  days: listOf(
    view({
      date,
      battles: whole,
      /** In which no strategy was chosen. */
      undecided: whole,
      strategies: listOf(
        view({
          strategy: text,
          chosen: whole,
          /** Times it was weighed. */
          candidate: whole,
          mean_score: number,
        }),
      ),
      /** Null is a choice without a regime. */
      regimes: listOf(view({ regime: textOrNull, battles: whole })),
    }),
  ),
});
export type BattleSummary = ViewOf<typeof battleSummaryView>;
