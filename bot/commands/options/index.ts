import type { Command, Confirmation } from '../../command.ts';
import { chartCommands } from './charts.ts';
import { goLiveCommands, goLiveConfirmations } from './go-live.ts';
import { journalCommands, journalConfirmations } from './journal.ts';
import { whyBlocked } from './why-blocked.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [
  ...journalCommands,
  whyBlocked,
  ...chartCommands,
  ...goLiveCommands,
];

export const optionsConfirmations: readonly Confirmation[] = [
  ...journalConfirmations,
  ...goLiveConfirmations,
];
