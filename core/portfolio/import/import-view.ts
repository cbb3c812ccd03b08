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
  preview: Record<string, string | number | null>[];
  issue_rows: { row: number; field: string; message: string }[];
  excluded_rows: { row: number; reason: string }[];
  excluded_count: number;
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
