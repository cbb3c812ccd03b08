import type { Command, Confirmation } from '../../command.ts';
import { journalCommands, journalConfirmations } from './journal.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [...journalCommands];

export const optionsConfirmations: readonly Confirmation[] = [...journalConfirmations];
