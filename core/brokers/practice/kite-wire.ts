import { randomBytes } from 'node:crypto';
import type { PracticeAccount, PracticeFill } from './account.ts';
import { kiteCalculation } from './calculators.ts';
import type { PracticeOrder } from './practice-order.ts';
import { type Asked, number, type Reply, type Wire } from './wire.ts';

/** Kite Connect v3, as far as Munim speaks it. */
export const kiteWire: Wire = {
  broker: 'zerodha',
  isOrder: ({ method, url }) => method === 'POST' && url.pathname === '/orders/regular',
  token: ({ headers }) => /^token [^:]+:(.+)$/.exec(String(headers.authorization ?? ''))?.[1] ?? null,

  parse({ body }) {
    const form = new URLSearchParams(body);
    const field = (name: string) => form.get(name)?.trim() ?? '';
    const [side, kind, quantity] = [field('transaction_type'), field('order_type'), field('quantity')];
    const wrong = (name: string) => ({ refusal: failure(400, 'InputException', `Invalid \`${name}\`.`) });
    if (field('exchange') !== 'NSE') return wrong('exchange');
    if (field('product') !== 'CNC') return wrong('product');
    if (field('validity') !== 'DAY') return wrong('validity');
    if (side !== 'BUY' && side !== 'SELL') return wrong('transaction_type');
    if (kind !== 'LIMIT' && kind !== 'MARKET') return wrong('order_type');
    if (!/^[1-9]\d{0,8}$/.test(quantity)) return wrong('quantity');
    if (!/^[A-Z0-9&_-]{1,30}$/.test(field('tradingsymbol'))) return wrong('tradingsymbol');
    if (kind === 'LIMIT' && !(Number(field('price')) > 0)) return wrong('price');
    if (field('tag').length > 20) return wrong('tag');
    if (kind === 'MARKET' && !(Number(form.get('market_protection')) !== 0))
      return {
        refusal: failure(
          400,
          'InputException',
          'Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.',
        ),
      };
    return {
      order: {
        tag: field('tag') || null,
        side,
        symbol: field('tradingsymbol'),
        quantity: Number(quantity),
        kind,
        limit_price: kind === 'LIMIT' ? field('price') : null,
      },
    };
  },

  answer(asked, account) {
    const { method, url } = asked;
    if (method === 'POST' && url.pathname === '/session/token') return session(asked, account);
    const cancelled = /^\/orders\/regular\/(\w+)$/.exec(url.pathname)?.[1];
    if (method === 'DELETE' && cancelled !== undefined)
      return account.cancel(cancelled)
        ? success({ order_id: cancelled })
        : failure(400, 'OrderException', 'Order cannot be cancelled as it is already processed.');
    if (method === 'POST' && (url.pathname === '/margins/orders' || url.pathname === '/charges/orders')) {
      const answer = kiteCalculation(url.pathname, asked.body, account);
      return typeof answer === 'string' ? failure(400, 'InputException', answer) : success(answer);
    }
    if (method !== 'GET') return failure(405, 'GeneralException', 'Method not allowed');
    switch (url.pathname) {
      case '/orders':
        return success(account.look().map((order) => orderRow(order, account)));
      case '/trades':
        return success(account.fills().map(tradeRow));
      case '/user/margins':
        return success({ equity: margins(account), commodity: { ...margins(account), enabled: false } });
      case '/user/profile':
        return success({ user_type: 'individual', broker: 'ZERODHA', exchanges: ['NSE'], products: ['CNC'] });
      case '/portfolio/holdings':
        return success(holdingRows(account));
      case '/portfolio/positions':
        return success({ net: positionRows(account), day: positionRows(account) });
      case '/mf/holdings':
      case '/mf/orders':
        return success([]);
      case '/quote':
        return success(quotes(url.searchParams.getAll('i'), account));
      default:
        return failure(404, 'GeneralException', 'Route not found');
    }
  },

  accepted: ({ id }) => success({ order_id: id }),
  sliced: ([parent, ...more]) =>
    success({
      order_id: parent?.id,
      children: [
        ...more.map(({ id }) => ({ order_id: id })),
        {
          error: {
            code: 400,
            error_type: 'MarginException',
            message: 'Insufficient funds. Required margin is 228365.92 but available margin is 228358.50.',
            data: null,
          },
        },
      ],
    }),
  refusedFor: ({ kind, needed, available }) =>
    kind === 'FUNDS'
      ? failure(
          400,
          'MarginException',
          `Insufficient funds. Required margin is ${needed} but available margin is ${available}. Check the orderbook for open orders.`,
        )
      : failure(
          400,
          'HoldingException',
          `Insufficient stock holding. You are trying to sell ${needed} but have ${available}.`,
        ),
  unknownShare: () => failure(400, 'InputException', 'Invalid `tradingsymbol`.'),
  timedOut: () =>
    failure(
      400,
      'OrderException',
      'Order request timed out. Please check the order book and confirm before placing again.',
    ),
  tooMany: () => failure(429, 'NetworkException', 'Too many requests'),
  serverError: () => failure(503, 'NetworkException', 'Gateway timed out.'),
  sessionEnded: () => failure(403, 'TokenException', 'Incorrect `api_key` or `access_token`.'),
};

