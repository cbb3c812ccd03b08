import type { ReasonCode } from '../../../../core/brokers/failure.ts';
import type { Fault } from '../../../support/loopback.ts';
import type { AdapterUnderTest } from './contract-subject.ts';

/** What may happen to some of the requests, and to how many in a row. */
export const PASSING: [Fault, number][] = [
  [{ kind: 'status', status: 500 }, 1],
  [{ kind: 'status', status: 502 }, 9],
  [{ kind: 'status', status: 429 }, 1],
  [{ kind: 'cut' }, 1],
  [{ kind: 'drop' }, 9],
  [{ kind: 'body', type: 'text/html', body: '<html></html>' }, 1],
];

const HTML = '<html><head><title>Maintenance</title></head><body>Back soon</body></html>';

/** What a broker may do instead of answering, and the reason it is given. */
export function faultsOf({
  contentType,
  strangeBodies,
  bare = {},
}: AdapterUnderTest): [string, Fault, ReasonCode][] {
  return [
    ['a 429', { kind: 'status', status: 429 }, 'RATE_LIMITED'],
    [
      'a 429 with a long Retry-After',
      { kind: 'status', status: 429, headers: { 'retry-after': '1800' } },
      'RATE_LIMITED',
    ],
    ['a bare 401', { kind: 'status', status: 401 }, bare[401] ?? 'LOGIN_REFUSED'],
    ['a bare 403', { kind: 'status', status: 403 }, bare[403] ?? 'ACCESS_REFUSED'],
    ['a bare 404', { kind: 'status', status: 404 }, bare[404] ?? 'ADDRESS_UNKNOWN'],
    ['a 500', { kind: 'status', status: 500 }, 'BROKER_ERROR'],
    ['a 503', { kind: 'status', status: 503 }, 'BROKER_ERROR'],
    ...[301, 302, 307, 308].map((status): [string, Fault, ReasonCode] => [
      `a redirect (${status})`,
      { kind: 'status', status, headers: { location: 'https://elsewhere.example/' } },
      'ADDRESS_MOVED',
    ]),
    ['a hang', { kind: 'hang' }, 'BROKER_TIMEOUT'],
    ['a slow drip', { kind: 'drip', everyMs: 120 }, 'BROKER_TIMEOUT'],
    ['a dropped connection', { kind: 'drop' }, 'BROKER_UNREACHABLE'],
    ['a cut body', { kind: 'cut' }, 'BROKER_UNREACHABLE'],
    [
      'another kind of document',
      { kind: 'body', type: 'application/pdf', body: '%PDF-1.7' },
      'BROKER_MALFORMED',
    ],
    ['HTML with 200', { kind: 'body', type: 'text/html', body: HTML }, 'BROKER_MALFORMED'],
    [
      'HTML with 200 under the right type',
      { kind: 'body', type: contentType, body: HTML },
      'BROKER_MALFORMED',
    ],
    ['an empty body', { kind: 'body', type: contentType, body: '' }, 'BROKER_MALFORMED'],
    ...strangeBodies.map((body): [string, Fault, ReasonCode] => [
      `an answer of another shape: ${body.slice(0, 60)}`,
      { kind: 'body', type: contentType, body },
      'BROKER_MALFORMED',
    ]),
  ];
}
