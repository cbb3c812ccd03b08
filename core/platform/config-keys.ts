import { secretKey } from './config-values.ts';

const SECRET_KEY =
  '32 bytes as 64 hexadecimal digits or base64, a phrase of at least 24 characters, or empty';

/** Keys that encrypt credentials. */
export const KEY_VARIABLES = {
  BROKER_SECRET_KEY: {
    summary:
      'Key that encrypts broker credentials and keys of model providers; without it, one is generated in DATA_DIR/broker.key',
    details:
      'Set it if several machines share one database. Keep a copy apart from the backups. To change it, put the previous key into BROKER_SECRET_KEY_OLD and run npm run rotate-broker-key.',
    allowed: SECRET_KEY,
    fallback: '',
    parse: secretKey,
  },
  PORTFOLIO_SECRET_KEY: {
    summary: 'Used if BROKER_SECRET_KEY is empty',
    allowed: SECRET_KEY,
    fallback: '',
    parse: secretKey,
  },
  BROKER_SECRET_KEY_OLD: {
    summary: 'The previous key, until npm run rotate-broker-key has re-encrypted everything',
    allowed: SECRET_KEY,
    fallback: '',
    parse: secretKey,
  },
} as const;
