import { randomBytes } from 'node:crypto';
import { addDays, isCalendarDate } from '../../platform/index.ts';
import type { PracticeAccount, PracticeFill, PracticeShares } from './account.ts';
import { dhanCalculation, dhanCharges } from './calculators.ts';
import type { PracticeOrder } from './practice-order.ts';
import type { PracticePrices } from './prices.ts';
import { type Asked, fieldsOf, jsonOf, number, type Reply, type Wire } from './wire.ts';

const STATUS = { OPEN: 'PENDING', COMPLETE: 'TRADED', CANCELLED: 'CANCELLED', REJECTED: 'REJECTED' } as const;

/** DhanHQ v2, as far as Munim speaks it. @param prices tell a share by its security id. */
export function dhanWire(prices: PracticePrices): Wire {
  return {
    broker: 'dhan',
    isOrder: ({ method, url }) => method === 'POST' && url.pathname === '/v2/orders',
    token: ({ headers }) => {
      const token = headers['access-token'];
      return typeof token === 'string' && token !== '' ? token : null;
    },

    parse({ body }) {
      const asked = fieldsOf(jsonOf(body));
      const [side, kind] = [asked['transactionType'], asked['orderType']];
      const { quantity, price, correlationId: tag } = asked;
      const share = prices.bySecurityId(String(asked['securityId']));
      if (share === null) return { refusal: unknownShare() };
      const isWhole = typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0;
      const isPriced = typeof price === 'number' && (kind === 'MARKET' || price > 0);
      const isTagged = typeof tag === 'string' && /^[\w -]{1,25}$/.test(tag);
      if (
        (side !== 'BUY' && side !== 'SELL') ||
        (kind !== 'LIMIT' && kind !== 'MARKET') ||
        asked['exchangeSegment'] !== 'NSE_EQ' ||
        asked['productType'] !== 'CNC' ||
        asked['validity'] !== 'DAY' ||
        !isWhole ||
        !isPriced ||
        !isTagged
      )
        return {
          refusal: failure(
            400,
            'Input_Exception',
            'DH-905',
            'Missing required fields, bad values for parameters etc.',
          ),
        };
      const limit_price = kind === 'LIMIT' ? String(price) : null;
      return { order: { tag, side, symbol: share.symbol, quantity, kind, limit_price } };
    },

    answer(asked, account) {
      const { method, url } = asked;
      const path = url.pathname.slice('/v2'.length);
      const cancelled = /^\/orders\/(\w+)$/.exec(path)?.[1];
      if (method === 'DELETE' && cancelled !== undefined)
        return account.cancel(cancelled)
          ? success({ orderId: cancelled, orderStatus: 'CANCELLED' })
          : failure(400, 'Order_Error', 'DH-906', 'Order is not in a state to be cancelled');
      if (method === 'POST' && path === '/marketfeed/quote') return quotes(asked, account);
      if (method === 'POST' && path === '/margincalculator') {
        const answer = dhanCalculation(asked.body, account);
        return answer === null ? unknownShare() : success(answer);
      }
      return method === 'GET' ? read(path, asked, account) : nowhere(path);
    },

    accepted: ({ id }) => success({ orderId: id, orderStatus: 'TRANSIT' }),
    sliced: (made) => success(made.map(({ id }) => ({ orderId: id, orderStatus: 'TRANSIT' }))),
    refusedFor: ({ kind, needed, available }) =>
      kind === 'FUNDS'
        ? failure(
            400,
            'Order_Error',
            'DH-906',
            `Insufficient Funds: required ${needed}, available ${available}`,
          )
        : failure(400, 'Order_Error', 'DH-906', `Insufficient Holdings: ${needed} wanted, ${available} held`),
    unknownShare,
    timedOut: () =>
      failure(400, 'Order_Error', 'DH-906', 'Order request timed out. Please check the order book.'),
    tooMany: () => failure(429, 'Rate_Limit', 'DH-904', 'Too many requests on server from single user.'),
    serverError: () => ({
      status: 500,
      body: {
        errorCode: 'INTERNAL_SERVER_ERROR',
        internalErrorCode: 'RS-9005',
        internalErrorMessage: 'Transactions Fails.',
      },
    }),
    sessionEnded: () =>
      failure(401, 'Invalid_Authentication', 'DH-901', 'Client ID or access token is invalid or expired.'),
  };
}

