import { isRow, type Row, textOf } from '../adapters/index.ts';
import { brokerWords } from './broker-words.ts';
import type { Placement } from './gateway.ts';
import {
  canProve,
  jsonOf,
  type KnownRefusal,
  provenRefusal,
  unknown,
  unprovenRefusal,
  unreadableAnswer,
} from './placements.ts';
import { BLOCKED_WORDS } from './refusal-words.ts';

const SYSTEM = 'Zerodha';
const ORDER_KINDS = ['InputException', 'OrderException', 'MarginException', 'HoldingException'] as const;

/**
 * What Kite Connect says when it makes no order, from its documentation and forum. The kinds alone are not enough:
 * OrderException stands for refusals and for time-outs after which the order was made. NetworkException, DataException and
 * GeneralException are the broker's own trouble and prove nothing.
 */
const KITE_REFUSALS: readonly KnownRefusal[] = [
  {
    kinds: ['TokenException'],
    words:
      /^(?:incorrect `?api_key`? or `?access_token|invalid (?:session|token|`?access_token)|token is invalid or has expired|session (?:has )?expired)/i,
    refusal: 'NEEDS_LOGIN',
  },
  {
    kinds: ['PermissionException', 'TokenException', 'UserException', 'InputException'],
    words:
      /^(?:insufficient permission|no ips? (?:are )?configured|(?:the |this |your )?ip\b.{0,60}\bnot\b.{0,30}\b(?:allowed|whitelisted|configured|registered)|(?:the |this |your )?(?:app|api key|account|segment|user|client)\b[^.]{0,60}\bnot\b[^.]{0,30}\b(?:enabled|allowed|permitted|active)\b)/i,
    refusal: 'PERMISSION_MISSING',
  },
  {
    kinds: ['MarginException', 'InputException', 'OrderException'],
    words: /^(?:insufficient (?:funds?|margin|balance)|margin exceeds|rms: ?margin exceeds)/i,
    refusal: 'FUNDS_SHORT',
  },
  {
    kinds: ['HoldingException', 'InputException', 'OrderException'],
    words:
      /^(?:insufficient (?:stock )?holdings?|(?:you (?:do not|don'?t) have|not) enough (?:holdings?|quantity|shares)|no holdings?\b|holdings? (?:are |is )?not (?:available|authori[sz]ed)|authori[sz]ation (?:is )?(?:required|pending)|(?:cdsl )?tpin (?:authori[sz]ation )?(?:is )?required)/i,
    refusal: 'HOLDINGS_SHORT',
  },
  {
    kinds: ['InputException', 'OrderException'],
    words:
      /^(?:(?:the )?markets? (?:are|is) (?:currently )?closed|(?:your )?order could not be converted to (?:a |an )?after market order|(?:only )?after market orders?\b[^.]{0,60}\b(?:allowed|accepted))/i,
    refusal: 'MARKET_CLOSED',
  },
  {
    kinds: ORDER_KINDS,
    words:
      /^(?:tick size for this script|(?:your |the )?(?:order |limit )?price (?:is |of )?(?:higher|lower|exceeds|out ?side)|(?:your order )?price exceeds circuit limits|the instrument you are placing an order for|the instrument [^.]{0,60}(?:expired|does not exist|not found)|market orders? without market protection|invalid `?(?:tradingsymbol|exchange|quantity|price|product|order_type|transaction_type|validity|tag|market_protection|variety)`?|missing or empty field|quantity (?:should|must|cannot|has to)|(?:the )?maximum (?:allowed )?(?:order )?(?:quantity|value)|orders? (?:are|is) (?:currently )?(?:blocked|not allowed|restricted)|(?:this|the) (?:stock|scrip|instrument|security) [^.]{0,60}(?:blocked|not allowed|suspended|restricted)|cnc orders? (?:are|is) (?:currently )?(?:blocked|not allowed))/i,
    refusal: 'ORDER_INVALID',
  },
  { kinds: ORDER_KINDS, words: BLOCKED_WORDS, refusal: 'ORDER_INVALID' },
];

/** What Kite's answer to an order means. @param secrets what no message may repeat. */
export function kitePlacement(status: number, body: string, secrets: readonly string[]): Placement {
  const answer = jsonOf(body);
  if (isRow(answer) && status >= 200 && status < 300) return accepted(answer, status, secrets);
  if (!isRow(answer) || answer['status'] !== 'error') return unprovenRefusal(SYSTEM, status, null);
  const words = brokerWords(answer['message'], secrets);
  // An error that names an order is no refusal of it.
  if (namedIn(answer['data']) === null && canProve(status)) {
    const refusal = provenRefusal(KITE_REFUSALS, textOf(answer['error_type']), textOf(answer['message']));
    if (refusal !== null) return { outcome: 'REFUSED', refusal, message: words ?? `Status ${status}.` };
  }
  return unprovenRefusal(SYSTEM, status, words);
}

/**
 * The order by its number, and by those of its parts where Kite cut it up. Parts may fail while the answer is a success:
 * what was made is ACCEPTED, and the message tells of the rest.
 */
function accepted(answer: Row, status: number, secrets: readonly string[]): Placement {
  if (answer['status'] === 'error')
    return unknown(
      'UNKNOWN_REFUSAL',
      `${SYSTEM} answered with an error and status ${status}, which does not prove that no order was placed: “${brokerWords(answer['message'], secrets) ?? 'no reason'}”`,
    );
  const data = answer['data'];
  const parts = isRow(data) && Array.isArray(data['children']) ? (data['children'] as unknown[]) : [];
  const ids = [data, ...parts].map(namedIn).filter((id) => id !== null);
  if (answer['status'] !== 'success' || ids.length === 0) return unreadableAnswer(SYSTEM, status);
  const failed = parts.filter((part) => namedIn(part) === null);
  return {
    outcome: 'ACCEPTED',
    broker_order_ids: [...new Set(ids)],
    message: failed.length === 0 ? null : failures(failed, parts.length, secrets),
  };
}

function failures(failed: readonly unknown[], all: number, secrets: readonly string[]): string {
  const reasons = failed.map((part) => {
    const error = isRow(part) ? part['error'] : undefined;
    return (isRow(error) ? brokerWords(error['message'], secrets) : null) ?? 'no reason given';
  });
  return `${failed.length} of ${all} parts were not accepted: ${[...new Set(reasons)].slice(0, 3).join(' ')}`;
}

function namedIn(value: unknown): string | null {
  const id = isRow(value) ? textOf(value['order_id']) : '';
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
}
