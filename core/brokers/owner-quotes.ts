import type { Context } from '../context.ts';
import type { Instrument, OwnerQuotes, QuoteFailure, QuoteOutcome, QuoteProvider } from '../market/index.ts';
import type { BrokerSyncService, KnownSymbol } from '../portfolio/index.ts';
import type { Vault } from './accounts/vault.ts';
import type { Access, BrokerAdapter, BrokerQuote, Quotable } from './adapter.ts';
import type { BrokerTable } from './broker-table.ts';
import { brokerFailure, type ReasonCode } from './failure.ts';
import { ConnectionModel } from './models.ts';
import { isUsable } from './token.ts';

export interface OwnerQuotesParts {
  table: BrokerTable;
  vault: Vault;
  brokerSync: Pick<BrokerSyncService, 'symbols'>;
  /** The day of a price that the broker gives without one, YYYY-MM-DD. */
  priceDay: () => string;
}

/** States in which the last session may well live; every other waits for the person, the operator or a first sync. */
const ACTIVE: readonly string[] = ['OK', 'RUNNING', 'FAILED'];
const NO_MARKET = new Set(['Unlisted', 'Cash', 'Commodity']);

/** The quote services of a person's active TRADING+SYNC connections (spec: Price refresh rules 2). */
export function createOwnerQuotes(context: Context, parts: OwnerQuotesParts): OwnerQuotes {
  const { clock, database, log } = context;
  const { brokerSync, table, vault } = parts;

  function providerOf(
    row: ConnectionModel,
    adapter: BrokerAdapter & Required<Pick<BrokerAdapter, 'quotes'>>,
    access: Access,
    known: readonly KnownSymbol[],
  ): QuoteProvider {
    const ids = new Map(
      known.flatMap(({ symbol, security_id }) =>
        security_id === null ? [] : [[symbol, security_id] as const],
      ),
    );
    return {
      name: adapter.broker,
      covers: ({ asset_class }) => !NO_MARKET.has(asset_class),
      async quotes(instruments, signal = new AbortController().signal) {
        const wanted = instruments.map(
          (instrument): Quotable => ({
            symbol: instrument.names?.[0] ?? instrument.symbol,
            isin: instrument.isin,
            security_id: ids.get(instrument.symbol) ?? null,
            asset_class: instrument.asset_class,
            currency: instrument.currency,
          }),
        );
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
          log.warn({ connection: row.id, broker: row.broker, reason }, 'a broker gave no prices');
          return instruments.map(() => failed(FAILURES[reason] ?? 'PROVIDER_ERROR'));
        }
      },
    };
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

  return {
    async quotesFor(userId) {
      const rows = await database.asUser(userId, async (trx) =>
        ConnectionModel.query(trx).where({ role: 'TRADING+SYNC' }).whereIn('state', ACTIVE).orderBy('id'),
      );
      const providers: QuoteProvider[] = [];
      for (const row of rows) {
        if (!table.isOn(row.broker)) continue;
        const adapter = table.adapter(row.broker);
        const secrets = await vault.openOrNull(row);
        if (!hasQuotes(adapter) || secrets === null) continue;
        const access = { credentials: secrets.credentials, session: secrets.session };
        if (!isSound(adapter, access, clock.now())) continue;
        const known = await brokerSync.symbols(userId, { id: row.portfolio_id, name: row.portfolio_name });
        providers.push(providerOf(row, adapter, access, known));
      }
      return providers;
    },
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
};
