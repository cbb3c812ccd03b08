import type { ApiFormat, CatalogueRow } from './catalogue-shape.ts';

/** The gateway's models. */
export interface Models {
  /** YYYY-MM-DD */
  readonly asOf: string;
  readonly from: 'built_in' | 'file';
  readonly rows: readonly CatalogueRow[];
  find(this: void, model: string): CatalogueRow | null;
  /** `chat_completions` for a model that is not in the catalogue (research/User provider settings). */
  formatOf(this: void, model: string): ApiFormat;
}

export function createModels(rows: readonly CatalogueRow[], asOf: string, from: Models['from']): Models {
  const byId = new Map(rows.map((row) => [row.model_id.toLowerCase(), row]));
  const find = (model: string) => byId.get(model.toLowerCase()) ?? null;
  return { asOf, from, rows, find, formatOf: (model) => find(model)?.api_format ?? 'chat_completions' };
}
