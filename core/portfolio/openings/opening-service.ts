import { findPortfolioByName, findTransaction, toTransactionView } from '../records/index.ts';
import { overflowProblem, suspicion } from '../ledger/index.ts';
import { namedSymbol, rederivePositions, type PositionKey } from '../positions/index.ts';
import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import {
  dayInWords,
  type Context,
  guarded,
  quoted,
  toScale,
  withTimeOf,
  fixedText,
  fixedToNumber,
  notFound,
} from '../../platform/index.ts';
import { OPENING_HEADERS } from '../imports/index.ts';
import { TransactionModel } from '../models.ts';
import { knownSymbol, readCandidates } from './opening-store.ts';
import { type Opening, proposeOpenings } from './propose.ts';
import { type OpeningInput, openingsInput } from './inputs.ts';
import type { OpeningsView, OpeningView, RecordedOpening, RecordedOpenings } from './view.ts';
import { lastTradeDay, liesAhead } from '../../market/calendar/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/**
 * Opening positions: what was held before the records begin. With a known cost it is an ordinary purchase, else units
 * whose cost nobody knows; both are transactions, and deleting one takes it back.
 */
export function createOpeningService(context: Context) {
  const { database } = context;
  const mutation = auditedMutation(context);

  const proposals = async (userId: string): Promise<OpeningView[]> => {
    const families = await withTimeOf('long', () => database.readAsUser(userId, readCandidates));
    const views: OpeningView[] = [];
    for (const family of families) {
      // Many replays in a row must not hold up the other requests of this process.
      await new Promise((resolve) => setImmediate(resolve));
      for (const one of proposeOpenings(family))
        views.push(toOpeningView(one, family.portfolio, family.names.get(one.symbol) ?? null));
    }
    return views.sort((a, b) => (`${a.portfolio}\0${a.symbol}` < `${b.portfolio}\0${b.symbol}` ? -1 : 1));
  };

  /** Writes one row, unless it stands there already. */
  async function record(
    change: AuditedChange,
    input: OpeningInput,
  ): Promise<{ answer: RecordedOpening; key: PositionKey | null }> {
    const { now, trx, userId } = change;
    const { quantity, date } = input;
    const price = input.price ?? null;
    const portfolio = await findPortfolioByName(trx, input.portfolio);
    const told = {
      portfolio: portfolio?.name ?? input.portfolio,
      symbol: input.symbol,
      quantity,
      date,
      price,
    };
    const refused = (message: string) => ({
      answer: { ...told, status: 'REFUSED' as const, transaction_id: null, message },
      key: null,
    });
    if (portfolio === undefined) return refused(`There is no portfolio named ${input.portfolio}.`);
    if (date > lastTradeDay(now)) return refused(liesAhead(date));
    const named = await namedSymbol(trx, portfolio.id, input.symbol, date);
    const known = await knownSymbol(trx, portfolio.id, named.symbol);
    if (known === undefined)
      return refused(
        `${portfolio.name} has no holding and no transaction of ${input.symbol}. Check the symbol, or add it under Transactions.`,
      );
    const row = {
      portfolio_id: portfolio.id,
      ...named,
      trade_date: date,
      type: price === null ? ('TRANSFER_IN' as const) : ('BUY' as const),
      quantity: toScale(quantity),
      price: toScale(price ?? 0),
      currency: known.currency,
    };
    const same = await TransactionModel.query(trx)
      .findOne({
        portfolio_id: row.portfolio_id,
        symbol: row.symbol,
        trade_date: date,
        type: row.type,
        currency: row.currency,
      })
      .where('quantity', row.quantity.toFixed())
      .where('price', row.price.toFixed());
    const answer = { ...told, symbol: row.symbol, message: null };
    if (same !== undefined)
      return { answer: { ...answer, status: 'ALREADY_RECORDED', transaction_id: same.id }, key: null };
    const { id } = await TransactionModel.query(trx)
      .insert({
        owner_user_id: userId,
        source: 'MANUAL',
        is_opening: price === null ? null : true,
        ...row,
        fee_tax: toScale(0),
        isin: known.isin,
        asset_class: known.asset_class as AssetClass | null,
      })
      .returning('id');
    const made = await findTransaction(trx, id);
    if (made === undefined) throw notFound('TRANSACTION');
    await change.record('TRANSACTION_CREATED', id, toTransactionView(made));
    return {
      answer: { ...answer, status: 'RECORDED', transaction_id: id },
      key: { portfolio_id: row.portfolio_id, symbol: row.symbol },
    };
  }

  return {
    /** What the ledger lacks, by portfolio and symbol. */
    async list(userId: string): Promise<OpeningsView> {
      return { items: await proposals(userId) };
    },

    /** The same as a CSV file to fill in, which the import reads back: an empty cost is an unknown one. */
    async csv(userId: string): Promise<string> {
      const lines = (await proposals(userId)).map((one) => csvLine(one));
      return [Object.values(OPENING_HEADERS).join(','), ...lines, ''].join('\r\n');
    },

    /**
     * Records openings in one transaction and says of each row what became of it. A row that is recorded already changes
     * nothing; one that cannot be is refused with its reason, and the others are recorded all the same.
     * @throws 422 VALIDATION_ERROR for rows that cannot be read, and where a sum would be larger than can be kept.
     */
    record: mutation('openings.record', {
      input: openingsInput,
      topics: ['ledger'],
      long: true,
      async run(change, { openings }): Promise<RecordedOpenings> {
        const { now, trx, userId } = change;
        const items: RecordedOpening[] = [];
        const keys: PositionKey[] = [];
        for (const one of openings) {
          const { answer, key } = await record(change, one);
          items.push(answer);
          if (key !== null) keys.push(key);
        }
        const overflowing = keys.length > 0 ? await rederivePositions(trx, userId, keys, now) : [];
        if (overflowing.length > 0) {
          const at = items.findIndex(({ transaction_id, symbol }) =>
            overflowing.some((row) => row.transaction_id === transaction_id || row.symbol === symbol),
          );
          throw overflowProblem(overflowing, (name) => `openings[${at}].${name}`);
        }
        return { recorded: keys.length, items };
      },
    }),
  };
}

