import { isCalendarDate } from '../core/platform/index.ts';
import type { ImportPreview } from '../core/portfolio/index.ts';
import { button, type Button, type ChatReply } from './chat-reply.ts';
import type { Call } from './command.ts';
import { bold, lines } from './text/lines.ts';
import { count } from './text/numbers.ts';
import { type Cell, type Column, table } from './text/table.ts';
import { day } from './text/times.ts';

const ROWS_SHOWN = 8;
const REASONS_SHOWN = 4;
const PORTFOLIOS_OFFERED = 6;
const NOTES_SHOWN = 4;
const SHARES_SHOWN = 6;

type Question = ImportPreview['questions'][number];
/** What a file does not say, as a person told it. */
export type FileAnswers = Partial<Record<Question['field'], string>>;

/** Under which name the questions of a file are asked one by one. */
export const ANSWERS_DIALOGUE = 'import_answers';

interface ImportAim {
  /** The portfolio that the caption named. */
  target: string | null;
  answers?: FileAnswers;
}

/** What was read of a file, what it does not say with the answers that count, and the buttons that import it. */
export async function importCard(
  call: Call,
  preview: ImportPreview,
  { target, answers = {} }: ImportAim,
): Promise<ChatReply> {
  const invalid = preview.invalid_rows;
  const isUndated = preview.questions.some(({ field }) => field === 'date_order');
  const nothing = preview.valid_rows === 0 && !isUndated;
  const told = Object.fromEntries(
    preview.questions.map(({ field, likely }) => [field, answers[field] ?? likely]),
  ) as FileAnswers;
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
      ...proofLines(preview),
      ...notesOf(preview),
      preview.valid_rows === 0 ? null : firstRows(preview),
      ...questionLines(preview, told),
      ...problems(preview),
      ...leftOut(preview),
      preview.unmapped_columns.length > 0
        ? `Unused columns: ${preview.unmapped_columns.slice(0, 8).join(', ')}`
        : null,
      nothing ? 'The file has nothing to import.' : null,
    ),
    buttons: nothing ? [] : await choices(call, preview, target, told),
  };
}

/** Why the file is offered the portfolio of a connection. */
function recognisedIn({ portfolio, executions, holdings }: NonNullable<ImportPreview['recognised']>): string {
  return executions > 0
    ? `${portfolio}, which syncs with a broker, already has ${count(executions, 'trade')} of this file.`
    : `${portfolio}, which syncs with a broker, already has ${count(holdings, 'holding')} of this file.`;
}

/** One press imports exactly what was shown, by its id, into the portfolio on the button. */
async function choices(
  call: Call,
  preview: ImportPreview,
  target: string | null,
  told: FileAnswers,
): Promise<Button[][]> {
  const into = (portfolio: string | null, label: string): Button =>
    button(label, {
      do: 'confirm',
      name: 'commit_import',
      payload: { import_id: preview.import_id, ...(portfolio === null ? {} : { portfolio }), ...told },
    });
  const cancel = button('✗ Cancel', {
    do: 'confirm',
    name: 'discard_import',
    payload: { import_id: preview.import_id },
  });
  const asked =
    preview.questions.length === 0
      ? []
      : [
          [
            button('✎ Change the answers', {
              do: 'enter',
              dialogue: ANSWERS_DIALOGUE,
              args: { import_id: preview.import_id, ...(target === null ? {} : { target }) },
            }),
          ],
        ];
  if (target !== null) return [[into(target, `✓ Import into ${target}`)], ...asked, [cancel]];
  const own = portfoliosIn(preview);
  const others = (await call.world.portfolios())
    .filter((name) => name !== preview.portfolio)
    .slice(0, PORTFOLIOS_OFFERED);
  const first = own.length > 0 ? into(null, '✓ Import') : into(null, `✓ Import into ${preview.portfolio}`);
  return [[first], ...others.map((name) => [into(name, `✓ Import into ${name}`)]), ...asked, [cancel]];
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

/** The file's own amounts and totals beside what was read. */
function proofLines({ proof, realised }: ImportPreview): (string | null)[] {
  const { amounts_compared: compared, amounts_differing: differing, totals } = proof;
  const wrong = totals.filter(({ agrees }) => !agrees);
  return [
    ...realisedLines(realised),
    compared === 0
      ? null
      : differing === 0
        ? `✓ ${compared === 1 ? 'The amount agrees' : `All ${count(compared, 'amount')} agree`} with quantity × price.`
        : `⚠ ${differing.toLocaleString('en-IN')} of ${count(compared, 'amount')} ${differing === 1 ? 'differs' : 'differ'} from quantity × price.`,
    ...proof.differing_rows
      .slice(0, REASONS_SHOWN)
      .map(({ row, stated, read }) => `Row ${row}: the file says ${stated}, it comes to ${read}`),
    totals.length === 0
      ? null
      : wrong.length === 0
        ? `✓ ${totals.length === 1 ? 'The total agrees' : `All ${count(totals.length, 'total')} agree`} with what was read.`
        : `⚠ ${wrong.length.toLocaleString('en-IN')} of ${count(totals.length, 'total')} ${wrong.length === 1 ? 'differs' : 'differ'} from what was read.`,
    ...wrong
      .slice(0, REASONS_SHOWN)
      .map(({ what, stated, read }) => `${what}: the file says ${stated}, it comes to ${read}`),
  ];
}

/** Realised gains of a report beside ours; those that differ, each with the first reason. */
function realisedLines(realised: ImportPreview['realised']): string[] {
  if (realised === null) return [];
  const { portfolio, compared, differing, shares } = realised;
  if (portfolio === null)
    return [
      'No portfolio has sold any of these shares. Import the tradebook of the same period first, then send this file again.',
    ];
  if (differing === 0)
    return [`✓ Realised gains of all ${count(compared, 'share')} agree with ${portfolio}.`];
  const shown = shares.filter(({ agrees }) => !agrees).slice(0, SHARES_SHOWN);
  return [
    `⚠ Realised gains of ${differing.toLocaleString('en-IN')} of ${count(compared, 'share')} differ from ${portfolio}.`,
    ...shown.map(
      ({ symbol, profit, reasons }) =>
        `${symbol}: ${profit.report} in the report, ${profit.own ?? 'unknown'} in Munim. ${reasons[0]?.message ?? ''}`,
    ),
    ...(differing > shown.length ? [`and ${(differing - shown.length).toLocaleString('en-IN')} more`] : []),
  ];
}

function notesOf({ notes }: ImportPreview): string[] {
  return notes.slice(0, NOTES_SHOWN).map((note) => `• ${note}`);
}

const SAID: Readonly<Record<Question['field'], (answer: string) => string>> = {
  currency: (answer) => `Currency: ${answer}`,
  default_asset_class: (answer) => `Asset class: ${answer}`,
  date_order: (answer) => `Dates: ${DATE_ORDERS[answer] ?? answer}`,
};
const DATE_ORDERS: Readonly<Record<string, string>> = {
  dmy: 'day first (05/03 is 5 March)',
  mdy: 'month first (05/03 is May 3)',
};

function questionLines({ questions }: ImportPreview, told: FileAnswers): (string | null)[] {
  if (questions.length === 0) return [];
  return [
    '',
    'The file does not say these. Check them before you import:',
    ...questions.map(({ field, rows }) => `${SAID[field](told[field] ?? '')} · ${count(rows, 'row')}`),
  ];
}
