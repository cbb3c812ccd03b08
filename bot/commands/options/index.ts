import type { Command, Confirmation } from '../../command.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [];

export const optionsConfirmations: readonly Confirmation[] = [];
