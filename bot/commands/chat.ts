import { descriptionOf, FAMILIES, type Family } from '../../core/chat/index.ts';
import { choice, optional, words } from '../arguments.ts';
import type { Part } from '../../core/identity/index.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import { shownCommands } from '../command-menu.ts';
import { command, commandNamed, namesOf, type Call, type Command } from '../command.ts';
import { usage } from '../runner.ts';
import { closest } from '../suggest.ts';
import { bold, code, inline, lines, plain } from '../text/lines.ts';
import { count } from '../text/numbers.ts';
import { startCommand } from './links.ts';
import { notificationsCommand } from './notifications.ts';
import { partsCommand } from './parts.ts';

/** Commands about the chat itself. `all` is the whole catalogue, so that help can never miss a row. */
export function chatCommands(all: () => readonly Command[]): Command[] {
  const help = command({
    ...descriptionOf('help'),
    arguments: { about: optional(words('command')) },
    run: async ({ core, who }, { about }) =>
      about === null ? overview(all(), await core.identity.parts.shown(who.userId)) : explain(all(), about),
  });
  const start = startCommand;
  const format = command({
    ...descriptionOf('format'),
    arguments: { style: choice(['compact', 'detailed']) },
    async run(call, { style }) {
      await call.settings.setFormat(call.who, call.place, style);
      const told =
        style === 'compact' ? 'short: totals and one line each.' : 'detailed: tables with every column.';
      const which = call.place.isGroup && call.who.role !== 'owner' ? 'Replies to you' : 'Answers';
      return { text: plain(`${which} in this chat are now ${told}`) };
    },
  });
  const clear = command({
    ...descriptionOf('clear'),
    arguments: {},
    run: (call) => clearChat(call),
  });
  const cancel = command({
    ...descriptionOf('cancel'),
    arguments: {},
    // A waiting dialogue never lets this through; the bot handles /cancel before it.
    run: async () => ({ text: plain('There is nothing to cancel.') }),
  });
  return [start, help, partsCommand, notificationsCommand, format, clear, cancel];
}

/** Families that the overview only names: all commands with their sentences are more than one message takes. */
const FOLDED: readonly Family[] = ['Options'];

/** By all its names. */
const calledOf = ({ name, aliases = [] }: Command) => [name, ...aliases].map((one) => `/${one}`).join(' or ');

const told = (rows: readonly Command[]) => rows.map((row) => `${calledOf(row)}: ${row.summary}`);

function overview(all: readonly Command[], shown: ReadonlySet<Part>): ChatReply {
  const offered = shownCommands(all, shown);
  const families = FAMILIES.map((family) => {
    const rows = offered.filter((row) => row.family === family);
    if (rows.length === 0) return null;
    return lines(
      '',
      bold(family),
      ...(FOLDED.includes(family)
        ? [
            rows.map((row) => `/${row.name}`).join(' '),
            inline('What each of them does: ', code(`/help ${family.toLowerCase()}`)),
          ]
        : told(rows)),
    );
  });
  return {
    text: lines(
      bold('What I can do'),
      ...families,
      '',
      'Drop a tradebook or holdings file (CSV) here to import it: Zerodha, Groww, ICICI Direct, Upstox, FYERS, or any CSV with clear headers. For Interactive Brokers, drop the Flex statement (XML).',
      inline('Explain one command: ', code('/help holding')),
      offered.length < all.length ? inline('Other parts of Munim: ', code('/parts')) : null,
    ),
  };
}

function explain(all: readonly Command[], about: string): ChatReply {
  const name = about.replace(/^\//, '').toLowerCase();
  const row = commandNamed(all, name);
  const family = FAMILIES.find((one) => one.toLowerCase() === name);
  if (row === undefined && family !== undefined)
    return { text: lines(bold(family), ...told(all.filter((one) => one.family === family))) };
  if (row === undefined) {
    const near = closest(name, namesOf(all));
    const help = all.find((candidate) => candidate.name === 'help');
    const hint = near.length > 0 ? ` Did you mean ${near.map((word) => `/${word}`).join(' or ')}?` : '';
    if (help === undefined) return { text: plain(`There is no command /${name}.${hint}`) };
    return {
      ...usage(help, `There is no command /${name}.${hint}`),
      buttons: [near.map((word) => button(`/help ${word}`, { do: 'run', command: 'help', args: [word] }))],
    };
  }
  return {
    text: lines(
      inline(bold(`/${row.name}`), ` ${row.summary}`),
      row.details ?? null,
      row.aliases === undefined ? null : `Also ${row.aliases.map((one) => `/${one}`).join(', ')}.`,
      '',
      inline('Usage: ', code(row.usage)),
      ...row.examples.map((example) => inline('Example: ', code(example))),
      row.changes ? 'Only for the owner. Nothing is changed or deleted until you press the button.' : null,
    ),
  };
}

async function clearChat(call: Call): Promise<ChatReply> {
  const ids = await call.own.recent();
  let removed = 0;
  for (let at = 0; at < ids.length; at += 100) {
    const some = ids.slice(at, at + 100);
    await call.own.remove(some);
    removed += some.length;
  }
  await call.own.forget(ids);
  return {
    text: plain(
      removed === 0 ? 'There were no messages to remove.' : `Removed ${count(removed, 'message')}.`,
    ),
  };
}
