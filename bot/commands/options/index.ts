import type { Command, Confirmation } from '../../command.ts';
import { goLiveCommands, goLiveConfirmations } from './go-live.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [...goLiveCommands];

export const optionsConfirmations: readonly Confirmation[] = [...goLiveConfirmations];
