import type { Model, QueryBuilder } from 'objection';
import {
  rederivePositions,
  type PositionKey,
  currentSymbol,
  realignSymbols,
  writeDeliveries,
} from '../positions/index.ts';
import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import {
  type Actor,
  type Context,
  createReadOfPeople,
  dayInWords,
  notFound,
  type DbTransaction,
  withTimeOf,
} from '../../platform/index.ts';
import { LedgerActionModel, LedgerSettingsModel } from '../models.ts';
import {
  type ActionTerms,
  actionWords,
  type LedgerActionRow,
  type PositionTerms,
  toLedgerActionView,
} from './action-terms.ts';
import type { LedgerActionView } from './view.ts';
import { type Assessment, assessActions } from './assess.ts';
import { type LedgerHistory, readJoinedChanges, readLedgerHistories } from './ledger-history.ts';

/** A person's ledger and their decisions on corporate actions: open suggestions are worked out from both. */
export interface ActionLedger {
  /** Every position of the ledger with the names it was recorded under. */
  histories: LedgerHistory[];
  /** Decisions that were made, the newest ex-date first. */
  decided: LedgerActionView[];
  /** True if known actions are applied without asking. */
  apply_actions: boolean;
}

/**
 * Decisions about corporate actions. Applying one makes it a part of the replay: its rows are made anew with every change of
 * the ledger, older trades that are imported later included. Applying or taking back twice changes nothing.
 */
