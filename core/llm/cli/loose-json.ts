/** An object that somebody else wrote: nothing of it is sure. */
export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): Json => (isRecord(value) ? value : {});
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** A count; null for what is none. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
/** Null where one of them is unknown. */
export const sumOf = (...values: readonly (number | null)[]): number | null =>
  values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The objects of a text with one a line; other lines are notices to people. */
export function linesOf(text: string): Json[] {
  return text.split('\n').flatMap((line) => {
    const value = line.trimStart().startsWith('{') ? parsed(line) : undefined;
    return isRecord(value) ? [value] : [];
  });
}

/**
 * The last object of a kind in an output: all of it, one of a list, on a line by itself, or from a line that begins with a
 * bracket to the end. Programs print notices around it.
 */
export function lastObject(text: string, isWanted: (one: Json) => boolean): Json | null {
  const whole = parsed(text);
  const found = [whole].flat().filter(isRecord).findLast(isWanted) ?? linesOf(text).findLast(isWanted);
  if (found !== undefined) return found;
  const start = /^\{[ \t]*$/m.exec(text)?.index;
  const end = text.lastIndexOf('}');
  const rest = start === undefined ? undefined : parsed(text.slice(start, end + 1));
  return isRecord(rest) && isWanted(rest) ? rest : null;
}
