import {
  date,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { TRANSACTION_TYPES } from '../ledger/index.ts';
import { CHANGE_KINDS } from './compare-trades.ts';

/** A trade of one version; `price` and `fee_tax` in `currency`. */
const tradeFactsView = view({
  date,
  type: oneOf(...TRANSACTION_TYPES),
  quantity: number,
  price: number,
  fee_tax: number,
  currency: text,
});

/** A figure as it is and as it would be. */
const changedFigure = view({ before: numberOrNull, after: numberOrNull });

/** What accepting would do to one symbol, in its currency. */
const effectView = view({
  symbol: text,
  currency: text,
  quantity: changedFigure,
  /** Cost of what is held, fees included, and per unit; null where some cost is not known, the latter where nothing is held, too. */
  cost: changedFigure,
  average_cost: changedFigure,
  /** Gain of everything sold, after fees, against the oldest lots; null where that of some units is not known. */
  realised_gain: changedFigure,
  /** Gains of a financial year that would differ. INTRADAY is speculative business income; null: no rule is known. */
  gains: listOf(
    view({
      fy: text,
      term: oneOfOrNull('SHORT', 'LONG', 'INTRADAY'),
      /** Percentage points; null: your own slab, or no rule is known. */
      rate_pct: numberOrNull,
      before: number,
      after: number,
    }),
  ),
  /** More (or less) tax at these rates, before exemptions, losses and cess; null where a rate or a gain is not known. */
  tax_change: numberOrNull,
  /** Why a figure after it is null; null where accepting leaves none unknown. */
  unknown_reason: textOrNull,
});

/** A change of a broker that waits for a decision, or was decided, as every door shows it. */
export const brokerChangeView = view({
  id: text,
  /** Rises when the broker changes the same trade again: a decision names the version that it is about. */
  version: whole,
  portfolio: text,
  symbol: text,
  /**
   * CHANGED: a recorded trade has other facts at the broker. VANISHED: the broker does not list it any more. RETURNED: it lists
   * again what you deleted because it had vanished. QUANTITY: the units held changed without a trade.
   */
  kind: oneOf(...CHANGE_KINDS),
  /** WITHDRAWN: the broker has taken its change back. */
  state: oneOf('OPEN', 'LATER', 'ACCEPTED', 'KEPT', 'WITHDRAWN'),
  /** The trade as recorded, and as the broker has it now; null where there is none, and for QUANTITY. */
  before: tradeFactsView.nullable().defined(),
  after: tradeFactsView.nullable().defined(),
  /** Of QUANTITY: units held before and now. */
  quantity: changedFigure.nullable().defined(),
  /** "bought 10 on 1 April 2026: price 100 → 101". */
  title: text,
  /** What accepting does, in one sentence. */
  sentence: text,
  seen_at: instant,
  /** Of LATER: when it is asked again. */
  until: instantOrNull,
  decided_at: instantOrNull,
  decided_by: textOrNull,
  /** Symbols that accepting would change; empty for what is decided. */
  effects: listOf(effectView),
});
export type BrokerChange = ViewOf<typeof brokerChangeView>;

/** What waits, the oldest trade first, and what was decided, the latest first. */
export const brokerChangesView = view({
  open: listOf(brokerChangeView),
  /** All that wait; the list may show fewer. */
  open_count: whole,
  decided: listOf(brokerChangeView),
});
export type BrokerChanges = ViewOf<typeof brokerChangesView>;

/** What a decision did. */
export const decidedChangesView = view({
  decided: whole,
  /** All that still wait. */
  open_count: whole,
});
export type DecidedChanges = ViewOf<typeof decidedChangesView>;
