import { descriptionOf } from '../../core/chat/index.ts';
import type { TransactionView } from '../../core/portfolio/index.ts';
import { optional, portfolioOrAll } from '../arguments.ts';
import { button, type Button, type ChatReply, pager, refresh } from '../chat-reply.ts';
import { command, type Command } from '../command.ts';
import { importUndoAnswer } from './imports.ts';
import { instrument } from '../instrument-argument.ts';
import { noTransactions, transactionLine, transactionsText, undoText } from '../text/transactions.ts';

const A_PAGE = 10;
/** What a person recorded by themselves. */
const BY_HAND: readonly string[] = ['CHAT', 'MANUAL'];

/** The ledger, the newest first. */
const transactions: Command = command({
  ...descriptionOf('transactions'),
  arguments: { symbol: optional(instrument({ sold: true })), portfolio: optional(portfolioOrAll()) },
  async run({ core, who, page }, { symbol, portfolio }): Promise<ChatReply> {
    const { items, total } = await core.portfolio.transactions.list(who.userId, {
      ...(symbol === null ? {} : { symbol }),
      ...(portfolio === null ? {} : { portfolio }),
      page: page + 1,
      page_size: A_PAGE,
      order: 'desc',
    });
    const named = symbol !== null && portfolio !== null ? `${symbol} in ${portfolio}` : (symbol ?? portfolio);
    const own = [
      ...(symbol === null ? [] : [`symbol=${symbol}`]),
      ...(portfolio === null ? [] : [`portfolio=${portfolio}`]),
    ];
    if (total === 0) return { text: noTransactions(named) };
    const pages = Math.ceil(total / A_PAGE);
    return {
      text: transactionsText(items, { of: named, from: page * A_PAGE, total }),
      buttons: [pager('transactions', own, { page, pages }), [refresh('transactions', own, page)]].filter(
        (row) => row.length > 0,
      ),
    };
  },
});

/** The transaction that came on record last, with the button that takes it back. */
const undo = command({
  ...descriptionOf('undo'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const { core, who } = call;
    const { items } = await core.reports.activity.read(who.userId, { type: 'trade', page: 1, page_size: 1 });
    const id = /^transaction:(\d+)$/.exec(items[0]?.id ?? '')?.[1];
    if (id === undefined) return { text: noTransactions(null) };
    const last: TransactionView = await core.portfolio.transactions.get(who.userId, id);
    // What a file brought is taken back with the rest of its file.
    if (last.source === 'CSV' && last.import_id !== null) return await importUndoAnswer(call, last.import_id);
    const isByHand = BY_HAND.includes(last.source) && last.action_id === null;
    const back: Button = button('↶ Undo', {
      do: 'confirm',
      name: 'undo_transaction',
      payload: { id, was: transactionLine(last) },
    });
    return {
      text: undoText(last, isByHand),
      buttons: isByHand && call.may(back) ? [[back]] : [],
    };
  },
});

export const ledgerCommands: readonly Command[] = [transactions, undo];
