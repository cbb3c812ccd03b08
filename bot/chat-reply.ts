import type { FormattedString } from '@grammyjs/parse-mode';
import type { ChartToKeep } from '../core/chat/index.ts';

/** What a pressed button does. Stored with the message; the button itself carries only where to find it. */
export type Action =
  /** Shows another answer in the same message: a page, a choice, a refresh. `args` are the words after the command;
   * `fresh` answers in a message of its own, where the pressed one is to stay. */
  | { do: 'run'; command: string; args: string[]; page?: number; fresh?: boolean }
  /** Changes something, once. The name is looked up in the table of confirmations. */
  | { do: 'confirm'; name: string; payload: Record<string, unknown> }
  /** Closes the question without doing anything. */
  | { do: 'dismiss'; say: string }
  /** Answers one question of the dialogue that waits in this chat. */
  | { do: 'say'; field: string; text: string }
  /** Starts a dialogue; the pressed message stays. */
  | { do: 'enter'; dialogue: string; args: Record<string, string> };

export interface Button {
  label: string;
  action: Action;
}

/** A plan that a message shows, and what of it: the message is edited as the plan goes on. */
export interface FollowedPlan {
  planId: string;
  view: {
    as: 'approve' | 'reject';
    /** Ids of the orders that are left out, and whether the message offers to leave out others. */
    leftOut: string[];
    isChoosing: boolean;
    page: number;
    /** Why the last answer was refused, which stands above the plan while it waits, until a button is pressed. */
    refusal?: string;
  };
  /** Digest of what the message says. */
  shown: string;
}

/** What a command answers. The transport-facing side splits it, sends it or edits it in place. */
export interface ChatReply {
  text: FormattedString;
  buttons?: Button[][];
  /**
   * A chart with the text as its caption. When it fails the text goes alone. `config` is made and drawn when the answer is
   * sent; the local chat stores it and draws it when it is opened.
   */
  photo?: Omit<ChartToKeep, 'config'> & { config: () => object };
  /** A file under the text, which is its caption where it is short enough. */
  file?: { name: string; bytes: Buffer };
  /** The message shows a plan, and is edited until that has ended. Its text fits one message. */
  follows?: FollowedPlan;
  /** The time of its buttons begins to run out then: a plan waits over a long weekend. */
  waitsUntil?: Date | null;
  /** What whoever presses a closed button of the message hears; its first line where nothing is said. */
  outcome?: string;
  /** Starts a dialogue once the answer is out. */
  enter?: { dialogue: string; args: Record<string, string> };
  /**
   * Work that begins once the answer is out and whose outcome takes its place; `tell` shows how far it is. Whoever waits
   * for it too long is not held up: it then goes on by itself. What only watches ends when the bot is stopping.
   */
  meanwhile?: (tell: (answer: ChatReply) => Promise<void>, stopping: AbortSignal) => Promise<ChatReply>;
}

/** Longest label that phones still show whole; longer ones are cut. */
const LABEL = 40;

export function button(label: string, action: Action): Button {
  return { label: label.length > LABEL ? `${label.slice(0, LABEL - 1)}…` : label, action };
}

/** Puts buttons into rows of `width`. */
export function rows(buttons: Button[], width: number): Button[][] {
  const all: Button[][] = [];
  for (let at = 0; at < buttons.length; at += width) all.push(buttons.slice(at, at + width));
  return all;
}

/** The slice of a list that page `page` (from 0) shows, with the page brought into range. */
export function pageOf<T>(
  items: readonly T[],
  page: number,
  size: number,
): { shown: T[]; page: number; pages: number; from: number } {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = Math.min(Math.max(0, page), pages - 1);
  return { shown: items.slice(at * size, (at + 1) * size), page: at, pages, from: at * size };
}

/** « 2/5 » under a list of several pages; nothing under one page. */
export function pager(command: string, args: string[], at: { page: number; pages: number }): Button[] {
  if (at.pages <= 1) return [];
  const to = (page: number) => ({ do: 'run', command, args, page }) as const;
  const row = [];
  if (at.page > 0) row.push(button('◀ Back', to(at.page - 1)));
  if (at.page < at.pages - 1) row.push(button(`Next ▶ (${at.page + 2}/${at.pages})`, to(at.page + 1)));
  return row;
}

export const refresh = (command: string, args: string[] = [], page = 0): Button =>
  button('↻ Refresh', { do: 'run', command, args, page });
