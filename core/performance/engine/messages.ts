import type { LedgerText } from '../../portfolio/ledger/replay.ts';
import type { LedgerMovements } from './ledger-movements.ts';
import type { PriceSeries } from './engine-input.ts';
import type { CoveredFigure, DailyFigure } from './daily-series.ts';
import type { HeldUnits } from './recorded-units.ts';
import type { ExcludedPosition, PositionFigures, ValueReason } from './values-view.ts';

/* What the process and its calculating thread say to each other. Large things go as text or as bytes. */

/** Numbers as Postgres packs them (`int4send`, `float8send`): big-endian, one after the other. */
interface PackedSeries {
  /** Days since 1970-01-01, ascending. */
  days: Uint8Array;
  figures: Uint8Array;
}

export interface RateUpdate extends PackedSeries {
  from: string;
  to: string;
  reference: number | null;
}

/** A part of what is to be calculated with; kept until the question that goes with it. */
export interface Feed {
  kind: 'feed';
  owner: string;
  ledger?: LedgerText[];
  /** The last day of a state that begins: the ledger is replayed to it at once, while Postgres reads more. */
  begins?: number;
  /** Their closes are in shared memory. */
  prices?: PriceSeries[];
  rates?: RateUpdate[];
  /** All holdings that the ledger does not explain, as they were recorded. */
  recorded?: HeldUnits[];
}

export interface CalculatorRequest {
  kind: 'question';
  id: number;
  owner: string;
  /** The state that the feed changes; null begins a new one. */
  from: number | null;
  /** The name of the state after it. */
  state: number;
  /** Portfolios of the books; their names here are ids. */
  portfolios: { name: string; currency: string }[];
  currency: string;
  to: number;
  /** Null for everything. */
  scope: string | null;
}

export type Message = Feed | CalculatorRequest | { kind: 'forget'; owner: string };

/** Everything of a scope; the arrays move to the process. */
export interface ScopeFigures {
  first: number;
  length: number;
  daily: Record<DailyFigure, Float64Array>;
  positions: PositionFigures[];
  reasons: ValueReason[];
  is_estimated: boolean;
  is_converted: boolean;
  movements: LedgerMovements;
  /** Null where everything is covered on every day. */
  covered: CoveredSeries | null;
  /** Spans of days on which units are held beyond those of the ledger. */
  recorded: { from: number; to: number }[];
}

/** The part of a scope that has a price and a rate, day by day. */
export interface CoveredSeries {
  daily: Record<CoveredFigure, Float64Array>;
  /** Positions that are not in it on some of their days. */
  excluded: ExcludedPosition[];
}

export type CalculatorReply =
  | { id: number; figures: ScopeFigures }
  /** The thread does not have the state of which the question speaks. */
  | { id: number; isLost: true }
  | { id: number; error: string };
