import assert from 'node:assert/strict';
import type { PartsView } from '../../core/identity/index.ts';
import type { NotificationSettingsView } from '../../core/notifications/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

describe('API: parts of Munim', () => {
  let world: TestApi;
  let client: ApiClient;
  let owner: string;
  before(async () => {
    world = await testApi();
    client = await world.signedIn('owner');
    owner = (await world.core.identity.users.ensureOwner()).id;
  });
  after(() => world.close());

  const read = async (): Promise<PartsView> => (await client.get<PartsView>('/api/parts')).body;
  const shown = ({ parts }: PartsView) => parts.filter((one) => one.is_shown).map(({ part }) => part);
  const save = async (body: object) => (await client.request<PartsView>('PUT', '/api/parts', { body })).body;
  const modeOf = async (kind: string) => {
    const settings = (await client.get<NotificationSettingsView>('/api/notifications/settings')).body;
    const found = settings.kinds.find((one) => one.kind === kind);
    return found && [found.mode, found.is_shown];
  };

  it('a new person sees only Portfolio, and gets the question once', async () => {
    const first = await read();
    assert.deepEqual([first.is_asked, shown(first)], [false, ['portfolio']]);
    assert.deepEqual(
      [await modeOf('policy_cycle'), await modeOf('alert_fired')],
      [
        ['loud', false],
        ['loud', true],
      ],
    );
    const skipped = await save({});
    assert.deepEqual([skipped.is_asked, shown(skipped)], [true, ['portfolio']]);
  });

  it('commands are marked as not shown, and routes keep working', async () => {
    const { items } = (
      await client.get<{ items: { name: string; is_shown: boolean }[] }>('/api/chat/commands')
    ).body;
    const isShown = (name: string) => items.find((one) => one.name === name)?.is_shown;
    assert.deepEqual(['tax', 'research', 'policies', 'journal'].map(isShown), [true, false, false, false]);
    assert.equal((await client.get('/api/policies')).status, 200);
  });

  it('a part is shown after it is switched on, and hidden after it is switched off', async () => {
    assert.deepEqual(shown(await save({ shown: ['options'] })), ['portfolio', 'options']);
    assert.deepEqual(await modeOf('options_event_ahead'), ['loud', true]);
    assert.deepEqual(shown(await save({ shown: [] })), ['portfolio']);
    assert.deepEqual(await modeOf('options_event_ahead'), ['off', false]);
    // What may not be switched off stays on, and so does the end of research that was asked for.
    assert.deepEqual(await modeOf('policy_plan'), ['loud', false]);
    assert.deepEqual(await modeOf('ai_research_ended'), ['loud', false]);
    const by = (kind: 'policy_cycle' | 'policy_plan') => ({ kind, dedupKey: kind, title: 'T', body: 'B' });
    const { notifications } = world.core;
    assert.equal((await notifications.notify(owner, by('policy_cycle'))).created, false);
    assert.equal((await notifications.notify(owner, by('policy_plan'))).created, true);
    assert.deepEqual(await notifications.wantedBy([owner], 'policy_cycle', 'another'), []);
    const wrong = await client.request('PUT', '/api/parts', { body: { shown: ['portfolio'] } });
    assert.equal(wrong.status, 422);
  });

  it('an offer is made once, and an active policy shows its part although it was hidden', async () => {
    const { parts } = world.core.identity;
    assert.deepEqual(
      [await parts.offer(owner, 'options'), await parts.offer(owner, 'options')],
      [true, false],
    );
    assert.equal(await parts.offer(owner, 'portfolio'), false);
    const offered = await save({ offered: ['research'] });
    assert.deepEqual(
      offered.parts.filter((one) => one.is_offered).map(({ part }) => part),
      ['options', 'research'],
    );
    await world.core.policies.create(
      owner,
      {
        name: 'Momentum',
        tag_code: 'MOMTOP20',
        initial_capital: 100_000,
        config: {
          strategy: 'momentum_12_1',
          universe: ['TCS'],
          top_n: 1,
          rebalance: 'monthly',
          weighting: 'equal',
        },
      },
      { actor: 'test' },
    );
    assert.deepEqual(shown(await read()), ['portfolio', 'strategies']);
    assert.deepEqual(await modeOf('policy_cycle'), ['loud', true]);
    assert.deepEqual(shown(await save({ shown: [] })), ['portfolio', 'strategies']);
  });

  it('each person has a setting of their own', async () => {
    await world.core.identity.users.create('ravi', 'Ravi');
    const other = (await (await world.signedIn('ravi')).get<PartsView>('/api/parts')).body;
    assert.deepEqual([other.is_asked, shown(other)], [false, ['portfolio']]);
  });
});
