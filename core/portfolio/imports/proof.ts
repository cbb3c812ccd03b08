import type {
  AmountProof,
  DifferingAmount,
  ImportReading,
  RealisedReport,
  StatedTotal,
} from './rows/index.ts';

/** Rows that differ, and totals, of which so many are listed; the others are counted. */
const LISTED = 1000;
/** Sales of a report that are compared; they are all kept until the import is done. */
const MOST_LOTS = 20_000;
const TOO_MANY_LOTS = `The file has more than ${MOST_LOTS.toLocaleString('en-IN')} sales, too many to compare. Use a report of a shorter period.`;

/** The file's own amounts and totals beside what was read of it. Plain JSON, kept with the import. */
export interface ImportProof {
  /** Rows whose amount the file states, and how many of them come to another. */
  compared: number;
  differing: number;
  /** The first of those. */
  rows: DifferingAmount[];
  totals: StatedTotal[];
  notes: string[];
  /** Matched purchases and sales of a report, which our realised gains are compared with when the import is shown. */
  realised?: RealisedReport;
}

/** Adds up what the batches of a file prove. */
export class ProofCollector {
  #compared = 0;
  #differing = 0;
  readonly #rows: DifferingAmount[] = [];

  add({ compared, differing }: AmountProof): void {
    this.#compared += compared;
    this.#differing += differing.length;
    this.#rows.push(...differing.slice(0, LISTED - this.#rows.length));
  }

  proofWith({ totals, notes, realised }: Pick<ImportReading, 'totals' | 'notes' | 'realised'>): ImportProof {
    const isComparable = realised === undefined || realised.lots.length <= MOST_LOTS;
    // Those that differ are what a person has to see.
    const inOrder = totals.toSorted((one, other) => Number(one.agrees) - Number(other.agrees));
    return {
      compared: this.#compared,
      differing: this.#differing,
      rows: this.#rows,
      totals: inOrder.slice(0, LISTED),
      notes: isComparable ? [...notes] : [...notes, TOO_MANY_LOTS],
      ...(realised === undefined || !isComparable ? {} : { realised }),
    };
  }
}
