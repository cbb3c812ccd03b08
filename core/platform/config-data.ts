import path from 'node:path';
import { Unfit, url, whole } from './config-values.ts';

/** Settings of where records are kept. */
export const DATA_VARIABLES = {
  DATA_DIR: {
    summary: 'Folder for the embedded database, logs, backups and saved chat files',
    allowed: 'a folder path',
    fallback: '.data',
    parse: (value: string) => path.resolve(value),
  },
  DATABASE_URL: {
    summary: 'A Postgres server (15 or newer) to use instead of the embedded one',
    allowed: 'postgres://user:password@host:port/database, or empty',
    fallback: '',
    parse: url('postgres:', 'postgresql:'),
  },
  DATABASE_APP_URL: {
    summary: 'Login of the restricted role, needed only if DATABASE_URL cannot create roles',
    details:
      'It is a plain login role that owns nothing and is a member of no role that owns something. Munim does not start with a role that can get past row-level security, and says which grant to revoke.',
    allowed:
      'postgres://role:password@host:port/database of a role that owns nothing and has no BYPASSRLS, or empty',
    fallback: '',
    parse: url('postgres:', 'postgresql:'),
  },
  DATABASE_DIRECT_URL: {
    summary: 'Address of the server itself, if DATABASE_URL is a pooler in transaction mode (pgbouncer)',
    details:
      'Each process listens and holds its locks over one connection to it. Migrations, backups and restores use it too. With it, no state on DATABASE_URL outlasts a transaction.',
    allowed: 'postgres://user:password@host:port/database, or empty',
    fallback: '',
    parse: url('postgres:', 'postgresql:'),
  },
  DATABASE_CONNECTIONS: {
    summary: 'Most database connections of one process, all pools together',
    details:
      'Reports and imports leave one connection free. The guide to servers has the arithmetic for several processes.',
    allowed: 'a whole number from 7 to 200',
    fallback: '8',
    parse: whole(7, 200),
  },
  CALENDAR_FILE: {
    summary: 'Your own exchange holidays and special sessions, in addition to the built-in calendar',
    details:
      'Its columns are date, exchange, kind, reason, open and close. It also continues the calendar where the exchanges’ lists cannot be read, and has the last word on each of its days.',
    allowed: 'path of a .csv or .json file, or empty',
    fallback: '',
    parse: (value: string) => {
      if (value !== '' && !/\.(csv|json)$/i.test(value)) throw new Unfit('neither .csv nor .json');
      return value === '' ? null : path.resolve(value);
    },
  },
} as const;
