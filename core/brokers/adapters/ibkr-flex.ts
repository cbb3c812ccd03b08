import { Decimal, toScale } from '../../platform/index.ts';
import { type FlexExclusion, type FlexPosition, type FlexTrade, readFlex } from '../statements/index.ts';
import type {
  Access,
  BrokerAdapter,
  BrokerHolding,
  BrokerTrade,
  ExcludedRow,
  Secrets,
  TradePage,
  WholeDays,
} from '../adapter.ts';
import { BrokerFailure } from '../failure.ts';
import { createFlexClient, failing, failureOf, type FlexAccess } from './ibkr-flex-client.ts';
import { openSpool, type Spool } from './ibkr-flex-spool.ts';
import type { AdapterSetting } from './setting.ts';

const PAGE_ROWS = 500;

/** Rows that are told by other rows are left out of nothing. */
const REASON_OF: Readonly<Record<Exclude<FlexExclusion, 'SUMMARY'>, ExcludedRow['reason']>> = {
  DERIVATIVE: 'DERIVATIVE',
  OPTION: 'OPTION',
  CURRENCY_TRADE: 'CURRENCY_TRADE',
  CASH_MOVEMENT: 'CASH_MOVEMENT',
  CORPORATE_ACTION: 'CORPORATE_ACTION',
  UNKNOWN_KIND: 'UNKNOWN_KIND',
};

/**
 * Interactive Brokers by its Flex Web Service: a query that the person saved there is made into a statement, fetched
 * once a sync, and read for holdings and for trades (spec: Connection sync rules 4). What it has is the query's choice:
 * open positions, trades by execution, cash transactions in detail, corporate actions. The ids are those of the same
 * statement dropped as a file.
 */
export function createIbkrFlex(setting: AdapterSetting): BrokerAdapter {
  const client = createFlexClient(setting);
  const { clock } = setting;

  function flexAccess({ credentials }: Access): FlexAccess {
    if (setting.baseUrl === null)
      throw new BrokerFailure('BROKER_OFF', 'Interactive Brokers is switched off.');
    return { token: required(credentials, 'token'), query: required(credentials, 'query_id') };
  }

  const freshSession = () => ({ values: {}, issued_at: clock.now(), expires_at: null });

  return {
    broker: 'ibkr_flex',
    title: 'Interactive Brokers',
    canTrade: false,
    // Activity changes once a day, after the close.
    rhythm: { kind: 'daily', retryMinutes: 60 },
    renewal: 'none',
    stock: 'TRADED',
    fields: [
      {
        name: 'token',
        label: 'Flex Web Service token',
        hint: 'In Client Portal under Settings, Flex Web Service. Choose the longest validity, up to a year.',
        secret: true,
        required: true,
        pattern: /^[A-Za-z0-9]{8,128}$/,
      },
      {
        name: 'query_id',
        label: 'Query ID',
        hint:
          'Behind the (i) of an Activity Flex Query in XML with the sections Open Positions, Trades (Execution), Cash ' +
          'Transactions (Detail) and Corporate Actions.',
        secret: false,
        required: true,
        pattern: /^\d{1,12}$/,
      },
      {
        name: 'account_id',
        label: 'Account',
        hint: 'Only needed if the query covers several accounts: the one to read, such as U1234567.',
        secret: false,
        required: false,
        pattern: /^[A-Za-z]{1,3}\d{4,12}[A-Za-z]?$/,
      },
    ],
    account: accountOf,
    loginUrl: () => null,
    async connect(access, { signal }) {
      await client.check(flexAccess(access), signal);
      return freshSession();
    },
    async renew() {
      throw new BrokerFailure('CREDENTIALS_REJECTED', 'A Flex Web Service token cannot be renewed here.');
    },
    async read(access, signal) {
      const asked = flexAccess(access);
      const account = accountOf(access.credentials);
      const spool = await openSpool();
      try {
        await client.fetch(asked, spool, signal);
      } catch (error) {
        await spool.close();
        throw error;
      }
      return {
        session: access.session === null ? freshSession() : null,
        holdings: async () => await failing(signal, async () => await holdingsOf(spool, account)),
        trades: (days) => tradesOf(spool, account, days, signal),
        close: async () => await spool.close(),
      };
    },
  };
}

function accountOf(credentials: Secrets): string | null {
  return credentials['account_id']?.trim().toUpperCase() || null;
}

function required(credentials: Secrets, name: string): string {
  const value = credentials[name]?.trim() ?? '';
  if (value === '')
    throw new BrokerFailure('CREDENTIALS_REJECTED', `The connection has no ${name.replace('_', ' ')}.`);
  return value;
}

