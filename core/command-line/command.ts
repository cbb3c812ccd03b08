import type { Core } from '../assembly/index.ts';

/** The exit codes of all commands; an evaluation without a verdict is `undecided`. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, undecided: 3 } as const;

/** Where a command writes: what was asked for, and what went wrong. */
export interface Says {
  say: (text: string) => void;
  complain: (text: string) => void;
}

export const ROLES = ['api', 'bot', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

/** A role that was opened. It can be stopped before it is ready, too. */
export interface OpenRole {
  /** Resolves once it works, with the address where it listens; null where it listens nowhere. */
  ready: () => Promise<string | null>;
  stop: () => Promise<void>;
}

/** What opens the entry points, which core may not import. */
export interface Doors {
  roles: Record<Role, (core: Core) => Promise<OpenRole>>;
  /** The chat in this terminal. @returns the exit code */
  chat: (core: Core) => Promise<number>;
}

/** A command of the command line. */
export interface Command {
  usage: string;
  summary: string;
  /** What its own help says beyond that. */
  more?: () => Promise<readonly string[]>;
  /** Ends every way of not doing its work, where the usual codes mean something else. */
  errorCode?: number;
  /** @returns the exit code; null where the arguments make no sense */
  run: (args: string[], says: Says, doors: Doors) => Promise<number | null>;
}

/** The exit code of work that says whether all of it was done. */
export const exitCode = (isDone: boolean): number => (isDone ? EXIT.done : EXIT.failed);
