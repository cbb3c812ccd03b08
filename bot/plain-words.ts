import { istDate } from '../core/platform/index.ts';
import { button, type Button, type ChatReply } from './chat-reply.ts';
import { type Call, type Command, commandNamed, namesOf } from './command.ts';
import {
  createVocabulary,
  type Intent,
  type KnownInstrument,
  matchIntent,
  matchResearched,
  matchUnresearched,
  mayBeResearched,
  type Understood,
  type Unresearched,
  type VocabularyParts,
} from './intents/index.ts';
import { mayUse } from './roles.ts';
import { runCommand } from './runner.ts';
import { closest } from './suggest.ts';
import { tokens } from './typed-command.ts';
import { code, inline, lines, plain } from './text/lines.ts';

/**
 * Answers a message that names no command; null without an assistant. Its errors are answered like those of a command.
 * @param text as it was typed, at most as long as a message of the chat.
 */
export type AskAssistant = (call: Call, text: string) => Promise<ChatReply | null>;

interface Parts {
  commands: readonly Command[];
  askAssistant?: AskAssistant | undefined;
}

const UNRESEARCHED =
  'There is no research of a company by that name yet. To ask for it, send /research and its symbol, such as /research TCS.';
const EXAMPLES = ['how am I doing', 'tax this year', 'dividends last year', 'how is TCS doing'];

/** Words without a slash: what they ask for is answered as if it had been typed as a command. */
export async function answerPlainWords(text: string, call: Call, parts: Parts): Promise<ChatReply> {
  const intent = await understand(text, call);
  switch (intent.kind) {
    case 'command':
      return await carriedOut(intent, call, parts.commands);
    case 'choices':
      return choices(intent.of, call, parts.commands);
    case 'unresearched':
      return { text: plain(UNRESEARCHED) };
    case 'none':
      return (await parts.askAssistant?.(call, text)) ?? notUnderstood(text, parts.commands);
  }
}

/**
 * What the words ask for. A name that the person neither holds nor watches is looked up among the companies that they have
 * research of, and among the listed instruments, once.
 */
async function understand(text: string, call: Call): Promise<Intent | Unresearched> {
  const known = await namesOfPerson(call);
  const intent = matchIntent(text, createVocabulary(known));
  if (!mayBeResearched(intent)) return intent;
  const researched = matchResearched(text, known, (await call.world.researched?.()) ?? []);
  if (researched !== null) return researched;
  const listed = intent.kind === 'none' ? await amongListed(text, intent, known, call) : intent;
  return mayBeResearched(listed) ? (matchUnresearched(text, known) ?? listed) : listed;
}

async function amongListed(
  text: string,
  intent: Extract<Intent, { kind: 'none' }>,
  known: VocabularyParts,
  { world }: Call,
): Promise<Intent> {
  if (intent.unknown === null) return intent;
  const { items } = await world.instruments(intent.unknown.slice(0, 100));
  if (items.length === 0) return intent;
  const listed = items.map(({ symbol, name }): KnownInstrument => ({ symbol, name, is: 'listed' }));
  return matchIntent(text, createVocabulary({ ...known, instruments: [...known.instruments, ...listed] }));
}

/** What names in a question may stand for. The options workspace has a store of its own, which may be away. */
async function namesOfPerson({ core, world }: Call): Promise<VocabularyParts> {
  const [portfolios, holdings, watched, goals, plans, policies, strategies, connections] = await Promise.all([
    world.portfolios(),
    world.holdings(),
    world.watched(),
    world.goals(),
    world.sipSymbols?.() ?? [],
    world.policies(),
    world.optionStrategies().catch((): string[] => []),
    world.connections(),
  ]);
  const held = new Map<string, KnownInstrument>();
  for (const { symbol, name } of holdings)
    held.set(symbol, { symbol, name: held.get(symbol)?.name ?? name, is: 'held' });
  const seen = watched.filter((symbol) => !held.has(symbol));
  return {
    today: istDate(core.clock.now()),
    instruments: [
      ...held.values(),
      ...seen.map((symbol): KnownInstrument => ({ symbol, name: null, is: 'watched' })),
    ],
    portfolios,
    goals,
    plans,
    policies: policies.map(({ name, tag_code }) => ({ name, tag: tag_code })),
    strategies,
    connections: connections.map(({ label }) => label),
  };
}

/** As one would type it. */
const lineOf = ({ command, args }: Understood): string => [`/${command}`, ...args].join(' ');

const buttonOf = (row: Command, one: Understood): Button =>
  button(lineOf(one), { do: 'run', command: row.name, args: one.args, fresh: true });

/** What only reads is run at once; what changes something waits for a press, and for its own confirmation behind it. */
async function carriedOut(one: Understood, call: Call, commands: readonly Command[]): Promise<ChatReply> {
  const row = commandNamed(commands, one.command);
  if (row === undefined) return notUnderstood('', commands);
  if (!row.changes) {
    const answer = await runCommand(row, one.args, call);
    return { ...answer, text: lines(code(lineOf(one)), answer.text) };
  }
  if (!mayUse(call.who.role, row)) return await runCommand(row, one.args, call);
  return {
    text: lines(inline('Do you mean ', code(lineOf(one)), '?'), 'Nothing happens before you press.'),
    buttons: [[buttonOf(row, one)]],
  };
}

function choices(of: readonly Understood[], call: Call, commands: readonly Command[]): ChatReply {
  const offered = of.flatMap((one) => {
    const row = commandNamed(commands, one.command);
    return row === undefined || !mayUse(call.who.role, row) ? [] : [[buttonOf(row, one)]];
  });
  if (offered.length === 0) return notUnderstood('', commands);
  return { text: plain('Which of these do you mean?'), buttons: offered };
}

/** What was typed may be a secret that came too late: it is neither repeated nor put behind a button. */
function notUnderstood(text: string, commands: readonly Command[]): ChatReply {
  const [first = ''] = tokens(text);
  const near = closest(first.toLowerCase(), namesOf(commands));
  return {
    text: lines(
      'I did not understand that.',
      `Ask for example: ${EXAMPLES.join(' · ')}.`,
      'You can also drop a tradebook here as a CSV file. /help lists the commands.',
    ),
    buttons: [near.map((word) => button(`/${word}`, { do: 'run', command: word, args: [] }))].filter(
      (row) => row.length > 0,
    ),
  };
}
