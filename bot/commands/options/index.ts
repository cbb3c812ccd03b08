import type { Command, Confirmation } from '../../command.ts';
import { brokerHealthCommand } from './broker-health.ts';
import { chartCommands } from './charts.ts';
import { eventsCommand } from './events.ts';
import { goLiveCommands, goLiveConfirmations } from './go-live.ts';
import { guardCommands, guardConfirmations } from './guards.ts';
import { journalCommands, journalConfirmations } from './journal.ts';
import { whyBlocked } from './why-blocked.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [
  ...journalCommands,
  whyBlocked,
  ...chartCommands,
  ...goLiveCommands,
  ...guardCommands,
  eventsCommand,
  brokerHealthCommand,
];

export const optionsConfirmations: readonly Confirmation[] = [
  ...journalConfirmations,
  ...goLiveConfirmations,
  ...guardConfirmations,
];
