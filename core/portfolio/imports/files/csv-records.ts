import { csvLineEnd } from '../../../platform/index.ts';
import type { ImportLimits } from './limits.ts';
import { ImportRefusal, refusingReader } from './refusal.ts';

/** The records of a text. @throws ImportRefusal where it cannot be cut into records. */
export function wholeCsvRecords(text: string, delimiter: string, limits: ImportLimits): string[][] {
  const records: string[][] = [];
  const reader = readerOf(text, delimiter, limits);
  reader.push(text, records);
  reader.end(records);
  return records;
}

/** The first records of a text that may end within one; null where it cannot be cut with this delimiter. */
export function firstCsvRecords(
  beginning: string,
  delimiter: string,
  most: number,
  limits: ImportLimits,
): string[][] | null {
  const records: string[][] = [];
  try {
    const reader = readerOf(beginning, delimiter, limits);
    reader.push(beginning, records);
    if (records.length < most) reader.end(records);
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    if (records.length === 0) return null;
  }
  return records.slice(0, most);
}

const readerOf = (text: string, delimiter: string, limits: ImportLimits) =>
  refusingReader({ delimiter, newline: csvLineEnd(text) }, limits);
