import * as yup from 'yup';
import { flag, hosts, oneOf, optional, text, Unfit, url, whole } from './config-values.ts';

/** Settings of the server: its address, who may reach it, and its log. */
export const SERVER_VARIABLES = {
  HOST: {
    summary: 'Address the API and dashboard listen on',
    allowed: 'a host name or IP address',
    fallback: '127.0.0.1',
    parse: text(yup.string().matches(/^[A-Za-z0-9.:_-]+$/)),
  },
  PORT: {
    summary: 'Port the API and dashboard listen on; 0 picks a free one',
    allowed: 'a whole number from 0 to 65535',
    fallback: '8080',
    parse: whole(0, 65_535),
  },
  PUBLIC_URL: {
    summary: 'Public address of the dashboard, if it is behind a proxy',
    allowed: 'http://… or https://…, or empty',
    fallback: '',
    parse: url('http:', 'https:'),
  },
  TRUST_PROXY: {
    summary: 'Trust X-Forwarded-For and X-Forwarded-Proto; only behind your own proxy',
    allowed: '1 or 0',
    fallback: '0',
    parse: flag,
  },
  ALLOWED_HOSTS: {
    summary: 'Other host names for the dashboard, in addition to localhost, HOST and PUBLIC_URL',
    details: 'A request under an unknown name is answered with status 421.',
    allowed: 'host names without port, separated by commas, such as munim.lan,nas.local, or empty',
    fallback: '',
    parse: hosts,
  },
  SERVICE_WORKER_ENABLED: {
    summary: 'Let browsers install the dashboard as an app and open it offline',
    details:
      '0 removes the service worker, its stored files and the notifications of this app from each browser at its next visit.',
    allowed: '1 or 0',
    fallback: '1',
    parse: flag,
  },
  METRICS_TOKEN: {
    summary: 'Bearer token for /metrics; without it only this machine can read them',
    details:
      'The metrics include munim_unexpected_errors, which counts unexpected errors. Each ends one request, chat update, stream or job, and Munim goes on.',
    allowed: 'at least 16 characters, or empty',
    fallback: '',
    parse: (value: string) => {
      if (value !== '' && value.length < 16) throw new Unfit('too short');
      return optional(value);
    },
  },
  OWNER_LOGIN: {
    summary: 'Login name of the owner, created at the first start',
    allowed: '2 to 40 lower-case letters, digits, dots, dashes or underscores',
    fallback: 'owner',
    parse: text(yup.string().matches(/^[a-z0-9._-]{2,40}$/)),
  },
  LOG_LEVEL: {
    summary: 'How much is written to the log',
    details: 'In a terminal the log goes to DATA_DIR/logs/munim.log.',
    allowed: 'trace, debug, info, warn, error or silent',
    fallback: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  },
} as const;
