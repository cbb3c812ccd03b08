import type { Instrument, OwnerQuotes, QuoteFailure, QuoteOutcome, QuoteProvider } from '../market/index.ts';
import type { Vault } from './accounts/vault.ts';
import type { Access, BrokerAdapter, BrokerQuote, Quotable } from './adapter.ts';
import type { BrokerTable } from './broker-table.ts';
import { brokerFailure, type ReasonCode } from './failure.ts';
import { ConnectionModel } from './models.ts';
import { securityIdOf } from './sync/securities.ts';
import { isUsable } from './token.ts';
import { type Context, DAY_MS, type DbTransaction } from '../platform/index.ts';

interface OwnerQuotesParts {
  table: BrokerTable;
  vault: Vault;
  /** The day of a price that the broker gives without one, YYYY-MM-DD. */
  priceDay: () => string;
}

/** States in which the last session may well live; every other waits for the person, the operator or a first sync. */
const ACTIVE: readonly string[] = ['OK', 'RUNNING', 'FAILED'];
/** An account that may not read quotes is asked again after a day, or as soon as its credentials or login are new. */
const REFUSED_MS = DAY_MS;
const NO_MARKET = new Set(['Unlisted', 'Cash', 'Commodity']);

/** The quote services of a person's active TRADING+SYNC connections (spec: Price refresh rules 2). */
export function createOwnerQuotes(context: Context, parts: OwnerQuotesParts): OwnerQuotes {
  const { clock, database, log } = context;
  const { table, vault } = parts;

  function providerOf(
    row: ConnectionModel,
    adapter: BrokerAdapter & Required<Pick<BrokerAdapter, 'quotes'>>,
    access: Access,
  ): QuoteProvider {
    return {
      name: adapter.broker,
      covers: ({ asset_class }) => !NO_MARKET.has(asset_class),
      async quotes(instruments, signal = new AbortController().signal) {
        const wanted = instruments.map((instrument): Quotable => ({
          symbol: instrument.names?.[0] ?? instrument.symbol,
          isin: instrument.isin,
          security_id: securityIdOf(row.securities, instrument),
          asset_class: instrument.asset_class,
          currency: instrument.currency,
        }));
        if (row.quotes_refused_until !== null && clock.now() < row.quotes_refused_until)
          return instruments.map(() => failed('PROVIDER_REFUSED'));
        // Not even for a price is a token sent past its age.
        if (!isSound(adapter, access, clock.now()))
          return instruments.map(() => failed('PROVIDER_NEEDS_LOGIN'));
        try {
          const quotes = await adapter.quotes(access, wanted, signal);
          return instruments.map((instrument, index) =>
            outcome(instrument, quotes[index] ?? null, adapter.broker),
          );
        } catch (error) {
          const { reason } = brokerFailure(error);
          log.warn({ connection: row.id, broker: row.broker, reason }, 'a broker returned no prices');
          if (reason === 'PERMISSION_MISSING') await rest(row);
          return instruments.map(() => failed(FAILURES[reason] ?? 'PROVIDER_ERROR'));
        }
      },
    };
  }

  /** The broker is not asked again at every refresh; what was edited meanwhile begins afresh. */
  async function rest({ id, owner_user_id, secrets }: ConnectionModel): Promise<void> {
    const quotes_refused_until = new Date(clock.now().getTime() + REFUSED_MS);
    await database.asUser(owner_user_id, async (trx) =>
      ConnectionModel.query(trx).where({ id, secrets }).patch({ quotes_refused_until }),
    );
  }

  function outcome(instrument: Instrument, quote: BrokerQuote | null, source: string): QuoteOutcome {
    if (quote === null) return failed('NOT_FOUND');
    return {
      quote: {
        price: Number(quote.price),
        previous_close: quote.previous_close === null ? null : Number(quote.previous_close),
        as_of: quote.as_of ?? parts.priceDay(),
        currency: instrument.currency,
        source,
      },
      failure: null,
    };
  }

  const activeConnections = (db: DbTransaction) =>
    ConnectionModel.query(db).where({ role: 'TRADING+SYNC' }).whereIn('state', ACTIVE).orderBy('id');

  async function providersOf(rows: readonly ConnectionModel[]): Promise<Map<string, QuoteProvider[]>> {
    const byOwner = new Map<string, QuoteProvider[]>();
    for (const row of rows) {
      if (!table.isOn(row.broker)) continue;
      const adapter = table.adapter(row.broker);
      const secrets = await vault.openOrNull(row);
      if (!hasQuotes(adapter) || secrets === null) continue;
      const access = { credentials: secrets.credentials, session: secrets.session };
      if (!isSound(adapter, access, clock.now())) continue;
      const others = byOwner.get(row.owner_user_id) ?? [];
      byOwner.set(row.owner_user_id, [...others, providerOf(row, adapter, access)]);
    }
    return byOwner;
  }

  return {
    quotesFor: async (userId) =>
      (await providersOf(await database.readAsUser(userId, activeConnections))).get(userId) ?? [],
    quotesForAll: async () =>
      await providersOf(await database.readAsSystem('find the brokers that give prices', activeConnections)),
  };
}

function hasQuotes(
  adapter: BrokerAdapter,
): adapter is BrokerAdapter & Required<Pick<BrokerAdapter, 'quotes'>> {
  return adapter.quotes !== undefined;
}

function isSound(adapter: BrokerAdapter, { session }: Access, now: Date): boolean {
  return adapter.renewal === 'none' || (session !== null && isUsable(session, now));
}

const failed = (failure: QuoteFailure): QuoteOutcome => ({ quote: null, failure });

const FAILURES: Partial<Record<ReasonCode, QuoteFailure>> = {
  RATE_LIMITED: 'PROVIDER_RATE_LIMITED',
  BROKER_TIMEOUT: 'PROVIDER_TIMEOUT',
  BROKER_UNREACHABLE: 'PROVIDER_UNREACHABLE',
  BROKER_MALFORMED: 'PROVIDER_MALFORMED',
  NEEDS_LOGIN: 'PROVIDER_NEEDS_LOGIN',
  NEEDS_OTP: 'PROVIDER_NEEDS_LOGIN',
  TOKEN_EXPIRED: 'PROVIDER_NEEDS_LOGIN',
  CREDENTIALS_REJECTED: 'PROVIDER_NEEDS_LOGIN',
  PERMISSION_MISSING: 'PROVIDER_REFUSED',
  ACCESS_REFUSED: 'PROVIDER_REFUSED',
  LOGIN_REFUSED: 'PROVIDER_ERROR',
};
