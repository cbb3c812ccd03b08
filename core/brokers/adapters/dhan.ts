import { dayBefore, Decimal, istDate, DAY_MS } from '../../platform/index.ts';
import type {
  Access,
  BrokerAdapter,
  BrokerHolding,
  BrokerSession,
  Holdings,
  ExcludedRow,
  Secrets,
  TradePage,
} from '../adapter.ts';
import { BrokerFailure } from '../failure.ts';
import { createDhanClient, type DhanAccess } from './dhan-client.ts';
import { unreadable } from './dhan-errors.ts';
import { namedAsHeld, todaysTrades } from './dhan-fills.ts';
import { dhanHistory } from './dhan-history.ts';
import { dhanQuotes } from './dhan-quotes.ts';
import { profiledSession, renewedSession, sessionOf } from './dhan-session.ts';
import { figure, isinOf, isListOf, isRow, priceText, type Row, textOf } from './figures.ts';
import type { AdapterSetting } from './setting.ts';
import { exchangeAssetClass } from '../../market/instruments/index.ts';

/** A day is whole in the history by the noon after it. */
const HISTORY_LATENESS_MS = DAY_MS / 2;

/**
 * Dhan by DhanHQ v2: holdings, the trade history up to yesterday, and today's finished orders (spec: Connection sync
 * rules 2). The history of a day may come as late as noon of the next, so a caller asks for some days again. Quotes need
 * Dhan's paid Data APIs; without them they are refused (DH-902, 806) and everything else works.
 */
export function createDhan(setting: AdapterSetting): BrokerAdapter {
  const dhan = createDhanClient(setting);
  const { clock } = setting;

  /** Looks at the token that was entered or brought. Dhan's word that it is dead means another one must be entered. */
  async function login(credentials: Secrets, token: string, signal: AbortSignal): Promise<BrokerSession> {
    try {
      const access = { clientId: required(credentials, 'client_id'), accessToken: token };
      const profile = await dhan.get(access, '/profile', signal);
      return profiledSession(credentials, token, profile, clock.now());
    } catch (error) {
      if (error instanceof BrokerFailure && error.reason === 'TOKEN_EXPIRED')
        throw new BrokerFailure('CREDENTIALS_REJECTED', 'Dhan rejected the token.', { cause: error });
      throw error;
    }
  }

  function check({ credentials }: Access, session: BrokerSession): DhanAccess {
    if (setting.baseUrl === null) throw new BrokerFailure('BROKER_OFF', 'Dhan is switched off.');
    if (session.expires_at !== null && session.expires_at <= clock.now())
      throw new BrokerFailure('TOKEN_EXPIRED', "Dhan's token has expired.");
    return {
      clientId: required(credentials, 'client_id'),
      accessToken: session.values['access_token'] ?? '',
    };
  }

  async function list(access: DhanAccess, path: string, signal: AbortSignal): Promise<readonly unknown[]> {
    const rows = await dhan.get(access, path, signal);
    if (!isListOf('orderId', rows)) throw unreadable('a list');
    return rows;
  }

  async function* trades(
    access: DhanAccess,
    { from, to }: { from: string | null; to: string },
    signal: AbortSignal,
  ): AsyncIterable<TradePage> {
    const today = istDate(clock.now());
    const yesterday = istDate(new Date(clock.now().getTime() - DAY_MS));
    if (to >= today && (from === null || from <= today)) {
      const orders = await list(access, '/orders', signal);
      const rows = await list(access, '/trades', signal);
      yield todaysTrades(orders, rows, { from: today, to: today });
    }
    const past = { from, to: to < yesterday ? to : yesterday };
    yield* dhanHistory(
      past,
      async (first, last, page) => await dhan.get(access, `/trades/${first}/${last}/${page}`, signal),
    );
    const complete = dayBefore(istDate(new Date(clock.now().getTime() - HISTORY_LATENESS_MS)));
    const until = past.to < complete ? past.to : complete;
    if (from === null || from <= until)
      yield { trades: [], left_out: [], whole: { from, to: until, of: 'EVERYTHING' } };
  }

  return {
    broker: 'dhan',
    title: 'Dhan',
    canTrade: true,
    rhythm: { kind: 'interval', minutes: 30 },
    renewal: 'renew',
    stock: 'DELIVERED',
    fields: [
      {
        name: 'client_id',
        label: 'Client ID',
        hint: 'About ten digits, on web.dhan.co under “My profile”.',
        secret: false,
        required: true,
        pattern: /^\d{6,14}$/,
      },
      {
        name: 'access_token',
        label: 'Access token',
        hint: 'On web.dhan.co under “My profile”, “Access DhanHQ APIs”, “Generate access token”. Munim renews it every day.',
        secret: true,
        required: true,
        pattern: /^[\w.~+/=-]{16,4096}$/,
      },
    ],
    account: (credentials) => credentials['client_id']?.trim() || null,
    loginUrl: () => 'https://web.dhan.co',
    async connect(access, { requestToken, signal }) {
      const live = sessionOf(access);
      const token =
        requestToken?.trim() ?? live?.values['access_token'] ?? required(access.credentials, 'access_token');
      return await login(access.credentials, token, signal);
    },
    async renew(access, signal) {
      const session =
        sessionOf(access) ??
        (await login(access.credentials, required(access.credentials, 'access_token'), signal));
      const answer = await dhan.get(check(access, session), '/RenewToken', signal);
      return renewedSession(access.credentials, answer, clock.now());
    },
    async read(access, signal) {
      const known = sessionOf(access);
      const session =
        known ?? (await login(access.credentials, required(access.credentials, 'access_token'), signal));
      const dhanAccess = check(access, session);
      let held: readonly BrokerHolding[] = [];
      return {
        session: known === null ? session : null,
        async holdings() {
          const rows = await dhan.holdings(dhanAccess, signal);
          if (!isListOf('totalQty', rows)) throw unreadable('holdings');
          const read = dhanHoldings(rows);
          held = read.holdings;
          return read;
        },
        async *trades(days) {
          for await (const page of trades(dhanAccess, days, signal))
            yield { ...page, trades: namedAsHeld(page.trades, held) };
        },
        close: () => Promise.resolve(),
      };
    },
    async quotes(access, wanted, signal) {
      const session = sessionOf(access);
      if (session === null) throw new BrokerFailure('NEEDS_LOGIN', 'Dhan needs a first login.');
      const dhanAccess = check(access, session);
      return await dhanQuotes(wanted, async (ids) => await dhan.quotes(dhanAccess, ids, signal));
    },
  };
}

