import { button, pageOf, pager, rows, type ChatReply } from './chat-reply.ts';
import type { Argument } from './arguments.ts';
import type { Call, Command } from './command.ts';
import { parseArguments } from './parse-arguments.ts';
import { withPartOffer } from './part-offer.ts';
import { mayUse, refusalOf } from './roles.ts';
import { withUndecidedMark } from './undecided-mark.ts';
import { bold, code, inline, lines, plain } from './text/lines.ts';

const OPTIONS_A_PAGE = 10;

/** Runs one row of the catalogue with the words that were typed after it, or tells what is wrong with them. */
export async function runCommand(row: Command, words: string[], call: Call): Promise<ChatReply> {
  if (!mayUse(call.who.role, row)) return refused(row, call);
  const parsed = await parseArguments(row, words, call.world);
  if (parsed.ok) {
    const answer = await withPartOffer(row, call, await row.run(call, parsed.args));
    const { portfolio } = parsed.args;
    if (row.showsBooks !== true) return answer;
    return await withUndecidedMark(call, typeof portfolio === 'string' ? portfolio : null, answer);
  }
  if ('wrong' in parsed) {
    const meant = parsed.meant.map(({ label, words: instead }) =>
      button(label, { do: 'run', command: row.name, args: instead }),
    );
    return { ...usage(row, parsed.wrong), ...(meant.length === 0 ? {} : { buttons: rows(meant, 1) }) };
  }
  return await picker(row, parsed.missing, parsed.given, call);
}

const refused = (row: Command, { who }: Call): ChatReply => ({
  text: plain(refusalOf(who.role, row, `use /${row.name}`)),
});

/** The same for a part of a command that only reads. */
export const needsOwner = (name: string, { who }: Call): ChatReply => ({
  text: plain(refusalOf(who.role, {}, `use /${name}`)),
});

/** What is wrong, how it should look, and one example. */
export function usage(row: Command, wrong: string): ChatReply {
  const example = row.examples[0];
  return {
    text: lines(
      wrong,
      inline('Usage: ', code(row.usage)),
      example === undefined ? null : inline('Example: ', code(example)),
    ),
  };
}

/** A missing argument as buttons, when there is something to choose from. */
async function picker(
  row: Command,
  missing: Argument<unknown>,
  given: string[],
  call: Call,
): Promise<ChatReply> {
  const options = (await missing.options?.(call.world)) ?? [];
  if (options.length === 0 && missing.none !== undefined) return { text: plain(missing.none) };
  if (options.length === 0) return usage(row, `${missing.question} It is missing.`);
  const [only] = options;
  // There is nothing to choose; what changes something still asks for what it is to change.
  if (options.length === 1 && only !== undefined && !row.changes)
    return await runCommand(row, [...given, only.value], call);
  const at = pageOf(options, call.page, OPTIONS_A_PAGE);
  const choices = at.shown.map(({ label, value }) =>
    button(label, { do: 'run', command: row.name, args: [...given, value] }),
  );
  const wide = at.shown.some(({ label }) => label.length > 16);
  return {
    text: lines(bold(missing.question), inline('Or send it: ', code(row.usage))),
    buttons: [...rows(choices, wide ? 1 : 2), pager(row.name, given, at)],
  };
}
