import * as yup from 'yup';
import {
  date,
  dateOrNull,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { provisionalFields } from '../../portfolio/index.ts';
import { lineLimitFields } from '../measures/index.ts';
import { momentOfDay } from '../moment.ts';
import { todoView } from '../todos/index.ts';
import { upcomingRowView } from '../upcoming/index.ts';

export const letterQuery = yup
  .object({
    /** Last day of the week; today where it is absent. */
    to: momentOfDay,
  })
  .noUnknown();
export type LetterQuery = yup.InferType<typeof letterQuery>;

/** Corporate actions that a letter names, and EXCHANGE_RATE: the rate moved the value the same way. */
export const RECORD_KINDS = [
  'SPLIT',
  'CONSOLIDATION',
  'BONUS',
  'RIGHTS',
  'DEMERGER',
  'SCHEME',
  'CAPITAL_REDUCTION',
  'DIVIDEND',
  'DISTRIBUTION',
  'INTEREST',
  'REDEMPTION',
  'BUYBACK',
  'MEETING',
  'EXCHANGE_RATE',
] as const;

/** An event on record in the week that bears on a price or on its value. */
const movementRecordView = view({
  kind: oneOf(...RECORD_KINDS),
  /** The ex-date, or the day of the newer rate. */
  on: date,
  /** Money for one share, in the currency of the holding. */
  amount: numberOrNull,
  /** `old_shares` become `new_shares`. */
  new_shares: numberOrNull,
  old_shares: numberOrNull,
  /** Of the exchange rate, in percentage points. */
  change_pct: numberOrNull,
});
export type MovementRecord = ViewOf<typeof movementRecordView>;

/** How far a symbol moved between its prices of two days, in the shares of today. */
const letterMoverView = view({
  symbol: text,
  name: textOrNull,
  /** The portfolio that has prices of its own; null for those of all portfolios. */
  portfolio: textOrNull,
  currency: text,
  from: date,
  to: date,
  /** In the currency of the holding. */
  change_pct: number,
  /** Of the units held now, in the currency of the letter; null without an exchange rate, or where units moved in the days. */
  change: numberOrNull,
  change_reason: textOrNull,
  /** Empty where nothing is on record: then the reason is not known. */
  records: listOf(movementRecordView),
});
export type LetterMover = ViewOf<typeof letterMoverView>;

/** The return of a span of days beside an index; percent figures in points, null is unknown and has its reason. */
const comparedFields = {
  /** The days that were compared. */
  from: dateOrNull,
  to: dateOrNull,
  return_pct: numberOrNull,
  /** The flow-adjusted return of the same payments in the index. */
  benchmark_return_pct: numberOrNull,
  reasons: reasonsOf<'return_pct' | 'benchmark_return_pct'>(),
};

/** GET /letter: the week of a person, as the weekly letter words it. */
export const letterView = view({
  calculated_at: instant,
  /** First and last day of the week that the letter is about. */
  from: date,
  to: date,
  currency: text,
  ...provisionalFields,
  holdings_count: whole,
  /** Of now, as the overview has it. */
  value: view({
    amount: numberOrNull,
    valued_count: whole,
    /** When the newest price was read. */
    priced_at: instantOrNull,
    /** Sessions of the oldest and the newest price; null where no day is known. */
    prices_from: dateOrNull,
    prices_to: dateOrNull,
    /** `Prices of 29 Aug 2025, 15 months old`; null where no price is old. */
    age_message: textOrNull,
    reason: textOrNull,
  }),
  /** Flow-adjusted, as the comparison has it. */
  week: view({
    ...comparedFields,
    start_value: numberOrNull,
    end_value: numberOrNull,
    /** Without the money that was put in or taken out; dividends are in it. */
    gain: numberOrNull,
    /** Money put in less that taken out. */
    net_flow: numberOrNull,
    /** After tax withheld. */
    dividends: numberOrNull,
    /** The holdings that the line covers; null where that is all of them. */
    coverage: lineLimitFields.coverage,
  }),
  year: view(comparedFields),
  /** Name of the index of `week` and `year`. */
  benchmark: text,
  /** The symbols that moved the value most, the most first. */
  movers: listOf(letterMoverView),
  /** Symbols without prices at both ends of the week. */
  unmeasured_count: whole,
  /** The calendar of the next seven days. */
  due: view({ from: date, to: date, items: listOf(upcomingRowView) }),
  /** The most urgent thing that waits for the person; null where nothing does. */
  todo: todoView.nullable().defined(),
  todos_count: whole,
});
export type LetterView = ViewOf<typeof letterView>;
