import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { conflict, type Context, DAY_MS, grouped, istDate, withTimeOf } from '../../platform/index.ts';
import type { UndecidedAction } from '../corporate-actions/index.ts';
import { applyChange, follow, takeBackChange } from './apply-change.ts';
import { BrokerChangeModel, type BrokerChangeRow, changeRows, unitsSubject } from './change-store.ts';
import type { ChangeState } from './compare-trades.ts';
import { type ChangeDecision, changeDecisionInput } from './decision-input.ts';
import { changesNotice } from './notice.ts';
import { readEffects } from './read-effects.ts';
import { toBrokerChange } from './present-change.ts';
import type { BrokerChange, BrokerChanges, DecidedChanges } from './broker-change-view.ts';
import { changeTitle, dayOfChange } from './change-title.ts';
import { unitsRow } from './units-row.ts';

/** Entries that one answer lists. */
const MOST_LISTED = 200;
const MOST_DECIDED = 100;
/** What is put off is asked again after so long. */
const LATER_MS = 7 * DAY_MS;

const WAITING: readonly ChangeState[] = ['OPEN', 'LATER'];
const STATE_AFTER = { ACCEPT: 'ACCEPTED', KEEP: 'KEPT', LATER: 'LATER' } as const;
const WORDS = { ACCEPT: 'accepted', KEEP: 'declined', LATER: 'postponed' } as const;

/** Undecided corporate actions of a person: they may explain units that changed without a trade. */
type WaitingActions = (userId: string) => Promise<readonly UndecidedAction[]>;

/**
 * The inbox of what brokers changed: trades and units that a sync found otherwise than recorded. A person accepts the broker's
 * version, keeps theirs, or is asked again later; a decision is taken back in one step. A repeat of a decision changes nothing.
 */
