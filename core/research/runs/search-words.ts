/** The words of a search, each of which must be found. */
export const wordsOf = (q: string | undefined): string[] => (q ?? '').trim().split(/\s+/).filter(Boolean);

/** What `ilike` finds a word with, anywhere in a text; its own signs stand for themselves. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
