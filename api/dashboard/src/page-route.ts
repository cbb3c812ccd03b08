import type { ComponentType, LazyExoticComponent } from 'react';

/** A page of the menu. `key` is the letter, digit, dot or comma after `g`. */
export interface PageRoute {
  path: string;
  title: string;
  key: string;
  icon: ComponentType<{ size?: number }>;
  page: LazyExoticComponent<ComponentType>;
  /** Under which it stands in the menu; those of a group stand beside each other. */
  group?: Group;
}

/** Groups of the menu that fold; reports stand open until somebody folds them. */
export type Group = 'Reports' | 'Plans' | 'Strategies' | 'Options' | 'Records';
