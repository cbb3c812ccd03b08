import { type BotRuntime, startBot } from '../../bot/index.ts';
import { closeRenderer } from '../../charts/render.ts';
import { shows } from './browser.ts';
import { openSignedIn, type SignedIn } from './opening.ts';

const FILE = `Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset class
Mine,TCS,2024-03-01,BUY,10,3000,INR,Indian Equity
Mine,TCS,2024-03-12,BUY,2,3300,INR,Indian Equity
`;
const AGE = /Prices? of your last trades?, 12 Mar 2024, 23 months old/;

describe('a file imported without a network', function () {
  let at: SignedIn;
  let bot: BotRuntime;
  before(async function () {
    at = await openSignedIn(this, { now: new Date('2026-03-02T06:00:00.000Z'), address: '/data/import' });
    bot = startBot(at.world.core, { telegram: false });
    await bot.ready;
  });
  after(async () => {
    await bot?.stop();
    await closeRenderer();
    await at?.close();
  });

  it('value, gain and curve are there at once, marked with the day of the last trade, on every page and in the chat', async () => {
    const { page } = at;
    await page
      .getByLabel('Files to import')
      .setInputFiles({ name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 rows added to your ledger').waitFor();

    await page.goto('/');
    const value = page.getByRole('region', { name: 'Value', exact: true });
    // 12 at 3,300; 36,600 was paid.
    await shows(value, /₹39,600/);
    await shows(value, AGE);
    await shows(page.getByRole('main'), /Gain\s*▲ \+₹3,000/);
    const curve = page.getByRole('region', { name: /^Compared with/ });
    await curve.locator('canvas').waitFor();
    await shows(curve, /1 Mar 2024 to 12 Mar 2024/);
    await shows(curve, /No NIFTY 50 close is recorded/);

    await page.goto('/holdings');
    await shows(page.getByRole('row', { name: /TCS/ }), /₹3,300\.00\s*of your last trade, 12 Mar 2024/);
    await page.goto('/performance');
    const line = page.getByRole('region', { name: 'Value over time' });
    await shows(line, /2 Mar 2026\s*₹39,600\.00\s*₹36,600\.00/);
    await shows(line, AGE);
    await page.goto('/chat');
    await page.getByRole('textbox', { name: 'Message' }).fill('how am I doing');
    await page.keyboard.press('Enter');
    await shows(page.getByRole('log'), /₹39,600/);
    await shows(page.getByRole('log'), AGE);
  });
});