function read(path: string, asked: Asked, account: PracticeAccount): Reply {
  const external = /^\/orders\/external\/(.+)$/.exec(path)?.[1];
  if (external !== undefined) {
    const tag = decodeURIComponent(external);
    const [found] = account.look().filter((order) => order.tag === tag);
    return found === undefined
      ? failure(400, 'Order_Error', 'DH-906', 'No order was found.')
      : success(orderRow(found, account));
  }
  if (/^\/trades\/[\d-]+\/[\d-]+\/\d+$/.test(path)) return success(historyRows(path, account));
  switch (path) {
    case '/orders':
      return success(account.look().map((order) => orderRow(order, account)));
    case '/trades':
      return success(account.fills().map((fill) => tradeRow(fill, account)));
    case '/fundlimit':
      return success({
        availabelBalance: number(account.state.cash),
        sodLimit: number(account.state.cash),
        collateralAmount: 0,
        utilizedAmount: 0,
        withdrawableBalance: number(account.state.cash),
      });
    case '/holdings': {
      const rows = account.shares().filter(({ opening }) => opening > 0);
      return rows.length === 0
        ? failure(500, 'HOLDING_ERROR', 'DH-1111', 'No holdings available')
        : success(rows.map((row) => holdingRow(row, account)));
    }
    case '/positions':
      return success(
        account
          .shares()
          .filter(({ bought, sold }) => bought > 0 || sold > 0)
          .map((row) => positionRow(row, account)),
      );
    case '/profile':
      return success({ dhanClientId: clientOf(asked), tokenValidity: tomorrow(account) });
    case '/RenewToken':
      return success({ token: `practice-${randomBytes(16).toString('hex')}` });
    case '/instrument/NSE_EQ':
      return { status: 200, type: 'text/csv', body: instrumentList(account.prices) };
    default:
      return nowhere(path);
  }
}

const success = (body: unknown): Reply => ({ status: 200, body });

function failure(status: number, errorType: string, errorCode: string, errorMessage: string): Reply {
  return { status, body: { errorType, errorCode, errorMessage } };
}

const unknownShare = () => failure(400, 'Input_Exception', 'DH-905', 'Invalid SecurityId');

const nowhere = (path: string): Reply => ({
  status: 404,
  body: { timestamp: '', status: 404, error: 'Not Found', path },
});

const clientOf = ({ headers }: Asked) => String(headers['client-id'] ?? headers['dhanclientid'] ?? '');
const tomorrow = (account: PracticeAccount) =>
  `${addDays(account.today, 1).split('-').toReversed().join('/')} 08:00`;

function orderRow(order: PracticeOrder, account: PracticeAccount): Record<string, unknown> {
  const { quantity: filled, average } = order.shows ?? account.filled(order.id);
  const isPart = order.state === 'OPEN' && filled > 0;
  const moment = `${order.day} ${order.time}`;
  return {
    orderId: order.id,
    exchangeOrderId: `1${order.id}`,
    correlationId: order.tag ?? 'NA',
    orderStatus: isPart ? 'PART_TRADED' : STATUS[order.state],
    transactionType: order.side,
    exchangeSegment: 'NSE_EQ',
    productType: 'CNC',
    orderType: order.kind,
    validity: 'DAY',
    tradingSymbol: order.symbol,
    securityId: account.prices.share(order.symbol).securityId,
    quantity: order.quantity,
    price: number(order.limit_price ?? '0'),
    createTime: moment,
    updateTime: moment,
    omsErrorDescription: order.message ?? 'CONFIRMED',
    remainingQuantity: Math.max(0, order.quantity - filled),
    averageTradedPrice: number(average),
    filledQty: filled,
  };
}

