import type { Command, Confirmation } from '../../command.ts';
import { brokerHealthCommand } from './broker-health.ts';
import { chartCommands } from './charts.ts';
import { eventsCommand } from './events.ts';
import { goLiveCommands, goLiveConfirmations } from './go-live.ts';
import { guardCommands, guardConfirmations } from './guards.ts';
import { journalCommands, journalConfirmations } from './journal.ts';
import { tradebookCommands, tradebookConfirmations } from './tradebook.ts';
import { whyBlocked } from './why-blocked.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [
  ...journalCommands,
  whyBlocked,
  ...chartCommands,
  ...goLiveCommands,
  ...tradebookCommands,
  ...guardCommands,
  eventsCommand,
  brokerHealthCommand,
];

export const optionsConfirmations: readonly Confirmation[] = [
  ...journalConfirmations,
  ...goLiveConfirmations,
  ...tradebookConfirmations,
  ...guardConfirmations,
];

export { receiveTradebook } from './tradebook.ts';
