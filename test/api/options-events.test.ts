import assert from 'node:assert/strict';
import type { BrokerHealthView, EventsView, ImportedView } from '../../core/options/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

describe('events and broker health over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient & { userId: string };
  before(async () => {
    // The RBI decides at this moment.
    world = await testApi({ clock: { now: () => new Date('2026-12-04T04:30:00.000Z') } });
    owner = await world.signedIn('owner');
  });
  after(() => world.close());

  it('portfolio/Option endpoints: GET /api/events/today and /upcoming', async () => {
    const { status, body } = await owner.get<EventsView>('/api/events/today');
    assert.equal(status, 200);
    assert.deepEqual(
      body.items.map(({ name, blocks_now }) => [name, blocks_now]),
      [['RBI monetary policy', true]],
    );
    const usual = await owner.get<EventsView>('/api/events/upcoming');
    assert.deepEqual([usual.body.from, usual.body.to], ['2026-12-04', '2026-12-17']);
    const longer = await owner.get<EventsView>('/api/events/upcoming?days=90');
    assert.ok(longer.body.items.length > usual.body.items.length);
    for (const days of ['0', '91', 'x', '1.5'])
      assert.equal((await owner.get(`/api/events/upcoming?days=${days}`)).status, 422, days);
  });

  it('POST /api/events/import takes what is right and names the rest; a dry run changes nothing', async () => {
    const content =
      'name,category,date,underlying\nTCS results,RESULTS,2026-12-07,TCS\nNobody,RESULTS,2026-12-07,';
    const preview = await owner.post<ImportedView>('/api/events/import', { content, dry_run: true });
    assert.equal(preview.status, 200, preview.text);
    assert.deepEqual(
      [preview.body.added, preview.body.errors.map(({ row, code }) => [row, code])],
      [1, [[3, 'UNDERLYING_MISSING']]],
    );
    const saved = await owner.post<ImportedView>('/api/events/import', { content });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual([saved.body.dry_run, saved.body.added, saved.body.unchanged], [false, 1, 0]);
    const again = await owner.post<ImportedView>('/api/events/import', { content });
    assert.deepEqual([again.body.added, again.body.unchanged], [0, 1]);
    for (const body of [{}, { content: 7 }, { content: 'x', more: 1 }, { content: 'x'.repeat(2_000_001) }])
      assert.equal((await owner.post('/api/events/import', body)).status, 422);
  });

  it('portfolio/Option endpoints: GET /api/broker/health', async () => {
    assert.deepEqual((await owner.get<BrokerHealthView>('/api/broker/health')).body.brokers, []);
    const records = Array.from({ length: 10 }, (_, nr) => ({
      id: `health-${nr}`,
      kind: 'broker_health',
      at: new Date(Date.parse('2026-12-04T04:25:00.000Z') + nr * 30_000).toISOString(),
      broker: 'kite',
      ok: nr < 5,
      latency_ms: 90,
      quote_age_s: null,
    }));
    await owner.post('/api/options/ingest', { records });
    const { body } = await owner.get<BrokerHealthView>('/api/broker/health');
    // Five of ten failed: 50%, which is above 30.
    assert.deepEqual(
      body.brokers.map(({ broker, level, reasons }) => [
        broker,
        level,
        reasons.map(({ message }) => message),
      ]),
      [['kite', 'UNSTABLE', ['5 of the last 10 checks failed: 50% (limit 30%).']]],
    );
    assert.equal(body.brokers[0]?.window.quote_age_s, null);
  });
});
