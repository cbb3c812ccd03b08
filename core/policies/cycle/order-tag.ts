import { createHash } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** What brokers take: twenty letters and digits (spec: tag_code). */
const TAG_LENGTH = 20;

/** What an order is told from every other one by, for ever. */
interface OrderIdentity {
  policy_id: string;
  /** YYYY-MM-DD. */
  cycle_date: string;
  mode: string;
  plan_id: string;
  /** Its number in the plan. */
  nr: number;
}

/**
 * The tag that an order is found by at the broker: the policy's tag code, then twelve characters of base32 (60 bits of
 * SHA-256) of what it is. It is no idempotency key there: a broker takes the same tag twice.
 */
export function orderTag(
  tagCode: string,
  { policy_id, cycle_date, mode, plan_id, nr }: OrderIdentity,
): string {
  const hash = createHash('sha256').update([policy_id, cycle_date, mode, plan_id, nr].join('|')).digest();
  let bits = hash.readBigUInt64BE();
  let text = '';
  while (text.length < TAG_LENGTH - tagCode.length) {
    text += LETTERS[Number(bits & 31n)] ?? '';
    bits >>= 5n;
  }
  return tagCode + text;
}
