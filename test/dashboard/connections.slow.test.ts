import assert from 'node:assert/strict';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { KiteServer } from '../support/kite-server.ts';
import { WebSyncServer } from '../support/web-sync-server.ts';
import { counts, fits, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const { user_id, pin } = WebSyncServer.USER;

describe('connections in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let web: WebSyncServer;
  let kite: KiteServer;
  let at: Visit;

  before(async function () {
    web = new WebSyncServer();
    kite = new KiteServer();
    await Promise.all([web.start(), kite.start()]);
    web.reset({ holdings: 3, trades: 5, leftOut: 1 });
    web.distrust(user_id);
    kite.reset({ holdings: 4, trades: 6, leftOut: 2 });
    ({ world, at, close } = await openSignedIn(this, {
      address: '/data/connections',
      environment: { WEB_SYNC_BASE_URL: web.url, ZERODHA_BASE_URL: kite.url },
    }));
  });
  after(async () => {
    await close?.();
    await Promise.all([web?.close(), kite?.close()]);
  });

  const card = (label: string) => at.page.getByRole('region', { name: label });
  const add = async (broker: string, label: string, fields: Record<string, string>): Promise<void> => {
    const { page } = at;
    await page.getByRole('button', { name: 'New connection' }).first().click();
    const dialog = page.getByRole('dialog');
    const choice = dialog.getByRole('combobox', { name: 'Broker' });
    if ((await choice.inputValue()) !== broker) {
      await choice.click();
      await page.getByRole('option', { name: broker }).click();
    }
    await dialog.getByRole('textbox', { name: 'Name' }).fill(label);
    for (const [name, value] of Object.entries(fields)) await dialog.getByLabel(name).first().fill(value);
    await dialog.getByRole('button', { name: 'Add and sync' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  const focusIsIn = async (label: string) =>
    await card(label).evaluate((element) => element.contains(element.ownerDocument.activeElement));

  it('portfolio/Connection sync rules 5: a lapsed device asks for a one-time password; once it is verified the sync begins by itself', async () => {
    const { page } = at;
    await page.getByRole('heading', { name: 'No broker is connected' }).waitFor();
    const title = (await page.request
      .get('/api/portfolio/connections/brokers')
      .then((answer) => answer.json())) as {
      brokers: { broker: string; title: string; fields: { name: string; label: string }[] }[];
    };
    const broker = title.brokers.find((one) => one.broker === 'web_sync');
    const labelOf = (name: string) => broker?.fields.find((one) => one.name === name)?.label ?? name;
    await add(broker?.title ?? '', 'Family', { [labelOf('user_id')]: user_id, [labelOf('pin')]: pin });

    await card('Family').getByText('Needs a one-time password').waitFor();
    await shows(card('Family').getByRole('status'), /one-time password/);
    await shows(card('Family'), /None until you act/);
    await card('Family').getByRole('button', { name: 'Enter the password for Family' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'One-time password for Family' }).fill('000000');
    await dialog.getByRole('button', { name: 'Send it again' }).click();
    await dialog.getByRole('status').filter({ hasText: /sync/i }).waitFor();
    await dialog.getByRole('textbox', { name: 'One-time password for Family' }).press('Enter');
    await shows(dialog.getByRole('alert'), /password/i);

    const sent = web.sentOtps.at(-1)?.otp ?? '';
    await dialog.getByRole('textbox', { name: 'One-time password for Family' }).fill(sent);
    await dialog.getByRole('button', { name: 'Verify and sync' }).click();
    await card('Family').getByText('Up to date').waitFor();
    // the button is gone, and the keyboard goes on from its card
    await eventually('the focus in the card', async () => await focusIsIn('Family'));
    await shows(card('Family'), /3 holdings and 5 trades read: 5 new trades/);
    await shows(card('Family'), /Last sync\s+(just now|\d+ min)/);
    await shows(card('Family'), /Next sync\s+Tomorrow at \d\d:\d\d/);
    await shows(card('Family'), /PIN: stored/);
    assert.ok(!(await page.content()).includes(pin), 'the PIN is nowhere on the page');
  });

  it('an account that another portfolio has holdings of: the page asks which portfolio it is, and the sync goes on', async () => {
    const { page } = at;
    // The account OTHER1 holds 5 SHAREAA, and so does a portfolio of files.
    web.addAccount('OTHER1', '1234', { holdings: 1, trades: 0, leftOut: 0 });
    const holding = { symbol: 'SHAREAA', asset_class: 'Indian Equity', currency: 'INR' } as const;
    await world.core.portfolio.holdings.create(
      '1',
      { ...holding, portfolio: 'From files', quantity: 5, avg_buy_price: 90 },
      { actor: 'test' },
    );
    const { id } = await world.core.connections.create(
      '1',
      { broker: 'web_sync', label: 'Second', role: 'SYNC', credentials: { user_id: 'OTHER1', pin: '1234' } },
      { actor: 'test' },
    );
    await world.core.connections.sync('1', id, { actor: 'test' });
    await world.core.connections.verifyOtp('1', id, web.sentOtps.at(-1)?.otp ?? '', { actor: 'test' });
    await card('Second').getByRole('button', { name: 'Sync now: Second' }).click();
    await card('Second').getByText('Which portfolio?').waitFor();
    await shows(card('Second').getByRole('status'), /Choose a portfolio, so that nothing counts twice/);
    await card('Second').getByRole('button', { name: 'Choose the portfolio of Second' }).click();
    const dialog = page.getByRole('dialog');
    await shows(dialog, /1 holding is the same/);
    assert.ok(await dialog.getByRole('radio', { name: 'Use From files' }).isChecked());
    await dialog.getByRole('button', { name: 'Choose and sync' }).click();
    await card('Second').getByText('Up to date').waitFor();
    await shows(card('Second'), /Portfolio\s+From files/);
    await world.core.connections.remove('1', id, { actor: 'test' });
    await card('Second').waitFor({ state: 'detached' });
  });

  it('trades under a name that may be of two shares: the page Import asks which, books them and takes it back', async () => {
    const { page } = at;
    const row = { quantity: 10, avg_price: 100, last_price: 110 };
    const trade = { side: 'BUY', status: 'COMPLETE', trade_date: '2026-02-02', quantity: 7, price: 100 };
    const account = web.addAccount('OTHER2', '1234', { holdings: 0, trades: 0, leftOut: 0 });
    Object.assign(account, {
      holdings: [
        { ...row, symbol: 'HDFCBANK' },
        { ...row, symbol: 'HDFCLIFE' },
      ],
      transactions: [{ ...trade, id: 'A1', symbol: 'HDFC' }],
    });
    const { connections, portfolio } = world.core;
    const credentials = { user_id: 'OTHER2', pin: '1234' };
    const by = { actor: 'test' };
    const { id } = await connections.create(
      '1',
      { broker: 'web_sync', label: 'Third', role: 'SYNC', credentials },
      by,
    );
    await connections.sync('1', id, by);
    await connections.verifyOtp('1', id, web.sentOtps.at(-1)?.otp ?? '', by);
    await connections.sync('1', id, by);
    const booked = async () =>
      (await portfolio.transactions.list('1', { portfolio: 'WEB_SYNC - OTHER2' })).items.map(
        ({ symbol }) => symbol,
      );
    await page.getByRole('link', { name: 'Say which shares trades of Third are of' }).click();
    const panel = page.getByRole('region', { name: 'Which share are these trades of?' });
    await shows(panel, /1 trade, 2 Feb 2026/);
    await panel.getByLabel('HDFC of Third').fill('HDFCLIFE');
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Book' }).click();
    await shows(panel, /HDFC of Third is HDFCLIFE/);
    assert.deepEqual(await booked(), ['HDFCLIFE']);
    await panel.getByRole('button', { name: 'Undo the answer for HDFC' }).click();
    await panel.getByLabel('HDFC of Third').waitFor();
    assert.deepEqual(await booked(), []);
    await connections.remove('1', id, by);
    await go(page, '/data/connections');
    await card('Family').waitFor();
  });

  it('a sync by keyboard: the focus stays where it was, and a second one finds nothing new', async () => {
    const { page } = at;
    const button = card('Family').getByRole('button', { name: 'Sync now: Family' });
    await button.focus();
    await page.keyboard.press('Enter');
    await card('Family').getByText('3 holdings read, no trades.').waitFor();
    await card('Family').locator(':focus').and(button).waitFor();
  });

  it('what cannot be right is told at its field, and nothing is added', async () => {
    const { page } = at;
    await page.getByRole('button', { name: 'New connection' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Client ID').fill('no');
    await dialog.getByLabel('API key').fill(KiteServer.USER.api_key);
    await dialog.getByLabel('API secret').first().fill(KiteServer.USER.api_secret);
    await dialog.getByRole('button', { name: 'Add and sync' }).click();
    await dialog.getByText('does not look like Client ID').first().waitFor();
    assert.equal(await dialog.getByLabel('Client ID').getAttribute('aria-invalid'), 'true');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await world.core.connections.list('1')).length, 1);
  });

  it('a login on the broker’s page: its address is opened, and what it hands out is pasted back', async () => {
    const { page } = at;
    await add('Zerodha', 'My Kite', {
      'Client ID': KiteServer.USER.client_id,
      'API key': KiteServer.USER.api_key,
      'API secret': KiteServer.USER.api_secret,
    });
    await card('My Kite').getByText('Needs your login').waitFor();
    await card('My Kite').getByRole('button', { name: 'Log in for My Kite' }).click();
    const dialog = page.getByRole('dialog');
    const link = dialog.getByRole('link', { name: /Open Zerodha/ });
    assert.match((await link.getAttribute('href')) ?? '', new RegExp(`api_key=${KiteServer.USER.api_key}`));
    assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
    await dialog.getByLabel('Address or request token').fill('not-a-token');
    await dialog.getByRole('button', { name: 'Log in and sync' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog
      .getByLabel('Address or request token')
      .fill(`http://127.0.0.1/?action=login&status=success&request_token=${kite.requestToken()}`);
    await dialog.getByRole('button', { name: 'Log in and sync' }).click();
    await card('My Kite').getByText('Up to date').waitFor();
    await shows(card('My Kite'), /4 holdings and 6 trades read/);
  });

  it('what fails says why and when it is tried again; edited credentials are kept where nothing is entered', async () => {
    const { page } = at;
    kite.fail({ kind: 'status', status: 503 });
    await card('My Kite').getByRole('button', { name: 'Sync now: My Kite' }).click();
    await card('My Kite').getByText('Failed').waitFor();
    await shows(card('My Kite'), /Next sync\s+(In|Due)/);
    kite.calm();
    await go(page, '/');
    await page.getByRole('link', { name: /^Connect: / }).click();
    await card('My Kite').getByRole('button', { name: 'Edit My Kite' }).click();
    const dialog = page.getByRole('dialog');
    assert.match(
      (await dialog.getByLabel('API secret').first().getAttribute('placeholder')) ?? '',
      /leave empty to keep/,
    );
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Kite of the house');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card('Kite of the house').getByRole('button', { name: 'Sync now: Kite of the house' }).click();
    await card('Kite of the house').getByText('Up to date').waitFor();
  });

  it('who comes back from the broker’s page with a token says what it is for, and goes on', async () => {
    const { page } = at;
    await page.goto(`/data/connections?action=login&status=success&request_token=${kite.requestToken()}`);
    const logins = kite.logins;
    await page.getByRole('button', { name: 'Finish for Kite of the house' }).click();
    assert.equal(kite.logins, logins, 'nothing is handed in before a person says so');
    await page.getByRole('dialog').getByRole('button', { name: 'Log in and sync' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(kite.logins, logins + 1);
    await card('Kite of the house').getByRole('status').getByText('4 holdings and').waitFor();
    // the token does not stay in the address
    await page.waitForURL((url) => url.search === '');
  });

  it('deleting says that holdings and transactions stay, and they do', async () => {
    const { page } = at;
    const before = (await world.core.portfolio.transactions.list('1', {})).total;
    await card('Family').getByRole('button', { name: 'Delete Family' }).click();
    const dialog = page.getByRole('dialog');
    await shows(dialog, /keeps its holdings and transactions/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await counts(card('Family'), 1);
    await card('Family').getByRole('button', { name: 'Delete Family' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await card('Family').waitFor({ state: 'detached' });
    const next = page.getByRole('button', { name: 'New connection' });
    await eventually(
      'the focus to go on',
      async () => (await next.evaluate((element) => element === element.ownerDocument.activeElement)) || null,
    );
    assert.equal((await world.core.portfolio.transactions.list('1', {})).total, before);
    assert.ok(before > 5, `${before} transactions`);
  });

  it('fits a phone, and everything has a name', async () => {
    const { page } = at;
    await page.setViewportSize({ width: 360, height: 740 });
    await card('Kite of the house').waitFor();
    await fits(page);
    const nameless = await page.evaluate<number>(
      `[...document.querySelectorAll('main button, main a')].filter((one) => !(one.ariaLabel ?? one.textContent).trim()).length`,
    );
    assert.equal(nameless, 0);
    await page.getByRole('button', { name: 'New connection' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add and sync' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    const unexpected = at.complaints.filter((one) => !/status of (422|409)/.test(one));
    assert.deepEqual(unexpected, []);
  });
});
