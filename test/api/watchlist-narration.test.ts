import assert from 'node:assert/strict';
import { type ChainAnswer, ChainError, type ChainRequest, type Llm } from '../../core/llm/index.ts';
import { createNarrator, type WatchlistItemView } from '../../core/watchlist/index.ts';
import { type ApiClient, type Frame, signedInApi, type TestApi } from '../support/api-client.ts';

const TCS: WatchlistItemView = {
  id: '1',
  symbol: 'TCS',
  name: 'Tata Consultancy',
  isin: null,
  asset_class: 'Indian Equity',
  currency: 'INR',
  price: 3000,
  previous_close: 2900,
  day_change: 100,
  day_change_pct: 3.45,
  day_change_date: '2026-03-02',
  day_change_label: 'Today',
  price_as_of: '2026-03-02',
  price_source: null,
  priced_at: null,
  price_reason: null,
  is_held: false,
  alerts: 0,
  created_at: '2026-03-01T00:00:00.000Z',
};

/** Models that say what a test has them say. */
function modelsThat(ask: (request: ChainRequest) => Promise<string>, isThere = true) {
  const asked: { owner: unknown; feature: string; request: ChainRequest }[] = [];
  const llm: Llm = {
    privacyOf: () => Promise.resolve({ leavesOutAmounts: false, hasAgreed: true }),
    chainFor: (owner, feature) =>
      Promise.resolve({
        providers: isThere ? [{ id: 'gateway', model: 'large-model', canStream: true }] : [],
        ask: async (request): Promise<ChainAnswer> => {
          asked.push({ owner, feature, request });
          return {
            text: await ask(request),
            value: null,
            isCut: false,
            provider: 'gateway',
            model: 'large-model',
            usage: { inputTokens: 1, outputTokens: 1, cachedTokens: null },
            costUsd: 0,
            attempts: [],
            latencyMs: 1,
          };
        },
      }),
  };
  return { llm, asked };
}

describe('research/Progress envelope: the narration of a watchlist on the live socket', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    ({ world, client } = await signedInApi());
  });
  after(async () => {
    await world.close();
  });

  const options = { day: '2026-03-02', signal: new AbortController().signal };
  const isLast = (frame: Frame) =>
    frame.type === 'research_progress' && ['done', 'failed'].includes(String(frame['event']));

  async function narrated(ask: (request: ChainRequest) => Promise<string>) {
    const live = await client.live();
    const stranger = await (await world.signedIn('ravi')).live();
    const { llm, asked } = modelsThat(ask);
    const narration = await createNarrator(world.core, llm)(client.userId, [TCS], options);
    const last = await live.next(isLast);
    const frames = [...live.frames.filter(({ type }) => type === 'research_progress'), last];
    assert.deepEqual(
      stranger.frames.filter(({ type }) => type === 'research_progress'),
      [],
    );
    for (const one of [live, stranger]) one.close();
    for (const frame of frames) {
      assert.deepEqual([frame['run_id'], frame['stage']], ['watchlist:2026-03-02', 'narration']);
      assert.match(String(frame['ts']), /^\d{4}-\d\d-\d\dT/);
      assert.equal(frame['user_id'], undefined);
    }
    return { narration, asked, told: frames.map((frame) => [frame['event'], frame['text']]) };
  }

  it('pieces come as they are written, to the sockets of that person alone', async () => {
    const first = 'TCS rose 3.45% and stands at ₹3,000 today,';
    const { narration, asked, told } = await narrated(async ({ onText }) => {
      for (const piece of [first.slice(0, 3), first.slice(3), ' no', ' more.']) onText?.(piece);
      return await Promise.resolve(`${first} no more.`);
    });
    assert.deepEqual(narration, { text: `${first} no more.`, provider: 'gateway', model: 'large-model' });
    assert.deepEqual(told, [
      ['started', ''],
      // Small pieces are put together.
      ['token', first],
      ['token', ' no more.'],
      ['done', `${first} no more.`],
    ]);
    // research/Authentication 5, research/Limits: the system's chain, metered for the person.
    assert.deepEqual(
      [asked[0]?.owner, asked[0]?.feature, asked[0]?.request.usage],
      [
        { userId: client.userId },
        'watchlist_narration',
        { userId: client.userId, feature: 'watchlist_narration' },
      ],
    );
    assert.equal(asked[0]?.request.deadlineMs, 30_000);
  });

  it('what answers whole tells one frame at its end', async () => {
    const { told } = await narrated(() => Promise.resolve('TCS rose 3.45%.'));
    assert.deepEqual(told, [
      ['started', ''],
      ['done', 'TCS rose 3.45%.'],
    ]);
  });

  it('a failure, and a figure that is not there, end without words and without a reason that may hold secrets', async () => {
    const failed = ['failed', 'The watchlist could not be described in words. Its figures are not affected.'];
    for (const ask of [
      () => Promise.reject(new ChainError('gateway: AUTH 401 sk-secret', { class: 'AUTH' })),
      () => Promise.resolve('TCS rose 99%.'),
    ]) {
      const { narration, told } = await narrated(ask);
      assert.equal(narration, null);
      assert.deepEqual(told, [['started', ''], failed]);
    }
  });

  it('without models nothing is asked and nothing told', async () => {
    const live = await client.live();
    const { llm, asked } = modelsThat(() => Promise.resolve('words'), false);
    for (const models of [undefined, llm])
      assert.equal(await createNarrator(world.core, models)(client.userId, [TCS], options), null);
    const { llm: never } = modelsThat(() => Promise.resolve('words'));
    assert.equal(
      await createNarrator(world.core, never)(client.userId, [{ ...TCS, price: null }], options),
      null,
    );
    assert.deepEqual([asked, live.frames.filter(({ type }) => type === 'research_progress')], [[], []]);
    live.close();
  });
});
