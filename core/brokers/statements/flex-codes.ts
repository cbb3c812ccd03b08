/**
 * What to do about a code of the Flex Web Service.
 * `later`: the statement cannot be made now; ask anew after a while. `poll`: ask again for the same reference soon.
 * `wait`: too many requests. `restart`: the reference is worth nothing; ask for a new one. `expired`, `unknown`, `address`,
 * `inactive` and `query`: only the person can change it, there. `fails`: an error of the service's own.
 */
export type FlexAdvice =
  | 'later'
  | 'poll'
  | 'wait'
  | 'restart'
  | 'expired'
  | 'unknown'
  | 'address'
  | 'inactive'
  | 'query'
  | 'fails';

/** The codes that are known, and what they mean in our words. */
const FLEX_CODES: ReadonlyMap<number, { advice: FlexAdvice; meaning: string }> = new Map([
  // Answered for ever by the retired address of the service, too.
  [1001, { advice: 'later', meaning: 'the statement cannot be prepared at this time' }],
  [1003, { advice: 'fails', meaning: 'there is no such statement' }],
  [1004, { advice: 'later', meaning: 'the statement is not complete yet' }],
  [1005, { advice: 'later', meaning: 'settlement data are not ready yet' }],
  [1006, { advice: 'later', meaning: 'realised gains are not ready yet' }],
  [1007, { advice: 'later', meaning: 'unrealised gains are not ready yet' }],
  [1008, { advice: 'later', meaning: 'gains are not ready yet' }],
  [1009, { advice: 'later', meaning: 'the service is under heavy load' }],
  [1010, { advice: 'query', meaning: 'the query is of an old type; create it again' }],
  [1011, { advice: 'inactive', meaning: 'the Flex Web Service is not active for this account' }],
  [1012, { advice: 'expired', meaning: 'the token has expired' }],
  [1013, { advice: 'address', meaning: 'the token may not be used from this address' }],
  [1014, { advice: 'query', meaning: 'there is no such query' }],
  [1015, { advice: 'unknown', meaning: 'the token is not valid' }],
  [1016, { advice: 'query', meaning: 'the account is not valid' }],
  [1017, { advice: 'restart', meaning: 'the reference is not valid' }],
  [1018, { advice: 'wait', meaning: 'too many requests were made with this token' }],
  [1019, { advice: 'poll', meaning: 'the statement is being prepared' }],
  [1020, { advice: 'query', meaning: 'the request could not be validated' }],
  [1021, { advice: 'poll', meaning: 'the statement could not be fetched at this time' }],
] as const);

/** What a code means and what helps; codes that nobody has heard of are an error of the service's own. */
export function flexCode(code: number | null): { advice: FlexAdvice; meaning: string } {
  const known = code === null ? undefined : FLEX_CODES.get(code);
  return known ?? { advice: 'fails', meaning: 'the service reports an unknown error' };
}
