import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { Decimal, istInstant } from '../../core/platform/index.ts';
import { openBooks } from '../../core/policies/policy-store.ts';
import type { TestApi } from '../support/api-client.ts';
import { policyBody, seedLive, seedTrading } from '../support/policies.ts';
import { closeMessages, counts, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const BY = { actor: 'api:owner' };
/** A plan of which only the log knows. */
const LOGGED = '777';

describe('trading as a whole in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  let policy: string;
  let plan: string;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-02', '11:30'),
      address: '/policies',
      async prepare({ world: { core }, owner: userId }) {
        ({ id: policy } = await core.policies.create(userId, policyBody(), BY));
        const connectionId = await seedLive(core, userId, policy);
        const books = { policy_id: policy, owner_user_id: userId, mode: 'LIVE' } as const;
        await core.database.asSystem('books of a test', (trx) =>
          openBooks(trx, books, { day: '2026-02-27', capital: new Decimal(1_000_000) }),
        );
        const seeded = await seedTrading(core, { userId, policyId: policy, connectionId });
        ({ plan } = seeded);
        await core.database.systemPool.query(
          `insert into policy.policy_order_events (owner_user_id, policy_id, plan_id, order_id, at, event, from_state, to_state,
             actor, via, evidence)
           values ($1, $2, $3, $4, $5, 'miss', 'PLACEMENT_UNKNOWN', 'ABSENT', 'system', 'SYSTEM', '{"reads": 3}')`,
          [userId, policy, LOGGED, seeded.order, new Date('2026-03-02T11:00:00Z')],
        );
        await core.policies.live.pause.resumeAll(userId, { confirmation: 'resume trading' }, BY);
      },
    }));
  });
  after(() => close?.());

  const policies = () => world.core.policies;
  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  it('trading pauses at once without a question, on every page of policies, and goes on after the words are typed', async () => {
    await go(page, `/policies/${policy}`);
    await button('Pause all trading').click();
    const banner = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'All trading has been paused' });
    await shows(banner, /paused since 2 Mar 2026, 11:\d\d by owner/);
    assert.equal((await policies().live.pause.state(owner)).is_paused, true);
    await counts(button('Pause all trading'), 0);
    for (const address of ['/policies', `/policies/plans/${plan}`]) {
      await go(page, address);
      await banner.waitFor();
    }
    await go(page, '/policies');
    await banner.getByRole('button', { name: 'Resume trading' }).click();
    const resume = dialog().getByRole('button', { name: 'Resume trading' });
    assert.equal(await resume.isDisabled(), true);
    await dialog().getByRole('textbox').fill('resume trading');
    await resume.click();
    await counts(banner, 0);
    assert.equal((await policies().live.pause.state(owner)).is_paused, false);
    // from the list it works as well
    await closeMessages(page);
    await button('Pause all trading').click();
    await banner.waitFor();
    await policies().live.pause.resumeAll(owner, { confirmation: 'resume trading' }, BY);
    await counts(banner, 0);
  });

  it('the order log has every step with who did it, of one plan where that is asked for, and as a file', async () => {
    await go(page, '/policies/orders');
    const log = page.getByRole('table', { name: 'Steps of orders' });
    await shows(
      log,
      /TCS: Not in the order book[\s\S]*Unclear → Not found[\s\S]*Munim[\s\S]*Approved[\s\S]*owner, in the dashboard/,
    );
    await page.getByRole('searchbox', { name: 'Plan number' }).fill(LOGGED);
    await counts(log.getByRole('row'), 2);
    await shows(log, /Not in the order book/);
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    assert.equal(href, `/api/policies/order-events.csv?plan_id=${LOGGED}`);
    await page.getByRole('searchbox', { name: 'Plan number' }).fill('999');
    await page.getByRole('heading', { name: 'No steps recorded for plan 999' }).waitFor();
    await go(page, '/policies/plans/999');
    await page.getByRole('heading', { name: 'Plan not found' }).waitFor();
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/status of 404/.test(one)),
      [],
    );
  });
});
