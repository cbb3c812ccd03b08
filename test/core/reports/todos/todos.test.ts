import assert from 'node:assert/strict';
import { MOST_TODOS, withFailures } from '../../../../api/dashboard/src/pages/overview/todos.ts';
import { todosOf } from '../../../../core/reports/todos/todos.ts';

type Sources = Parameters<typeof todosOf>[0];
type Warning = Sources['warnings'][number];

type Refresh = Parameters<typeof withFailures>[1];

const none: Sources = { warnings: [], plans: { items: [], total: 0 }, imports: [] };
const waiting = (...ids: string[]): Sources['plans'] => ({
  items: ids.map((plan_id) => ({ plan_id })),
  total: ids.length,
});
const warning = (code: Warning['code'], message: string): Warning => ({ code, message, count: 1 });
const unpriced = warning(
  'VALUATION_PARTIAL',
  'No price for GOLD and SGB, so the total excludes them. Edit a holding to enter one, or import holdings with their prices.',
);
const undecided = warning(
  'ACTIONS_UNDECIDED',
  '1 corporate action waits for your decision: split of TCS. Until then this may change. Apply or decline it under Corporate actions (/actions in the chat).',
);
const failed = {
  outcomes: [{ status: 'FAILED' }, { status: 'UPDATED' }],
  refreshed_at: '2026-03-06T09:31:00.000Z',
} as unknown as NonNullable<Refresh>;
const textsOf = ({ refresh = null, ...sources }: Partial<Sources> & { refresh?: Refresh }): string[] =>
  withFailures(todosOf({ ...none, ...sources }), refresh).map(
    ({ text, action, to }) => `${text} [${action}] ${to}`,
  );

describe('tasks of a person', () => {
  it('there is no task when nothing is open', () => assert.deepEqual(textsOf({}), []));

  it('one plan leads to itself, several lead to the policies', () => {
    assert.deepEqual(textsOf({ plans: waiting('7') }), [
      '1 order plan waits for your approval. [Review] /policies/plans/7',
    ]);
    assert.deepEqual(textsOf({ plans: waiting('7', '8') }), [
      '2 order plans wait for your approval. [Review] /policies',
    ]);
  });

  it('corporate actions are named, without the ways that the line itself has', () => {
    assert.deepEqual(textsOf({ warnings: [undecided] }), [
      '1 corporate action waits for your decision: split of TCS. [Decide] /data/corporate-actions',
    ]);
    const unread = warning(
      'ACTIONS_UNDECIDED',
      'Corporate actions that wait for your decision could not be checked, so this may change. See Corporate actions (/actions in the chat).',
    );
    assert.match(textsOf({ warnings: [unread] })[0] ?? '', /could not be checked, so this may change\. \[/);
  });

  it('a holding without any price is one task, and not a failed price as well', () => {
    assert.deepEqual(textsOf({ warnings: [unpriced], refresh: failed }), [
      'No price for GOLD and SGB, so the total excludes them. [Add prices] /data/quality?show=prices&filter=unavailable',
    ]);
    // 09:31 UTC is 15:01 in India.
    assert.deepEqual(textsOf({ refresh: failed }), [
      '1 price could not be updated at 15:01, so its last price is shown. [See why] /data/quality?show=prices&filter=failing',
    ]);
  });

  it('rows to correct are those of all imports, and begin with the newest that has any', () => {
    const imports = [
      { import_id: '9', undecided: 0 },
      { import_id: '8', undecided: 2 },
      { import_id: '5', undecided: 1 },
    ];
    assert.deepEqual(textsOf({ imports }), [
      '3 imported rows wait for a correction. [Correct] /data/import?rows=8',
    ]);
  });

  it('the most urgent come first, whatever else there is', () => {
    const sync = warning('SYNC_FAILED', 'The last sync of Kite failed, so its holdings may be out of date.');
    const all = todosOf({
      warnings: [unpriced, sync, undecided],
      plans: waiting('7'),
      imports: [{ import_id: '8', undecided: 2 }],
    });
    assert.deepEqual(
      all.map(({ key }) => key),
      ['plans', 'actions', 'prices', 'rows', 'sync'],
    );
    assert.ok(all.length > MOST_TODOS);
  });

  it('warnings without an action are no tasks', () => {
    const notes = (['VALUATION_STALE', 'FX_ESTIMATED', 'PREVIOUS_CLOSE_MISSING'] as const).map((code) =>
      warning(code, 'Some words.'),
    );
    assert.deepEqual(textsOf({ warnings: notes }), []);
  });
});
