import assert from 'node:assert/strict';
import type { FileChooser, Page } from 'playwright-core';
import { type BotRuntime, startBot } from '../../bot/index.ts';
import { closeRenderer } from '../../charts/render.ts';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { becomes, jump, shows, type Visit, visit } from './browser.ts';
import { openDashboard } from './opening.ts';

const FILE = `Portfolio,Symbol,Date,Type,Quantity,Price
Mine,ABC,2024-01-05,BUY,ten,100
Mine,XYZ,2024-02-05,BUY,4,250
Mine,XYZ,2024-12-05,SELL,1,400
`;

/** Runs in the page: the name of what has the focus. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element.id === 'main') return 'main';
  const label = element.labels && element.labels[0] ? element.labels[0].textContent : element.textContent;
  return (element.getAttribute('aria-label') || label).trim().slice(0, 80);
})()`;

/** The tour of the suite: the main path in a real browser, and what only a browser knows of focus and keys. */
describe('dashboard by keyboard alone', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let bot: BotRuntime;
  let at: Visit;
  let page: Page;
  const choosers: FileChooser[] = [];

  before(async function () {
    const dashboard = await openDashboard(this);
    ({ world, close } = dashboard);
    bot = startBot(world.core, { telegram: false });
    await bot.ready;
    at = await visit(dashboard.browser, world);
    ({ page } = at);
    // The page hands a dialogue for files to us as long as somebody listens; asked for with the key it might be too late.
    page.on('filechooser', (chooser) => choosers.push(chooser));
  });
  after(async () => {
    await bot?.stop();
    await closeRenderer();
    await close?.();
  });

  const focused = () => page.evaluate<string>(FOCUSED);
  /** The focus follows what appears, a moment later. */
  const focusIsOn = (name: string): Promise<void> => becomes(focused, name);
  const press = (key: string) => page.keyboard.press(key);
  /** Presses Tab until the control has the focus; fails when that takes too many. */
  const tabTo = async (name: RegExp, most: number): Promise<void> => {
    for (let presses = 0; presses <= most; presses += 1) {
      if (name.test(await focused())) return;
      await press('Tab');
    }
    assert.fail(`${name.source} is more than ${most} presses away; the focus is on "${await focused()}"`);
  };
  /** A dialog takes the focus a moment after it shows; a key that is pressed before that goes nowhere. */
  const dialogHasFocus = () =>
    becomes(() => page.evaluate<boolean>(`document.activeElement.closest('[role=dialog]') !== null`), true);
  const goTo = async (key: string, title: string): Promise<void> => {
    await jump(page, key);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await focusIsOn(title === 'Chat' ? 'Message' : 'main');
  };

  it('signing in begins in the first field and goes on in the code; a wrong one is refused in words', async () => {
    await page.goto('/');
    await page.getByText('Send me a code').waitFor();
    await becomes(async () => (await focused()).startsWith('Your login'), true, 'on "Your login":');
    await tabTo(/^I already have a code/, 2);
    await press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await focusIsOn('Digit 1 of 6');
    await page.keyboard.type('000000');
    await shows(page.getByRole('alert').first(), /code/i);
    await focusIsOn('Digit 1 of 6');
    const { code } = await world.core.identity.signIn.issueCode('owner');
    await page.keyboard.type(code);
    await page.getByRole('heading', { name: 'Welcome to Munim' }).waitFor();
  });

  it('a file is chosen, a wrong row corrected, the rest imported; each step begins at its own heading', async () => {
    await goTo('i', 'Import');
    await tabTo(/^Choose files/, 6);
    await press('Enter');
    const chooser = await eventually('the choice of a file', () => choosers.shift());
    await chooser.setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await page.getByText('Ready to import').waitFor();
    await focusIsOn('own.csv');
    await tabTo(/^First rows/, 4);
    await press('ArrowRight');
    await tabTo(/^Correct quantity of row 2/, 4);
    await page.keyboard.type('10');
    await tabTo(/^Import 3 rows/, 6);
    await press('Enter');
    await page.getByText('3 rows added to your ledger').waitFor();
    await focusIsOn('3 rows added to your ledger');
    await tabTo(/^Go to the overview/, 2);
    await press('Enter');
    await page.getByRole('region', { name: 'Invested' }).getByText('₹1,750.00').waitFor();
    await focusIsOn('main');
  });

  it('Ctrl K finds a holding and leads to its page; Escape gives the focus back', async () => {
    await press('Control+k');
    await focusIsOn('Search');
    await page.keyboard.type('xy');
    await page.getByRole('option', { name: /^XYZ/ }).waitFor();
    await press('Enter');
    await page.getByRole('heading', { name: 'XYZ', level: 1 }).waitFor();
    await focusIsOn('main');
    await press('Control+k');
    await focusIsOn('Search');
    await press('Escape');
    await focusIsOn('main');
  });

  it("a holding's price is entered once its wrong ISIN is gone; then the focus is where the dialog was opened", async () => {
    await goTo('h', 'Holdings');
    await page.getByRole('row', { name: /ABC/ }).waitFor();
    await tabTo(/^Actions for ABC/, 16);
    await press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    // the menu takes the focus a moment after it shows
    await eventually('the focus on Edit', async () => {
      if ((await focused()) === 'Edit') return true;
      await press('ArrowDown');
      return null;
    });
    await press('Enter');
    await page.getByRole('dialog', { name: 'Edit ABC' }).waitFor();
    await dialogHasFocus();
    await tabTo(/^ISIN/, 6);
    await page.keyboard.type('INE000000000');
    await press('Enter');
    await page
      .getByRole('dialog')
      .getByText(/check digit/)
      .first()
      .waitFor();
    await page.getByLabel('ISIN').focus();
    await press('Control+a');
    await press('Delete');
    await tabTo(/^Current price/, 8);
    await page.keyboard.type('123.45');
    await press('Enter');
    await page.getByText('ABC saved.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focusIsOn('Actions for ABC');
    // 10 shares at 123.45
    await page.getByRole('row', { name: /ABC/ }).getByText('₹1,234.50').waitFor();
  });

  it('the chat is ready to write in; Enter takes the command that is offered', async () => {
    await goTo('c', 'Chat');
    await page.keyboard.type('/comp');
    await page.getByRole('option', { name: /complete_status/ }).waitFor();
    await press('Enter');
    await page.getByRole('log').getByText('₹1,234.50').waitFor();
    await focusIsOn('Message');
  });

  it('nothing was asked of anybody but the server, and the console is quiet but for what it refused', () => {
    const refusals = /Failed to load resource: the server responded with a status of 4(01|22)/;
    assert.deepEqual(
      at.complaints.filter((line) => !refusals.test(line)),
      [],
    );
  });
});
