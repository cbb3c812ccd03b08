import type { Command, Confirmation } from '../../command.ts';
import { tradebookCommands, tradebookConfirmations } from './tradebook.ts';

export { receiveTradebook } from './tradebook.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [...tradebookCommands];

export const optionsConfirmations: readonly Confirmation[] = [...tradebookConfirmations];
