import { createHash } from 'node:crypto';

/** What a person answered on a file; null where nothing was asked or said. */
export interface FileAnswers {
  currency: string | null;
  asset_class: string | null;
  date_order: 'dmy' | 'mdy' | null;
}

/** Files of one format with the same header are alike, whatever stands in their rows. */
export function shapeOf(format: string, type: string, header: readonly string[]): string {
  const words = header.map((name) => name.toLowerCase()).join('\0');
  return `${format}:${type}:${createHash('sha256').update(words).digest('hex').slice(0, 16)}`;
}

/** What to tell of answers that were taken over from the last file like this one; null for none that count. */
export function rememberedNote(answers: FileAnswers | null): string | null {
  if (answers === null) return null;
  const parts = [
    answers.currency === null ? null : `currency ${answers.currency}`,
    answers.asset_class === null ? null : `asset class ${answers.asset_class}`,
    answers.date_order === null
      ? null
      : `dates ${answers.date_order === 'dmy' ? 'day first' : 'month first'}`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return `What the file does not say is taken from your last answers: ${parts.join(', ')}. To change them, choose others when you upload the file.`;
}
