import { ASSET_CLASSES, type AssetClass } from '../../../market/instruments/index.ts';
import { invalid } from '../../../platform/index.ts';
import { checkRow, OWN_NOTATION } from './check-row.ts';
import type { ImportType } from './fields.ts';
import type { RawFields, ReadingContext, RowOf, RowOutcome } from './rows.ts';

/**
 * Checks one staged row again, with `overrides` in place of some of its fields (null clears one). `stored` is the
 * row's raw text, to be read with the `context` of its file; or, with context null, the values of a row that was
 * valid. A default class given now stands for the one given at upload, and so does the last day.
 */
export function rereadRow<T extends ImportType>(
  type: T,
  row: number,
  stored: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, string | number | null>>,
  context: ReadingContext | null,
  defaultAssetClass: string | null,
  last_day: string | null = null,
): RowOutcome<RowOf<T>> {
  const raw: RawFields = {};
  for (const [field, value] of Object.entries(stored)) {
    if (typeof value === 'string' || typeof value === 'number') raw[field] = String(value);
  }
  const base = context ?? OWN_NOTATION;
  const default_asset_class = knownClass(defaultAssetClass) ?? base.default_asset_class;
  return checkRow(type, row, raw, { ...base, default_asset_class, last_day }, overrides);
}

/** The class of that name, or null for none. Throws Problem 422 when there is no such class. */
export function knownClass(name: string | null): AssetClass | null {
  const found = ASSET_CLASSES.find((known) => known === name);
  if (name === null || found !== undefined) return found ?? null;
  throw invalid([{ field: 'default_asset_class', message: `must be one of ${ASSET_CLASSES.join(', ')}.` }]);
}
