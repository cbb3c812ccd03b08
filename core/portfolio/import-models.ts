import { Model } from 'objection';
import type { CommonPortfolio } from '../brokers/index.ts';

export class ImportModel extends Model {
  static override tableName = 'portfolio.imports';
  static override jsonAttributes = [
    'mapping',
    'unmapped_columns',
    'reading_context',
    'result',
    'recognised',
    'undo_result',
    'answers',
    'proof',
    'stated_prices',
  ];
  declare id: string;
  declare owner_user_id: string;
  declare status: 'STAGING' | 'STAGED' | 'COMMITTED' | 'UNDONE';
  declare type: 'holdings' | 'transactions' | null;
  declare file_name: string | null;
  declare detected_format: string | null;
  declare portfolio: string | null;
  /** The portfolio of a connection that has trades or positions of the file. */
  declare recognised: CommonPortfolio | null;
  declare default_asset_class: string | null;
  declare mapping: Record<string, string> | null;
  declare unmapped_columns: string[] | null;
  declare reading_context: Record<string, unknown> | null;
  declare total_rows: number;
  declare valid_rows: number;
  declare result: Record<string, unknown> | null;
  declare created_at: Date;
  declare expires_at: Date;
  declare committed_at: Date | null;
  declare undone_at: Date | null;
  /** What undoing it came to. */
  declare undo_result: Record<string, unknown> | null;
  /** Which files are alike. */
  declare shape: string | null;
  /** What was answered with the upload. */
  declare answers: Record<string, unknown> | null;
  /** Amounts and totals of the file beside what was read, and notes on it. */
  declare proof: Record<string, unknown> | null;
  /** Prices of their days that the statement prints; kept on commit. */
  declare stated_prices: object[] | null;
}

export class ImportRowModel extends Model {
  static override tableName = 'portfolio.import_rows';
  static override idColumn = ['import_id', 'row'];
  static override jsonAttributes = ['payload', 'issues'];
  declare owner_user_id: string;
  declare import_id: string;
  declare row: number;
  declare state: 'valid' | 'invalid' | 'excluded';
  declare payload: Record<string, unknown> | null;
  declare issues: { field: string; message: string }[] | null;
}
