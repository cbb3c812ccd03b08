import { confirmDraft, DRAFT_ARGUMENTS, hasPrice, priceOf } from '../commands/records.ts';
import { type Dialogue, talk } from './dialogue.ts';

/** Asks for what a transaction still lacks, then shows it for confirmation. */
export const addTransactionDialogue: Dialogue = {
  name: 'add_transaction',
  build: (parts) =>
    async function addTransaction(conversation, _ctx, given: Record<string, string> = {}) {
      const { ask, send } = talk(conversation, parts);
      const wanted = DRAFT_ARGUMENTS;
      const type = await ask('type', wanted.type, 'What type of transaction?', given['type']);
      const symbol = await ask('symbol', wanted.symbol, 'Which symbol?', given['symbol']);
      const isSplit = type === 'SPLIT';
      const howMany = isSplit ? 'How many new shares for each old one?' : 'How many units?';
      const quantity = await ask('quantity', wanted.quantity, howMany, given['quantity']);
      const price = hasPrice(type)
        ? await ask('price', priceOf(type), 'At what price per unit?', given['price'])
        : null;
      const date = await ask('date', wanted.date, 'On which date?', given['date']);
      const portfolio = given['portfolio'] ?? null;
      await send((call) => confirmDraft(call, { type, symbol, quantity, price, date, portfolio }));
    },
};
