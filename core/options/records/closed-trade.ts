import { istDate } from '../../platform/index.ts';
import { writeJournal } from './closed-trade-journal.ts';
import { type ClosedTrade, closedTradeSchema, EXPIRY } from './closed-trade-shape.ts';
import { unitsOrNull } from './money-units.ts';
import { markOpen, partsOf, tradeKey } from './open-positions.ts';
import { hasItsStrike, STRIKE_WORDS } from './record-fields.ts';
import { recordColumns, type RecordKind } from './record-kind.ts';
import { resultOf } from './trade-result.ts';

export const closedTrade: RecordKind<ClosedTrade> = {
  kind: 'closed_trade',
  summary:
    'A finished trade with all its legs and costs. A trade is known by its mode and tag: if it is reported more than once, the latest report received counts.',
  schema: closedTradeSchema,
  example: {
    id: 'closed-IC-20260518-1',
    kind: 'closed_trade',
    at: '2026-05-18T15:10:00+05:30',
    mode: 'LIVE',
    strategy: 'iron_condor',
    tag: 'IC-20260518-1',
    underlying: 'NIFTY',
    opened_at: '2026-05-18T09:32:00+05:30',
    exit_reason: 'PROFIT_TARGET',
    legs: [
      {
        symbol: 'NIFTY2652124750PE',
        instrument: 'PE',
        strike: 24750,
        expiry: '2026-05-21',
        side: 'SELL',
        quantity: 75,
        entry_price: 326.8,
        exit_price: 280.15,
      },
    ],
    costs: { brokerage: 40, stt: 36.77, exchange: 16, sebi: 0.05, stamp: 0.63, gst: 10.09 },
    margin_used: 62_000,
    max_loss: 18_000,
    entry_spot: 24790.5,
    exit_spot: 24835.2,
    entry_iv: 13.2,
    exit_iv: 12.6,
    skew: 1.8,
    mfe: 3_900,
    mae: -850,
    slippage_entry: 22.5,
    slippage_exit: 15,
    theta: 610,
    vega: -420,
    delta: 11.5,
    regime: { name: 'RANGE_LOW_VOL' },
    rejected_strategies: [{ strategy: 'short_strangle', reason: 'margin above limit', score: 0.41 }],
    ai_verdict: 'BULLISH',
    actual_profit: null,
  },
  refuse(record) {
    const { legs, opened_at, at, exit_reason } = record;
    if (!legs.every(hasItsStrike)) return { code: 'STRIKE_WRONG', message: STRIKE_WORDS };
    if (Date.parse(opened_at) > Date.parse(at))
      return { code: 'OPENED_LATER', message: 'A trade cannot be closed before it was opened.' };
    const day = istDate(new Date(at));
    const isNoPrice = legs.some(
      ({ exit_price, instrument, expiry }) =>
        exit_price === 0 && (exit_reason !== EXPIRY || instrument === 'FUT' || expiry > day),
    );
    return isNoPrice
      ? {
          code: 'PRICE_ZERO',
          message: `A leg is closed at 0 only when it is an option that expired worthless: then the exit_reason is ${EXPIRY} and its expiry has come. Send null for a price that is not known.`,
        }
      : null;
  },
  async store(taken, { workspace }) {
    const trades = taken.map(({ record }) => record);
    for (const { mode, tags } of partsOf(trades))
      await workspace
        .rows('closed_trades')
        .where({ mode, is_counted: 1 })
        .whereIn('tag', tags)
        .update({ is_counted: 0 });
    const last = new Map(trades.map((trade) => [tradeKey(trade), trade.id]));
    await workspace.insert(
      'closed_trades',
      taken.map((one) => {
        const { record } = one;
        const { gross, costs: paid, net, reasons } = resultOf(record);
        return {
          ...recordColumns(one),
          mode: record.mode,
          shadow: record.mode === 'SHADOW' ? 1 : 0,
          strategy: record.strategy,
          tag: record.tag,
          is_counted: last.get(tradeKey(record)) === record.id ? 1 : 0,
          underlying: record.underlying,
          opened_at: new Date(record.opened_at).toISOString(),
          exit_reason: record.exit_reason,
          realised_gross_e4: gross,
          realised_costs_e4: paid,
          realised_net_e4: net,
          margin_used_e4: unitsOrNull(record.margin_used),
          max_loss_e4: unitsOrNull(record.max_loss),
          actual_profit_e4: unitsOrNull(record.actual_profit),
          reasons_json: JSON.stringify(reasons),
          legs_json: JSON.stringify(record.legs),
          costs_json:
            record.costs === null || record.costs === undefined ? null : JSON.stringify(record.costs),
        };
      }),
    );
    await writeJournal(
      workspace,
      taken.filter(({ record }) => last.get(tradeKey(record)) === record.id),
    );
    await markOpen(workspace, trades);
  },
};
