import { dayInWords, amountText, type DbTransaction, fixedText } from '../../platform/index.ts';
import { equityRow, type Position, type PricePanel } from '../../strategies/index.ts';
import type { LedgerKey } from './books-store.ts';
import type { FinishedSession } from './finished-session.ts';
import { universeChanges } from './universe-changes.ts';

/**
 * Writes what a session was worth and what was held. The same session again takes the place of the first time.
 * @param note what stands before the notes about its prices.
 */
export async function writeValuation(
  trx: DbTransaction,
  key: LedgerKey,
  finished: FinishedSession,
  note?: string,
): Promise<void> {
  const { day, session, market, performance } = finished;
  const { date, ...equity } = equityRow(
    { valuation: session.valuation, performance, traded: session.traded },
    finished.benchmark,
  );
  const notes = [...(note === undefined ? [] : [note]), ...notesOf(finished)];
  const row = { ...equity, notes: notes.length === 0 ? null : notes.join(' ') };
  const valued = trx('policy.policy_equity')
    .insert({ ...key, day: date, ...row })
    .onConflict(['policy_id', 'mode', 'day', 'owner_user_id'])
    .merge(row);
  const gone = trx('policy.policy_holdings')
    .where({ policy_id: key.policy_id, mode: key.mode, day })
    .delete();
  await trx.raw('with valued as (?) ?', [valued, gone]);
  // The largest first.
  const worth = ({ quantity, price }: Position) => quantity * price;
  const held = [...finished.ledger.positions.values()].sort((a, b) =>
    worth(a) < worth(b) ? 1 : worth(a) > worth(b) ? -1 : 0,
  );
  if (held.length > 0)
    await trx('policy.policy_holdings').insert(
      held.map(({ security, quantity, cost, charges, price, pricedOn, missed, heldSince }, at) => {
        const share = market.panel.securities[security];
        return {
          ...key,
          day,
          nr: at + 1,
          instrument_id: share?.instrument_id,
          symbol: share?.symbol,
          name: share?.name,
          sector: share?.sector,
          quantity: fixedText(quantity),
          cost: amountText(cost + charges),
          close: fixedText(price),
          close_day: pricedOn,
          market_value: amountText(quantity * price),
          held_since: heldSince,
          note: missed === 0 ? null : `Valued at its last close, from ${dayInWords(pricedOn)}.`,
        };
      }),
    );
}

/** Corporate actions, suspensions, and money that came by them and went to taxes. */
export async function writeEvents(
  trx: DbTransaction,
  key: LedgerKey,
  finished: FinishedSession,
): Promise<void> {
  const { day, session, market } = finished;
  const changes = finished.isWholeDay ? universeChanges(market, day) : [];
  await writeSessionEvents(trx, key, day, [...session.events, ...changes], market.panel);
  const tax = session.valuation.taxPaid - finished.taxPaidBefore;
  if (tax <= 0n) return;
  await trx('policy.policy_cash_flows').insert({
    ...key,
    day,
    kind: 'TAX',
    amount: amountText(-tax),
    note: 'Tax on the gains of the financial year.',
  });
}

/** Events of a day, with the money that came by them. */
export async function writeSessionEvents(
  trx: DbTransaction,
  key: LedgerKey,
  day: string,
  events: readonly { security: number; kind: string; message: string; amount: bigint | null }[],
  { securities }: Pick<PricePanel, 'securities'>,
): Promise<void> {
  if (events.length === 0) return;
  await trx('policy.policy_universe_events').insert(
    events.map(({ security, kind, message, amount }) => ({
      ...key,
      day,
      instrument_id: securities[security]?.instrument_id,
      symbol: securities[security]?.symbol,
      kind,
      message,
      amount: amount === null ? null : amountText(amount),
    })),
  );
  const flows = events.flatMap(({ security, kind, message, amount }) => {
    if (amount === null) return [];
    const flow = kind === 'DIVIDEND' ? 'DIVIDEND' : 'FRACTION';
    return [
      {
        ...key,
        day,
        kind: flow,
        amount: amountText(amount),
        symbol: securities[security]?.symbol,
        note: message,
      },
    ];
  });
  if (flows.length > 0) await trx('policy.policy_cash_flows').insert(flows);
}

/** What the prices of a session could not tell, in sentences. */
function notesOf({ ledger, market, sources }: FinishedSession): string[] {
  const held = [...ledger.positions.values()];
  const stale = held.filter(({ missed }) => missed > 0);
  const quoted = held.filter(({ missed, security }) => missed === 0 && sources.reference(security) === 'LTP');
  const named = (list: typeof held) => list.map(({ security }) => market.symbol(security)).join(', ');
  return [
    ...(stale.length > 0 ? [`Valued at an older close: ${named(stale)}.`] : []),
    ...(quoted.length > 0 ? [`Valued at a quote, since the day’s close is missing: ${named(quoted)}.`] : []),
  ];
}
