import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type BotRuntime, startBot } from '../../bot/index.ts';
import { closeRenderer } from '../../charts/render.ts';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { tradebook } from '../support/tradebook.ts';
import { go, becomes, closeMessages, counts, shows, type Visit, visit, choose } from './browser.ts';
import { openDashboard } from './opening.ts';

const book = tradebook({ rows: 120, symbols: 8, seed: 7 });
const OWN = 'Portfolio,Symbol,Date,Type,Quantity,Price\nMine,ABC,2024-01-05,BUY,10,100\n';
const file = { name: 'tradebook.csv', mimeType: 'text/csv', buffer: Buffer.from(book.csv) };
describe('dashboard in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let bot: BotRuntime;
  let at: Visit;

  before(async function () {
    const opened = await openDashboard(this);
    ({ world, close } = opened);
    bot = startBot(world.core, { telegram: false });
    await bot.ready;
    at = await visit(opened.browser, world);
  });
  after(async () => {
    await bot?.stop();
    await closeRenderer();
    await close?.();
  });

  it('signing in: a code of six digits or twelve is pasted as it was copied, and one of twelve can be typed', async () => {
    const { page } = at;
    const { signIn: desk } = world.core.identity;
    const toCode = () => page.getByText('I already have a code').click();
    const isIn = () => page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const signOut = () => page.getByRole('button', { name: 'Sign out' }).click();
    const paste = async (text: string) => {
      await page.getByLabel('Digit 1 of 6').focus();
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(text)});
        document.activeElement.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      })()`);
    };
    await page.goto('/');
    await toCode();
    await page.getByText('npm run login-code').waitFor();
    const { code } = await desk.issueCode('owner');
    await paste(` ${code.slice(0, 3)} ${code.slice(3)}\n`);
    await isIn();
    await signOut();
    // As many guesses as strangers have in a year.
    await world.core.database.systemPool.query(
      `insert into identity.sign_in_tries (owner_user_id, day, tries) values (1, current_date, 900)`,
    );
    await toCode();
    await paste((await desk.issueCode('owner')).code.replace(/(....)/g, '$1 '));
    await isIn();
    await signOut();
    await toCode();
    await page.getByText('My code has twelve digits').click();
    await page.getByLabel('Twelve-digit code').fill((await desk.issueCode('owner')).code);
    await page.keyboard.press('Enter');
    await isIn();
    await world.core.database.systemPool.query('delete from identity.sign_in_tries');
  });

  it('the first start is a welcome with a sample file', async () => {
    const { page } = at;
    await page.getByRole('heading', { name: 'Import your first tradebook' }).waitFor();
    const sample = page.getByRole('link', { name: 'Get the sample file' });
    const answer = await page.request.get((await sample.getAttribute('href')) ?? '');
    assert.equal(answer.status(), 200);
    assert.match(answer.headers()['content-type'] ?? '', /text\/csv/);
  });

  it("import: the samples are shown like a file of one's own, and nothing is written by that", async () => {
    const { page } = at;
    await go(page, '/data/import');
    for (const [name, rows] of [
      ['Try the sample tradebook', 10],
      ['Try the sample holdings', 5],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('button', { name: `Import ${rows} rows` }).waitFor();
      await page.getByRole('button', { name: 'Another file' }).click();
    }
    assert.equal((await world.core.portfolio.transactions.list('1', {})).total, 0);
  });

  it('import: preview, every row, and nothing new the second time', async () => {
    const { page } = at;
    for (const outcome of ['120 rows added to your ledger', 'Nothing new in this file']) {
      await page.getByLabel('Files to import').setInputFiles(file);
      await page.getByText('Ready to import').waitFor();
      await counts(page.getByRole('row'), 26);
      await page.getByRole('button', { name: 'Import 120 rows' }).click();
      await page.getByText(outcome).waitFor();
      await page.getByRole('button', { name: 'Import another file' }).click();
    }
    // A portfolio of one row, for the pages of holdings and transactions.
    const { imports } = world.core.portfolio;
    const { import_id } = await imports.stage('1', Readable.from([Buffer.from(OWN)]));
    await imports.commit('1', { import_id }, { actor: 'test' });
  });

  it('import: what is no CSV is refused in words', async () => {
    const { page } = at;
    await page
      .getByLabel('Files to import')
      .setInputFiles({ ...file, buffer: Buffer.from('<html><body>Sign in</body></html>') });
    await shows(page.getByRole('alert'), /web page|HTML/i);
  });

  it('replacing asks for the name of the portfolio to be typed', async () => {
    const { page } = at;
    await page.getByLabel('Files to import').setInputFiles(file);
    await page.getByLabel("Replace the portfolio's transactions").check();
    const start = page.getByRole('button', { name: 'Import 120 rows' });
    // no portfolio is named yet
    await counts(page.getByRole('button', { name: 'Import 120 rows', disabled: true }), 1);
    await page.getByRole('combobox', { name: 'Into portfolio' }).fill('Zerodha');
    await start.click();
    const dialog = page.getByRole('dialog');
    await counts(dialog.getByRole('button', { name: 'Replace', exact: true, disabled: true }), 1);
    await dialog.getByLabel('Type Zerodha to continue').fill('Zerodha');
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('120 rows added to your ledger').waitFor();
  });

  it('overview: what is not known is a dash with its reason, never a zero', async () => {
    const { page } = at;
    await go(page, '/');
    const value = page.getByRole('region', { name: 'Value', exact: true });
    await shows(value, /₹[\d,]+\.\d\d[\s\S]*Prices of your last trade/);
    const { total } = await world.core.portfolio.dashboard.read(
      (await world.core.identity.users.ensureOwner()).id,
    );
    const today = page.getByRole('region', { name: total.day_change_label, exact: true });
    await shows(today, /—/);
    assert.doesNotMatch(await today.innerText(), /₹0/);
    await shows(page.getByRole('region', { name: 'Invested' }), /₹[\d,]+\.\d\d/);
    await go(page, '/analysis/performance');
    const chart = page.getByRole('region', { name: 'Value over time' });
    await chart.locator('canvas').waitFor();
    await chart.getByRole('button', { name: 'Table' }).click();
    // the chart as a table
    await chart.getByRole('row').nth(10).waitFor();
  });

  it('holdings: sorted, searched, and each explained', async () => {
    const { page } = at;
    await go(page, '/holdings');
    await page.getByRole('button', { name: 'Quantity' }).click();
    await page.waitForURL(/sort=quantity/);
    await page.locator('[role=columnheader][aria-sort=descending]', { hasText: 'Quantity' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ABC');
    await page.waitForURL(/search=ABC/);
    await page.getByText('1 holding', { exact: true }).waitFor();
    await page.getByLabel('ABC: Matches. Show why').click();
    await page.getByText('calculated from the transactions').waitFor();
  });

  it('holdings: one added by hand, corrected by the field it was refused for, priced, deleted and taken back', async () => {
    const { page } = at;
    await go(page, '/holdings');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByRole('combobox', { name: 'Asset class' }), 'Unlisted');
    await dialog.getByLabel('Portfolio').fill('Mine');
    await dialog.getByLabel('Symbol').fill('ACME');
    await dialog.getByLabel('ISIN').fill('INE000000000');
    await dialog.getByLabel('Quantity').fill('100');
    await dialog.getByLabel('Average cost').fill('50');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByText(/check digit/)
      .first()
      .waitFor();
    await dialog.getByLabel('ISIN').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('ACME saved.').waitFor();
    await page.getByLabel('Actions for ACME').click();
    await page.getByRole('menuitem', { name: 'Update price' }).click();
    await page.getByLabel('New price in INR').fill('62.5');
    // The price changes elsewhere while the form is open.
    const [acme] = (await world.core.portfolio.holdings.list('1', { search: 'ACME' })).items;
    await world.core.portfolio.holdings.update('1', acme?.id ?? '', { current_price: 61 }, { actor: 'test' });
    await dialog.getByText(/^Now ₹61\.00\./).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    // 100 shares at 62.50 against 50.00
    await page.getByRole('row', { name: /ACME/ }).getByText('₹6,250.00').waitFor();
    await shows(page.getByRole('row', { name: /ACME/ }), /▲ \+₹1,250\s*\+25\.00%/);
    // The same price entered again is sent, so that it gets today’s date; fields that were not edited are not sent.
    await page.getByLabel('Actions for ACME').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Current price').fill('');
    await dialog.getByLabel('Current price').fill('62.5');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Save' }).click();
    assert.deepEqual((await sent).postDataJSON(), { current_price: 62.5 });
    await dialog.waitFor({ state: 'detached' });
    await page.getByLabel('Actions for ACME').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.getByRole('row', { name: /ACME/ }).waitFor();
  });

  it('transactions: added, edited without touching the rest, deleted and taken back', async () => {
    const { page } = at;
    await go(page, '/transactions?symbol=ABC');
    await closeMessages(page);
    // The page before has a button of that name too.
    await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Date').fill('2024-02-01');
    await dialog.getByLabel('Portfolio').fill('Mine');
    await dialog.getByLabel('Quantity').fill('3');
    await dialog.getByLabel('Price per unit').fill('123456.789');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Buy of ABC saved.').waitFor();
    const row = page.getByRole('row', { name: /1 Feb 2024/ });
    // 3 times 1,23,456.789 is 3,70,370.367
    await row.getByText('₹3,70,370.37').waitFor();
    await row.getByLabel(/^Edit/).click();
    await page.getByRole('dialog').getByLabel('Note').fill('first lot');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await row.getByText('first lot').waitFor();
    const { items } = await world.core.portfolio.transactions.list('1', {
      symbol: 'ABC',
      from: '2024-02-01',
    });
    assert.equal(items[0]?.price, 123_456.789);
    await row.getByLabel(/^Delete/).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await row.waitFor();
  });

  it('transactions: u takes the latest deletion back, and only once; two in a row can both be taken back', async () => {
    const { page } = at;
    const book = { portfolio: 'Mine', symbol: 'XYZ', currency: 'INR' };
    for (const [type, date, quantity, price] of [
      ['BUY', '2024-02-05', 4, 250],
      ['SELL', '2024-12-05', 1, 400],
    ] as const)
      await world.core.portfolio.transactions.create(
        '1',
        { ...book, type, date, quantity, price },
        { actor: 'test' },
      );
    await go(page, '/transactions?symbol=XYZ');
    await page.getByText('2 transactions', { exact: true }).waitFor();
    const remove = async (row: RegExp): Promise<void> => {
      await page.getByRole('button', { name: row }).focus();
      await page.keyboard.press('Enter');
    };
    await remove(/^Delete Sell of XYZ/);
    await page.getByText('1 transaction', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('u');
    await page.getByText('2 transactions', { exact: true }).waitFor();
    await counts(page.getByText('Could not undo'), 0);
    // the second key comes while the page still reads anew what the first one changed
    await remove(/^Delete Sell of XYZ/);
    await remove(/^Delete Buy of XYZ/);
    await page.getByText('Nothing matches').waitFor();
    await page.keyboard.press('u');
    await page.getByText('1 transaction', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await page.getByText('2 transactions', { exact: true }).waitFor();
  });

  it('portfolios: a target that does not add up is not saved; Networth is not deleted, and has no targets', async () => {
    const { page } = at;
    await go(page, '/portfolios');
    await page.getByLabel('Edit Mine').waitFor();
    await counts(page.getByRole('button', { name: /Networth/ }), 0);
    await page.getByLabel('Edit Mine').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add a bucket' }).click();
    await dialog.getByLabel('Bucket 1', { exact: true }).fill('Unlisted');
    await dialog.getByLabel('Percent for Unlisted').fill('40');
    await counts(dialog.getByRole('button', { name: 'Save', disabled: true }), 1);
    await dialog.getByLabel('Percent for Unlisted').fill('100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Unlisted 100%').waitFor();
  });

  it('chat: commands are offered and answered, buttons edit the message, a picture arrives', async () => {
    const { page } = at;
    await go(page, '/chat');
    const input = page.getByRole('textbox', { name: 'Message' });
    await input.fill('/complete');
    await page.getByRole('option', { name: /complete_status/ }).waitFor();
    await input.press('Tab');
    await input.press('Enter');
    const log = page.getByRole('log');
    await log.getByText('₹').first().waitFor();
    await log
      .getByRole('button', { name: /Refresh/ })
      .first()
      .click();
    await log.getByText(/edited/).waitFor();
    await input.fill('/chart');
    await input.press('Enter');
    const picture = log.locator('img');
    await picture.waitFor();
    // in steps of ours: the page's policy lets nothing in it evaluate a condition
    await eventually(
      'the picture to be loaded',
      async () =>
        (await page.evaluate<number>(`document.querySelector('[role=log] img').naturalWidth`)) === 1200 ||
        null,
    );
    // who has read further up and says something sees it, and its answer
    await page.evaluate(`new Promise((done) => {
      document.querySelector('[role=log]').scrollTop = 0;
      requestAnimationFrame(() => requestAnimationFrame(done));
    })`);
    await input.fill('/help');
    await input.press('Enter');
    await log.getByText('/help', { exact: true }).last().waitFor();
    const place = `(({ scrollTop, scrollHeight, clientHeight }) =>
      scrollTop > 0 && scrollHeight - scrollTop - clientHeight < 2)(document.querySelector('[role=log]'))`;
    await becomes(async () => await page.evaluate<boolean>(place), true);
  });

  it('settings: a kind is switched off, quiet hours are kept, a chat code is drawn', async () => {
    const { page } = at;
    await go(page, '/settings');
    await closeMessages(page);
    await page.getByText(/^By default you get the morning report/).waitFor();
    await page.getByRole('button', { name: /: Reports$/ }).click();
    await page.getByRole('radiogroup', { name: 'Hourly update' }).getByText('Off').click();
    await page.getByText(/; switched off: one message a day with the value of each hour\./).waitFor();
    await page.getByLabel('Quiet hours on').click();
    await page.getByText('Quiet from 22:00 to 07:00.').waitFor();
    await shows(
      page.getByRole('region', { name: 'Backups' }),
      /There is no backup yet\.[\s\S]*Daily at 02:30 IST\. 0 of at most 7 are kept in /,
    );
    await shows(
      page.getByRole('region', { name: 'Exchange calendars' }),
      /NSE and BSE\s*Sessions are known until 31 Dec 2026, settlement days until 31 Dec 2026\.[\s\S]*NSE’s list is switched off\./,
    );
    await page.getByRole('button', { name: 'Create a code' }).click();
    await page.getByText(/^\/start \w+/).waitFor();
    const saved = await eventually('both to be saved', async () => {
      const { quiet_hours, kinds } = await world.core.notifications.settings('1');
      const mode = kinds.find((kind) => kind.kind === 'hourly_portfolio_update')?.mode;
      return quiet_hours !== null && mode === 'off' ? quiet_hours : null;
    });
    assert.deepEqual(saved, { from: '22:00', to: '07:00' });
  });

  it('contract/Who may use the chat: a code for an approver says what such a person may do', async () => {
    const { page } = at;
    const chats = page.getByRole('region', { name: 'Telegram chats' });
    await shows(chats, /Reads everything and makes changes, as you do\./);
    const drawn = chats.getByText(/^\/start \w+/);
    await drawn.waitFor();
    await choose(chats.getByRole('combobox', { name: 'Access of the new chat' }), 'Approve plans');
    await shows(
      chats,
      /approves and rejects the plans of live policies, and pauses all trading\. Nothing else/,
    );
    // The code of before would have made an owner.
    await counts(drawn, 0);
    await chats.getByRole('button', { name: 'Create a code' }).click();
    const told = await drawn.textContent();
    const { role } = await world.core.identity.chats.linkChat({
      code: told?.replace('/start ', '') ?? '',
      transport: 'telegram',
      chatId: '4343',
      chatUserId: '4343',
      title: 'Ravi',
    });
    assert.equal(role, 'approver');
    await page.reload();
    await shows(chats, /Ravi\s*approves plans/i);
  });

  it('keyboard: the first stop skips to the page, ? lists the keys', async () => {
    const { page } = at;
    // Settings has just been loaded anew.
    await page.keyboard.press('Tab');
    await becomes(
      async () => await page.evaluate<string>('document.activeElement.textContent'),
      'Skip to content',
    );
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await becomes(async () => await page.title(), 'Settings · Munim');
  });

  it('what changes elsewhere shows here without a reload', async () => {
    const { page } = at;
    await go(page, '/portfolios');
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    await world.core.portfolio.portfolios.create('1', { name: 'From the chat' }, { actor: 'test' });
    await page.getByRole('heading', { name: 'From the chat' }).waitFor();
    // The overview opens before the prices of the day are there.
    await go(page, '/');
    const sincePurchase = page.getByRole('radio', { name: 'Since purchase', checked: true });
    await counts(sincePurchase, 1);
    const { holdings } = world.core.portfolio;
    const [abc] = (await holdings.list('1', { search: 'ABC' })).items;
    const prices = { current_price: 11, previous_close: 10 };
    await holdings.update('1', abc?.id ?? '', prices, { actor: 'test' });
    await counts(sincePurchase, 0);
  });

  it('a session that ends elsewhere leads to sign-in at once', async () => {
    await world.signedIn();
    await at.page.getByRole('button', { name: 'Send me a code' }).waitFor();
  });

  it('in all of this the page asked nobody outside and complained of nothing but refusals', () => {
    const refusals = /Failed to load resource: the server responded with a status of 4(01|22)/;
    assert.deepEqual(
      at.complaints.filter((line) => !refusals.test(line)),
      [],
    );
  });
});
