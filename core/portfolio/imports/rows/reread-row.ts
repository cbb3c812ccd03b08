import { ASSET_CLASSES, type AssetClass } from '../../../market/instruments/index.ts';
import { invalid } from '../../../platform/index.ts';
import { checkRow, type Overrides, OWN_NOTATION } from './check-row.ts';
import { fieldsOf, type ImportType } from './fields.ts';
import type { RawFields, RawRow, ReadingContext, RowOf, RowOutcome } from './rows.ts';

/**
 * Checks one staged row again, with `overrides` in place of some of its fields. `raw` is read with the `context` of its
 * file; null means our own notation, for {@link rawOf} a row that was valid. A default class given now stands for the one
 * given at upload, and so does the last day.
 */
export function rereadRow<T extends ImportType>(
  type: T,
  row: number,
  raw: RawRow,
  overrides: Overrides,
  context: ReadingContext | null,
  defaultAssetClass: string | null,
  last_day: string | null = null,
): RowOutcome<RowOf<T>> {
  const base = context ?? OWN_NOTATION;
  const default_asset_class = assetClassNamed(defaultAssetClass) ?? base.default_asset_class;
  return checkRow(type, row, raw, { ...base, default_asset_class, last_day }, overrides);
}

/** The values of a valid row as text in our own notation, to be read again. */
export function rawOf<T extends ImportType>(type: T, values: RawFields<T> | RowOf<T>): RawRow {
  const fields: RawFields = {};
  const known: Readonly<Record<string, unknown>> = { ...values };
  for (const field of fieldsOf(type)) {
    const value = known[field];
    if (typeof value === 'string' || typeof value === 'number') fields[field] = String(value);
  }
  return { fields };
}

/** The class of that name, or null for none. Throws Problem 422 when there is no such class. */
export function assetClassNamed(name: string | null): AssetClass | null {
  const found = ASSET_CLASSES.find((known) => known === name);
  if (name === null || found !== undefined) return found ?? null;
  throw invalid([{ field: 'default_asset_class', message: `must be one of ${ASSET_CLASSES.join(', ')}.` }]);
}