function toOpeningView(opening: Opening, portfolio: string, name: string | null): OpeningView {
  const { symbol, isin, asset_class, currency, latest_date, unmatched_from } = opening;
  return {
    portfolio,
    symbol,
    name,
    isin,
    asset_class,
    currency,
    quantity: fixedToNumber(opening.quantity),
    latest_date,
    unmatched_quantity: fixedToNumber(opening.unmatched),
    unmatched_from,
    beyond_quantity: fixedToNumber(opening.beyond),
    reason: reasonOf(opening),
  };
}

function reasonOf({ unmatched, unmatched_from, beyond, ratio }: Opening): string {
  const sentences = [
    unmatched > 0n
      ? `${fixedText(unmatched)} more sold than bought${unmatched_from === null ? '' : `, first on ${dayInWords(unmatched_from)}`}.`
      : null,
    beyond > 0n ? `${fixedText(beyond)} more held than the transactions explain.` : null,
    ratio === null ? null : `That is ${suspicion(ratio)}`,
  ];
  return sentences.filter((one) => one !== null).join(' ');
}

function csvLine(one: OpeningView): string {
  const cells: Record<keyof typeof OPENING_HEADERS, string> = {
    portfolio: one.portfolio,
    symbol: one.symbol,
    name: one.name ?? '',
    isin: one.isin ?? '',
    asset_class: one.asset_class ?? '',
    currency: one.currency,
    quantity: String(one.quantity),
    date: one.latest_date,
    price: '',
    reason: one.reason,
  };
  return Object.keys(OPENING_HEADERS)
    .map((field) => quoted(guarded(cells[field as keyof typeof cells])))
    .join(',');
}
