import { Decimal } from '../../platform/index.ts';
import type { PracticeOrder } from './practice-order.ts';
import type { PracticePrices } from './prices.ts';

/** The rows that the order book shows for an order at this look: one, as it is, unless it lies. @param filled what was filled of it. */
export function toldRows(
  order: PracticeOrder,
  { quantity, average }: { quantity: number; average: string },
  prices: PracticePrices,
): PracticeOrder[] {
  const told = structuredClone(order);
  if (order.lie === undefined) return [told];
  order.lie.looks += 1;
  const isFirst = order.lie.looks === 1;
  switch (order.lie.kind) {
    case 'other side':
      told.side = order.side === 'BUY' ? 'SELL' : 'BUY';
      break;
    case 'other symbol':
      told.symbol =
        prices.known().find(({ symbol }) => symbol !== order.symbol)?.symbol ?? `${order.symbol}2`;
      break;
    case 'price out of band':
      told.shows = {
        quantity,
        average: new Decimal(average).times(order.side === 'BUY' ? 1.5 : 0.5).toFixed(2),
      };
      break;
    case 'shrinking fill':
      told.state = 'OPEN';
      told.shows = { quantity: isFirst ? Math.ceil(quantity / 2) : 0, average: isFirst ? average : '0' };
      break;
    case 'larger fill':
      if (!isFirst) told.shows = { quantity: quantity + 5, average };
      break;
    case 'two ids':
      return [told, { ...told, id: `9${told.id.slice(1)}`, shows: { quantity, average } }];
    case 'lost tag':
      told.tag = null;
      break;
    case 'cut tag':
      told.tag = order.tag?.slice(0, 12) ?? null;
      break;
    case 'complete with 0':
      told.shows = { quantity: 0, average: '0' };
      break;
    case 'raised quantity':
      told.quantity = quantity + 5;
      break;
    case 'foreign row':
      return [
        told,
        {
          ...told,
          id: `9${told.id.slice(1)}`,
          tag: `${order.tag?.slice(0, 8) ?? ''}FOREIGN`,
          shows: { quantity, average },
        },
      ];
    case 'stale book':
      told.state = 'OPEN';
      told.shows = { quantity: 0, average: '0' };
  }
  return [told];
}