export function createActionService(context: Context) {
  const { database } = context;
  const mutation = auditedMutation(context);
  const readHistories = createReadOfPeople(database, 'read the histories of ledgers', (trx, owners) =>
    withTimeOf('long', () => readLedgerHistories(trx, owners)),
  );
  const readDecisions = createReadOfPeople(database, 'read decisions on corporate actions', (trx, owners) =>
    decisions(trx).whereRaw('a.owner_user_id = any(?::bigint[])', [[...owners]]),
  );
  const readSettings = createReadOfPeople(database, 'read settings of ledgers', async (trx, owners) =>
    LedgerSettingsModel.query(trx).whereRaw('owner_user_id = any(?::bigint[])', [[...owners]]),
  );

  /** Writes a decision; null where it stands already, terms included. */
  async function decide(
    { actor, now, trx, userId }: AuditedChange,
    terms: ActionTerms,
    status: LedgerActionModel['status'],
  ): Promise<string | null> {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `insert into portfolio.ledger_actions as a (owner_user_id, portfolio_id, symbol, kind, ex_date, new_shares, old_shares,
         into_symbol, into_isin, cost_pct, fraction_price, source, status, decided_at, decided_by)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (portfolio_id, symbol, kind, ex_date, into_symbol, owner_user_id) do update
         set new_shares = excluded.new_shares, old_shares = excluded.old_shares, into_isin = excluded.into_isin,
           cost_pct = excluded.cost_pct, fraction_price = excluded.fraction_price, source = excluded.source,
           status = excluded.status, decided_at = excluded.decided_at, decided_by = excluded.decided_by
         where (a.new_shares, a.old_shares, a.into_isin, a.cost_pct, a.fraction_price, a.status) is distinct from
           (excluded.new_shares, excluded.old_shares, excluded.into_isin, excluded.cost_pct, excluded.fraction_price,
            excluded.status)
       returning id`,
      [
        userId,
        terms.portfolio_id,
        terms.symbol,
        terms.kind,
        terms.ex_date,
        terms.new_shares,
        terms.old_shares,
        terms.into_symbol,
        terms.into_isin,
        terms.cost_pct,
        terms.fraction_price,
        terms.source,
        status,
        now,
        actor,
      ] as string[],
    );
    return rows[0]?.id ?? null;
  }

  /** Makes the ledger follow changed decisions of a person. */
  async function follow({ now, trx, userId }: AuditedChange, changed: readonly ActionTerms[]): Promise<void> {
    const keys: PositionKey[] = [];
    for (const portfolio_id of new Set(changed.map((one) => one.portfolio_id))) {
      const own = changed.filter((one) => one.portfolio_id === portfolio_id);
      if (own.some(({ kind }) => kind === 'RENAME')) {
        keys.push(...(await realignSymbols(trx, userId, portfolio_id, now)));
        await realignHoldings(trx, portfolio_id);
      }
      const came = own.flatMap(({ into_symbol }) => into_symbol ?? []);
      if (came.length > 0) await writeDeliveries(trx, portfolio_id, came, []);
      for (const { symbol, into_symbol, ex_date } of own) {
        for (const name of into_symbol === null ? [symbol] : [symbol, into_symbol]) {
          const today = await currentSymbol(trx, portfolio_id, name, ex_date);
          keys.push({ portfolio_id, symbol: name }, { portfolio_id, symbol: today ?? name });
        }
      }
    }
    await rederivePositions(trx, userId, keys, now);
  }

  async function record(
    change: AuditedChange,
    kind: 'LEDGER_ACTION_APPLIED' | 'LEDGER_ACTION_DECLINED' | 'LEDGER_ACTION_UNDONE',
    id: string,
    terms: Omit<ActionTerms, 'portfolio_id'> & { portfolio: string },
  ): Promise<void> {
    const { portfolio, symbol, ex_date, source } = terms;
    const name = `${symbol} ${actionWords(terms)}, ${dayInWords(ex_date)}`;
    await change.record(kind, id, { portfolio, name, action: terms.kind, of: symbol, ex_date, source });
  }

  const decideAll = mutation('ledger_actions.decide', {
    topics: ['ledger'],
    long: true,
    async run(change, terms: readonly ActionTerms[], status: LedgerActionModel['status']) {
      const { trx } = change;
      const { rows: portfolios } = await trx.raw<{ rows: { id: string; name: string }[] }>(
        'select id::text, name from portfolio.portfolios',
      );
      const names = new Map(portfolios.map(({ id, name }) => [id, name]));
      const changed: ActionTerms[] = [];
      for (const one of terms) {
        const portfolio = names.get(one.portfolio_id);
        if (portfolio === undefined) throw notFound('PORTFOLIO');
        const id = await decide(change, one, status);
        if (id === null) continue;
        changed.push(one);
        if (status === 'DECLINED')
          await trx.raw('delete from portfolio.transactions where action_id = ?', [id]);
        const kind = status === 'APPLIED' ? 'LEDGER_ACTION_APPLIED' : 'LEDGER_ACTION_DECLINED';
        await record(change, kind, id, { ...one, portfolio });
      }
      if (changed.length > 0) await follow(change, changed);
      return { changed: changed.length };
    },
    isSeen: ({ changed }) => changed > 0,
  });

  /** A repeat may find nothing left to do, and is answered with what the first one did. */
  const decideUnlessNone: typeof decideAll = async (userId, terms, status, actor) =>
    terms.length === 0 && actor.request === undefined
      ? { changed: 0 }
      : await decideAll(userId, terms, status, actor);

  return {
    /** The ledger as corporate actions see it. */
    async ledger(userId: string): Promise<ActionLedger> {
      const [histories, decided, [settings]] = await Promise.all([
        readHistories(userId),
        readDecisions(userId),
        readSettings(userId),
      ]);
      return {
        histories,
        decided: decided.map(toLedgerActionView),
        apply_actions: settings?.apply_actions ?? false,
      };
    },

    /** The changes of ISIN in the rows of two symbols of a portfolio together. */
    async joinedChanges(userId: string, of: { portfolio_id: string; symbols: readonly [string, string] }) {
      return await database.readAsUser(userId, (trx) => readJoinedChanges(trx, of));
    },

    /** What actions would do to the ledger as it stands, each by itself, in the order given. */
    async assess(
      userId: string,
      asked: readonly PositionTerms[],
      applied: readonly PositionTerms[] = [],
    ): Promise<Assessment[]> {
      if (asked.length === 0) return [];
      return await withTimeOf('long', () =>
        database.readAsUser(userId, (trx) => assessActions(trx, asked, applied)),
      );
    },

    /** Decisions that were made, the newest ex-date first. */
    async list(userId: string): Promise<LedgerActionView[]> {
      return await database.readAsUser(userId, async (trx) => (await decisions(trx)).map(toLedgerActionView));
    },

    /** Makes actions a part of the ledger. Those that are in it already, with the same terms, stay as they are. */
    async apply(userId: string, terms: readonly ActionTerms[], actor: Actor): Promise<{ changed: number }> {
      return await decideUnlessNone(userId, terms, 'APPLIED', actor);
    },

    /** Says that actions do not concern a ledger: they are not asked about again. */
    async decline(userId: string, terms: readonly ActionTerms[], actor: Actor): Promise<{ changed: number }> {
      return await decideUnlessNone(userId, terms, 'DECLINED', actor);
    },

    /** Takes an applied action out of the ledger, and others with it: they wait for a decision again. @throws 404. */
    undo: mutation('ledger_action.undo', {
      topics: ['ledger'],
      long: true,
      async run(change, id: string, others: readonly string[]) {
        const { trx } = change;
        const undone: ActionTerms[] = [];
        for (const one of [id, ...others]) {
          const row = await change.locked('LEDGER_ACTION', decisions, one, 'a');
          if (row.status !== 'APPLIED') continue;
          const terms = termsOf(row);
          await trx.raw('delete from portfolio.transactions where action_id = ?', [one]);
          await LedgerActionModel.query(trx)
            .findById(one)
            .patch({ status: 'UNDONE', decided_at: change.now, decided_by: change.actor });
          await record(change, 'LEDGER_ACTION_UNDONE', one, { ...terms, portfolio: row.portfolio });
          undone.push(terms);
        }
        if (undone.length > 0) await follow(change, undone);
        return toLedgerActionView(await change.locked('LEDGER_ACTION', decisions, id, 'a'));
      },
    }),

    /** Moves an applied action to another day, with all that follows from it. @throws 404. */
    redate: mutation('ledger_action.redate', {
      topics: ['ledger'],
      long: true,
      async run(change, id: string, ex_date: string) {
        const row = await change.locked('LEDGER_ACTION', decisions, id, 'a');
        const terms = { ...termsOf(row), ex_date };
        await LedgerActionModel.query(change.trx).findById(id).patch({ ex_date });
        await record(change, 'LEDGER_ACTION_APPLIED', id, { ...terms, portfolio: row.portfolio });
        await follow(change, [termsOf(row), terms]);
        return { changed: 1 };
      },
    }),

    changeSettings: mutation('ledger_settings.change', {
      topics: ['settings'],
      async run({ now, trx, userId }, settings: { apply_actions: boolean }) {
        await LedgerSettingsModel.query(trx)
          .insert({ owner_user_id: userId, ...settings, updated_at: now })
          .onConflict('owner_user_id')
          .merge();
        return settings;
      },
    }),
  };
}

