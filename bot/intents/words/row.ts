import type { EntityKind, EntitySlot } from '../slots.ts';
import type { Slots } from '../slots.ts';

/** What a question may name in a phrase: `{held}` is a symbol that is held, `{unheld}` one that is not. */
export type Placeholder = EntityKind | 'held' | 'unheld' | 'number' | 'period' | 'today' | 'week' | 'month';

/**
 * One way to ask for a command. A phrase counts where all its words stand in the question, in any order and form; words
 * that only carry a sentence along (`plain-words.ts`) are left out. A phrase that begins with `=` is meant word for word.
 */
export interface Words {
  /** Phrases with | between them. */
  phrases: string;
  /** The words behind the command; none where left out. Null where the question does not say enough. */
  args?: (slots: Slots) => (string | null)[] | null;
}

export type WordTable = Readonly<Record<string, readonly Words[]>>;

export const isHeld = ({ is }: EntitySlot): boolean => is === 'held';
export const isNotHeld = ({ is }: EntitySlot): boolean => is !== 'held';
export const portfolioOf = (slots: Slots): (string | null)[] => [slots.entity('portfolio')];
