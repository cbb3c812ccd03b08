import { isRow, type Row, textOf } from '../adapters/index.ts';
import { brokerWords } from './broker-words.ts';
import type { Placement } from './gateway.ts';
import {
  canProve,
  jsonOf,
  type KnownRefusal,
  provenRefusal,
  unprovenRefusal,
  unreadableAnswer,
} from './placements.ts';
import { BLOCKED_WORDS } from './refusal-words.ts';

const SYSTEM = 'Dhan';

/**
 * What DhanHQ says when it makes no order, by its codes and words. DH-907 to DH-910 (data, internal, network, other) and
 * codes of the systems behind it (RS-9005 "Transactions Fails.") prove nothing.
 */
const DHAN_REFUSALS: readonly KnownRefusal[] = [
  {
    kinds: ['DH-901'],
    words:
      /^(?:client ?id or (?:user generated )?access token|(?:invalid|expired) (?:access )?token|(?:access )?token (?:is )?(?:invalid|expired))/i,
    refusal: 'NEEDS_LOGIN',
  },
  {
    kinds: ['DH-902', 'DH-903', 'DH-905', 'DH-906', 'DH-911'],
    words:
      /^(?:invalid ip\b|(?:the |your )?ip\b.{0,60}\bnot\b.{0,30}\b(?:whitelisted|allowed|registered|set)|user has not subscribed|(?:user|account|client|segment|app)\b[^.]{0,60}\bnot\b[^.]{0,30}\b(?:access|activated|active|enabled|subscribed|allowed))/i,
    refusal: 'PERMISSION_MISSING',
  },
  {
    kinds: ['DH-906', 'DH-905'],
    words:
      /^(?:insufficient (?:funds?|balance|margin)|funds? (?:limit )?insufficient|margin shortfall|rms: ?margin exceeds|(?:you (?:do not|don'?t) have|not) enough (?:funds?|balance|margin))/i,
    refusal: 'FUNDS_SHORT',
  },
  {
    kinds: ['DH-906', 'DH-905'],
    words:
      /^(?:insufficient (?:holdings?|quantity)|no holdings?\b|holdings? (?:are |is )?(?:not available|insufficient)|(?:you (?:do not|don'?t) have|not) enough (?:holdings?|quantity|shares)|(?:edis|tpin) [^.]{0,60}(?:required|pending|not))/i,
    refusal: 'HOLDINGS_SHORT',
  },
  {
    kinds: ['DH-906', 'DH-905'],
    words: /^(?:the )?markets? (?:is|are) closed/i,
    refusal: 'MARKET_CLOSED',
  },
  {
    kinds: ['DH-905', 'DH-906'],
    words:
      /^(?:missing required fields|invalid (?:security ?id|price|quantity|order ?type|product ?type|transaction ?type|exchange ?segment|validity|correlation ?id|trigger ?price|symbol)|(?:order )?price (?:is )?(?:not )?(?:with)?(?:in|out ?side|beyond|a multiple|multiple)|(?:the )?price [^.]{0,60}\b(?:circuit|tick|range|band)\b|.{0,40}\btick size\b|quantity (?:is |should |must |cannot ))/i,
    refusal: 'ORDER_INVALID',
  },
  { kinds: ['DH-905', 'DH-906'], words: BLOCKED_WORDS, refusal: 'ORDER_INVALID' },
];

/** What Dhan's answer to an order means. @param secrets what no message may repeat. */
export function dhanPlacement(status: number, body: string, secrets: readonly string[]): Placement {
  const [answer] = rowsOf(jsonOf(body));
  const orders = rowsOf(jsonOf(body));
  const ids = orders.map((row) => namedIn(row)).filter((id) => id !== null);
  const code = answer === undefined ? '' : textOf(answer['errorCode']);
  if (status >= 200 && status < 300) {
    // Code 806 and others like it come with status 200, and prove as little as with any other.
    if (ids.length > 0 && code === '')
      return { outcome: 'ACCEPTED', broker_order_ids: [...new Set(ids)], message: toldOf(orders, secrets) };
    return unreadableAnswer(SYSTEM, status);
  }
  const words = answer === undefined ? null : brokerWords(answer['errorMessage'], secrets);
  if (answer !== undefined && ids.length === 0 && canProve(status)) {
    const refusal = provenRefusal(DHAN_REFUSALS, code, textOf(answer['errorMessage']));
    if (refusal !== null) return { outcome: 'REFUSED', refusal, message: words ?? `Status ${status}.` };
  }
  return unprovenRefusal(SYSTEM, status, words);
}

/** An answer is a row, or a list of rows where the order was cut up. */
function rowsOf(answer: unknown): Row[] {
  return (Array.isArray(answer) ? (answer as unknown[]) : [answer]).filter(isRow);
}

function namedIn(row: Row): string | null {
  const id = textOf(row['orderId']);
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) && id !== '0' ? id : null;
}

/** What Dhan says of an order beside its number, where it was rejected at once. */
function toldOf(orders: readonly Row[], secrets: readonly string[]): string | null {
  const rejected = orders.filter((row) => textOf(row['orderStatus']).toUpperCase() === 'REJECTED');
  if (rejected.length === 0) return null;
  const words = rejected
    .map((row) => brokerWords(row['omsErrorDescription'], secrets))
    .find((one) => one !== null);
  return `${SYSTEM} rejected it at once${words === undefined ? '' : `: ${words}`}`;
}