export type ActionService = ReturnType<typeof createActionService>;

/** Decisions as `a`, the newest ex-date first, to be narrowed. */
const decisions = (trx: DbTransaction) =>
  LedgerActionModel.query(trx)
    .alias('a')
    .join('portfolio.portfolios as p', 'p.id', 'a.portfolio_id')
    .select(
      'a.*',
      'p.name as portfolio',
      trx.raw('(select count(*)::int from portfolio.transactions t where t.action_id = a.id) as rows'),
    )
    .orderBy([
      { column: 'a.ex_date', order: 'desc' },
      { column: 'a.id', order: 'desc' },
    ]) as QueryBuilder<Model, Model[]> as QueryBuilder<LedgerActionRow, LedgerActionRow[]>;

function termsOf(row: LedgerActionRow): ActionTerms {
  return {
    portfolio_id: row.portfolio_id,
    symbol: row.symbol,
    kind: row.kind,
    ex_date: row.ex_date,
    new_shares: row.new_shares?.toFixed() ?? null,
    old_shares: row.old_shares?.toFixed() ?? null,
    into_symbol: row.into_symbol,
    into_isin: row.into_isin,
    cost_pct: row.cost_pct?.toFixed() ?? null,
    fraction_price: row.fraction_price?.toFixed() ?? null,
    source: row.source,
  };
}

/**
 * Holdings that keep their own quantity take the names of today, or their old ones again. One that the ledger made under the
 * new name gives way; where somebody else keeps a quantity under it, both stay.
 */
async function realignHoldings(trx: DbTransaction, portfolioId: string): Promise<void> {
  const wanted = `
    select h.id, coalesce(c.symbol, h.recorded_symbol) as symbol,
      case when c.symbol is not null then coalesce(h.recorded_symbol, h.symbol) end as recorded_symbol
    from portfolio.holdings h
    left join lateral (
      select c.symbol from portfolio.current_symbols c
      where c.portfolio_id = h.portfolio_id and c.recorded = coalesce(h.recorded_symbol, h.symbol)
      order by c.until desc limit 1
    ) c on true
    where h.portfolio_id = ? and h.source <> 'LEDGER' and coalesce(c.symbol, h.recorded_symbol) <> h.symbol`;
  await trx.raw(
    `delete from portfolio.holdings h using (${wanted}) w
     where h.portfolio_id = ? and h.symbol = w.symbol and h.source = 'LEDGER'`,
    [portfolioId, portfolioId],
  );
  await trx.raw(
    `update portfolio.holdings h set symbol = w.symbol, recorded_symbol = w.recorded_symbol
     from (${wanted}) w
     where h.id = w.id and not exists (
       select from portfolio.holdings o where o.portfolio_id = h.portfolio_id and o.symbol = w.symbol)`,
    [portfolioId],
  );
}
