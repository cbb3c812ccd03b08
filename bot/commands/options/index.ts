import type { Command, Confirmation } from '../../command.ts';
import { guardCommands, guardConfirmations } from './guards.ts';
import { journalCommands, journalConfirmations } from './journal.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [...journalCommands, ...guardCommands];

export const optionsConfirmations: readonly Confirmation[] = [...journalConfirmations, ...guardConfirmations];
