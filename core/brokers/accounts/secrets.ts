import { type Keyring, type SealedColumn, Unreadable } from '../../platform/keyring/index.ts';
import type { BrokerSession, Secrets } from '../adapter.ts';

/** Everything secret of a connection, encrypted as one. */
export interface ConnectionSecrets {
  credentials: Secrets;
  /** Null before the first login, and once it has ended. */
  session: BrokerSession | null;
  /** Cookies and tokens of a login that waits for a one-time password (spec: Connection sync rules 5). */
  _otp_session: Secrets | null;
}

/** Which row the secrets belong to. */
export interface Place {
  owner_user_id: string;
  id: string;
}

const additionalDataOf = ({ owner_user_id, id }: Place): string =>
  `broker.connections\0${owner_user_id}\0${id}`;

/** Where the secrets of connections are kept. */
export const CONNECTION_SECRETS: SealedColumn = {
  table: 'broker.connections',
  column: 'secrets',
  key: 'id',
  reads: ['owner_user_id', 'label'],
  noun: 'connections',
  context: ({ id = '', owner_user_id = '' }) => additionalDataOf({ id, owner_user_id }),
  named: ({ id, label }) => `${label} (${id})`,
};

export async function sealSecrets(
  keyring: Keyring,
  place: Place,
  secrets: ConnectionSecrets,
): Promise<string> {
  return await keyring.seal(additionalDataOf(place), JSON.stringify(secrets));
}

/** @throws Unreadable when no key of this server opens them. */
export async function openSecrets(
  keyring: Keyring,
  place: Place & { secrets: string | null },
): Promise<ConnectionSecrets> {
  if (place.secrets === null) throw new Unreadable('there are no secrets');
  const stored = JSON.parse(
    await keyring.unseal(additionalDataOf(place), place.secrets),
  ) as ConnectionSecrets & {
    session: { values: Secrets; issued_at: string; expires_at: string | null } | null;
  };
  return {
    ...stored,
    session: stored.session && {
      values: stored.session.values,
      issued_at: new Date(stored.session.issued_at),
      expires_at: stored.session.expires_at === null ? null : new Date(stored.session.expires_at),
    },
  };
}
