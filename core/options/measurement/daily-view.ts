import * as yup from 'yup';
import { dayField } from '../../platform/index.ts';
import {
  date,
  dateOrNull,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { MODES, strategyField } from '../records/index.ts';
import { COMPLETENESS } from './performance-view.ts';

/** Exactly one mode; all strategies where none is named, and all days where no first one is. */
export const dailyQuery = yup
  .object({ mode: oneOf(...MODES), strategy: strategyField.optional(), from: dayField.optional() })
  .noUnknown()
  .required();
export type DailyQuery = yup.InferType<typeof dailyQuery>;

/** A sum of net results over trades of which some may be unknown. */
const net = {
  /** Rupees of the trades whose result is known; null where none is. */
  net: numberOrNull,
  /** Realised net of all known trades up to here, from the first of these on; rupees. */
  cumulative_net: number,
};

/** Realised net results by the IST day on which the trades were closed. */
export const dailyView = view({
  mode: oneOf(...MODES),
  strategy: textOrNull,
  from: dateOrNull,
  /** Days with closed trades, oldest first. */
  days: listOf(view({ day: date, ...net, closed: whole, unknown: whole })),
  /** How far the days stand for all trades. */
  state: oneOf(...COMPLETENESS),
  /** Rupees of all trades whose result is known; null where none is. */
  net: numberOrNull,
  closed: whole,
  unknown: whole,
});
export type DailyView = ViewOf<typeof dailyView>;

/** The closed trades of one IST day in the order of time; their sum begins with the day. */
const dayView = view({
  mode: oneOf(...MODES),
  day: date,
  trades: listOf(view({ at: instant, tag: text, strategy: text, ...net })),
  net: numberOrNull,
  unknown: whole,
});
export type DayView = ViewOf<typeof dayView>;
