import { lockWithin, type Database, type DbTransaction } from '../database/index.ts';
import { Problem } from '../input/index.ts';
import { keyedHash, readSecret } from '../secrets.ts';
import type { Actor, KeyedRequest } from './actor.ts';

/** A request as its receipts know it: who reads the table or a backup cannot try out what was sent. */
export interface SealedRequest {
  key: string;
  name: string;
  digest: string;
  step: string;
}

interface Receipt {
  step: string;
  /** Null in receipts of before these were kept. */
  request: string | null;
  digest: string | null;
  result: unknown;
}

/** Where the answer to a whole request is kept, beside those of its changes. */
const ANSWER = 'answer';

/**
 * What a request came to, by the key of who asked. A receipt belongs to a person, a key and all that the request said: its
 * repeat gets the first answer, and another request under its key is refused. Work that throws leaves none.
 */
export interface Receipts {
  /** Makes ready, outside of a transaction, what `within` needs. */
  seal(request: KeyedRequest): Promise<SealedRequest>;
  /**
   * Carries a change out once, in the caller's transaction: a repeat, also one that runs at the same moment in another
   * process, gets the first result and changes nothing.
   * @param work must answer plain JSON, since a repeat reads it back from the database.
   * @throws 409 IDEMPOTENCY_CONFLICT
   */
  within<T>(
    trx: DbTransaction,
    userId: string,
    sealed: SealedRequest,
    work: () => PromiseLike<T>,
  ): Promise<T>;
  /** The same in a transaction of its own; without a request the work is done each time. @throws 409 IDEMPOTENCY_CONFLICT */
  inTransaction<T>(
    userId: string,
    request: KeyedRequest | undefined,
    work: (trx: DbTransaction) => PromiseLike<T>,
  ): Promise<T>;
  /**
   * Answers a request once, whatever it consists of; without a key it is carried out each time. Killed before its answer
   * is kept, the repeat goes through the work again: what that writes needs receipts of its own, or no harm in a second time.
   * @throws 409 IDEMPOTENCY_CONFLICT
   */
  answerOnce<T>(userId: string, actor: Actor, work: () => PromiseLike<T>): Promise<T>;
}

export function createReceipts(database: Database): Receipts {
  let secret: Promise<string> | undefined;
  const readKey = async (): Promise<string> => {
    secret ??= readSecret(database, 'receipts');
    try {
      return await secret;
    } catch (error) {
      secret = undefined;
      throw error;
    }
  };

  const seal = async ({ idempotencyKey, name = '', digest = '', step = '' }: KeyedRequest) => ({
    key: idempotencyKey,
    name,
    digest: keyedHash(await readKey(), digest),
    step,
  });

  async function within<T>(
    trx: DbTransaction,
    userId: string,
    sealed: SealedRequest,
    work: () => PromiseLike<T>,
  ): Promise<T> {
    await lockWithin(trx, { kind: 'receipt', name: `${userId}:${sealed.key}` });
    const earlier = await find(trx, userId, sealed);
    if (earlier !== undefined) return earlier.result as T;
    const result = await work();
    await trx('identity.command_receipts').insert({
      owner_user_id: userId,
      key: sealed.key,
      step: sealed.step,
      request: sealed.name,
      digest: sealed.digest,
      result: JSON.stringify(result ?? null),
    });
    return result;
  }

  return {
    seal,
    within,
    async inTransaction<T>(
      userId: string,
      request: KeyedRequest | undefined,
      work: (trx: DbTransaction) => PromiseLike<T>,
    ) {
      const sealed = request === undefined ? null : await seal(request);
      return await database.asUser(userId, async (trx) =>
        sealed === null ? await work(trx) : await within(trx, userId, sealed, () => work(trx)),
      );
    },
    async answerOnce<T>(userId: string, { request }: Actor, work: () => PromiseLike<T>) {
      if (request === undefined) return await work();
      const { step } = request;
      const sealed = await seal({ ...request, step: step === undefined ? ANSWER : `${step}.${ANSWER}` });
      const earlier = await database.asUser(userId, async (trx) => await find(trx, userId, sealed));
      if (earlier !== undefined) return earlier.result as T;
      const result = await work();
      try {
        return await database.asUser(userId, (trx) =>
          within(trx, userId, sealed, () => Promise.resolve(result)),
        );
      } catch (error) {
        // Another request took the key meanwhile. This one is done, and is told so.
        if (isConflict(error)) return result;
        throw error;
      }
    },
  };
}

export function isConflict(error: unknown): boolean {
  return error instanceof Problem && error.code === 'IDEMPOTENCY_CONFLICT';
}

/** The receipt of this step; undefined where there is none yet. @throws 409 IDEMPOTENCY_CONFLICT */
async function find(
  trx: DbTransaction,
  userId: string,
  { key, name, digest, step }: SealedRequest,
): Promise<Receipt | undefined> {
  const rows = await trx('identity.command_receipts')
    .where({ owner_user_id: userId, key })
    .select<Receipt[]>('step', 'request', 'digest', 'result');
  for (const row of rows) {
    if (row.request === null || row.digest === null)
      throw conflicting(
        'was used before Munim was updated, so its request can no longer be compared. Check whether it was carried out, and use a new key.',
      );
    if (row.request !== name)
      throw conflicting(
        `belongs to ${row.request === '' ? 'another request' : row.request}. Use a new key for this request.`,
      );
    if (row.digest !== digest)
      throw conflicting(
        'was used for the same address with different contents. Repeat that request exactly, or use a new key for this one.',
      );
  }
  return rows.find((row) => row.step === step);
}

const conflicting = (what: string) =>
  new Problem(409, 'IDEMPOTENCY_CONFLICT', `This Idempotency-Key ${what} Nothing was changed.`);
