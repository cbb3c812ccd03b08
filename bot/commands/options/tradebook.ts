import { descriptionOf } from '../../../core/chat/index.ts';
import { Readable } from 'node:stream';
import { type Reading, type TradebookView } from '../../../core/options/index.ts';
import { Problem, stepOf } from '../../../core/platform/index.ts';
import type { ImportPreview } from '../../../core/portfolio/index.ts';
import { amount } from '../../arguments.ts';
import { symbol } from '../../symbol-argument.ts';
import { date } from '../../date-argument.ts';
import { closeQuestion } from '../../callback-queries.ts';
import { button, type Button, type ChatReply } from '../../chat-reply.ts';
import { type Call, command, type Confirmation } from '../../command.ts';
import { bold, lines, plain } from '../../text/lines.ts';
import { count, money } from '../../text/numbers.ts';
import { settledText, tradebookText } from '../../text/options/tradebook.ts';
import { day } from '../../text/times.ts';
import { namedActor, signed } from '../signed.ts';

const COMMIT = 'commit_tradebook';
const DISCARD = 'discard_tradebook';
const SETTLE = 'settle_expiry';

/** Words of a caption that say something of an F&O tradebook; the others name a portfolio. */
const STRATEGY = /(?:^|\s)strategy[ :=]+([\w.&+-]{1,60})/i;
const BROKERAGE = /(?:^|\s)brokerage[ :=]+₹?(\d{1,5}(?:\.\d{1,2})?)(?=\s|$)/i;

/** The caption of a file: `strategy iron_condor brokerage 15`, each of them optional. */
function captionOf(caption: string): {
  strategy: string | null;
  brokerage: number | null;
  rest: string;
} {
  const strategy = STRATEGY.exec(caption)?.[1] ?? null;
  const brokerage = BROKERAGE.exec(caption)?.[1] ?? null;
  const rest = caption.replace(STRATEGY, ' ').replace(BROKERAGE, ' ').replace(/\s+/g, ' ').trim();
  return { strategy, brokerage: brokerage === null ? null : Number(brokerage), rest };
}

const isTradebook = ({ fills, settlements, issues, other_rows }: Reading): boolean =>
  fills.length + settlements.length > 0 || (issues.length > 0 && other_rows === 0);

/** A file that is no F&O tradebook is refused, if at all, in the words of the portfolio. */
async function readingOf(call: Call, bytes: Buffer, caption: string): Promise<Reading | null> {
  const { strategy, brokerage } = captionOf(caption);
  try {
    const reading = await call.core.options.tradebooks.read(Readable.from([bytes]), {
      ...(strategy === null ? {} : { strategy }),
      brokerage,
    });
    return reading !== null && isTradebook(reading) ? reading : null;
  } catch (error) {
    if (error instanceof Problem && error.code !== 'TRADEBOOK_TOO_LONG') return null;
    throw error;
  }
}

/**
 * An F&O tradebook that was dropped into the chat: shown, and imported on a press. Rows of shares in it go to the portfolio by
 * the same press.
 * @param stage stages the rows of shares, into the portfolio that the rest of the caption names
 * @returns null where it is none, or where its shares alone can be imported now
 */
export async function receiveTradebook(
  call: Call,
  { name, bytes, caption }: { name: string; bytes: Buffer; caption: string },
  stage: (portfolio: string | null) => Promise<ImportPreview>,
): Promise<ChatReply | null> {
  const reading = await readingOf(call, bytes, caption);
  if (reading === null) return null;
  const { tradebooks } = call.core.options;
  let view: TradebookView;
  try {
    view = await tradebooks.preview(call.who.userId, reading);
  } catch (error) {
    // The books of the portfolio do not wait for the options workspace.
    if (error instanceof Problem && error.status === 503 && reading.other_rows > 0) return null;
    throw error;
  }
  const { rest } = captionOf(caption);
  const shares = reading.other_rows > 0 ? await stage(rest === '' ? null : rest) : null;
  const equity = shares !== null && shares.valid_rows > 0 ? shares : null;
  const hasNew = view.fills.new > 0 || reading.settlements.length > 0;
  if (!hasNew && equity === null)
    return { text: lines(tradebookText(name, view), '', 'Nothing new to import.') };
  const id = await tradebooks.keep(call.who.userId, reading, name);
  const portfolio = rest === '' ? (equity?.portfolio ?? null) : rest;
  return {
    text: lines(
      tradebookText(name, view),
      equity === null
        ? null
        : `${count(equity.valid_rows, 'row')} of shares and funds can be imported into ${portfolio ?? 'their portfolios'}.`,
      '',
      hasNew && reading.fills.length > 0
        ? `Strategy: ${reading.fills[0]?.fill.strategy ?? ''}. To use another, send the file again with the caption “strategy NAME”.`
        : null,
    ),
    buttons: choices({ id, equity, portfolio }),
  };
}

