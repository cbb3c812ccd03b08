import { type AuditedChange, auditedMutation } from '../../audit/index.ts';
import { conflict, type Context, DAY_MS, withTimeOf } from '../../platform/index.ts';
import type { UndecidedAction } from '../corporate-actions/index.ts';
import { applyChange, takeBackChange } from './apply-change.ts';
import { BrokerChangeModel, type BrokerChangeRow, changeRows } from './change-store.ts';
import type { ChangeState } from './compare.ts';
import { type ChangeDecision, changeDecisionInput } from './inputs.ts';
import { readEffects } from './read-effects.ts';
import { toBrokerChange } from './to-view.ts';
import type { BrokerChange, BrokerChanges, DecidedChanges } from './view.ts';
import { changeTitle, dayOfChange } from './words.ts';

/** Entries that one answer lists. */
const MOST_LISTED = 200;
const MOST_DECIDED = 100;
/** What is put off is asked again after so long. */
const LATER_MS = 7 * DAY_MS;

const WAITING: readonly ChangeState[] = ['OPEN', 'LATER'];
const STATE_AFTER = { ACCEPT: 'ACCEPTED', KEEP: 'KEPT', LATER: 'LATER' } as const;
const WORDS = { ACCEPT: 'accepted', KEEP: 'declined', LATER: 'postponed' } as const;

/**
 * The inbox of what brokers changed: trades and units that a sync found otherwise than recorded. A person accepts the broker's
 * version, keeps theirs, or is asked again later; a decision is taken back in one step. A repeat of a decision changes nothing.
 */
export function createBrokerChanges(context: Context) {
  const { database } = context;
  const mutation = auditedMutation(context);

  const decide = mutation('broker_changes.decide', {
    input: changeDecisionInput,
    topics: ['ledger'],
    long: true,
    async run(change, { changes, decision }): Promise<DecidedChanges & { changed: boolean }> {
      let decided = 0;
      for (const { id, version } of changes) {
        const row = await change.locked('BROKER_CHANGE', changeRows, id, 'c');
        if (row.state === STATE_AFTER[decision] && row.version === version) continue;
        if (!WAITING.includes(row.state) || row.version !== version) throw notOpen(row);
        await write(change, row, decision);
        decided += 1;
      }
      const open_count = await BrokerChangeModel.query(change.trx)
        .whereIn('state', [...WAITING])
        .resultSize();
      return { decided, open_count, changed: decided > 0 };
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
      });
    const event = eventOf(row);
    await change.record('BROKER_CHANGE_DECIDED', row.id, {
      ...event,
      name: `${WORDS[decision]}: ${event.name}`,
    });
  }

  return {
    /** What waits with what accepting would do, and what was decided. */
    async list(userId: string): Promise<BrokerChanges> {
      return await withTimeOf('long', () =>
        database.readAsUser(userId, async (trx) => {
          const waiting = changeRows(trx).whereIn('c.state', [...WAITING]);
          const open = await waiting.clone().limit(MOST_LISTED);
          const effects = await readEffects(trx, open);
          const decided = await changeRows(trx)
            .whereIn('c.state', ['ACCEPTED', 'KEPT', 'WITHDRAWN'])
            .whereNotNull('c.decided_at')
            .clearOrder()
            .orderBy('c.decided_at', 'desc')
            .limit(MOST_DECIDED);
          return {
            open: open.map((row) => toBrokerChange(row, effects.get(row.id))),
            open_count: open.length < MOST_LISTED ? open.length : await waiting.resultSize(),
            decided: decided.map((row) => toBrokerChange(row)),
          };
        }),
      );
    },

    /** The symbols with a change that waits, for every figure that a decision may change. */
    async undecided(userId: string): Promise<UndecidedAction[]> {
      const rows = await database.readAsUser(userId, (trx) =>
        changeRows(trx).whereIn('c.state', [...WAITING]),
      );
      return rows.map((row) => ({
        by: 'BROKER',
        id: `broker-change:${row.id}`,
        portfolio: row.portfolio,
        symbol: row.current_symbol,
        from: dayOfChange(row) ?? row.seen_at.toISOString().slice(0, 10),
        title: `${row.current_symbol}, ${changeTitle(row)}`,
        ratio: null,
      }));
    },

    /**
     * Decides about changes, all of them or none.
     * @throws 404 BROKER_CHANGE_NOT_FOUND, 409 BROKER_CHANGE_NOT_OPEN, 422 VALIDATION_ERROR.
     */
    decide: async (...args: Parameters<typeof decide>): Promise<DecidedChanges> => {
      const { decided, open_count } = await decide(...args);
      return { decided, open_count };
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
          await takeBackChange(change, row);
          await BrokerChangeModel.query(change.trx)
            .findById(id)
            .patch({
              state: 'OPEN',
              until: null,
              decided_at: null,
              decided_by: null,
              kept: null,
              version: row.version + 1,
            });
          await change.record('BROKER_CHANGE_UNDONE', id, eventOf(row));
        }
        return toBrokerChange(await change.locked('BROKER_CHANGE', changeRows, id, 'c'));
      },
    }),
  };
}

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
