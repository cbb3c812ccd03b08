import type { SingleSend } from '../../platform/index.ts';
import type { Placement, Refusal, UnknownCause } from './gateway.ts';

/**
 * A refusal that is known: only an error of one of these kinds AND with these words proves that no order was made. Anything
 * else that a broker says against an order leaves it UNKNOWN.
 */
export interface KnownRefusal {
  /** The broker's kinds of error. */
  kinds: readonly string[];
  /** Its words, from their beginning. */
  words: Pick<RegExp, 'test'>;
  refusal: Refusal;
}

/**
 * Words that no refusal has: the broker itself does not know what became of the order. Zerodha has answered "Order request
 * timed out. Please check the order book" with status 400, and made the order eight seconds later.
 */
const IN_DOUBT =
  /tim(?:ed?|ing)[- ]?out|check (?:the|your) order ?book (?:and|before)|before placing again|not (?:be )?(?:known|confirmed)|unable to confirm|(?:try|retry)(?:ing)? again later|already (?:placed|submitted|exists)|duplicate/i;

/** Whether an answer with this status can prove anything: a server's own trouble, a time-out and a 429 cannot. */
export const canProve = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** The refusal that an error proves; null where it proves none. */
export function provenRefusal(table: readonly KnownRefusal[], kind: string, words: string): Refusal | null {
  if (IN_DOUBT.test(words)) return null;
  return table.find((one) => one.kinds.includes(kind) && one.words.test(words.trim()))?.refusal ?? null;
}

export const unknown = (cause: UnknownCause, message: string): Placement => ({
  outcome: 'UNKNOWN',
  cause,
  message,
});

/** What a refusal that proves nothing comes to, by its status. */
export function unprovenRefusal(system: string, status: number, words: string | null): Placement {
  const said = words === null ? '' : `: “${words}”`;
  if (status === 429)
    return unknown('RATE_LIMITED', `${system} received too many requests (status 429)${said}. ${LOOKED_FOR}`);
  if (status >= 500)
    return unknown(
      'SERVER_ERROR',
      `${system} reported an internal error (status ${status})${said}. ${LOOKED_FOR}`,
    );
  if (status >= 400)
    return unknown(
      'UNKNOWN_REFUSAL',
      `${system} answered with status ${status}${said === '' ? ' and no reason' : said}, which does not prove that no order was placed. ${LOOKED_FOR}`,
    );
  return unknown(
    'UNREADABLE',
    `${system} answered with status ${status}, and the answer cannot be read${said}. ${LOOKED_FOR}`,
  );
}

const LOOKED_FOR = 'Munim looks for the order in the order book.';
const NOTHING_SENT = 'Nothing was sent.';

/** What the sending came to where there is no answer to read. */
export function withoutAnswer(system: string, sent: Exclude<SingleSend, { kind: 'answer' }>): Placement {
  if (sent.kind === 'not sent')
    switch (sent.why) {
      case 'unwanted':
        return unknown('TIMEOUT', `It was too late to send the order. ${NOTHING_SENT}`);
      case 'aborted':
        return unknown('NOT_CONNECTED', `The order was stopped before it was sent. ${NOTHING_SENT}`);
      case 'not connected':
        return unknown(
          'NOT_CONNECTED',
          `${system} could not be reached${sent.code === null ? '' : ` (${sent.code})`}. ${NOTHING_SENT}`,
        );
    }
  switch (sent.why) {
    case 'timeout':
      return unknown('TIMEOUT', `${system} did not answer in time. ${LOOKED_FOR}`);
    case 'aborted':
      return unknown('TIMEOUT', `Munim stopped waiting for ${system}’s answer. ${LOOKED_FOR}`);
    case 'lost':
      return unknown(
        'CONNECTION_LOST',
        `The connection to ${system} was lost before it answered. ${LOOKED_FOR}`,
      );
    case 'too large':
      return unknown('UNREADABLE', `${system}’s answer was too long to read. ${LOOKED_FOR}`);
  }
}

/** An answer that should name the order and does not. */
export const unreadableAnswer = (system: string, status: number): Placement =>
  unknown('UNREADABLE', `${system} answered (status ${status}) without naming an order. ${LOOKED_FOR}`);

/** The JSON of an answer; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
