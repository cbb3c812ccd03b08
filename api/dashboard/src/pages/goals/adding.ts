import type { ReactNode } from 'react';

/** A new goal or SIP plan: its button stands in the heading of the page, its form below the list. */
export interface Adding {
  isOpen: boolean;
  close: () => void;
  /** For a list that is empty. */
  button: ReactNode;
  /** Where the keyboard goes on after the last row is gone. */
  goOn: () => HTMLElement | null;
}
