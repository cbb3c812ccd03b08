import { createHash } from 'node:crypto';
import {
  createHttp,
  type Http,
  OutsideError,
  type RequestOptions,
  systemTimers,
} from '../../platform/index.ts';
import {
  type FlexAdvice,
  type FlexAnswer,
  flexCode,
  readFlex,
  readFlexAnswer,
  StatementError,
} from '../statements/index.ts';
import { BrokerFailure, brokerFailure, type ReasonCode } from '../failure.ts';
import type { Spool } from './ibkr-flex-spool.ts';
import type { AdapterSetting } from './setting.ts';

const SYSTEM = 'Interactive Brokers';
const SERVICE = '/AccountManagement/FlexWebService/SendRequest';
/** Where the service may send us for the statement. */
const OWN_HOSTS = /(?:^|\.)interactivebrokers\.com$/;
/** One request a second and ten a minute for a token; a download counts until its last byte. */
const RATE = { concurrent: 1, perSecond: 1, perMinute: 10 };
const LARGEST = 64 * 1024 * 1024;
/** The service makes large statements slowly. */
const TIMEOUT_MS = 60_000;
/** How long one sync waits in all for a statement that is being made, or for its turn. */
const PATIENCE_MS = 150_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 20_000;
/** After this, requests of the token are welcome again. */
const QUIET_MS = 60_000;
const MOST_REFERENCES = 3;

const REASON_OF: Readonly<Record<Exclude<FlexAdvice, 'poll' | 'wait' | 'restart'>, ReasonCode>> = {
  later: 'STATEMENT_NOT_READY',
  expired: 'FLEX_TOKEN_EXPIRED',
  unknown: 'FLEX_TOKEN_UNKNOWN',
  address: 'FLEX_ADDRESS_REFUSED',
  inactive: 'FLEX_SERVICE_OFF',
  query: 'STATEMENT_REFUSED',
  fails: 'BROKER_ERROR',
};

/** What the service wants to know: whose statement it is, and which. */
export interface FlexAccess {
  token: string;
  query: string;
}

interface Reference {
  http: Http;
  path: string;
  reference: string;
}

/** The Flex Web Service, version 3. Every method throws BrokerFailure. */
interface FlexClient {
  /** Asks for a statement to be made, and no more: the token and the query are good. */
  check(access: FlexAccess, signal: AbortSignal): Promise<void>;
  /** Has the statement made, waits for it with patience, and puts it into `spool`. */
  fetch(access: FlexAccess, spool: Spool, signal: AbortSignal): Promise<void>;
}

/**
 * The service answers its errors with status 200 and a code, in a document whose root is another than a statement's.
 * The token stands in the address of each request, so no address goes into an error or the log.
 */
