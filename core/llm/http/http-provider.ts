import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import type { Clock } from '../../platform/index.ts';
import {
  type CallOptions,
  type ModelAnswer,
  type ModelRequest,
  type Provider,
  ProviderError,
  type ProviderId,
} from '../port/index.ts';
import { type CallWatch, watchCall } from './call-timers.ts';
import { createConnection, type Exchange, newExchange, type Send } from './connection.ts';
import { withCounts } from './counts.ts';
import { failureOf, type CallProgress } from './failure.ts';
import { callOptions, type Quirks, quirkIn, sdkModel } from './sdk-model.ts';
import { errorInBody, newTally, type WireFormat } from './wire.ts';

export interface HttpProviderOptions {
  id: ProviderId;
  format: WireFormat;
  /** Such as https://api.example.com/v1; what it ends in is added. */
  baseUrl: string;
  model: string;
  /** Empty for a server that wants none. */
  apiKey: string;
  /** Sent with each request, such as a gateway's session. */
  headers?: Readonly<Record<string, string>>;
  contextTokens: number | null;
  /** The address may point into this machine and its networks: for what the operator set up, never for a person's. */
  allowInward: boolean;
  clock: Clock;
  /** The largest answer in bytes; 4 MB unless told. */
  maxBytes?: number;
  /** Finds the addresses of a name; the system's own unless told. */
  lookup?: LookupFunction;
}

const MAX_BYTES = 4_000_000;
/** As many parameters may be refused, one after the other. */
const MOST_QUIRKS = 3;
/** What the servers of this process refused, by address and model. Forgotten with the process, and asked anew. */
const refused = new Map<string, Quirks>();
const MOST_REFUSED = 1_000;

/**
 * A model behind HTTP in one of the three wire formats (decisions/Provider chain). It asks once, but for a parameter that
 * the server refuses and that can be done without. Where pieces are wanted it streams, else it asks for the whole.
 */
export function createHttpProvider(options: HttpProviderOptions): Provider {
  const { id, format, model, contextTokens, allowInward, maxBytes = MAX_BYTES, lookup } = options;
  const apiKey = options.apiKey.trim();
  const baseUrl = options.baseUrl.trim().replace(/\/+$/, '');
  const unusable = whyUnusable(baseUrl, apiKey);
  const send = createConnection({ allowInward, maxBytes, ...(lookup === undefined ? {} : { lookup }) });
  const place = `${format} ${baseUrl} ${model}`;

  return {
    id,
    model,
    canStream: true,
    contextTokens,
    account: `${id} ${baseUrl} ${digest(apiKey)}`,
    async call(request, { signal, timers, onText }) {
      if (unusable !== null) throw new ProviderError(unusable);
      if (signal.aborted) throw new ProviderError({ class: 'CANCELLED', reason: 'It was cancelled.' });
      const watch = watchCall(signal, timers, onText !== undefined);
      try {
        for (let tries = 0; ; tries += 1) {
          const going: CallProgress = {
            tally: newTally(format, request.schema !== null),
            exchange: newExchange(),
            text: '',
            hasShown: false,
          };
          try {
            return await once(request, watch, going, onText);
          } catch (error) {
            const quirk = tries < MOST_QUIRKS ? newQuirk(place, going.exchange, error) : null;
            if (quirk === null) {
              const secrets = [apiKey, ...Object.values(options.headers ?? {})];
              const hasSchema = request.schema !== null;
              throw failureOf(error, going, { watch, timers, hasSchema, secrets, now: options.clock.now() });
            }
            learn(place, quirk);
          }
        }
      } finally {
        watch.stop();
      }
    },
  };

  async function once(
    request: ModelRequest,
    watch: CallWatch,
    going: CallProgress,
    onText: CallOptions['onText'],
  ): Promise<ModelAnswer> {
    const quirks = refused.get(place) ?? {};
    const fetch = fetchBy(send, going.exchange, watch, format, { apiKey, headers: options.headers ?? {} });
    const sdk = await sdkModel(format, { baseUrl, model, apiKey, quirks, fetch });
    const call = { ...callOptions(request, quirks), abortSignal: watch.signal };
    if (onText === undefined) whole(await sdk.doGenerate(call), going);
    else await streamed(await sdk.doStream(call), going, onText);
    const { tally, text } = going;
    refuseUnfit(going);
    const { finish } = tally;
    if (finish === null || (onText !== undefined && !tally.isEnded)) throw new ProviderError(cutShort(going));
    if (text.trim() === '')
      throw new ProviderError({
        class: 'BAD_OUTPUT',
        reason: finish === 'length' ? 'It used all of its tokens for thinking.' : 'The answer is empty.',
        usage: tally.usage,
      });
    return { text, model: tally.model ?? model, usage: tally.usage, finish };
  }
}

