import type { Command } from './command.ts';
import { readCommand } from './typed-command.ts';

/**
 * The urgent command that a line is, with the words behind it; null for any other line.
 * @param me the bot's own name.
 */
export function urgentCommand(
  commands: readonly Command[],
  text: string | undefined,
  me: string,
): { row: Command; words: string[] } | null {
  const typed = text === undefined ? null : readCommand(text, me);
  if (typed === null) return null;
  const row = commands.find(({ name, urgent }) => urgent === true && name === typed.name);
  return row === undefined ? null : { row, words: typed.words };
}
