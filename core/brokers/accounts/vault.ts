import { type Keyring, Unreadable } from '../../platform/keyring/index.ts';
import { BrokerFailure } from '../failure.ts';
import { type ConnectionSecrets, openSecrets, type Place, sealSecrets } from './secrets.ts';

/** Encrypts and decrypts what is secret of a connection. */
export interface Vault {
  seal(place: Place, secrets: ConnectionSecrets): Promise<string>;
  /** @throws BrokerFailure CREDENTIALS_UNREADABLE */
  open(place: Place & { secrets: string | null }): Promise<ConnectionSecrets>;
  openOrNull(place: Place & { secrets: string | null }): Promise<ConnectionSecrets | null>;
}

export function createVault(keyring: Keyring): Vault {
  const open: Vault['open'] = async (place) => {
    try {
      return await openSecrets(keyring, place);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new BrokerFailure(
        'CREDENTIALS_UNREADABLE',
        `the secrets of connection ${place.id} cannot be decrypted`,
        {
          cause: error,
        },
      );
    }
  };
  return {
    seal: async (place, secrets) => await sealSecrets(keyring, place, secrets),
    open,
    async openOrNull(place) {
      try {
        return await open(place);
      } catch (error) {
        if (error instanceof BrokerFailure) return null;
        throw error;
      }
    },
  };
}