function tradeRow(fill: PracticeFill, account: PracticeAccount): Record<string, unknown> {
  const moment = `${fill.day} ${fill.time}`;
  return {
    orderId: fill.order_id,
    exchangeOrderId: `1${fill.order_id}`,
    exchangeTradeId: fill.id,
    transactionType: fill.side,
    exchangeSegment: 'NSE_EQ',
    productType: 'CNC',
    tradingSymbol: fill.symbol,
    securityId: account.prices.share(fill.symbol).securityId,
    tradedQuantity: fill.quantity,
    tradedPrice: number(fill.price),
    createTime: moment,
    updateTime: moment,
    exchangeTime: moment,
    drvExpiryDate: '0001-01-01',
  };
}

/** Rows of a page of the history, as recorded ones have. */
const PAGE = 20;

/** The history holds the days before today, newest first. */
function historyRows(path: string, account: PracticeAccount): Record<string, unknown>[] {
  const [, , from = '', to = '', page = ''] = path.split('/');
  if (!isCalendarDate(from) || !isCalendarDate(to)) return [];
  return account.state.fills
    .filter(({ day }) => day >= from && day <= to && day < account.today)
    .toReversed()
    .slice(Number(page) * PAGE, (Number(page) + 1) * PAGE)
    .map((fill) => ({
      ...tradeRow(fill, account),
      ...dhanCharges(fill),
      exchangeTradeId: '0',
      exchangeTime: `${fill.day}T${fill.time}`,
      instrument: 'EQUITY',
      isin: '',
      customSymbol: fill.symbol,
      createTime: 'NA',
      updateTime: 'NA',
      drvExpiryDate: 'NA',
    }));
}

function holdingRow(row: PracticeShares, account: PracticeAccount): Record<string, unknown> {
  const used = Math.min(row.opening, Math.max(0, row.sold - row.bought));
  const share = account.prices.share(row.symbol);
  return {
    exchange: 'ALL',
    tradingSymbol: row.symbol,
    securityId: share.securityId,
    isin: share.isin ?? '',
    totalQty: row.opening,
    dpQty: row.opening - used,
    t1Qty: 0,
    availableQty: row.opening - used,
    collateralQty: 0,
    avgCostPrice: number(row.cost),
    lastTradedPrice: number(share.price),
  };
}

function positionRow(row: PracticeShares, account: PracticeAccount): Record<string, unknown> {
  const { securityId } = account.prices.share(row.symbol);
  return {
    tradingSymbol: row.symbol,
    securityId,
    positionType: row.bought === row.sold ? 'CLOSED' : row.bought > row.sold ? 'LONG' : 'SHORT',
    exchangeSegment: 'NSE_EQ',
    productType: 'CNC',
    buyQty: row.bought,
    sellQty: row.sold,
    netQty: row.bought - row.sold,
    dayBuyQty: row.bought,
    daySellQty: row.sold,
  };
}

function instrumentList(prices: PracticePrices): string {
  const rows = prices
    .known()
    .map(
      ({ securityId, isin, symbol }) =>
        `NSE,E,${securityId},${isin ?? 'NA'},EQUITY,,${symbol},${symbol},EQ,1.0`,
    );
  return [
    'EXCH_ID,SEGMENT,SECURITY_ID,ISIN,INSTRUMENT,UNDERLYING_SECURITY_ID,UNDERLYING_SYMBOL,SYMBOL_NAME,SERIES,LOT_SIZE',
    ...rows,
    '',
  ].join('\n');
}

function quotes({ body }: Asked, account: PracticeAccount): Reply {
  const wanted = fieldsOf(jsonOf(body))['NSE_EQ'];
  const ids = Array.isArray(wanted) ? wanted.map(String) : [];
  const data: Record<string, unknown> = {};
  for (const id of ids) {
    const share = account.prices.bySecurityId(id);
    if (share === null) continue;
    const price = number(share.price);
    data[id] = {
      last_price: price,
      last_trade_time: `${account.today.split('-').toReversed().join('/')} 15:29:59`,
      net_change: 0,
      ohlc: { open: price, high: price, low: price, close: price },
    };
  }
  return success({ data: { NSE_EQ: data }, status: 'success' });
}
