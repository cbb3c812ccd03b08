/** A part of a sale of our own ledger and the purchase it came from. Exact decimal text, in the currency of the report. */
export interface OwnLot {
  symbol: string;
  isin: string | null;
  /** YYYY-MM-DD; null where no purchase is on record. */
  bought_on: string | null;
  sold_on: string;
  quantity: string;
  /** What the units cost, charges included; null where nobody knows it. */
  cost: string | null;
  /** What came, after charges. */
  proceeds: string;
  /** The charges within `cost` and `proceeds`; 0 where none are on record. */
  purchase_charges: string;
  sale_charges: string;
}

type ReasonCode =
  | 'purchase_missing'
  | 'sale_missing'
  | 'sale_not_in_report'
  | 'charges'
  | 'lot_order'
  | 'cost_differs'
  | 'proceeds_differ'
  | 'rounding';

/** One cause of a difference. */
export interface DifferenceReason {
  code: ReasonCode;
  /** How much of ours − theirs it makes; null where no figure can be told. */
  amount: string | null;
  /** A sentence for a person, with what to do. */
  message: string;
}

export interface ShareComparison {
  symbol: string;
  isin: string | null;
  /** Units sold. */
  quantity: { report: string; own: string };
  /** Realised gain; ours is null where the cost of some units is not known. */
  profit: { report: string; own: string | null };
  /** Ours less theirs; null where ours is not known. */
  difference: string | null;
  /** Whether there is nothing to look into: the difference is rounding, or charges that the report leaves out. */
  agrees: boolean;
  reasons: DifferenceReason[];
}