function required(credentials: Secrets, name: string): string {
  const value = credentials[name]?.trim() ?? '';
  if (value === '') throw new BrokerFailure('CREDENTIALS_REJECTED', `Dhan needs ${name}.`);
  return value;
}

const PARTS = ['dpQty', 't1Qty', 'availableQty'];

/** Every part of the total is there, and is nothing. */
const isEmptied = (row: Row) =>
  PARTS.every((part) => figure(row[part])?.isZero() === true) && !figure(row['collateralQty'])?.gt(0);

/** Parts of the total that the row tells; what is neither available, pledged nor on its way is blocked, or sold. */
function partsOf(row: Row, total: Decimal): Pick<BrokerHolding, 'arriving' | 'pledged' | 'blocked'> {
  const [arriving, pledged, available] = ['t1Qty', 'collateralQty', 'availableQty'].map((part) =>
    figure(row[part]),
  );
  const rest = total
    .minus(arriving ?? 0)
    .minus(pledged ?? 0)
    .minus(available ?? 0);
  return {
    ...(arriving ? { arriving: arriving.toFixed() } : {}),
    ...(pledged ? { pledged: pledged.toFixed() } : {}),
    ...(arriving && pledged && available ? { blocked: Decimal.max(rest, 0).toFixed() } : {}),
  };
}

/**
 * Shares of `/holdings`. Their exchange is ALL. A share that was sold keeps its total until the sale is settled while
 * all the parts of the total are 0: none is held.
 */
export function dhanHoldings(rows: readonly unknown[]): Holdings {
  const holdings: BrokerHolding[] = [];
  const left_out: ExcludedRow[] = [];
  for (const row of rows) {
    const quantity = isRow(row) ? figure(row['totalQty']) : null;
    const symbol = isRow(row) ? textOf(row['tradingSymbol']) : '';
    const isin = isRow(row) ? isinOf(row['isin']) : null;
    if (!isRow(row) || quantity === null || quantity.lt(0) || (symbol === '' && isin === null)) {
      left_out.push({ what: `Holding ${symbol || 'without a symbol'}`, reason: 'UNREADABLE' });
      continue;
    }
    if (quantity.isZero() || isEmptied(row)) continue;
    holdings.push({
      symbol,
      name: null,
      isin,
      security_id: textOf(row['securityId']) || null,
      asset_class: exchangeAssetClass(symbol, isin ?? ''),
      currency: 'INR',
      quantity: quantity.toFixed(),
      ...partsOf(row, quantity),
      avg_buy_price: priceText(row['avgCostPrice']),
      last_price: priceText(row['lastTradedPrice']),
      previous_close: null,
      price_as_of: null,
    });
  }
  return { holdings, left_out };
}
