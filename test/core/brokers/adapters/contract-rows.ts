import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { BrokerHolding, BrokerSession, BrokerTrade } from '../../../../core/brokers/adapter.ts';
import type { Variation } from '../../../support/broker-double.ts';
import type { Everything } from './contract-subject.ts';
import { DAY_MS } from '../../../../core/platform/index.ts';

export const EXACT = /^-?\d+(\.\d+)?$/;
export const DAY = /^\d{4}-\d\d-\d\d$/;

/** Trades by id, once each, as the ledger will have them. */
export function inOrder({ holdings, trades }: Everything): {
  holdings: BrokerHolding[];
  trades: BrokerTrade[];
} {
  const byId = new Map(trades.map((trade) => [trade.execution_id, trade]));
  return {
    holdings: holdings.toSorted((one, other) => compare(one.symbol, other.symbol)),
    trades: [...byId.values()].toSorted((one, other) => compare(one.execution_id, other.execution_id)),
  };
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** What an answer that differs from the usual must be read as. */
export function checkVaried(variation: Variation, usual: Everything, varied: Everything): void {
  if (variation === 'empty history') {
    assert.deepEqual([varied.trades, varied.leftOut], [[], []]);
    assert.equal(varied.holdings.length, usual.holdings.length);
    return;
  }
  const before = inOrder(usual);
  const now = inOrder(varied);
  if (variation === 'unknown words') {
    const ids = new Set(before.trades.map(({ execution_id }) => execution_id));
    assert.ok(now.trades.every(({ execution_id }) => ids.has(execution_id)));
    assert.ok(varied.leftOut.some(({ reason }) => reason === 'UNKNOWN_KIND' || reason === 'NOT_COMPLETED'));
    assert.equal(
      now.trades.length + now.holdings.length + varied.leftOut.length,
      before.trades.length + before.holdings.length + usual.leftOut.length,
    );
    return;
  }
  if (variation === 'missing optional fields') {
    assert.deepEqual(now.trades.map(essence), before.trades.map(essence));
    assert.deepEqual(
      now.holdings.map(({ quantity }) => quantity),
      before.holdings.map(({ quantity }) => quantity),
    );
    return;
  }
  assert.deepEqual(now, before);
}

const essence = ({ execution_id, type, date, quantity, price }: BrokerTrade) => [
  execution_id,
  type,
  date,
  quantity,
  price,
];

export function checkHolding(holding: BrokerHolding): void {
  for (const figure of [holding.quantity, holding.avg_buy_price, holding.last_price, holding.previous_close])
    if (figure !== null) assert.match(figure, EXACT);
  assert.ok(holding.symbol !== '' || holding.isin !== null || holding.security_id !== null, inspect(holding));
  if (holding.isin !== null) assert.match(holding.isin, /^[A-Z]{2}[A-Z0-9]{9}\d$/);
  if (holding.price_as_of !== null) assert.match(holding.price_as_of, DAY);
  assert.match(holding.currency, /^[A-Z]{3}$/);
}

export function checkTrade(trade: BrokerTrade): void {
  for (const figure of [trade.quantity, trade.price]) assert.match(figure, EXACT);
  if (trade.fee_tax !== null) assert.match(trade.fee_tax, EXACT);
  assert.ok(!trade.price.startsWith('-'), inspect(trade));
  assert.match(trade.date, DAY);
  assert.ok(trade.symbol !== '' || trade.isin !== null || trade.security_id !== null, inspect(trade));
  assert.match(trade.currency, /^[A-Z]{3}$/);
  assert.notEqual(trade.execution_id, '');
}

export function checkSession({ issued_at, expires_at, values }: BrokerSession, now: Date): void {
  assert.ok(issued_at <= now, `issued ${issued_at.toISOString()}`);
  assert.ok(now.getTime() - issued_at.getTime() < 366 * DAY_MS);
  if (expires_at !== null) assert.ok(expires_at > now, `ends ${expires_at.toISOString()}`);
  for (const value of Object.values(values)) assert.equal(typeof value, 'string');
}
