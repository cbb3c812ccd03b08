import assert from 'node:assert/strict';
import {
  BATCH_STATUSES,
  batchTransition,
  CONTRIBUTION_BATCH_TRANSITIONS,
  CONTRIBUTION_STATES,
  CONTRIBUTION_TRANSITIONS,
  type ContributionState,
  contributionTransition,
  OPEN_BATCH,
  type PersonsEvent,
  personsEvents,
  RESERVATION_TRANSITIONS,
  WAITING_BATCH,
} from '../../../../core/policies/contributions/states.ts';

const ENDS: readonly ContributionState[] = ['APPLIED', 'SKIPPED', 'CANCELLED'];

describe('states of contributions', () => {
  it('policies/Contribution states: APPLIED, SKIPPED and CANCELLED are the end, and no other state is', () => {
    const froms = new Set<string>(CONTRIBUTION_TRANSITIONS.flatMap(({ from }) => [...from]));
    assert.deepEqual(
      CONTRIBUTION_STATES.filter((state) => !froms.has(state)),
      ENDS,
    );
  });

  /** What a person may do, state by state. */
  const MAY: Record<'PAPER' | 'LIVE', Record<ContributionState, PersonsEvent[]>> = {
    PAPER: {
      SCHEDULED: ['apply', 'defer', 'skip', 'cancel'],
      // Not reached on paper: a constraint of the table refuses them.
      FUNDING_DUE: ['skip', 'cancel'],
      DEFERRED: ['skip', 'cancel'],
      CONFIRMED: ['cancel'],
      APPLIED: [],
      SKIPPED: [],
      CANCELLED: [],
      FAILED: ['cancel'],
    },
    LIVE: {
      SCHEDULED: ['defer', 'skip', 'cancel'],
      FUNDING_DUE: ['confirm', 'defer', 'skip', 'cancel'],
      DEFERRED: ['defer', 'skip', 'cancel'],
      CONFIRMED: ['apply', 'cancel'],
      APPLIED: [],
      SKIPPED: [],
      CANCELLED: [],
      FAILED: ['cancel'],
    },
  };
  for (const mode of ['PAPER', 'LIVE'] as const)
    it(`policies/Contribution states: what a person may do with an instalment, ${mode}`, () => {
      for (const state of CONTRIBUTION_STATES)
        assert.deepEqual(personsEvents(mode, state), MAY[mode][state], state);
    });

  it('policies/Contribution states: on paper SCHEDULED to APPLIED, live by FUNDING_DUE and CONFIRMED', () => {
    assert.deepEqual(
      [contributionTransition('apply', 'PAPER').from, contributionTransition('apply', 'PAPER').to],
      [['SCHEDULED'], 'APPLIED'],
    );
    const path = (['fall due', 'confirm', 'apply'] as const).map(
      (event) => contributionTransition(event, 'LIVE').to,
    );
    assert.deepEqual(path, ['FUNDING_DUE', 'CONFIRMED', 'APPLIED']);
    assert.throws(() => contributionTransition('confirm', 'PAPER'), RangeError);
  });

  it('policies/Contribution states: nothing that is credited goes back to before, and every status of a batch is reached', () => {
    const reached = new Set<string>(['PENDING', ...CONTRIBUTION_BATCH_TRANSITIONS.map(({ to }) => to)]);
    assert.deepEqual(
      [...BATCH_STATUSES].filter((status) => !reached.has(status)),
      [],
    );
    assert.deepEqual(
      [OPEN_BATCH, WAITING_BATCH],
      [
        ['NOT_REQUIRED', 'PENDING', 'WAITING_FOR_REBALANCE'],
        ['PENDING', 'WAITING_FOR_REBALANCE', 'FALLBACK_NEXT_REBALANCE'],
      ],
    );
    assert.equal(batchTransition('revert').to, 'WAITING_FOR_REBALANCE');
    assert.deepEqual(
      CONTRIBUTION_TRANSITIONS.filter(({ from }) => (from as readonly string[]).includes('APPLIED')),
      [],
    );
  });

  it('policies/Funding reservation: it is consumed or released, never both', () => {
    const froms = new Set<string>(RESERVATION_TRANSITIONS.flatMap(({ from }) => [...from]));
    assert.ok(!froms.has('CONSUMED') && !froms.has('RELEASED'));
  });
});
