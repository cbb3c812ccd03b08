import { priceInterval } from './price-interval.ts';
import { descriptionOf } from '../../core/chat/index.ts';
import { amount, asked, choice, optional, portfolio, type ArgumentContext } from '../arguments.ts';
import { symbol } from '../symbol-argument.ts';
import { button, type ChatReply } from '../chat-reply.ts';
import { date } from '../date-argument.ts';
import { command, type Call, type Command, type Confirmation } from '../command.ts';
import { signature } from '../callback-queries.ts';
import { usage } from '../runner.ts';
import { bold, inline, lines } from '../text/lines.ts';
import { count, money, quantity as units } from '../text/numbers.ts';
import { day } from '../text/times.ts';
import { Decimal } from '../../core/platform/index.ts';
import { RECORDED_TYPES, type TransactionType } from '../../core/portfolio/index.ts';

/** A transaction as a person describes it; what is missing is asked for. */
interface Draft {
  type: TransactionType;
  symbol: string;
  quantity: number;
  /** Null for what has none: a split, and units whose cost is not known. */
  price: number | null;
  date: string;
  portfolio: string | null;
}

export const DRAFT_ARGUMENTS = {
  type: choice(RECORDED_TYPES, 'BUY|SELL|…'),
  symbol: symbol({ listed: true }),
  quantity: amount('quantity', { units: true }),
  price: amount('price', { zero: true }),
  date: date(),
  portfolio: portfolio({ known: false }),
};

/** What moves money has a price; a purchase at nought is a bonus share. */
const MOVES_MONEY: ReadonlySet<TransactionType> = new Set(['DIVIDEND', 'CASH_IN', 'CASH_OUT']);

/** A split moves no money, and what units cost that a TRANSFER_IN brings is not known. */
export const hasPrice = (type: TransactionType): boolean => type !== 'SPLIT' && type !== 'TRANSFER_IN';

export const priceOf = (type: TransactionType) =>
  MOVES_MONEY.has(type) ? amount('price') : DRAFT_ARGUMENTS.price;

const addTransaction: Command = command({
  ...descriptionOf('add_transaction'),
  arguments: {
    type: asked(DRAFT_ARGUMENTS.type),
    symbol: asked(DRAFT_ARGUMENTS.symbol),
    quantity: asked(DRAFT_ARGUMENTS.quantity),
    price: asked(DRAFT_ARGUMENTS.price),
    date: asked(DRAFT_ARGUMENTS.date),
    portfolio: optional(DRAFT_ARGUMENTS.portfolio),
  },
  async run(call, { type, symbol: ticker, quantity, price, date: on, portfolio: into }) {
    if (type !== null && price === 0 && MOVES_MONEY.has(type))
      return usage(addTransaction, `The price must be above zero for ${type}.`);
    if (type === 'TRANSFER_IN' && price !== null && price !== 0)
      return usage(addTransaction, 'A TRANSFER_IN has price 0. If you know the cost, record a BUY.');
    if (type !== null && ticker !== null && quantity !== null && price !== null && on !== null) {
      return await confirmDraft(call, { type, symbol: ticker, quantity, price, date: on, portfolio: into });
    }
    const given = { type, symbol: ticker, quantity, price, date: on, portfolio: into };
    const known = Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : [[name, String(value)]],
    );
    return {
      text: lines(bold('New transaction'), 'I ask one question at a time. /cancel stops.'),
      enter: { dialogue: 'add_transaction', args: Object.fromEntries(known) as Record<string, string> },
    };
  },
});

/** The portfolio a transaction goes to when nobody said: the only one there is, or one where the symbol is held. */
async function usualPortfolio(world: ArgumentContext, ticker: string): Promise<string | null> {
  const names = await world.portfolios();
  if (names.length === 0) return 'Main';
  if (names.length === 1) return names[0] ?? null;
  const holding = new Set(
    (await world.holdings()).filter((held) => held.symbol === ticker).map((held) => held.portfolio),
  );
  return holding.size === 1 ? ([...holding][0] ?? null) : null;
}

/** Shows a draft as it would be recorded, with the buttons that record or drop it. */
export async function confirmDraft(call: Call, draft: Draft): Promise<ChatReply> {
  const into = draft.portfolio ?? (await usualPortfolio(call.world, draft.symbol));
  const words = [draft.type, draft.symbol, String(draft.quantity), String(draft.price ?? 0), draft.date];
  if (into === null) {
    const names = await call.world.portfolios();
    return {
      text: bold('Which portfolio?'),
      buttons: names.map((name) => [
        button(name, { do: 'run', command: 'add_transaction', args: [...words, name] }),
      ]),
    };
  }
  const isNew = !(await call.world.portfolios()).some((name) => name.toLowerCase() === into.toLowerCase());
  const currency = await currencyOf(call, draft.symbol, into);
  const price = hasPrice(draft.type) ? draft.price : null;
  const input = { ...draft, price, portfolio: into, currency };
  return {
    text: lines(
      bold('Record this?'),
      describe(input),
      `${day(draft.date)}, into ${into}${isNew ? ' (a new portfolio)' : ''}`,
      !hasPrice(draft.type)
        ? null
        : `Amount ${money(new Decimal(draft.quantity).times(draft.price ?? 0).toNumber(), currency)}`,
    ),
    buttons: [
      [
        button('✓ Record', { do: 'confirm', name: 'add_transaction', payload: input }),
        button('✗ Cancel', { do: 'dismiss', say: 'Not recorded.' }),
      ],
    ],
  };
}

