import { type AuditedChange, auditedMutation } from '../audit/index.ts';
import {
  conflict,
  type Context,
  decimal,
  keptPage,
  notFound,
  type Page,
  type PageQuery,
  type DbTransaction,
  unlessUnique,
  parseInput,
} from '../platform/index.ts';
import { type LiabilityInput, liabilityInput } from './inputs.ts';
import { LiabilityHistoryModel, LiabilityModel } from './models.ts';
import { repaymentOf } from './repayment.ts';
import type { LiabilityRecord, LiabilityView } from './view.ts';

/**
 * Use-cases of liabilities (spec: Resources, Liability). Each change of what is owed is kept with its instant; before the
 * first one nothing is known, and nothing is made up.
 */
export function createLiabilityService(context: Context) {
  const { database } = context;
  const mutation = auditedMutation(context);

  const record = (
    change: AuditedChange,
    kind: 'LIABILITY_CREATED' | 'LIABILITY_UPDATED' | 'LIABILITY_DELETED',
    { id, name, balance, currency }: LiabilityModel,
  ) => change.record(kind, id, { name, balance: balance.toFixed(), currency });

  const remember = async ({ now, trx }: AuditedChange, row: LiabilityModel) =>
    await LiabilityHistoryModel.query(trx).insert({
      owner_user_id: row.owner_user_id,
      liability_id: row.id,
      recorded_at: now,
      balance: row.balance,
      currency: row.currency,
    });

  return {
    /** The largest balance first, within each currency; what is paid off last. */
    async list(userId: string): Promise<LiabilityView[]> {
      return await database.readAsUser(userId, async (trx) =>
        (
          await LiabilityModel.query(trx).orderByRaw('(balance = 0), currency, balance desc, lower(name)')
        ).map(toLiabilityView),
      );
    },

    /** @throws 404 LIABILITY_NOT_FOUND */
    async get(userId: string, id: string): Promise<LiabilityView> {
      return await database.readAsUser(userId, async (trx) => toLiabilityView(await byId(trx, id)));
    },

    /** @throws 422 VALIDATION_ERROR, 409 LIABILITY_EXISTS */
    create: mutation('liability.create', {
      input: liabilityInput,
      topics: ['liabilities'],
      async run(change, input) {
        const { now, trx, userId } = change;
        const row = await unlessTaken(input.name, () =>
          LiabilityModel.query(trx)
            .insert({ owner_user_id: userId, ...columnsOf(input), created_at: now, updated_at: now })
            .returning('*'),
        );
        await remember(change, row);
        await record(change, 'LIABILITY_CREATED', row);
        return toLiabilityView(row);
      },
    }),

    /** Changes the given fields; a changed balance is a new row of the history. @throws 404 LIABILITY_NOT_FOUND, 422, 409 LIABILITY_EXISTS */
    update: mutation('liability.update', {
      input: liabilityInput.partial(),
      topics: ['liabilities'],
      async run(change, asked, id: string) {
        const before = await change.locked('LIABILITY', LiabilityModel, id);
        const input = parseInput(liabilityInput, { ...inputOf(before), ...asked });
        const row = await unlessTaken(input.name, () =>
          LiabilityModel.query(change.trx).patchAndFetchById(id, {
            ...columnsOf(input),
            updated_at: change.now,
          }),
        );
        if (!row.balance.eq(before.balance) || row.currency !== before.currency) await remember(change, row);
        await record(change, 'LIABILITY_UPDATED', row);
        return toLiabilityView(row);
      },
    }),

    /** Deletes it with its history, as if it had never been entered; what is paid off has the balance 0 instead. @throws 404 LIABILITY_NOT_FOUND */
    remove: mutation('liability.remove', {
      topics: ['liabilities'],
      async run(change, id: string): Promise<void> {
        const row = await change.locked('LIABILITY', LiabilityModel, id);
        await LiabilityModel.query(change.trx).deleteById(id);
        await record(change, 'LIABILITY_DELETED', row);
      },
    }),

    /** What was owed since when, oldest first. @throws 404 LIABILITY_NOT_FOUND */
    async history(userId: string, id: string, query: PageQuery = {}): Promise<Page<LiabilityRecord>> {
      return await database.readAsUser(userId, async (trx) => {
        const of = { liability_id: (await byId(trx, id)).id };
        return await keptPage(
          trx,
          'portfolio.liability_history',
          of,
          query,
          async ({ page_size, offset }) => {
            // The owner is named: row-level security alone lets Postgres plan with the rows of an average owner.
            const rows = await LiabilityHistoryModel.query(trx)
              .where({ ...of, owner_user_id: userId })
              .orderBy(['recorded_at', 'id'])
              .limit(page_size)
              .offset(offset);
            return rows.map(({ recorded_at, balance, currency }) => ({
              recorded_at: recorded_at.toISOString(),
              balance: balance.toNumber(),
              currency,
            }));
          },
        );
      });
    },
  };
}

async function byId(trx: DbTransaction, id: string): Promise<LiabilityModel> {
  const row = await LiabilityModel.query(trx).findById(id);
  if (row === undefined) throw notFound('LIABILITY');
  return row;
}

function toLiabilityView(row: LiabilityModel): LiabilityView {
  const { months_left, reason } = repaymentOf(row.balance, row.rate_pct, row.emi);
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    balance: row.balance.toNumber(),
    currency: row.currency,
    rate_pct: row.rate_pct,
    emi: row.emi?.toNumber() ?? null,
    months_left,
    months_left_reason: reason,
    recorded_since: row.created_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function columnsOf(input: LiabilityInput) {
  return {
    name: input.name.trim(),
    type: input.type,
    balance: decimal(input.balance),
    currency: input.currency ?? 'INR',
    rate_pct: input.rate_pct ?? null,
    emi: input.emi === undefined || input.emi === null ? null : decimal(input.emi),
  };
}

const inputOf = (row: LiabilityModel): LiabilityInput => ({
  name: row.name,
  type: row.type,
  balance: row.balance.toNumber(),
  currency: row.currency,
  rate_pct: row.rate_pct,
  emi: row.emi?.toNumber() ?? null,
});

const unlessTaken = <T>(name: string, write: () => PromiseLike<T>): Promise<T> =>
  unlessUnique(write, () =>
    conflict('LIABILITY_EXISTS', `A liability named ${name.trim()} already exists. Choose another name.`),
  );

export type Liabilities = ReturnType<typeof createLiabilityService>;
