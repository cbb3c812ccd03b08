import { StatementRefusal } from '../statement.ts';

/** A JSON object of a file. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value of a whole JSON text. */
export function jsonOf(text: string, title: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new StatementRefusal(`This ${title} is not complete JSON. Export it again.`, { cause });
  }
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of an object as text; '' where it has none of that name, or one that is no text and no number. */
export function textIn(record: JsonRecord, key: string): string {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