export function createBrokerChanges(
  context: Context,
  parts: { waitingActions: WaitingActions; notifications: Pick<Notifications, 'notifyWithin'> },
) {
  const { database } = context;
  const { waitingActions, notifications } = parts;
  const mutation = auditedMutation(context);

  /** What the person is asked about, by id: changed units are not while an action may explain them, or the transactions do. */
  async function waiting(userId: string): Promise<BrokerChangeRow[]> {
    const rows = await database.readAsUser(userId, (trx) => changeRows(trx).whereIn('c.state', [...WAITING]));
    const isOfUnits = rows.some(({ kind }) => kind === 'QUANTITY');
    const actions = isOfUnits ? await waitingActions(userId) : [];
    return rows.filter(
      (row) =>
        row.kind !== 'QUANTITY' ||
        (unitsRow(row) !== null &&
          !actions.some((one) => one.portfolio === row.portfolio && one.symbol === row.current_symbol)),
    );
  }

  const decide = mutation('broker_changes.decide', {
    input: changeDecisionInput,
    topics: ['ledger'],
    long: true,
    async run(change, { changes, decision }): Promise<{ decided: number }> {
      let decided = 0;
      for (const { id, version } of changes) {
        const row = await change.locked('BROKER_CHANGE', changeRows, id, 'c');
        if (row.state === STATE_AFTER[decision] && row.version === version) continue;
        if (!WAITING.includes(row.state) || row.version !== version) throw notOpen(row);
        await write(change, row, decision);
        decided += 1;
      }
      return { decided };
    },
    isSeen: ({ decided }) => decided > 0,
  });

  const askAgain = mutation('broker_changes.ask_again', {
    topics: ['ledger'],
    async run({ now, trx, userId }, rows: readonly BrokerChangeRow[]) {
      const due = rows.filter(({ until }) => until !== null && until <= now);
      await BrokerChangeModel.query(trx)
        .whereIn(
          'id',
          due.map(({ id }) => id),
        )
        .where({ state: 'LATER' })
        .patch({ state: 'OPEN', until: null, decided_at: null, decided_by: null });
      let told = 0;
      for (const [portfolio, own] of grouped(rows, (row) => row.portfolio)) {
        const again = own.filter((row) => due.includes(row));
        const units = own.filter(({ kind, state }) => kind === 'QUANTITY' && state === 'OPEN');
        for (const [asked, day] of [
          [again, istDate(now)],
          [units, null],
        ] as const)
          if (asked.length > 0)
            told += Number(
              (await notifications.notifyWithin(trx, userId, changesNotice(asked, portfolio, day))).created,
            );
      }
      return { told, changed: due.length > 0 };
    },
    isSeen: ({ changed }) => changed,
  });

  async function write(change: AuditedChange, row: BrokerChangeRow, decision: ChangeDecision): Promise<void> {
    const { actor, now, trx } = change;
    const kept = decision === 'ACCEPT' ? await applyChange(change, row) : null;
    await BrokerChangeModel.query(trx)
      .findById(row.id)
      .patch({
        state: STATE_AFTER[decision],
        until: decision === 'LATER' ? new Date(now.getTime() + LATER_MS) : null,
        decided_at: now,
        decided_by: actor,
        kept,
        ...(row.kind === 'QUANTITY' && kept !== null ? { subject: String(kept['execution_id']) } : {}),
      });
    // What is kept is a difference to the broker from now on.
    if (decision === 'KEEP') await follow(change, keyOf(row));
    const event = eventOf(row);
    await change.record('BROKER_CHANGE_DECIDED', row.id, {
      ...event,
      name: `${WORDS[decision]}: ${event.name}`,
    });
  }

  return {
    /** What waits with what accepting would do, and what was decided. */
    async list(userId: string): Promise<BrokerChanges> {
      const all = await waiting(userId);
      return await withTimeOf('long', () =>
        database.readAsUser(userId, async (trx) => {
          const open = all.slice(0, MOST_LISTED);
          const effects = await readEffects(trx, open);
          const decided = await changeRows(trx)
            .whereIn('c.state', ['ACCEPTED', 'KEPT', 'WITHDRAWN'])
            .whereNotNull('c.decided_at')
            .clearOrder()
            .orderBy('c.decided_at', 'desc')
            .limit(MOST_DECIDED);
          return {
            open: open.map((row) => toBrokerChange(row, effects.get(row.id))),
            open_count: all.length,
            decided: decided.map((row) => toBrokerChange(row)),
          };
        }),
      );
    },

    /** The symbols with a change that waits, for every figure that a decision may change. */
    async undecided(userId: string): Promise<UndecidedAction[]> {
      return (await waiting(userId)).map((row) => ({
        by: 'BROKER',
        id: `broker-change:${row.id}`,
        portfolio: row.portfolio,
        symbol: row.current_symbol,
        from: dayOfChange(row),
        title: `${row.current_symbol}, ${changeTitle(row)}`,
        ratio: null,
      }));
    },

    /**
     * The morning's round: asks again about what was put off until now, and once about units that no corporate action may
     * explain any more. A repeat asks nothing twice. @returns how many notices are new.
     */
    async tellNews(userId: string): Promise<number> {
      const rows = await waiting(userId);
      if (rows.length === 0) return 0;
      return (await askAgain(userId, rows, { actor: 'job:daily_corporate_actions' })).told;
    },

    /**
     * Decides about changes, all of them or none.
     * @throws 404 BROKER_CHANGE_NOT_FOUND, 409 BROKER_CHANGE_NOT_OPEN, 422 VALIDATION_ERROR.
     */
    decide: async (...args: Parameters<typeof decide>): Promise<DecidedChanges> => {
      const { decided } = await decide(...args);
      return { decided, open_count: (await waiting(args[0])).length };
    },

    /**
     * Takes a decision back: the ledger is as before it, and the change waits again. One that waits stays as it is.
     * @throws 404 BROKER_CHANGE_NOT_FOUND, 409 BROKER_CHANGE_EDITED, BROKER_CHANGE_NOT_OPEN if the broker has taken it back.
     */
    undo: mutation('broker_change.undo', {
      topics: ['ledger'],
      long: true,
      async run(change, id: string): Promise<BrokerChange> {
        const row = await change.locked('BROKER_CHANGE', changeRows, id, 'c');
        if (row.state === 'WITHDRAWN') throw notOpen(row);
        if (row.state !== 'OPEN') {
          const subject = row.kind === 'QUANTITY' ? unitsSubject(row.symbol) : row.subject;
          const newer = await BrokerChangeModel.query(change.trx)
            .findOne({ portfolio_id: row.portfolio_id, subject })
            .whereNot('id', id);
          // A newer entry is about all units that are missing then.
          const taken = { decided_by: null, until: null, kept: null, version: row.version + 1 };
          await BrokerChangeModel.query(change.trx)
            .findById(id)
            .patch(
              newer === undefined
                ? { ...taken, state: 'OPEN', decided_at: null, subject }
                : { ...taken, state: 'WITHDRAWN', decided_at: change.now },
            );
          await takeBackChange(change, row);
          await follow(change, keyOf(row));
          await change.record('BROKER_CHANGE_UNDONE', id, eventOf(row));
        }
        return toBrokerChange(await change.locked('BROKER_CHANGE', changeRows, id, 'c'));
      },
    }),
  };
}

const keyOf = ({ portfolio_id, current_symbol: symbol }: BrokerChangeRow) => ({ portfolio_id, symbol });

const eventOf = (row: BrokerChangeRow) => ({
  portfolio: row.portfolio,
  symbol: row.current_symbol,
  name: `${row.current_symbol}, ${changeTitle(row)}`,
});

const notOpen = ({ state }: BrokerChangeRow) =>
  conflict(
    'BROKER_CHANGE_NOT_OPEN',
    state === 'WITHDRAWN'
      ? 'The broker has taken this change back, so there is nothing to decide any more.'
      : 'This change was decided, or the broker changed the trade again. Refresh the list and look at the newest version.',
  );