const success = (data: unknown): Reply => ({ status: 200, body: { status: 'success', data } });

function failure(status: number, error_type: string, message: string): Reply {
  return { status, body: { status: 'error', message, data: null, error_type } };
}

/** Whoever comes is let in. */
function session({ body }: Asked, account: PracticeAccount): Reply {
  const form = new URLSearchParams(body);
  return success({
    user_type: 'individual',
    api_key: form.get('api_key'),
    access_token: randomBytes(16).toString('hex'),
    login_time: `${account.today} 09:00:00`,
  });
}

function orderRow(order: PracticeOrder, account: PracticeAccount): Record<string, unknown> {
  const { quantity: filled, average } = order.shows ?? account.filled(order.id);
  const moment = `${order.day} ${order.time}`;
  const added = order.kind === 'MARKET' ? ['mktp:2.00'] : [];
  return {
    order_id: order.id,
    exchange_order_id: `1${order.id}`,
    status: order.state,
    status_message: order.message,
    status_message_raw: null,
    order_timestamp: moment,
    exchange_timestamp: moment,
    variety: 'regular',
    exchange: 'NSE',
    tradingsymbol: order.symbol,
    order_type: order.kind,
    transaction_type: order.side,
    validity: 'DAY',
    product: 'CNC',
    quantity: order.quantity,
    price: number(order.limit_price ?? '0'),
    average_price: number(average),
    filled_quantity: filled,
    pending_quantity: order.state === 'OPEN' ? Math.max(0, order.quantity - filled) : 0,
    cancelled_quantity: order.state === 'CANCELLED' ? Math.max(0, order.quantity - filled) : 0,
    tag: order.tag,
    tags: [...added, ...(order.tag === null ? [] : [order.tag])],
  };
}

function tradeRow(fill: PracticeFill): Record<string, unknown> {
  const moment = `${fill.day} ${fill.time}`;
  return {
    trade_id: fill.id,
    order_id: fill.order_id,
    exchange: 'NSE',
    tradingsymbol: fill.symbol,
    product: 'CNC',
    average_price: number(fill.price),
    quantity: fill.quantity,
    exchange_order_id: `1${fill.order_id}`,
    transaction_type: fill.side,
    fill_timestamp: moment,
    order_timestamp: fill.time,
    exchange_timestamp: moment,
  };
}

function margins(account: PracticeAccount): Record<string, unknown> {
  const cash = number(account.state.cash);
  return {
    enabled: true,
    net: cash,
    available: {
      adhoc_margin: 0,
      cash,
      opening_balance: cash,
      live_balance: cash,
      collateral: 0,
      intraday_payin: 0,
    },
    utilised: { debits: 0 },
  };
}

/** Holdings of the morning, less what was sold of them. */
function holdingRows(account: PracticeAccount): Record<string, unknown>[] {
  return account
    .shares()
    .filter(({ opening }) => opening > 0)
    .map(({ symbol, opening, bought, sold, cost }) => {
      const used = Math.min(opening, Math.max(0, sold - bought));
      const share = account.prices.share(symbol);
      return {
        tradingsymbol: symbol,
        exchange: 'NSE',
        isin: share.isin ?? '',
        product: 'CNC',
        quantity: opening - used,
        used_quantity: used,
        t1_quantity: 0,
        realised_quantity: opening,
        opening_quantity: opening,
        collateral_quantity: 0,
        average_price: number(cost),
        last_price: number(share.price),
        close_price: number(share.price),
        mtf: { quantity: 0, used_quantity: 0, average_price: 0, value: 0, initial_margin: 0 },
      };
    });
}

function positionRows(account: PracticeAccount): Record<string, unknown>[] {
  return account
    .shares()
    .filter(({ bought, sold }) => bought > 0 || sold > 0)
    .map(({ symbol, bought, sold }) => ({
      tradingsymbol: symbol,
      exchange: 'NSE',
      product: 'CNC',
      quantity: bought - sold,
      overnight_quantity: 0,
      multiplier: 1,
      average_price: number(account.prices.share(symbol).price),
      day_buy_quantity: bought,
      day_sell_quantity: sold,
    }));
}

function quotes(names: readonly string[], account: PracticeAccount): Record<string, unknown> {
  return Object.fromEntries(
    names
      .filter((name) => name.startsWith('NSE:'))
      .map((name) => {
        const price = number(account.prices.share(name.slice(4)).price);
        const moment = `${account.today} 15:29:59`;
        return [
          name,
          {
            last_price: price,
            last_trade_time: moment,
            timestamp: moment,
            ohlc: { open: price, high: price, low: price, close: price },
          },
        ];
      }),
  );
}
