import assert from 'node:assert/strict';
import type { FileChooser, Page } from 'playwright-core';
import { type BotRuntime, startBot } from '../../bot/index.ts';
import { closeRenderer } from '../../charts/render.ts';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { becomes, jump, shows, signIn, type Visit, visit } from './browser.ts';
import { type Keys, keysOf } from './keys.ts';
import { openDashboard } from './opening.ts';

const FILE = `Portfolio,Symbol,Date,Type,Quantity,Price
Mine,ABC,2024-01-05,BUY,ten,100
Mine,XYZ,2024-02-05,BUY,4,250
Mine,XYZ,2024-12-05,SELL,1,400
`;

/** What is held where the import did not come to its end: 7 shares for 250 each are 1,750. */
const HELD = {
  portfolio: 'Mine',
  symbol: 'XYZ',
  asset_class: 'Indian Equity',
  currency: 'INR',
  quantity: 7,
  avg_buy_price: 250,
};
/** Longest wait for what a page shows: a case that fails is not to cost the suite a minute. */
const WITHIN_MS = 20_000;

/** The tour of the suite: the main path in a real browser, and what only a browser knows of focus and keys. */
describe('dashboard by keyboard alone', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let owner: string;
  let bot: BotRuntime;
  let at: Visit;
  let page: Page;
  let keys: Keys;
  const choosers: FileChooser[] = [];

  before(async function () {
    const dashboard = await openDashboard(this);
    ({ world, owner, close } = dashboard);
    bot = startBot(world.core, { telegram: false });
    await bot.ready;
    at = await visit(dashboard.browser, world);
    ({ page } = at);
    page.setDefaultTimeout(WITHIN_MS);
    keys = keysOf(page);
    // The page hands a dialogue for files to us as long as somebody listens; asked for with the key it might be too late.
    page.on('filechooser', (chooser) => choosers.push(chooser));
  });
  after(async () => {
    await bot?.stop();
    await closeRenderer();
    await close?.();
  });

  // The case after one that failed begins signed in, with the same amount invested.
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const held = await world.core.portfolio.holdings.all(owner);
    if (held.length === 0) await world.core.portfolio.holdings.create(owner, HELD, { actor: 'test' });
    await signIn(at, world);
    await keys.focusIsOn('main');
  });

  const goTo = async (key: string, title: string): Promise<void> => {
    await jump(page, key);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await keys.focusIsOn(title === 'Chat' ? 'Message' : 'main');
  };

  it('signing in begins in the first field and goes on in the code; a wrong one is refused in words', async () => {
    // The address that is printed with a code: the field for it comes first, and the way to the other steps is beside it.
    await page.goto('/#code=meera');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await keys.focusIsOn('Digit 1 of 6');
    await shows(page.getByRole('main'), /Six digits for meera\./);
    assert.equal(new URL(page.url()).hash, '', 'the address is used up');
    await page.getByText('Use another login').click();
    await page.getByText('Send me a code').waitFor();
    await page.goto('/');
    await page.getByText('Send me a code').waitFor();
    await becomes(async () => (await keys.focused()).startsWith('Your login'), true, 'on "Your login":');
    await keys.tabTo(/^I already have a code/, 2);
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await keys.focusIsOn('Digit 1 of 6');
    await keys.type('000000');
    await shows(page.getByRole('alert').first(), /code/i);
    await keys.focusIsOn('Digit 1 of 6');
    const { code } = await world.core.identity.signIn.issueCode('owner');
    await keys.type(code);
    await page.getByRole('heading', { name: 'Welcome to Munim' }).waitFor();
  });

  it('a file is chosen, a wrong row corrected, the rest imported; each step begins at its own heading', async () => {
    await goTo('i', 'Import');
    await keys.tabTo(/^Choose files/, 7);
    await keys.press('Enter');
    const chooser = await eventually('the choice of a file', () => choosers.shift());
    await chooser.setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await page.getByText('Ready to import').waitFor();
    await keys.focusIsOn('own.csv');
    await keys.tabTo(/^First rows/, 4);
    await keys.press('ArrowRight');
    await keys.tabTo(/^Correct quantity of row 2/, 4);
    await keys.type('10');
    await keys.tabTo(/^Import 3 rows/, 6);
    await keys.press('Enter');
    await page.getByText('3 rows added to your ledger').waitFor();
    await keys.focusIsOn('3 rows added to your ledger');
    await keys.tabTo(/^Go to the overview/, 2);
    await keys.press('Enter');
    await page.getByRole('region', { name: 'Invested' }).getByText('₹1,750.00').waitFor();
    await keys.focusIsOn('main');
  });

  it('Ctrl K finds a holding and leads to its page; Escape gives the focus back', async () => {
    await keys.press('Control+k');
    await keys.focusIsOn('Search');
    await keys.type('xy');
    await page.getByRole('option', { name: /^XYZ/ }).waitFor();
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'XYZ', level: 1 }).waitFor();
    await keys.focusIsOn('main');
    await keys.press('Control+k');
    await keys.focusIsOn('Search');
    await keys.press('Escape');
    await keys.focusIsOn('main');
  });

  it('the chat is ready to write in; Enter takes the command that is offered', async () => {
    await goTo('c', 'Chat');
    await keys.type('/comp');
    await page.getByRole('option', { name: /complete_status/ }).waitFor();
    await keys.press('Enter');
    await page.getByRole('log').getByText('₹1,750.00').first().waitFor();
    await keys.focusIsOn('Message');
  });

  it('nothing was asked of anybody but the server, and the console is quiet but for what it refused', () => {
    const refusals = /Failed to load resource: the server responded with a status of 4(01|22)/;
    assert.deepEqual(
      at.complaints.filter((line) => !refusals.test(line)),
      [],
    );
  });
});
