import { createReadStream } from 'node:fs';
import path from 'node:path';
import { dayInWords } from '../../platform/index.ts';
import { needTradebook } from './read-tradebook.ts';
import type { Tradebooks } from './tradebook-service.ts';
import type { TradebookView } from './tradebook-view.ts';

/** What `npm run import-tradebook` says beyond its own usage. */
export const TRADEBOOK_HELP = [
  '  Reads the F&O tradebook of Zerodha, or a CSV with the columns date, time, side, quantity, price and symbol',
  '  (or underlying, expiry, strike and instrument). Each fill is imported once, even if it is in several files.',
  '  --strategy NAME   the strategy of these trades (default: tradebook)',
  '  --brokerage 20    rupees per executed order, instead of the table of charges',
  '  --preview         shows the result and imports nothing',
];

interface TradebookWords {
  file: string;
  strategy?: string;
  brokerage?: number;
  isPreview: boolean;
}

/** The words of the command line, or null where they make no sense. */
export function tradebookWords(args: readonly string[]): TradebookWords | null {
  const words: Partial<TradebookWords> & { isPreview: boolean } = { isPreview: false };
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    const next = args[at + 1];
    if (word === '--preview') words.isPreview = true;
    else if (word === '--strategy' && next !== undefined && /^\w[\w .&+-]{0,59}$/.test(next)) {
      words.strategy = next;
      at += 1;
    } else if (word === '--brokerage' && next !== undefined && /^\d{1,5}(?:\.\d{1,2})?$/.test(next)) {
      words.brokerage = Number(next);
      at += 1;
    } else if (!word.startsWith('-') && words.file === undefined) words.file = word;
    else return null;
  }
  const { file } = words;
  return file === undefined ? null : { ...words, file };
}

const MOST_NAMED = 20;

/**
 * Imports an F&O tradebook, or shows what it comes to.
 * @returns whether every row was read
 */
export async function importTradebook(
  tradebooks: Tradebooks,
  userId: string,
  { file, strategy, brokerage, isPreview }: TradebookWords,
  { say, complain }: { say: (text: string) => void; complain: (text: string) => void },
): Promise<boolean> {
  const reading = needTradebook(
    await tradebooks.read(createReadStream(file), {
      ...(strategy === undefined ? {} : { strategy }),
      ...(brokerage === undefined ? {} : { brokerage }),
    }),
  );
  const view = isPreview
    ? await tradebooks.preview(userId, reading)
    : await tradebooks.commit(userId, reading, {
        name: path.basename(file),
        actor: { actor: 'command:import-tradebook' },
      });
  for (const line of wordsOf(view)) say(line);
  for (const { row, message } of view.issues.slice(0, MOST_NAMED)) complain(`Row ${row}: ${message}`);
  if (view.issue_count > MOST_NAMED) complain(`and ${view.issue_count - MOST_NAMED} more rows`);
  for (const { tag, message } of view.refused) complain(`${tag ?? 'A trade'}: ${message}`);
  return view.issue_count + view.refused.length === 0;
}

const rupees = (value: number | null): string =>
  value === null
    ? 'unknown'
    : value.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function wordsOf(view: TradebookView): string[] {
  const { fills, trades, gross, costs, net } = view;
  return [
    `${fills.new} new fills, ${fills.known} imported before, ${view.issue_count} rows with problems.`,
    `${trades.closed} closed trades, ${trades.open} open, ${trades.unknown} expired with an unknown result.`,
    ...(net === null ? [] : [`Rupees: gross ${rupees(gross)}, costs ${rupees(costs)}, net ${rupees(net)}.`]),
    ...(view.other_rows > 0
      ? [`${view.other_rows} rows of shares and funds belong to the portfolio import.`]
      : []),
    ...view.excluded.map(({ reason, rows }) => `${rows} rows excluded: ${reason}`),
    ...view.unsettled.map(
      ({ underlying, expiry }) =>
        `${underlying} of ${dayInWords(expiry)} expired without a closing fill. In chat: /settlement ${underlying} ${expiry} PRICE`,
    ),
    ...(view.is_imported ? [] : ['Nothing was imported: this is a preview.']),
  ];
}
