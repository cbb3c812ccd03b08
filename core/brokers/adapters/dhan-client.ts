import { createHash } from 'node:crypto';
import { createHttp, type Http, OutsideError } from '../../platform/index.ts';
import { BrokerFailure, brokerFailure, statusFailure } from '../failure.ts';
import { inCalculatorTurn } from './calculator-turns.ts';
import { isNoHoldings, isOfOrder, type Refusal, refusalIn, refused, unreadable } from './dhan-errors.ts';
import { isRow, type Row } from './figures.ts';
import type { AdapterSetting } from './setting.ts';

const SYSTEM = 'Dhan';
/** Refusals in Dhan's own words come with these; 5xx are asked again and then fail for good. */
const REFUSALS = [400, 401, 403, 404, 405];
// The allowance is twenty a second, and one a second for quotes. Requests reach the broker at uneven distances, so the
// first is not used up; the second cannot be divided.
const RATES = { usual: { concurrent: 4, perSecond: 16 }, quote: { concurrent: 1, perSecond: 1 } };

/** Whose requests these are. */
export interface DhanAccess {
  clientId: string;
  accessToken: string;
}

/** DhanHQ v2. Every method throws BrokerFailure. */
interface DhanClient {
  /** The body of a route under /v2. */
  get(access: DhanAccess, path: string, signal: AbortSignal): Promise<unknown>;
  /** The `data` of a market quote: what was asked for by exchange segment and security id. */
  quotes(
    access: DhanAccess,
    wanted: Readonly<Record<string, readonly number[]>>,
    signal: AbortSignal,
  ): Promise<Row>;
  /** The answer of the margin calculator, which changes nothing, or Dhan's words where it does not take the order. */
  margin(access: DhanAccess, order: Row, signal: AbortSignal): Promise<{ margin: Row } | { refusal: string }>;
  /** `/holdings`, which an account without any answers with status 500: an empty list here. */
  holdings(access: DhanAccess, signal: AbortSignal): Promise<unknown>;
}

export function createDhanClient({ baseUrl, limits, clock, tuning }: AdapterSetting): DhanClient {
  const clients = new Map<string, Http>();

  const accountOf = (clientId: string): string =>
    `dhan/${createHash('sha256').update(clientId).digest('hex').slice(0, 16)}`;

  function http(clientId: string, kind: keyof typeof RATES): Http {
    if (baseUrl === null) throw new BrokerFailure('BROKER_OFF', `${SYSTEM} is switched off.`);
    const account = accountOf(clientId);
    const name = kind === 'usual' ? account : `${account}/${kind}`;
    const known = clients.get(name);
    if (known !== undefined) return known;
    const limiter = limits.of(name, RATES[kind]);
    const made = createHttp({ system: SYSTEM, baseUrl, limiter, clock, maxBytes: 16_000_000, ...tuning });
    clients.set(name, made);
    return made;
  }

  async function ask(
    { clientId, accessToken }: DhanAccess,
    path: string,
    signal: AbortSignal,
    alsoAnswers: readonly number[],
    wanted?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    try {
      return await http(clientId, path.startsWith('/marketfeed/') ? 'quote' : 'usual').json(`/v2${path}`, {
        // Quotes and calculators are asked in a body, and asking twice changes nothing.
        ...(wanted === undefined ? {} : { method: 'POST', json: wanted, isRepeatable: true }),
        // The profile wants the client's number under another name than the data routes.
        headers: { 'access-token': accessToken, 'client-id': clientId, dhanClientId: clientId },
        accept: /^application\/json\b/i,
        alsoAnswers,
        signal,
      });
    } catch (error) {
      // A refusal that is no JSON comes from something before Dhan: its status counts, not its kind of document.
      const status = error instanceof OutsideError ? error.status : null;
      if (status === null || status < 400 || status === 429) throw brokerFailure(error);
      throw statusFailure(SYSTEM, status);
    }
  }

  async function get(
    access: DhanAccess,
    path: string,
    signal: AbortSignal,
    isEmpty: ((refusal: Refusal) => boolean) | null = null,
  ): Promise<unknown> {
    const { status, body } = await ask(
      access,
      path,
      signal,
      isEmpty === null ? REFUSALS : [...REFUSALS, 500],
    );
    const refusal = refusalIn(body);
    if (refusal !== null && isEmpty?.(refusal) === true) return [];
    // Any other 500 may pass: it is asked again as such.
    if (status === 500) return await get(access, path, signal);
    if (refusal !== null) throw refused(refusal, status);
    if (status >= 400) throw statusFailure(SYSTEM, status);
    return body;
  }

  async function quotes(
    access: DhanAccess,
    wanted: Readonly<Record<string, readonly number[]>>,
    signal: AbortSignal,
  ): Promise<Row> {
    const { status, body } = await ask(access, '/marketfeed/quote', signal, REFUSALS, wanted);
    const refusal = refusalIn(body);
    if (refusal !== null) throw refused(refusal, status);
    if (status >= 400) throw statusFailure(SYSTEM, status);
    if (!isRow(body) || body['status'] !== 'success' || !isRow(body['data'])) throw unreadable('quotes');
    return body['data'];
  }

  async function margin(access: DhanAccess, order: Row, signal: AbortSignal) {
    const { status, body } = await inCalculatorTurn(
      limits,
      { account: accountOf(access.clientId), perSecond: RATES.usual.perSecond },
      async () => await ask(access, '/margincalculator', signal, REFUSALS, order),
      signal,
    );
    const refusal = refusalIn(body);
    if (refusal !== null && isOfOrder(refusal)) return { refusal: refusal.message };
    if (refusal !== null) throw refused(refusal, status);
    if (status >= 400) throw statusFailure(SYSTEM, status);
    // The documentation shows the figures alone, the official client an envelope around them.
    const figures = isRow(body) && isRow(body['data']) ? body['data'] : body;
    if (!isRow(figures)) throw unreadable('a margin');
    return { margin: figures };
  }

  return {
    quotes,
    margin,
    get: async (access, path, signal) => await get(access, path, signal),
    holdings: async (access, signal) => await get(access, '/holdings', signal, isNoHoldings),
  };
}
