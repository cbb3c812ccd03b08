import type { Command, Confirmation } from '../../command.ts';
import { brokerHealthCommand } from './broker-health.ts';
import { eventsCommand } from './events.ts';

/** Commands of the options workspace. */
export const optionsCommands: readonly Command[] = [eventsCommand, brokerHealthCommand];

export const optionsConfirmations: readonly Confirmation[] = [];
