import type { Command, Confirmation } from '../../command.ts';
import { chartCommands } from './charts.ts';
import { whyBlocked } from './why-blocked.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [whyBlocked, ...chartCommands];

export const optionsConfirmations: readonly Confirmation[] = [];
