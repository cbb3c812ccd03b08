import { held, FakeBroker, page as pageOf, trade } from '../support/fake-broker.ts';
import { counts, fits, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const BY = { actor: 'api:owner' };

describe('what a broker changed, in a browser', function () {
  let close: () => Promise<void>;
  let at: Visit;

  before(async function () {
    const broker = new FakeBroker();
    broker.renewal = 'none';
    const opened = await openSignedIn(this, {
      now: new Date('2026-03-05T08:00:00.000Z'),
      adapters: [broker.entry()],
      environment: { YAHOO_BASE_URL: 'http://127.0.0.1:9' },
    });
    ({ at, close } = opened);
    const { world, owner, clock } = opened;
    const old = trade('1', 'TCS', '10', { date: '2026-03-02', price: '100', fee_tax: '0' });
    const other = trade('2', 'INFY', '5', { date: '2026-03-02' });
    broker.holdings = [held('TCS', '10'), held('INFY', '5')];
    broker.pages = [pageOf(old, other)];
    const credentials = { client_id: '1100012345', secret: 'a-secret-of-the-test', pin: '4821' };
    const input = { broker: 'dhan', label: 'My Dhan', role: 'SYNC', credentials } as const;
    const { id } = await world.core.connections.create(owner, input, BY);
    await world.core.connections.sync(owner, id, BY);
    // The next day TCS has another price, and 4 more are bought, which the list of stock lacks.
    clock.put(new Date('2026-03-06T08:00:00.000Z'));
    const bought = trade('3', 'TCS', '4', { date: '2026-03-06', price: '110', fee_tax: '0' });
    broker.pages = [pageOf({ ...old, price: '101' }, other, bought)];
    await world.core.connections.sync(owner, id, BY);
  });
  after(() => close?.());

  it('shows before, after and effect, is accepted and undone in one press each, and leaves nothing to decide', async () => {
    const { page } = at;
    await go(page, '/data/broker-changes');
    const entry = page.getByRole('listitem', { name: /^TCS, / });
    await shows(entry, /price 100 → 101/);
    await shows(entry, /Average cost/);
    await fits(page);
    await entry.getByRole('button', { name: /^Accept/ }).click();
    await page.getByText('Nothing is waiting').waitFor();
    await page.getByRole('tab', { name: /^Decided/ }).click();
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await page.getByRole('tab', { name: /^Waiting/ }).click();
    await counts(page.getByRole('button', { name: /^Keep mine/ }), 1);
    await page.getByRole('button', { name: /^Keep mine/ }).click();
    await page.getByText('Nothing is waiting').waitFor();
  });

  it('the page of a holding says what is delivered and what is on its way', async () => {
    const { page } = at;
    await go(page, '/holdings/TCS');
    await shows(page.getByRole('main'), /10 delivered; 4 bought, arriving on 9 Mar 2026/);
    await fits(page);
  });
});
