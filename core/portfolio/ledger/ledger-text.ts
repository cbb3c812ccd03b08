import type { LedgerTransaction } from './transaction.ts';

/** All rows of one symbol in one portfolio, a row a line, by tabs the fields of TEXT_FIELDS; empty where there is none. */
export interface LedgerText {
  portfolio: string;
  symbol: string;
  text: string;
}

/** What a replay that tells no name reads of a row, in the order in which it stands in a line. */
export const TEXT_FIELDS = [
  'id',
  'date',
  'type',
  'quantity',
  'price',
  'fee_tax',
  'currency',
  'action_id',
  'executed_at',
  'execution_id',
  'acquired_on',
  'carried_cost',
  'carried_average',
  'intraday_first',
  'is_opening',
] as const satisfies readonly (keyof LedgerTransaction)[];

/** The rows that a text says, in its order. */
export function rowsOfText({ portfolio, symbol, text }: LedgerText): LedgerTransaction[] {
  if (text === '') return [];
  return text.split('\n').map((line): LedgerTransaction => {
    // Taken apart by hand, in the order of TEXT_FIELDS.
    const [
      id = '',
      date = '',
      type = '',
      quantity = '',
      price = '',
      fee_tax = '',
      currency = '',
      action_id,
      executed_at,
      execution_id,
      acquired_on,
      carried_cost,
      carried_average,
      intraday,
      opening,
    ] = line.split('\t');
    return {
      id,
      portfolio,
      symbol,
      date,
      type: type as LedgerTransaction['type'],
      quantity,
      price,
      fee_tax,
      currency,
      action_id: action_id || null,
      executed_at: executed_at || null,
      execution_id: execution_id || null,
      acquired_on: acquired_on || null,
      carried_cost: carried_cost || null,
      carried_average: carried_average || null,
      intraday_first: intraday === 'true' ? true : null,
      is_opening: opening === 'true' ? true : null,
    };
  });
}
