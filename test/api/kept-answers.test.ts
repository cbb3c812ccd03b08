import assert from 'node:assert/strict';
import { storeRates } from '../../core/market/fx/fx-store.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { sampled } from '../support/soak.ts';
import { seeded } from '../support/tradebook.ts';

const STEPS = sampled(4, 24);
const BY = { actor: 'test' };
const SYMBOLS = ['ALPHA', 'BETA', 'GAMMA'];
const PATHS = [
  '/v2/dashboard',
  '/history',
  '/reports/performance?explain=true',
  '/reports/comparison',
  '/reports/diversification',
  '/reports/tax-lots?fy=2025-26',
  '/reports/networth',
  '/reports/snapshots',
  '/reports/activity',
];

interface Person {
  login: string;
  userId: string;
  /** A browser at each process. */
  at: ApiClient[];
}

/**
 * Two processes keep what they worked out; a third, started anew, has nothing to keep. All three must say the same, but
 * for the moment of the calculation, whatever was changed and through whichever process.
 */
describe('what is kept is what would be worked out anew', () => {
  // 22:30 in India.
  const clock = heldClock('2026-03-02T17:00:00.000Z');
  let world: TestApi;
  let processes: TestApi[];
  let people: Person[];

  before(async () => {
    world = await testApi({ clock, checkResponses: false });
    processes = [world, await world.neighbour()];
    people = [];
    for (const login of ['asha', 'ravi']) {
      const client = await world.signedIn(login);
      people.push({ login, userId: client.userId, at: processes.map(({ url }) => sameAt(client, url)) });
    }
  });
  after(async () => await world.close());

  /** The same session at another process. */
  function sameAt(client: ApiClient, url: string): ApiClient {
    const other = world.stranger();
    return Object.assign(Object.create(other) as ApiClient, { url, cookie: client.cookie });
  }

  const answers = async (client: ApiClient): Promise<Map<string, string>> => {
    const found = await Promise.all(
      PATHS.map(async (path): Promise<[string, string]> => {
        const { status, text } = await client.get(`/api/portfolio${path}`);
        // The moment of the calculation may lie back in a kept answer.
        return [path, `${status} ${text.replaceAll(/"calculated_at":"[^"]*"/g, '')}`];
      }),
    );
    return new Map(found);
  };

  /** One change by a person, through one of the processes. */
  async function change(random: () => number, person: Person, { core }: TestApi): Promise<string> {
    const { userId } = person;
    const symbol = SYMBOLS[Math.floor(random() * SYMBOLS.length)] ?? '';
    const quantity = 1 + Math.floor(random() * 9);
    const kind = Math.floor(random() * 6);
    if (kind <= 1) {
      const row = {
        portfolio: 'Main',
        symbol,
        type: kind === 0 ? 'BUY' : 'SELL',
        quantity,
        price: 100 + quantity,
      };
      const date = `2025-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-15`;
      const currency = symbol === 'GAMMA' ? 'USD' : 'INR';
      await core.portfolio.transactions.create(userId, { ...row, date, currency }, BY);
      return row.type;
    }
    const { items } = await core.portfolio.transactions.list(userId, {});
    const last = items[0];
    const holding = (await core.portfolio.holdings.all(userId))[0];
    if (kind === 2 && last !== undefined) {
      await core.portfolio.transactions.remove(userId, last.id, BY);
      return 'a deleted transaction';
    }
    if (kind === 3 && holding !== undefined) {
      await core.portfolio.holdings.update(userId, holding.id, { current_price: 90 + quantity }, BY);
      return 'a price';
    }
    if (kind === 4) {
      await core.portfolio.snapshots.take(userId);
      return 'a snapshot';
    }
    await core.database.asSystem('a rate for a test', async (trx) => {
      const rates = [{ day: '2025-12-31', rate: String(80 + random()) }];
      await storeRates(trx, { base: 'USD', quote: 'INR' }, rates, `TEST`, clock.now());
    });
    return 'a rate';
  }

  it('on random changes of two people through two processes, over midnight in India', async () => {
    const random = seeded(20260302);
    const story: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const person = people[Math.floor(random() * 2)];
      const where = Math.floor(random() * 2);
      assert.ok(person !== undefined && processes[where] !== undefined);
      // In the middle of it a new day begins.
      clock.pass(step === STEPS / 2 ? 90 : 2);
      // Answers of before, so that there is something to keep.
      await Promise.all(person.at.map(answers));
      story.push(`${person.login} at ${where}: ${await change(random, person, processes[where])}`);
      // Market data counts within a minute.
      clock.pass(1);
      const isLast = step % 4 === 3;
      const fresh = isLast ? await world.neighbour() : null;
      for (const { at } of isLast ? people : [person]) {
        const [here, there] = at;
        assert.ok(here !== undefined && there !== undefined);
        const [one, other] = await Promise.all([answers(here), answers(there)]);
        assert.deepEqual(other, one, story.join('; '));
        if (fresh !== null) assert.deepEqual(await answers(sameAt(here, fresh.url)), one, story.join('; '));
      }
    }
    const [asha, ravi] = await Promise.all(
      people.map(async ({ at: [here] }) => here && (await answers(here))),
    );
    assert.notDeepEqual(asha, ravi);
  });

  it('of requests that come all at once each shows what was changed before it came', async () => {
    const [person] = people;
    const [here, there] = person?.at ?? [];
    assert.ok(person !== undefined && here !== undefined && there !== undefined);
    const count = async (client: ApiClient) =>
      (await client.get<{ earnings: { transactions_count: number } }>('/api/portfolio/v2/dashboard')).body
        .earnings.transactions_count;
    const before = await count(here);
    const asking: Promise<number>[] = [];
    for (let nr = 1; nr <= 3; nr += 1) {
      asking.push(...Array.from({ length: 10 }, () => count(there)));
      const row = {
        portfolio: 'Main',
        symbol: 'ALPHA',
        date: '2025-05-05',
        type: 'BUY',
        quantity: nr,
        price: 1,
      };
      const made: { status: number; text: string } = await here.post('/api/portfolio/transactions', {
        ...row,
        currency: 'INR',
      });
      assert.equal(made.status, 201, made.text);
      const seen = await Promise.all(Array.from({ length: 10 }, () => count(there)));
      assert.ok(
        seen.every((one) => one === before + nr),
        `after ${nr}: ${seen.join()}`,
      );
    }
    await Promise.all(asking);
  });
});
