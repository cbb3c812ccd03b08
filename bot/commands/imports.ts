import { descriptionOf } from '../../core/chat/index.ts';
import { type Argument, choice, optional, WrongArgument } from '../arguments.ts';
import { button, type Button, type ChatReply, pager, refresh, rows } from '../chat-reply.ts';
import { type Call, command, type Command, type Confirmation } from '../command.ts';
import { importsText, undecidedRowsText, undoImportText } from '../text/imports.ts';
import { bold, lines } from '../text/lines.ts';
import { count } from '../text/numbers.ts';
import { signed } from './signed.ts';

const A_PAGE = 6;
const UNDO_IN_A_ROW = 3;
const ROWS_SHOWN = 8;

/** The number of an import, as a button knows it. */
const importId: Argument<string> = {
  placeholder: 'import',
  question: 'Which import?',
  optional: false,
  rest: false,
  parse(words) {
    if (!/^\d{1,18}$/.test(words))
      throw new WrongArgument(`${words} is no import. Choose one from /imports.`);
    return words;
  },
};

/** What undoing an import would do, with the button that does it. */
export async function importUndoAnswer(
  { core, who }: Pick<Call, 'core' | 'who'>,
  id: string,
): Promise<ChatReply> {
  const undo = await core.portfolio.imports.undoPreview(who.userId, id);
  const payload = { import_id: id, digest: undo.digest };
  return {
    text: undoImportText(undo),
    buttons: undo.can_undo
      ? [
          [
            button('✓ Undo the import', { do: 'confirm', name: 'undo_import', payload }),
            button('✗ Keep it', { do: 'dismiss', say: 'Kept.' }),
          ],
        ]
      : [],
  };
}

/** The rows of an import that could not be read: the first of them with their reasons, and all as a file. */
async function undecidedAnswer({ core, who }: Call, id: string): Promise<ChatReply> {
  const { undecided } = core.portfolio.imports;
  const { items, total } = await undecided.list(who.userId, id, { page_size: ROWS_SHOWN });
  const text = undecidedRowsText(items, total);
  if (total === 0) return { text };
  const pieces: Buffer[] = [];
  for await (const piece of await undecided.csv(who.userId, id)) pieces.push(Buffer.from(piece));
  return { text, file: { name: `import-${id}-to-correct.csv`, bytes: Buffer.concat(pieces) } };
}

const imports: Command = command({
  ...descriptionOf('imports'),
  arguments: { import: optional(importId), show: optional(choice(['rows'])) },
  async run(call, { import: id, show }): Promise<ChatReply> {
    const { core, who, page } = call;
    if (id !== null && show === 'rows') return await undecidedAnswer(call, id);
    if (id !== null) return await importUndoAnswer(call, id);
    const { items, total } = await core.portfolio.imports.list(who.userId, {
      page: page + 1,
      page_size: A_PAGE,
    });
    const from = page * A_PAGE;
    const undo = items.flatMap((one, at): Button[] =>
      one.status === 'UNDONE' || one.imported === 0
        ? []
        : [
            button(`↶ Undo ${from + at + 1}`, {
              do: 'run',
              command: 'imports',
              args: [one.import_id],
              fresh: true,
            }),
          ],
    );
    const toCorrect = items.flatMap((one, at): Button[] =>
      one.undecided === 0
        ? []
        : [
            button(`✎ Rows to correct in ${from + at + 1}`, {
              do: 'run',
              command: 'imports',
              args: [one.import_id, 'rows'],
              fresh: true,
            }),
          ],
    );
    return {
      text: importsText(items, { from, total }),
      buttons: [
        ...rows(toCorrect, 1),
        ...rows(undo, UNDO_IN_A_ROW),
        pager('imports', [], { page, pages: Math.ceil(total / A_PAGE) }),
        [refresh('imports', [], page)],
      ].filter((row) => row.length > 0),
    };
  },
});

const undoImport: Confirmation = {
  name: 'undo_import',
  async run(call, payload) {
    const { removed, restored } = await call.core.portfolio.imports.undo(
      call.who.userId,
      String(payload['import_id']),
      { digest: String(payload['digest']) },
      call.actor,
    );
    return {
      text: lines(
        bold('Import undone'),
        `${count(removed, 'row')} removed${restored > 0 ? `, ${count(restored, 'row')} brought back` : ''}.`,
        signed(call),
      ),
      buttons: [[button('Status', { do: 'run', command: 'complete_status', args: [], fresh: true })]],
    };
  },
};

export const importCommands: readonly Command[] = [imports];
export const undoImportConfirmation = undoImport;