async function holdingsOf(spool: Spool, account: string | null) {
  const found = new Map<string, FlexPosition>();
  const left_out: ExcludedRow[] = [];
  const accounts = new Set<string>();
  const days: string[] = [];
  for await (const entries of readFlex(spool.read(), { account })) {
    for (const entry of entries) {
      if (entry.kind === 'statement') accounts.add(entry.account);
      else if (entry.kind === 'position') {
        const { security_id, isin, symbol, currency, as_of } = entry.position;
        if (as_of !== null) days.push(as_of);
        const key = `${security_id ?? isin ?? symbol}\n${currency}`;
        const known = found.get(key);
        found.set(key, known === undefined ? entry.position : together(known, entry.position));
      } else if (entry.kind === 'left_out' && entry.of === 'position' && entry.reason !== 'SUMMARY')
        left_out.push({ what: entry.what, reason: REASON_OF[entry.reason] });
      else if (entry.kind === 'unreadable' && entry.of === 'position')
        left_out.push({ what: entry.what, reason: 'UNREADABLE' });
    }
  }
  if (account !== null && accounts.size > 0 && !accounts.has(account))
    throw new BrokerFailure(
      'STATEMENT_REFUSED',
      'The statement does not have the account of this connection.',
    );
  days.sort();
  const [first, last] = [days[0], days.at(-1)];
  return {
    holdings: [...found.values()].map(holdingOf),
    left_out,
    as_of: first === undefined || last === undefined ? undefined : { first, last },
  };
}

/** One position of several accounts; its cost is known where that of each part is. */
function together(one: FlexPosition, other: FlexPosition): FlexPosition {
  const quantity = new Decimal(one.quantity).plus(other.quantity);
  const costs = [one, other].map(({ quantity: held, avg_buy_price: each }) =>
    each === null ? null : new Decimal(held).times(each),
  );
  const cost = costs.reduce<Decimal | null>(
    (sum, part) => (sum === null || part === null ? null : sum.plus(part)),
    new Decimal(0),
  );
  return {
    ...one,
    quantity: quantity.toFixed(),
    avg_buy_price: cost === null ? null : toScale(cost.div(quantity)).toFixed(),
    last_price: one.last_price ?? other.last_price,
  };
}

function holdingOf(position: FlexPosition): BrokerHolding {
  const { symbol, name, isin, security_id, asset_class, currency, quantity, avg_buy_price } = position;
  const { last_price, as_of } = position;
  return {
    symbol,
    name,
    isin,
    security_id,
    asset_class,
    currency,
    quantity,
    avg_buy_price,
    last_price,
    previous_close: null,
    price_as_of: last_price === null ? null : as_of,
  };
}

/**
 * All trades up to a day. The days of the statements are whole for purchases and sales where there is any: a query may leave a
 * section out, and a statement of several accounts is as long as its shortest one. How far back is not asked: the whole statement is here, and what corrects a trade or a
 * dividend carries the day of what it corrects.
 */
async function* tradesOf(
  spool: Spool,
  account: string | null,
  { to }: { to: string },
  signal: AbortSignal,
): AsyncGenerator<TradePage> {
  let trades: BrokerTrade[] = [];
  let left_out: ExcludedRow[] = [];
  const days = createStatementDays(account);
  try {
    for await (const entries of readFlex(spool.read(), { account })) {
      for (const entry of entries) {
        if (entry.kind === 'statement') days.add(entry);
        else if (entry.kind === 'trade') {
          if (entry.trade.date > to) continue;
          trades.push(tradeOf(entry.trade));
          days.see(entry.trade);
        } else if (entry.kind === 'left_out' && entry.of === 'trade' && entry.reason !== 'SUMMARY')
          left_out.push({ what: entry.what, reason: REASON_OF[entry.reason] });
        else if (entry.kind === 'unreadable' && entry.of === 'trade')
          left_out.push({ what: entry.what, reason: 'UNREADABLE' });
      }
      if (trades.length + left_out.length < PAGE_ROWS) continue;
      yield { trades, left_out };
      [trades, left_out] = [[], []];
    }
    const whole = days.whole(to);
    if (trades.length + left_out.length > 0) yield { trades, left_out, ...(whole && { whole }) };
  } catch (error) {
    throw failureOf(error, signal);
  }
}

/** The days that all statements of a document have in common. */
function createStatementDays(account: string | null) {
  let [first, last]: [string | null, string | null] = ['', '9999-12-31'];
  let hasTrades = false;
  return {
    add(statement: { account: string; from: string | null; to: string | null }): void {
      if (account !== null && statement.account !== account) return;
      const { from, to } = statement;
      first = first === null || from === null ? null : from > first ? from : first;
      last = last === null || to === null ? null : to < last ? to : last;
    },
    see({ type }: FlexTrade): void {
      hasTrades ||= type === 'BUY' || type === 'SELL';
    },
    whole(until: string): WholeDays | null {
      if (!hasTrades || first === null || first === '' || last === null) return null;
      const to = last < until ? last : until;
      return first <= to ? { from: first, to, of: 'TRADES' } : null;
    },
  };
}

function tradeOf(trade: FlexTrade): BrokerTrade {
  const { symbol, isin, security_id, type, date, quantity, price, fee_tax, currency, asset_class } = trade;
  return {
    symbol,
    isin,
    security_id,
    type,
    date,
    quantity,
    price,
    fee_tax,
    currency,
    asset_class,
    execution_id: trade.execution_id,
    executed_at: trade.executed_at,
    is_intraday: false,
  };
}
