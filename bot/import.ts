import { Readable } from 'node:stream';
import type { Document } from 'grammy/types';
import { isCalendarDate } from '../core/platform/index.ts';
import { type ImportPreview, type ImportResult, soldWithoutPurchase } from '../core/portfolio/index.ts';
import { button, type ChatReply, type Button } from './chat-reply.ts';
import type { Call, Confirmation } from './command.ts';
import { waitingAnswer } from './commands/corporate-actions.ts';
import { receiveTradebook } from './commands/options/index.ts';
import { whileCatchingUp } from './catch-up.ts';
import { closeQuestion, signature } from './callback-queries.ts';
import { type Audience, mayUse, refusalOf } from './roles.ts';
import { bold, lines, plain } from './text/lines.ts';
import { count } from './text/numbers.ts';
import { type Cell, type Column, table } from './text/table.ts';
import { day } from './text/times.ts';

/** Files larger than this cannot be fetched from Telegram; the local chat keeps to the same. */
const LARGEST_FILE = 20 * 1024 * 1024;
const ROWS_SHOWN = 8;
const REASONS_SHOWN = 4;
const PORTFOLIOS_OFFERED = 6;
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
  const asTradebook = await receiveTradebook(call, { name, bytes, caption }, stage);
  if (asTradebook !== null) return asTradebook;
  const target = caption.trim() === '' ? null : caption.trim().slice(0, 80);
  return await showPreview(call, await stage(target), target);
}

async function showPreview(call: Call, preview: ImportPreview, target: string | null): Promise<ChatReply> {
  const invalid = preview.invalid_rows;
  const nothing = preview.valid_rows === 0;
  return {
    text: lines(
      bold(preview.file_name ?? 'The file'),
      `${preview.format_title}, ${count(preview.total_rows, 'row')} of ${preview.type}`,
      [
        `${count(preview.valid_rows, 'row')} can be imported`,
        invalid > 0 ? `${invalid.toLocaleString('en-IN')} with problems` : null,
        preview.excluded_count > 0 ? `${preview.excluded_count.toLocaleString('en-IN')} excluded` : null,
      ]
        .filter((part) => part !== null)
        .join(', '),
      preview.recognised === null ? null : recognisedIn(preview.recognised),
      nothing ? null : firstRows(preview),
      ...problems(preview),
      ...leftOut(preview),
      preview.unmapped_columns.length > 0
        ? `Unused columns: ${preview.unmapped_columns.slice(0, 8).join(', ')}`
        : null,
      nothing ? 'The file has nothing to import.' : null,
    ),
    buttons: nothing ? [] : await choices(call, preview, target),
  };
}

/** Why the file is offered the portfolio of a connection. */
function recognisedIn({ portfolio, executions, holdings }: NonNullable<ImportPreview['recognised']>): string {
  return executions > 0
    ? `${portfolio}, which syncs with a broker, already has ${count(executions, 'trade')} of this file.`
    : `${portfolio}, which syncs with a broker, already has ${count(holdings, 'holding')} of this file.`;
}

/** One press imports exactly what was shown, by its id, into the portfolio on the button. */
async function choices(call: Call, preview: ImportPreview, target: string | null): Promise<Button[][]> {
  const into = (portfolio: string | null, label: string): Button =>
    button(label, {
      do: 'confirm',
      name: 'commit_import',
      payload: { import_id: preview.import_id, ...(portfolio === null ? {} : { portfolio }) },
    });
  const cancel = button('✗ Cancel', {
    do: 'confirm',
    name: 'discard_import',
    payload: { import_id: preview.import_id },
  });
  if (target !== null) return [[into(target, `✓ Import into ${target}`), cancel]];
  const own = portfoliosIn(preview);
  const others = (await call.world.portfolios())
    .filter((name) => name !== preview.portfolio)
    .slice(0, PORTFOLIOS_OFFERED);
  const first = own.length > 0 ? into(null, '✓ Import') : into(null, `✓ Import into ${preview.portfolio}`);
  return [[first], ...others.map((name) => [into(name, `✓ Import into ${name}`)]), [cancel]];
}

/** Portfolios that rows of the file name themselves, as far as the preview shows. */
function portfoliosIn(preview: ImportPreview): string[] {
  const names = preview.preview
    .map((row) => row['portfolio'])
    .filter((name) => typeof name === 'string' && name !== '');
  return [...new Set(names as string[])];
}

const TRANSACTION_COLUMNS: (Column & { field: string })[] = [
  { field: 'date', title: 'Date', isWhole: true },
  { field: 'type', title: 'Type', isOptional: true },
  { field: 'symbol', title: 'Symbol', max: 14 },
  { field: 'quantity', title: 'Qty', align: 'right' },
  { field: 'price', title: 'Price', align: 'right' },
];
const HOLDING_COLUMNS: (Column & { field: string })[] = [
  { field: 'symbol', title: 'Symbol', max: 14 },
  { field: 'asset_class', title: 'Class', max: 14, isOptional: true },
  { field: 'quantity', title: 'Qty', align: 'right' },
  { field: 'avg_buy_price', title: 'Avg', align: 'right' },
];

function firstRows(preview: ImportPreview) {
  const columns = preview.type === 'transactions' ? TRANSACTION_COLUMNS : HOLDING_COLUMNS;
  const good = preview.preview.filter((row) => row['state'] === 'valid').slice(0, ROWS_SHOWN);
  return table(
    columns,
    good.map((row) =>
      columns.map(({ field }) => (field === 'date' ? dateCell(row[field]) : cell(row[field]))),
    ),
  );
}

/** 4 Jan 2021, and in short without the century. */
function dateCell(value: string | number | null | undefined): Cell {
  if (typeof value !== 'string' || !isCalendarDate(value)) return cell(value);
  return { full: day(value), short: day(value).replace(/\d\d(\d\d)$/, '$1') };
}

/** Exact text as it is, without the noughts that a numeric column pads it with. */
function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

function problems({ issue_rows, issue_count }: ImportPreview): (string | null)[] {
  if (issue_rows.length === 0) return [];
  const shown = issue_rows
    .slice(0, REASONS_SHOWN)
    .map(({ row, field, message }) => `Row ${row}, ${field}: ${message}`);
  const more = issue_count - shown.length;
  return ['', 'Problems', ...shown, more > 0 ? `and ${more.toLocaleString('en-IN')} more` : null];
}

/** The reasons for leaving rows out, each with how many rows it took. */
function leftOut({ excluded_reasons, excluded_count }: ImportPreview): (string | null)[] {
  if (excluded_count === 0) return [];
  const shown = excluded_reasons.slice(0, REASONS_SHOWN);
  const more = excluded_count - shown.reduce((sum, { rows }) => sum + rows, 0);
  return [
    '',
    'Excluded',
    ...shown.map(({ reason, rows }) => `${count(rows, 'row')}: ${reason}`),
    more > 0 ? `${count(more, 'row')} for other reasons` : null,
  ];
}

const signed = (call: Call) => {
  const text = signature(call);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

const commitImport: Confirmation = {
  name: 'commit_import',
  async run(call, payload) {
    const portfolio = typeof payload['portfolio'] === 'string' ? payload['portfolio'] : null;
    const request = { import_id: String(payload['import_id']), ...(portfolio === null ? {} : { portfolio }) };
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
    not_valid > 0 ? `${count(not_valid, 'row')} with problems excluded` : null,
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