export function createFlexClient({ baseUrl, limits, clock, tuning }: AdapterSetting): FlexClient {
  const clients = new Map<string, Http>();
  const timers = tuning?.timers ?? systemTimers;

  function http(token: string, origin: string): Http {
    const name = `ibkr_flex/${createHash('sha256').update(token).digest('hex').slice(0, 16)}`;
    const known = clients.get(`${name} ${origin}`);
    if (known !== undefined) return known;
    const limiter = limits.of(name, RATE);
    const made = createHttp({
      system: SYSTEM,
      baseUrl: origin,
      limiter,
      clock,
      maxBytes: LARGEST,
      timeoutMs: TIMEOUT_MS,
      ...tuning,
    });
    clients.set(`${name} ${origin}`, made);
    return made;
  }

  async function send({ token, query }: FlexAccess, wait: Wait, signal: AbortSignal): Promise<Reference> {
    if (baseUrl === null) throw new BrokerFailure('BROKER_OFF', `${SYSTEM} is switched off.`);
    for (;;) {
      const { body } = await http(token, baseUrl).text(SERVICE, options(token, query, signal));
      const answer = await readFlexAnswer(body);
      if (answer.status === 'Success' && answer.reference !== null) {
        const { origin, pathname } = placeOf(answer.url, baseUrl);
        return { http: http(token, origin), path: pathname, reference: answer.reference };
      }
      const { advice } = known(answer);
      if (advice !== 'wait' && advice !== 'poll' && advice !== 'restart') throw refused(answer);
      await wait(answer);
    }
  }

  /** Null when the statement is in the spool, else why it is not. */
  async function get(
    { http: client, path, reference }: Reference,
    { token }: FlexAccess,
    spool: Spool,
    signal: AbortSignal,
  ): Promise<FlexAnswer | null> {
    await client.stream(path, options(token, reference, signal), (bytes) => spool.fill(bytes));
    if (await isTable(spool))
      throw new BrokerFailure(
        'STATEMENT_REFUSED',
        `${SYSTEM} returned the query as CSV. Set its format to XML.`,
      );
    for await (const [first] of readFlex(spool.read())) return first?.kind === 'answer' ? first.answer : null;
    return null;
  }

  /** Waits before the next question, each time longer, until the patience of this sync is used up. */
  function patience(signal: AbortSignal): Wait {
    let left = PATIENCE_MS;
    let pause = FIRST_PAUSE_MS;
    return async (answer) => {
      if (left < pause) throw refused(answer);
      left -= pause;
      await timers.sleep(pause, signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
  }

  async function fetch(access: FlexAccess, spool: Spool, signal: AbortSignal): Promise<void> {
    const wait = patience(signal);
    for (let references = 1; ; references += 1) {
      const place = await send(access, wait, signal);
      for (;;) {
        const answer = await get(place, access, spool, signal);
        if (answer === null) return;
        const { advice } = known(answer);
        if (advice === 'restart') {
          if (references >= MOST_REFERENCES) throw refused(answer);
          break;
        }
        if (advice !== 'wait' && advice !== 'poll') throw refused(answer);
        await wait(answer);
      }
    }
  }

  return {
    check: async (access, signal) =>
      await failing(signal, async () => {
        await send(access, patience(signal), signal);
      }),
    fetch: async (access, spool, signal) =>
      await failing(signal, async () => await fetch(access, spool, signal)),
  };
}

/** Waits because of this answer. @throws BrokerFailure when there is no patience left for it */
type Wait = (answer: FlexAnswer) => Promise<void>;

function options(token: string, query: string, signal: AbortSignal): RequestOptions {
  return {
    query: { t: token, q: query, v: '3' },
    accept: /^(?:text|application)\/(?:xml|plain|csv)\b/i,
    signal,
  };
}

/**
 * Where the service says that the statement is. Only the broker's own hosts, and the one that the operator set, learn
 * the token.
 */
function placeOf(url: string | null, baseUrl: string): URL {
  const place = url !== null && URL.canParse(url) ? new URL(url) : null;
  const base = new URL(baseUrl);
  const isOwn = place?.protocol === 'https:' && place.port === '' && OWN_HOSTS.test(place.hostname);
  const isBase = place?.origin === base.origin;
  if (place === null || place.username !== '' || place.password !== '' || !(isOwn || isBase))
    throw new BrokerFailure('BROKER_MALFORMED', `${SYSTEM} redirected to an address that is not its own.`);
  return place;
}

/** Whether the statement is one of the broker's tables: its format is a setting of the query. */
async function isTable(spool: Spool): Promise<boolean> {
  for await (const part of spool.read())
    return /^(?:\ufeff)?"?(?:ClientAccountID|AccountAlias|BOF|HEADER)"?[,|;\t]/.test(
      new TextDecoder().decode(part.subarray(0, 100)),
    );
  return false;
}

/** What to do about an answer that is no statement. @throws BrokerFailure for one that says nothing */
function known(answer: FlexAnswer): { advice: FlexAdvice; meaning: string } {
  if (answer.code === null)
    throw new BrokerFailure('BROKER_MALFORMED', `${SYSTEM} sent an answer that cannot be read.`);
  return flexCode(answer.code);
}

function refused(answer: FlexAnswer): BrokerFailure {
  const { advice, meaning } = known(answer);
  const message = `${SYSTEM} returned no statement: ${meaning} (code ${answer.code}).`;
  if (advice === 'wait') return new BrokerFailure('RATE_LIMITED', message, { retryAfterMs: QUIET_MS });
  const reason =
    advice === 'poll' ? 'STATEMENT_NOT_READY' : advice === 'restart' ? 'BROKER_ERROR' : REASON_OF[advice];
  return new BrokerFailure(reason, message);
}

/** Every fault of the outside as a BrokerFailure. */
export async function failing<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error, signal);
  }
}

export function failureOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof StatementError) {
    const reason = error.fault === 'too_large' ? 'TOO_MUCH_DATA' : 'BROKER_MALFORMED';
    return new BrokerFailure(reason, `${SYSTEM} sent a statement that cannot be read: ${error.message}`);
  }
  if (error instanceof OutsideError && error.kind === 'too_large')
    return new BrokerFailure('TOO_MUCH_DATA', error.message, { cause: error });
  if (error instanceof OutsideError || error instanceof BrokerFailure) return brokerFailure(error);
  if (signal.aborted)
    return new BrokerFailure('BROKER_TIMEOUT', `${SYSTEM} took too long, so the request was cancelled.`, {
      cause: error,
    });
  return error;
}
