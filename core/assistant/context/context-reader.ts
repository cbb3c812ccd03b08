/** What is asked, as far as it decides which data is read. */
export interface Question {
  /** In the person's own words. */
  text: string;
  /** The page of the dashboard that the person is on, such as `/risk`; null for other doors. */
  page: string | null;
  /** Symbols held that the question names. */
  mentioned: readonly string[];
}

/**
 * One part of what may be told to a model: a read of a person's own books, never a change. Readers are handed in from above,
 * because the areas they read may not know of each other.
 */
export interface ContextReader {
  /** Stable key by which an answer cites it: `holdings`. */
  section: string;
  title: string;
  /** The page of the dashboard that shows the same. */
  href: string;
  /** The chat command that shows the same; null without one. */
  command: string | null;
  /** Words of a question that ask for it, in lower case and in the singular. */
  about: readonly string[];
  /** Part of every answer, or of one whose question names nothing. */
  when?: 'always' | 'unsaid';
  /** Plain JSON, what is null with its reason, what matters most first in each list: the end of a list may be left out. */
  read(this: void, userId: string, question: Question): Promise<unknown>;
}

/** Something held, by the names that a question may use. */
export interface HeldName {
  symbol: string;
  name: string | null;
}