function choices({
  id,
  equity,
  portfolio,
}: {
  id: string;
  equity: ImportPreview | null;
  portfolio: string | null;
}): Button[][] {
  const one = (label: string, payload: Record<string, string>): Button =>
    button(label, { do: 'confirm', name: COMMIT, payload: { id, ...payload } });
  const cancel = button('✗ Cancel', {
    do: 'confirm',
    name: DISCARD,
    payload: { id, ...(equity === null ? {} : { import_id: equity.import_id }) },
  });
  if (equity === null) return [[one('✓ Import', {}), cancel]];
  const both = { import_id: equity.import_id, ...(portfolio === null ? {} : { portfolio }) };
  return [[one('✓ Import F&O and shares', both)], [one('✓ F&O only', {}), cancel]];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const commitTradebook: Confirmation = {
  name: COMMIT,
  async run(call, payload) {
    await closeQuestion(call);
    const { tradebooks } = call.core.options;
    const view: TradebookView = await tradebooks.commitKept(
      call.who.userId,
      String(payload['id']),
      namedActor(call),
    );
    const shares = await importShares(call, textOf(payload['import_id']), textOf(payload['portfolio']));
    return {
      text: lines(
        tradebookText('F&O tradebook', view),
        shares,
        view.trades.closed + view.trades.open + view.trades.unknown > 0 ? '/journal has the trades.' : null,
        signed(call),
      ),
    };
  },
};

/** The rows of shares of the same file. What goes wrong here leaves the tradebook imported, and is said. */
async function importShares(
  call: Call,
  importId: string | null,
  portfolio: string | null,
): Promise<string | null> {
  if (importId === null) return null;
  try {
    const { imported, symbols } = await call.core.portfolio.imports.commit(
      call.who.userId,
      { import_id: importId, ...(portfolio === null ? {} : { portfolio }) },
      stepOf(call.actor, 'shares'),
    );
    return imported === 0
      ? 'The rows of shares and funds were there already.'
      : `${count(imported, 'row')} of shares and funds imported${portfolio === null ? '' : ` into ${portfolio}`}, ${count(symbols, 'symbol')}: /complete_status`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `The rows of shares and funds were not imported: ${error.detail}`;
  }
}

const discardTradebook: Confirmation = {
  name: DISCARD,
  async run(call, payload) {
    await closeQuestion(call);
    await call.core.options.tradebooks.discard(call.who.userId, String(payload['id']));
    const shares = textOf(payload['import_id']);
    if (shares !== null) await call.core.portfolio.imports.discard(call.who.userId, shares);
    return { text: plain(`Not imported. ${signed(call)}`) };
  },
};

const settlement = command({
  ...descriptionOf('settlement'),
  arguments: { underlying: symbol(), expiry: date(), price: amount('price') },
  run: async (_call, { underlying, expiry, price }): Promise<ChatReply> => ({
    text: lines(bold('Is this right?'), `${underlying} settled at ${money(price)} on ${day(expiry)}`),
    buttons: [
      [
        button('✓ Settle', { do: 'confirm', name: SETTLE, payload: { underlying, expiry, price } }),
        button('✗ Cancel', { do: 'dismiss', say: 'Nothing changed.' }),
      ],
    ],
  }),
});

const settleExpiry: Confirmation = {
  name: SETTLE,
  async run(call, { underlying, expiry, price }) {
    await closeQuestion(call);
    const settled = await call.core.options.tradebooks.settle(
      call.who.userId,
      { underlying: String(underlying), expiry: String(expiry), price: Number(price) },
      namedActor(call),
    );
    return { text: lines(settledText(settled), signed(call)) };
  },
};

export const tradebookCommands = [settlement];
export const tradebookConfirmations: Confirmation[] = [commitTradebook, discardTradebook, settleExpiry];