type Sdk = Awaited<ReturnType<typeof sdkModel>>;

function whole(result: Awaited<ReturnType<Sdk['doGenerate']>>, going: CallProgress): void {
  going.tally.add(result.response?.body);
  for (const part of result.content) if (part.type === 'text') going.text += part.text;
}

/** An answer that reports an error or declines is none, whatever text stands beside that. */
function refuseUnfit(going: CallProgress): void {
  const { error, isRefused, finish } = going.tally;
  if (error !== null) throw new Error('The answer reports an error.');
  if (isRefused || finish === 'content_filter') throw refusal(going);
}

async function streamed(
  { stream }: Awaited<ReturnType<Sdk['doStream']>>,
  going: CallProgress,
  onText: NonNullable<CallOptions['onText']>,
): Promise<void> {
  for await (const part of stream) {
    if (part.type === 'raw') going.tally.add(part.rawValue);
    else if (part.type === 'error') {
      // A stream that just stops is an error to one of the packages.
      const isCut = (part.error as { name?: unknown } | null)?.name === 'AI_InvalidResponseDataError';
      if (!isCut || going.tally.error !== null) throw part.error;
      throw new ProviderError(cutShort(going));
    } else if (part.type === 'text-delta' && part.delta !== '') {
      // The event of this text was counted before it: an error may stand in it.
      refuseUnfit(going);
      going.text += part.delta;
      going.hasShown = true;
      onText(part.delta);
    }
  }
}

const cutShort = ({ tally, hasShown }: CallProgress) =>
  ({
    class: 'TRANSIENT',
    status: 200,
    reason:
      tally.reason === null || tally.finish !== null
        ? 'The answer broke off before its end.'
        : `The answer ended with “${tally.reason}”, which does not mean that it is whole.`,
    hasShown,
    usage: tally.usage,
  }) as const;

const refusal = ({ tally, hasShown }: CallProgress): ProviderError =>
  new ProviderError({
    class: 'CONTENT_FILTER',
    status: 200,
    reason: hasShown ? 'The model declined to go on.' : 'The model declined to answer.',
    hasShown,
    usage: tally.usage,
  });

/** What the packages use in place of `fetch`. */
function fetchBy(
  send: Send,
  exchange: Exchange,
  watch: CallWatch,
  format: WireFormat,
  { apiKey, headers }: { apiKey: string; headers: Readonly<Record<string, string>> },
): typeof globalThis.fetch {
  return async (input, init) => {
    const given = new Headers(init?.headers);
    // An empty key is none.
    if (apiKey === '') for (const name of ['authorization', 'x-api-key']) given.delete(name);
    const url = new URL(input instanceof Request ? input.url : input);
    const body = init?.body;
    const answer = await send(
      url,
      {
        headers: { ...Object.fromEntries(given), ...headers },
        body: typeof body === 'string' ? body : '',
        signal: watch.signal,
      },
      exchange,
      watch.seen,
    );
    return withCounts(format, answer);
  };
}

/** Why it cannot be asked at all. */
function whyUnusable(baseUrl: string, apiKey: string) {
  // Said here, because whoever puts it into a header would repeat it in an error.
  if (!/^[\x21-\x7e]*$/.test(apiKey))
    return {
      class: 'AUTH',
      reason: 'The key has a line break, a space or another character that is not allowed in a key.',
    } as const;
  if (baseUrl === '') return { class: 'NOT_CONFIGURED', reason: 'No address is set.' } as const;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search + url.hash !== '')
    return {
      class: 'NOT_CONFIGURED',
      reason: 'The address must begin with https:// or http:// and have no password, query or fragment.',
    } as const;
  return null;
}

/** A parameter that the server has just refused for the first time. */
function newQuirk(place: string, { status }: Exchange, error: unknown): keyof Quirks | null {
  if (status !== 400 && status !== 422) return null;
  const { responseBody } = error as { responseBody?: unknown };
  const quirk = quirkIn(errorInBody(responseBody, true)?.message ?? '');
  return quirk === null || refused.get(place)?.[quirk] === true ? null : quirk;
}

function learn(place: string, quirk: keyof Quirks): void {
  const known = refused.get(place);
  if (known === undefined && refused.size >= MOST_REFUSED) refused.clear();
  refused.set(place, { ...known, [quirk]: true });
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 12);
