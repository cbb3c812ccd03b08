import type { ComponentType, LazyExoticComponent } from 'react';

/** A page of the menu, or of the search alone. */
export interface PageRoute {
  path: string;
  /** Its address before; it leads to the page. */
  was?: string;
  title: string;
  /** The letter, digit, dot or comma after `g`. */
  key?: string;
  icon: ComponentType<{ size?: number }>;
  page: LazyExoticComponent<ComponentType>;
  /** Line of the menu of which it is a tab; pages of a line follow each other. Without it, it is a line itself. */
  line?: string;
  /** Name of its tab, if not its title. */
  tab?: string;
  /** Under which its line folds. */
  group?: Group;
  /** Reached from the header, the help or Settings. */
  isUnlisted?: true;
}

/** A line of the menu. */
export interface MenuLine {
  title: string;
  group: Group | undefined;
  /** Its pages; the first is the one that it opens. */
  tabs: PageRoute[];
}

/** Groups of the menu that fold, each a part of Munim that a person may leave out. */
export type Group = 'Strategies' | 'Options' | 'AI research';
