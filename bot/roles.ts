import { SAMPLE_SHOWN } from '../core/identity/index.ts';
import type { Action } from './chat-reply.ts';
import { commandNamed } from './command.ts';
import type { Who } from './ports.ts';

export type Role = Who['role'];

/**
 * Whom a command, a confirmed button or a dialogue is for, as its row declares it: what only reads is for everybody who is
 * linked, what approvers may do besides says so, and all the rest is the owner's.
 */
export interface Audience {
  /** False for what only reads. */
  changes?: boolean;
  /** True for what answers plans or stops trading. */
  forApprovers?: true;
  /** True for what asks a model or a source outside. A sample asks none. */
  asksOutside?: true;
}

/** Everything that may be asked for, by its name. */
export interface Catalogue {
  commands: readonly (Audience & { name: string; aliases?: readonly string[] })[];
  confirmations: readonly (Audience & { name: string })[];
  dialogues: readonly (Audience & { name: string })[];
}

/** The one rule of who may do what in a chat. */
export const mayUse = (role: Role, { changes, forApprovers, asksOutside }: Audience): boolean =>
  role === 'owner' ||
  (changes === false && (role !== 'sample' || asksOutside !== true)) ||
  (role === 'approver' && forApprovers === true);

/** Whom a button is for: what stands behind it decides. A question is closed by those who may answer it. */
export function audienceOf(action: Action, { commands, confirmations, dialogues }: Catalogue): Audience {
  const named = (rows: readonly (Audience & { name: string })[], name: string): Audience =>
    rows.find((row) => row.name === name) ?? {};
  switch (action.do) {
    case 'run':
      return commandNamed(commands, action.command) ?? {};
    case 'confirm':
      return named(confirmations, action.name);
    case 'enter':
      return named(dialogues, action.dialogue);
    case 'say':
      // It answers the dialogue of whoever is in one.
      return { changes: false };
    case 'dismiss':
      return {};
  }
}

const REST: Readonly<Record<Exclude<Role, 'sample'>, string>> = {
  owner: '',
  approver: 'You can read here, answer plans and pause all trading.',
  viewer: 'Your link is read only.',
};

/** Why somebody may not do what they asked for. @param what in words: `use /settle`. */
export function refusalOf(role: Role, { forApprovers }: Audience, what = 'do this'): string {
  if (role === 'sample') return SAMPLE_SHOWN;
  const those = forApprovers === true ? 'the portfolio owner or an approver' : 'the portfolio owner';
  return `Only ${those} can ${what}. ${REST[role]}`.trim();
}

/** What a link allows, told to the person who has it. */
export const ROLE_SENTENCES: Readonly<Record<Role, string>> = {
  owner: 'You can read everything and make changes.',
  approver:
    'You can read everything, answer plans and pause all trading. Only the owner can change anything else.',
  viewer: 'You can read everything. Only the owner can make changes.',
  sample: 'You can read the figures of the made-up household.',
};
