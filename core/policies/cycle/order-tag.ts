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
  /** The generation of the books in which the plan was made: restored books give out ids of plans again. */
  books_generation: string;
  /** Its number in the plan. */
  nr: number;
}

/**
 * The tag that an order is found by at the broker: the policy's tag code, then twelve characters of base32 (60 bits of
 * SHA-256) of what it is. It is no idempotency key there: a broker takes the same tag twice.
 */
export function orderTag(
  tagCode: string,
  { policy_id, cycle_date, mode, plan_id, books_generation, nr }: OrderIdentity,
): string {
  const plan = books_generation === '0' ? plan_id : `${plan_id}@${books_generation}`;
  const hash = createHash('sha256').update([policy_id, cycle_date, mode, plan, nr].join('|')).digest();
  let bits = hash.readBigUInt64BE();
  let text = '';
  while (text.length < TAG_LENGTH - tagCode.length) {
    text += LETTERS[Number(bits & 31n)] ?? '';
    bits >>= 5n;
  }
  return tagCode + text;
}
