/** A line that begins with a slash, taken apart. */
interface TypedCommand {
  /** In small letters; null when the command is for another bot. */
  name: string | null;
  words: string[];
  /** Whether this bot was named behind it: `/help@this_bot`. */
  isAddressed: boolean;
}

/** `/name@bot words`: null when the text is no command. `me` is the bot's own name. */
export function readCommand(text: string, me: string): TypedCommand | null {
  const match = /^\/([A-Za-z0-9_]+)(?:@(\w+))?(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (match === null) return null;
  const isAddressed = match[2]?.toLowerCase() === me.toLowerCase();
  if (match[2] !== undefined && !isAddressed) return { name: null, words: [], isAddressed };
  return { name: (match[1] ?? '').toLowerCase(), words: tokens(match[3] ?? ''), isAddressed };
}

/** The words of a line; "two words" in quotes are one, also behind the name of an argument: portfolio="Long term". */
export function tokens(line: string): string[] {
  return [...line.matchAll(/([a-z_]+=)?["“]([^"”]*)["”]|(\S+)/gi)].map(
    ([, name = '', quoted, word]) => word ?? `${name}${quoted ?? ''}`,
  );
}
