import { descriptionOf } from '../../../core/chat/index.ts';
import { type JournalStory, MOST_NOTES, type Mode, MODES } from '../../../core/options/index.ts';
import { Problem } from '../../../core/platform/index.ts';
import { type Argument, choice, optional, WrongArgument, words } from '../../arguments.ts';
import { button, type ChatReply, refresh, rows } from '../../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../../command.ts';
import { usage } from '../../runner.ts';
import { closest } from '../../suggest.ts';
import { bold, code, inline, lines } from '../../text/lines.ts';
import {
  emptyJournal,
  journalList,
  journalStory,
  noSignal,
  savedNote,
  signalText,
  tradeLabel,
} from '../../text/options/journal.ts';
import { namedActor, signed } from '../signed.ts';

const LATEST = 10;
/** Typed in place of a note, it deletes the one that is there. */
const NONE = '-';
const SAVE = 'journal_note';

/** The tag of a trade, as the process names it. */
const tag: Argument<string> = {
  placeholder: 'TAG',
  optional: false,
  rest: false,
  question: 'Which trade?',
  parse(word) {
    if (/^[\w.:/-]{1,80}$/.test(word)) return word;
    throw new WrongArgument(`"${word}" does not look like the tag of a trade.`, {
      plainly: 'That does not look like the tag of a trade.',
    });
  },
};

/** Nothing of that tag: the nearest ones, by the way they are written. */
async function unknownTag(row: Command, given: string, call: Call): Promise<ChatReply> {
  const tags = await call.core.options.journal.tags(call.who.userId);
  const found = tags.find((one) => one.toLowerCase() === given.toLowerCase());
  const near = found === undefined ? closest(given, tags) : [found];
  if (near.length === 0)
    return usage(row, `There is no trade ${given} in the journal. /journal lists the latest.`);
  const { text } = usage(
    row,
    `There is no trade ${given} in the journal. Did you mean ${near.join(' or ')}?`,
  );
  return { text, buttons: near.map((one) => [showTrade(one)]) };
}

const showTrade = (one: string, label = one, mode?: Mode) =>
  button(label, {
    do: 'run',
    command: 'journal',
    args: mode === undefined ? [one] : [one, mode],
    fresh: true,
  });

/** The trades of one tag, the most real first. */
const modesOf = ({ mode, other_modes }: JournalStory): Mode[] =>
  MODES.filter((one) => one === mode || other_modes.includes(one));

const isUnknown = (error: unknown): boolean => error instanceof Problem && error.code === 'JOURNAL_NOT_FOUND';

const journalCommand: Command = command({
  ...descriptionOf('journal'),
  arguments: { tag: optional(tag), mode: optional(choice(MODES, 'MODE')) },
  async run(call, { tag: given, mode }): Promise<ChatReply> {
    const { journal } = call.core.options;
    if (given === null) {
      const page = await journal.list(call.who.userId, { page: 1, page_size: LATEST });
      if (page.total === 0) return { text: emptyJournal() };
      const buttons = page.items.map((one) =>
        button(tradeLabel(one, page.items), { do: 'run', command: 'journal', args: [one.tag, one.mode] }),
      );
      return { text: journalList(page), buttons: [...rows(buttons, 2), [refresh('journal')]] };
    }
    try {
      const story = await journal.read(call.who.userId, { tag: given, mode: mode ?? undefined });
      return {
        text: journalStory(story),
        buttons: [
          ...story.other_modes.map((other) => [showTrade(given, `The ${other} trade`, other)]),
          [button('All trades', { do: 'run', command: 'journal', args: [] })],
        ],
      };
    } catch (error) {
      if (isUnknown(error)) return await unknownTag(journalCommand, given, call);
      throw error;
    }
  },
});

const noteCommand: Command = command({
  ...descriptionOf('note'),
  arguments: { tag, text: words('text') },
  async run(call, { tag: given, text }): Promise<ChatReply> {
    const { journal } = call.core.options;
    const { userId } = call.who;
    try {
      const story = await journal.read(userId, { tag: given });
      const { mode, operator_notes: before } = story;
      if (text.length > MOST_NOTES)
        return usage(
          noteCommand,
          `A note has at most ${MOST_NOTES.toLocaleString('en-IN')} characters; this one has ${text.length.toLocaleString('en-IN')}.`,
        );
      if (story.other_modes.length > 0) return whichTrade(story, text);
      if (text.trim() === NONE) return deletion(story);
      const { operator_notes: notes } = await journal.saveNotes(
        userId,
        { tag: given, mode },
        text,
        namedActor(call),
      );
      return {
        text: lines(...savedNote(given, notes ?? ''), signed(call)),
        buttons: [
          before === notes ? [] : [saving('↶ Undo', { tag: given, mode }, before)],
          [showTrade(given, 'Show the trade', mode)],
        ].filter((row) => row.length > 0),
      };
    } catch (error) {
      if (isUnknown(error)) return await unknownTag(noteCommand, given, call);
      throw error;
    }
  },
});

