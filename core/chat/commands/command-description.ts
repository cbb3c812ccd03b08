export const FAMILIES = [
  'Portfolio',
  'Reports',
  'Goals',
  'Policies',
  'Options',
  'Watchlist',
  'Records',
  'Connections',
  'Chat',
] as const;
export type Family = (typeof FAMILIES)[number];

/** A chat command as people read of it. The bot adds what it takes and does; the API lists it. */
export interface CommandDescription {
  name: string;
  /** Other names that it answers to; the shortest first, which is the one it is called by in answers. */
  aliases?: readonly string[];
  family: Family;
  /** Its name and arguments: `/holding SYMBOL [portfolio]`. */
  usage: string;
  summary: string;
  /** Shown by `/help command`, under the summary. */
  details?: string;
  examples: readonly string[];
  /** True for a command that writes: it is the owner's. */
  changes: boolean;
  /** True for a command that asks a model or a source outside: a sample has no part in it. */
  asksOutside?: true;
  /**
   * True for a command that answers with sums of the books and does not mark them itself: its answer ends with the corporate
   * actions that may change them.
   */
  showsBooks?: true;
}

/** Descriptions of one family. */
export const inFamily = (
  family: Family,
  rows: readonly Omit<CommandDescription, 'family'>[],
): CommandDescription[] => rows.map((row) => ({ ...row, family }));
