import {
  date,
  dateOrNull,
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

/** Units that were held before the records begin, as a ledger itself tells. */
const openingView = view({
  portfolio: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: textOrNull,
  currency: text,
  /** The smallest number of units that explains the position, as they were counted on `latest_date`. */
  quantity: number,
  latest_date: date,
  /** Units sold without a purchase, and the day of the first such sale. */
  unmatched_quantity: number,
  unmatched_from: dateOrNull,
  /** Units held beyond what the transactions add up to. */
  beyond_quantity: number,
  /** Why they are missing, in a sentence. */
  reason: text,
});
export type OpeningView = ViewOf<typeof openingView>;

export const openingsView = view({ items: listOf(openingView) });
export type OpeningsView = ViewOf<typeof openingsView>;

/** What became of one row. */
const recordedOpeningView = view({
  portfolio: text,
  symbol: text,
  quantity: number,
  date,
  /** Null where the cost is not known. */
  price: numberOrNull,
  status: oneOf('RECORDED', 'ALREADY_RECORDED', 'REFUSED'),
  /** Deleting this transaction takes the row back; null where it was refused. */
  transaction_id: textOrNull,
  /** Why it was refused. */
  message: textOrNull,
});
export type RecordedOpening = ViewOf<typeof recordedOpeningView>;

export const recordedOpeningsView = view({ recorded: whole, items: listOf(recordedOpeningView) });
export type RecordedOpenings = ViewOf<typeof recordedOpeningsView>;
