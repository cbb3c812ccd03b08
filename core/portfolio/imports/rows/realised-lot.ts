/**
 * A purchase and its sale as a broker matched them, of a report for the tax office. Never an entry of the ledger, which
 * has the trades already: it is what realised gains are compared with. Numbers are exact decimal text; plain JSON.
 */
export interface RealisedLot {
  symbol: string;
  isin: string | null;
  /** YYYY-MM-DD */
  bought_on: string;
  sold_on: string;
  quantity: string;
  /** What the units cost and what they brought, without charges. */
  cost: string;
  proceeds: string;
  /** The profit that the report shows, before charges. */
  profit: string;
  /** Charges of both trades that the report names beside them. */
  charges: string;
  /** As the report calls the kind of gain: "Equity - Short Term". */
  section: string;
}

/** All matched lots of a report, and the days that it covers: what was sold within them is all here. */
export interface RealisedReport {
  from: string | null;
  to: string | null;
  lots: RealisedLot[];
}
