import { conflict, type Context, type SharedLimits, type Timers } from '../../platform/index.ts';
import { createKeyring } from '../../platform/keyring/index.ts';
import { createVault } from '../accounts/vault.ts';
import type { BrokerSession, Secrets } from '../adapter.ts';
import { type AdapterSetting, dhanSessionOf } from '../adapters/index.ts';
import { readConnection } from '../connection-store.ts';
import { BrokerFailure } from '../failure.ts';
import { isUsable } from '../token.ts';
import { createDhanOrders } from './dhan-orders.ts';
import { createDhanSecurities, type DhanSecurities } from './dhan-securities.ts';
import type { OrderGateways } from './gateway.ts';
import { createZerodhaOrders } from './zerodha-orders.ts';

interface OrderGatewaysParts {
  /** Those of the context where nothing is said. */
  limits?: SharedLimits;
  /** By which a read waits before it is repeated. */
  timers?: Timers;
  /** For tests that cannot wait as long as a broker may take; `timeoutMs` is that of an order too. */
  tuning?: AdapterSetting['tuning'];
}

/** Opens accounts for orders. Beside Dhan’s list of shares nothing is asked outside before the first use of a gateway. */
export function createOrderGateways(context: Context, parts: OrderGatewaysParts = {}): OrderGateways {
  const { clock, config, database } = context;
  const limits = parts.limits ?? context.limits;
  const vault = createVault(createKeyring(config));
  const tuning = {
    ...(parts.timers === undefined ? {} : { timers: parts.timers }),
    ...parts.tuning,
  };
  let securities: DhanSecurities | null = null;

  return {
    async open(ownerUserId, connectionId) {
      const row = await database.readAsUser(ownerUserId, (trx) => readConnection(trx, connectionId));
      if (!row.role.split('+').includes('TRADING') || (row.broker !== 'zerodha' && row.broker !== 'dhan'))
        throw conflict(
          'NO_TRADING_ROLE',
          `${row.label} may not trade. Use a connection to Zerodha or Dhan whose role includes TRADING.`,
        );
      const baseUrl = row.broker === 'zerodha' ? config.ZERODHA_BASE_URL : config.DHAN_BASE_URL;
      if (baseUrl === null) throw new BrokerFailure('BROKER_OFF', `${row.broker} is switched off.`);
      const { credentials, session } = await vault.open(row);
      const setting = { baseUrl, limits, clock, tuning };

      if (row.broker === 'zerodha') {
        const access = () => ({
          apiKey: required(credentials, 'api_key'),
          accessToken: tokenOf(session, clock.now()),
        });
        access();
        return createZerodhaOrders({ ...setting, access });
      }
      const live = dhanSessionOf({ credentials, session });
      const access = () => ({
        clientId: required(credentials, 'client_id'),
        accessToken: tokenOf(live, clock.now()),
      });
      access();
      securities ??= createDhanSecurities(setting);
      return createDhanOrders({ ...setting, access, securities });
    },
  };
}

/** The token of a session that may still be used: one past its age is sent no more. */
function tokenOf(session: BrokerSession | null, now: Date): string {
  const token = session?.values['access_token'] ?? '';
  if (session === null || token === '' || !isUsable(session, now))
    throw new BrokerFailure('NEEDS_LOGIN', 'The connection needs a login before it can trade.');
  return token;
}

function required(credentials: Secrets, name: string): string {
  const value = credentials[name]?.trim() ?? '';
  if (value === '') throw new BrokerFailure('NEEDS_LOGIN', `The connection has no ${name}.`);
  return value;
}
