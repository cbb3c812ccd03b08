import type { StoredReport } from '../publication/index.ts';
import type { ResearchStatus } from '../runs/index.ts';

/** What is printed: a stored report, with how its run ended. The same of these is the same file, byte for byte. */
export interface PrintedReport {
  run_id: string;
  symbol: string;
  company_name: string | null;
  /** Anything but COMPLETED is marked as a draft on each page (research/Evidence acquisition rules 12). */
  status: ResearchStatus;
  /** The moment that the evidence is of, ISO-8601; null for reports that do not say. */
  as_of: string | null;
  /** Percentage points of the required rows that are covered; null where nobody knows. */
  required_pct: number | null;
  stored: StoredReport;
}

/** Prints a report as A4 pages. @throws an Error whose message says for people why it could not be printed */
export type PrintReport = (this: void, report: PrintedReport) => Promise<Uint8Array>;
