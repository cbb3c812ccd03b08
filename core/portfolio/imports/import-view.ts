export interface ImportPreview {
  import_id: string;
  type: 'holdings' | 'transactions';
  detected_format: string;
  /** What people call such a file: "Groww stock orders". */
  format_title: string;
  file_name: string | null;
  total_rows: number;
  valid_rows: number;
  mapping: Record<string, string>;
  unmapped_columns: string[];
  /** The portfolio rows go into unless they or the commit say otherwise. */
  portfolio: string;
  /** Set where that is so because a connection fills it with the same trades, or holds what the file comes to. */
  recognised: { portfolio: string; executions: number; holdings: number } | null;
  preview: Record<string, string | number | null>[];
  /** Rows with a problem, in the whole file. */
  invalid_rows: number;
  /** Problems in the whole file; `issue_rows` lists `issues_listed` of them, those of the first 10,000 invalid rows. */
  issue_count: number;
  issues_listed: number;
  issue_rows: { row: number; field: string; message: string }[];
  /** The first 10,000 rows that are left out on purpose, of `excluded_count`. */
  excluded_rows: { row: number; reason: string }[];
  excluded_count: number;
  /** The most frequent reasons, at most 100, each with its rows in the whole file. */
  excluded_reasons: { reason: string; rows: number }[];
  expires_at: string;
  committed: ImportResult | null;
}

export interface ImportResult {
  /** Rows of the file that are now recorded because of this import. */
  imported: number;
  /** Chosen rows that changed nothing: recorded before, named twice in the file, or not valid. */
  skipped: number;
  /** Rows of the portfolio that replace mode deleted first. */
  replaced: number;
  /** Problems of the chosen rows in all; `issues` lists `issues_listed` of them, those of the first 10,000 invalid rows. */
  issue_count: number;
  issues_listed: number;
  issues: { row: number; field: string; message: string }[];
  skipped_reasons: { already_recorded: number; repeated_in_file: number; not_valid: number };
  symbols: number;
  /** Symbols of these that were sold without a known purchase: they lack an opening position. */
  unmatched_symbols: string[];
}

export interface StageOptions {
  type?: 'auto' | 'holdings' | 'transactions';
  portfolio?: string | null;
  default_asset_class?: string | null;
  file_name?: string | null;
  /** How the file writes 05/03/2024, where its rows do not prove it. */
  date_order?: 'dmy' | 'mdy' | null;
}

export interface CommitRequest {
  import_id: string;
  rows?: 'all' | number[];
  row_overrides?: Record<string, Record<string, string | number | null>>;
  mode?: 'merge' | 'replace';
  portfolio?: string | null;
  default_asset_class?: string | null;
}
