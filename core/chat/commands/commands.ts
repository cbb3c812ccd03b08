import type { CommandDescription } from './command-description.ts';
import { CHAT_COMMANDS } from './chat-commands.ts';
import { CONNECTION_COMMANDS } from './connection-commands.ts';
import { GOAL_COMMANDS } from './goal-commands.ts';
import { OPTIONS_COMMANDS } from './options-commands.ts';
import { POLICY_COMMANDS } from './policy-commands.ts';
import { PORTFOLIO_COMMANDS } from './portfolio-commands.ts';
import { RECORD_COMMANDS } from './record-commands.ts';
import { REPORT_COMMANDS } from './report-commands.ts';
import { WATCHLIST_COMMANDS } from './watchlist-commands.ts';

/** Every chat command, in the order in which /help and the menu show them. */
export const COMMAND_DESCRIPTIONS: readonly CommandDescription[] = [
  ...PORTFOLIO_COMMANDS,
  ...REPORT_COMMANDS,
  ...GOAL_COMMANDS,
  ...POLICY_COMMANDS,
  ...OPTIONS_COMMANDS,
  ...WATCHLIST_COMMANDS,
  ...RECORD_COMMANDS,
  ...CONNECTION_COMMANDS,
  ...CHAT_COMMANDS,
];

const byName = new Map(COMMAND_DESCRIPTIONS.map((row) => [row.name, row]));

/** The description of a command by its name. @throws Error for an unknown name */
export function descriptionOf(name: string): CommandDescription {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`/${name} has no description in core/chat/commands`);
  return found;
}