const saving = (label: string, trade: { tag: string; mode: Mode }, notes: string | null) =>
  button(label, { do: 'confirm', name: SAVE, payload: { ...trade, notes } });

/** Trades of several modes share the tag: the person chooses whose note it is. */
function whichTrade(story: JournalStory, text: string): ChatReply {
  const { tag: given } = story;
  const notes = text.trim() === NONE ? null : text;
  return {
    text: lines(
      bold(`${modesOf(story).length} trades have the tag ${given}`),
      notes === null ? 'Whose note do you want to delete?' : 'Whose note is it?',
    ),
    buttons: modesOf(story).map((mode) => [saving(mode, { tag: given, mode }, notes)]),
  };
}

function deletion({ tag: given, mode, operator_notes: before }: JournalStory): ChatReply {
  if (before === null) return { text: lines(inline('Trade ', code(given), ' has no note.')) };
  return {
    text: lines(bold(`Delete your note on ${given}?`), before),
    buttons: [
      [
        saving('✓ Delete', { tag: given, mode }, null),
        button('✗ Cancel', { do: 'dismiss', say: 'The note is kept.' }),
      ],
    ],
  };
}

/** Puts a note as it was before, or deletes it. */
const saveNote: Confirmation = {
  name: SAVE,
  async run(call, payload): Promise<ChatReply> {
    const [given, notes] = [String(payload['tag']), payload['notes']];
    const { journal } = call.core.options;
    const { userId } = call.who;
    // A button of before trades had modes names none.
    const asked = { tag: given, mode: MODES.find((one) => one === payload['mode']) };
    const { mode, operator_notes: before } = await journal.read(userId, asked);
    const saved = await journal.saveNotes(
      userId,
      { tag: given, mode },
      typeof notes === 'string' ? notes : null,
      namedActor(call),
    );
    return {
      text:
        saved.operator_notes === null
          ? lines(bold(`Note on ${given} deleted`), signed(call))
          : lines(...savedNote(given, saved.operator_notes), signed(call)),
      buttons:
        saved.operator_notes === null && before !== null
          ? [[saving('↶ Undo', { tag: given, mode }, before)]]
          : [],
    };
  },
};

const explainSignal: Command = command({
  ...descriptionOf('explain_signal'),
  arguments: { strategy: optional(words('strategy')) },
  async run(call, { strategy }): Promise<ChatReply> {
    const { journal } = call.core.options;
    const { userId } = call.who;
    const strategies = await journal.signallingStrategies(userId);
    const named = strategies.find((one) => one.toLowerCase() === strategy?.toLowerCase());
    if (strategy !== null && named === undefined) {
      if (strategies.length === 0) return usage(explainSignal, 'No strategy had a signal lately.');
      const near = closest(strategy, strategies);
      const hint =
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : `Choose from ${strategies.slice(0, 8).join(', ')}.`;
      return usage(explainSignal, `No signal of "${strategy}" was reported lately. ${hint}`);
    }
    const signal = await journal.lastSignal(userId, named ?? null);
    if (signal === null) return { text: noSignal() };
    const others = strategies.filter((one) => one !== signal.strategy).slice(0, 6);
    return {
      text: signalText(signal),
      buttons: [
        ...(signal.tag === null ? [] : [[showTrade(signal.tag, 'Show the trade', signal.mode)]]),
        ...rows(
          others.map((one) => button(one, { do: 'run', command: 'explain_signal', args: [one] })),
          2,
        ),
        [refresh('explain_signal', named === undefined ? [] : [named])],
      ],
    };
  },
});

/** The journal of closed trades, notes on them, and why a signal was taken. */
export const journalCommands: readonly Command[] = [journalCommand, noteCommand, explainSignal];
export const journalConfirmations: readonly Confirmation[] = [saveNote];