async function currencyOf(call: Call, ticker: string, portfolioName: string): Promise<string> {
  const held = await call.core.portfolio.holdings.ofSymbol(call.who.userId, ticker);
  if (held[0] !== undefined) return held[0].currency;
  const found = await call.core.portfolio.portfolios.findByName(call.who.userId, portfolioName);
  return found?.base_currency ?? 'INR';
}

function describe(one: {
  type: string;
  symbol: string;
  quantity: number;
  price: number | null;
  currency: string;
}): string {
  if (one.type === 'SPLIT') return `SPLIT ${one.symbol}: ${units(one.quantity)} new for each old share`;
  if (one.type === 'TRANSFER_IN') return `TRANSFER_IN ${units(one.quantity)} ${one.symbol}, cost unknown`;
  return `${one.type} ${units(one.quantity)} ${one.symbol} at ${money(one.price, one.currency)}`;
}

const signed = (call: Call) => capital(signature(call));
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const recordTransaction: Confirmation = {
  name: 'add_transaction',
  async run(call, payload) {
    const { type, symbol: ticker, quantity, price, date: on, portfolio: into, currency } = payload;
    const body = { type, symbol: ticker, quantity, price, date: on, portfolio: into, currency };
    const made = await call.core.portfolio.transactions.create(call.who.userId, body, call.actor, 'CHAT');
    const was = `${describe(made)}\n${day(made.date)}, in ${made.portfolio}`;
    return {
      text: lines(bold('Recorded'), was, signed(call)),
      buttons: [
        [button('↶ Undo', { do: 'confirm', name: 'undo_transaction', payload: { id: made.id, was } })],
      ],
    };
  },
};

const undoTransaction: Confirmation = {
  name: 'undo_transaction',
  async run(call, payload) {
    await call.core.portfolio.transactions.remove(call.who.userId, String(payload['id']), call.actor);
    return { text: lines(bold('Undone'), String(payload['was']), signed(call)) };
  },
};

const removeSymbol: Command = command({
  ...descriptionOf('remove_symbol'),
  arguments: { symbol: symbol(), portfolio: optional(portfolio()) },
  async run(call, { symbol: ticker, portfolio: from }) {
    const places = await placesOf(call, ticker);
    const chosen = from === null ? places : places.filter((place) => place.portfolio === from);
    const [only] = chosen;
    if (only === undefined) {
      const where = from === null ? 'You have' : `${from} has`;
      return usage(removeSymbol, `${where} no ${ticker}. Send /holding for the list.`);
    }
    if (chosen.length > 1) {
      return {
        text: bold(`${ticker} is in several portfolios. Remove it from which one?`),
        buttons: chosen.map(({ portfolio: name }) => [
          button(name, { do: 'run', command: 'remove_symbol', args: [ticker, name] }),
        ]),
      };
    }
    const held = only.quantity === null ? 'no current holding' : `a holding of ${units(only.quantity)}`;
    return {
      text: lines(
        bold(`Remove ${ticker} from ${only.portfolio}?`),
        inline(
          `${count(only.transactions, 'transaction')} and ${held} will be removed too. You can undo this for 30 days.`,
        ),
      ),
      buttons: [
        [
          button('✓ Remove', {
            do: 'confirm',
            name: 'remove_symbol',
            payload: { symbol: ticker, portfolio: only.portfolio },
          }),
          button('✗ Keep', { do: 'dismiss', say: `${ticker} kept.` }),
        ],
      ],
    };
  },
});

/** Where a symbol stands: held, or only in the ledger once everything was sold. */
async function placesOf(
  call: Call,
  ticker: string,
): Promise<{ portfolio: string; quantity: number | null; transactions: number }[]> {
  const { holdings, transactions } = call.core.portfolio;
  const held = await holdings.ofSymbol(call.who.userId, ticker);
  const { items } = await transactions.list(call.who.userId, { symbol: ticker, page_size: 200 });
  const names = [...new Set([...held, ...items].map((row) => row.portfolio))].sort();
  return await Promise.all(
    names.map(async (name) => ({
      portfolio: name,
      quantity: held.find((row) => row.portfolio === name)?.quantity ?? null,
      transactions: (
        await transactions.list(call.who.userId, { symbol: ticker, portfolio: name, page_size: 1 })
      ).total,
    })),
  );
}

const confirmRemoval: Confirmation = {
  name: 'remove_symbol',
  async run(call, payload) {
    const target = { symbol: String(payload['symbol']), portfolio: String(payload['portfolio']) };
    const gone = await call.core.portfolio.symbols.remove(call.who.userId, target, call.actor);
    return {
      text: lines(
        bold(`${gone.symbol} removed from ${gone.portfolio}`),
        `${count(gone.transactions, 'transaction')} removed too.`,
        signed(call),
      ),
      buttons: [
        [button('↶ Undo', { do: 'confirm', name: 'restore_symbol', payload: { undo_id: gone.undo_id } })],
      ],
    };
  },
};

const restoreSymbol: Confirmation = {
  name: 'restore_symbol',
  async run(call, payload) {
    const back = await call.core.portfolio.symbols.restore(
      call.who.userId,
      String(payload['undo_id']),
      call.actor,
    );
    return {
      text: lines(
        bold(`${back.symbol} is back in ${back.portfolio}`),
        `${count(back.transactions, 'transaction')} restored.`,
        signed(call),
      ),
    };
  },
};

export const recordCommands: Command[] = [addTransaction, removeSymbol, priceInterval];
export const recordConfirmations: Confirmation[] = [
  recordTransaction,
  undoTransaction,
  confirmRemoval,
  restoreSymbol,
];
