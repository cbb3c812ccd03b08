import { Readable } from 'node:stream';
import type { Document } from 'grammy/types';
import { Problem } from '../core/platform/index.ts';
import {
  type CommitInput,
  type ImportPreview,
  type ImportResult,
  soldWithoutPurchase,
} from '../core/portfolio/index.ts';
import { button, type ChatReply } from './chat-reply.ts';
import type { Call, Confirmation } from './command.ts';
import { waitingAnswer } from './commands/corporate-actions.ts';
import { receiveTradebook } from './commands/options/index.ts';
import { whileCatchingUp } from './catch-up.ts';
import { closeQuestion, signature } from './callback-queries.ts';
import { importCard } from './import-card.ts';
import { type Audience, mayUse, refusalOf } from './roles.ts';
import { bold, lines, plain } from './text/lines.ts';
import { count } from './text/numbers.ts';

/** Files larger than this cannot be fetched from Telegram; the local chat keeps to the same. */
const LARGEST_FILE = 20 * 1024 * 1024;
/** Under which name the password of a file is asked for. */
export const PASSWORD_DIALOGUE = 'file_password';
/** Under which name a file of prices, or a list of an exchange, is shown and imported. */
export const MARKET_FILE_DIALOGUE = 'market_file';
/** A file changes the books. */
const IMPORT: Audience = { changes: true };

/** A file that was dropped into the chat: staged, shown, and imported on a press. The caption may name a portfolio. */
export async function receiveFile(
  call: Call,
  document: Document,
  caption: string,
  read: (fileId: string) => Promise<Buffer>,
): Promise<ChatReply> {
  if (!mayUse(call.who.role, IMPORT)) return { text: plain(refusalOf(call.who.role, IMPORT, 'import')) };
  const name = document.file_name ?? 'file';
  if ((document.file_size ?? 0) > LARGEST_FILE) {
    return {
      text: plain(`${name} is larger than 20 MB. Import it on the dashboard, which accepts larger files.`),
    };
  }
  const bytes = await read(document.file_id);
  const stage = async (portfolio: string | null): Promise<ImportPreview> =>
    await call.core.portfolio.imports.stage(call.who.userId, Readable.from([bytes]), {
      file_name: name,
      portfolio: portfolio ?? undefined,
    });
  try {
    const asTradebook = await receiveTradebook(call, { name, bytes, caption }, stage);
    if (asTradebook !== null) return asTradebook;
    const target = caption.trim() === '' ? null : caption.trim().slice(0, 80);
    return await importCard(call, await stage(target), { target });
  } catch (error) {
    const code = error instanceof Problem ? error.code : null;
    const args = { file_id: document.file_id, name, caption };
    // Exchanges pack their files.
    if (code === 'MARKET_DATA_FILE' || (code === 'CSV_IS_ARCHIVE' && /\.zip$/i.test(name)))
      return {
        text: plain(`${name} is a file of market data.`),
        enter: { dialogue: MARKET_FILE_DIALOGUE, args },
      };
    if (code !== 'PDF_PASSWORD_NEEDED') throw error;
    return {
      text: plain(`${name} is protected by a password.`),
      enter: { dialogue: PASSWORD_DIALOGUE, args },
    };
  }
}

const signed = (call: Call) => {
  const text = signature(call);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

/** What the card of a file asked, and its button answers. */
const ANSWERS = ['currency', 'default_asset_class', 'date_order'] as const;

const commitImport: Confirmation = {
  name: 'commit_import',
  async run(call, payload) {
    const portfolio = typeof payload['portfolio'] === 'string' ? payload['portfolio'] : null;
    const request: CommitInput = {
      import_id: String(payload['import_id']),
      ...(portfolio === null ? {} : { portfolio }),
      ...Object.fromEntries(
        ANSWERS.flatMap((field) => (payload[field] === undefined ? [] : [[field, payload[field]]])),
      ),
    };
    const begun = call.core.clock.now();
    const result = await call.core.portfolio.imports.commit(call.who.userId, request, call.actor);
    const show = (label: string, command: string) =>
      button(label, { do: 'run', command, args: [], fresh: true });
    const views = [
      show('Status', 'complete_status'),
      show('Chart', 'chart'),
      show('Against NIFTY', 'benchmark'),
    ];
    // As long as nothing was built on it, the whole file can be taken back.
    const back =
      result.imported === 0
        ? []
        : [
            [
              button('↶ Undo the import', {
                do: 'run',
                command: 'imports',
                args: [request.import_id],
                fresh: true,
              }),
            ],
          ];
    const head = [
      bold(result.imported === 0 ? 'Nothing new in this file' : 'Imported'),
      ...told(result, portfolio),
      result.corporate_actions !== null && result.corporate_actions.applied > 0
        ? `${count(result.corporate_actions.applied, 'corporate action')} applied: /actions decided`
        : null,
      signed(call),
    ];
    const answer = async (more: string | null): Promise<ChatReply> => {
      const asked = more !== null || (result.corporate_actions?.open ?? 0) > 0;
      const { open } = asked ? await call.core.corporateActions.list(call.who.userId) : { open: [] };
      const said = [...head, more];
      if (open.length === 0) return { text: lines(...said), buttons: [views, ...back] };
      const waiting = waitingAnswer(open);
      return {
        text: lines(...said, '', waiting.text),
        buttons: [...(waiting.buttons ?? []), views, ...back],
      };
    };
    return result.imported === 0 ? await answer(null) : await whileCatchingUp(call, begun, answer);
  },
};

function told(result: ImportResult, portfolio: string | null): (string | null)[] {
  const { already_recorded, repeated_in_file, not_valid } = result.skipped_reasons;
  return [
    result.imported === 0
      ? null
      : `${count(result.imported, 'row')}${portfolio === null ? '' : ` into ${portfolio}`}, ${count(result.symbols, 'symbol')}`,
    already_recorded > 0 ? `${count(already_recorded, 'row')} already recorded` : null,
    repeated_in_file > 0 ? `${count(repeated_in_file, 'duplicate row')} in the file` : null,
    not_valid > 0
      ? `${count(not_valid, 'row')} with problems kept: correct ${not_valid === 1 ? 'it' : 'them'} on the Import page, or see /imports`
      : null,
    soldWithoutPurchase(result.unmatched_symbols),
  ];
}

const discardImport: Confirmation = {
  name: 'discard_import',
  async run(call, payload) {
    await closeQuestion(call);
    await call.core.portfolio.imports.discard(call.who.userId, String(payload['import_id']));
    return { text: plain(`Not imported. ${signed(call)}`) };
  },
};

export const importConfirmations: Confirmation[] = [commitImport, discardImport];
