import assert from 'node:assert/strict';
import { STATEMENT } from '../core/portfolio/imports/samples/cas.ts';
import { indianSample } from '../core/portfolio/imports/samples/india.ts';
import { bytesOf, workbookOf } from '../core/portfolio/imports/samples/sample.ts';
import { pdfOf } from '../support/cas-pages.ts';
import { closeMessages, counts, go, shows } from './browser.ts';
import { openSignedIn, type SignedIn } from './opening.ts';

const HEAD = 'Portfolio,Symbol,Date,Type,Quantity,Price';
const ROW = (symbol: string, day: string, quantity = '10') => `Mine,${symbol},${day},BUY,${quantity},100`;
const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
});
const PASSWORD = 'ZZZPZ9999Z';

describe('importing files in a browser', function () {
  let at: SignedIn;
  before(async function () {
    at = await openSignedIn(this, { now: new Date('2026-03-02T06:00:00.000Z'), address: '/data/import' });
  });
  after(async () => await at?.close());

  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    await closeMessages(at.page);
    // What the page knows of other files goes with it.
    await go(at.page, '/nowhere');
    await at.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await go(at.page, '/data/import');
    await at.page.getByLabel('Files to import').setInputFiles(files);
  };
  const recorded = async () =>
    (await at.world.core.portfolio.transactions.list(at.owner, { page_size: 200 })).items;

  it('what a file does not say is asked, with the likely answer chosen, and the answer is what counts', async () => {
    const { page } = at;
    await choose(csv('dollars.csv', HEAD, ROW('ABC', '03/04/2025'), ROW('XYZ', '05/06/2025')));
    const asked = page.getByRole('region', { name: 'What the file does not say' });
    await asked.waitFor();
    assert.equal(await asked.getByLabel('Currency').inputValue(), 'INR');
    await asked.getByLabel('Currency').fill('USD');
    await asked.getByRole('combobox', { name: 'Dates' }).click();
    await page.getByRole('option', { name: /^Month first/ }).click();
    await asked.getByRole('combobox', { name: 'Asset class' }).click();
    await page.getByRole('option', { name: 'US Equity' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 rows added to your ledger').waitFor();
    const rows = (await recorded()).map(({ symbol, date, currency }) => `${symbol} ${date} ${currency}`);
    assert.deepEqual(rows.toSorted(), ['ABC 2025-03-04 USD', 'XYZ 2025-05-06 USD']);
  });

  it('rows that could not be read wait: one is corrected, one dismissed, all come as CSV', async () => {
    const { page } = at;
    const lines = [
      'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class',
      ...['ten', '5', 'few', 'many'].map(
        (quantity, nr) => `Mine,ROW${nr},2025-06-0${nr + 1},BUY,${quantity},100,INR,Stock`,
      ),
    ];
    await choose(csv('half.csv', ...lines));
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('link', { name: 'Correct the 3 rows that could not be read' }).click();
    await page.getByRole('heading', { name: 'Rows to correct' }).waitFor();
    const row = (nr: number) => page.getByRole('region', { name: `Row ${nr}`, exact: true });
    await shows(row(2), /quantity/);
    await row(2).getByLabel('quantity').fill('still ten');
    await row(2).getByRole('button', { name: 'Import row 2' }).click();
    await shows(row(2), /still ten|number/);
    await row(2).getByLabel('quantity').fill('10');
    await row(2).getByRole('button', { name: 'Import row 2' }).click();
    await counts(row(2), 0);
    await row(4).getByRole('button', { name: 'Dismiss row 4' }).click();
    await counts(row(4), 0);
    const file = page.getByRole('link', { name: 'Download as CSV' });
    const answer = await page.request.get((await file.getAttribute('href')) ?? '');
    assert.match(await answer.text(), /^Row,.*\r\n5,.*many.*\r\n$/s);
    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('link', { name: '1 to correct in half.csv' }).click();
    await row(5).getByRole('button', { name: 'Dismiss row 5' }).click();
    await page.getByText('No row is left to correct').waitFor();
    const symbols = (await recorded()).map(({ symbol }) => symbol);
    assert.ok(symbols.includes('ROW0') && symbols.includes('ROW1') && !symbols.includes('ROW2'));
  });

  it('market data: a price file is shown and imported, alone or among others; a symbol is asked for', async () => {
    const { page } = at;
    await choose(csv('prices.csv', 'date,symbol,close', '2026-02-26,ROW0,120', '2026-02-27,NOBODY,1'));
    await page.getByRole('heading', { name: 'prices.csv is market data' }).waitFor();
    await shows(page.getByRole('row', { name: /^Closes/ }), /2/);
    await page.getByText('NOBODY', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import market data' }).click();
    await page.getByRole('heading', { name: 'Imported prices.csv' }).waitFor();
    const closesOf = async (symbol: string) => {
      const found = await at.world.core.instruments.resolve({ symbol });
      const instrumentId = found.outcome === 'FOUND' ? found.instrument.id : '';
      return [...(await at.world.core.history.closes({ instrumentId })).closes];
    };
    assert.deepEqual(await closesOf('ROW0'), [120]);

    await choose(csv('closes.csv', 'Date,Close', '2026-02-26,130'));
    await page.getByLabel('Symbol, ISIN or index').fill('ROW1');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByRole('button', { name: 'Import market data' }).click();
    await page.getByRole('heading', { name: 'Imported closes.csv' }).waitFor();
    assert.deepEqual(await closesOf('ROW1'), [130]);

    await choose(
      csv('more.csv', 'date,ROW0', '2026-02-27,121'),
      csv('trades.csv', `${HEAD},Currency,Asset Class`, `${ROW('LATER', '2026-02-02')},INR,Stock`),
    );
    await page.getByText('Market data: 1 row ready').waitFor();
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    await page.getByText('Market data: 1 row stored').waitFor();
    assert.deepEqual(await closesOf('ROW0'), [120, 121]);
  });

  it('a statement asks for its password, and shows what of it agrees', async () => {
    const { page } = at;
    await choose({
      name: 'statement.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await pdfOf(STATEMENT, {}, { userPassword: PASSWORD })),
    });
    const password = page.getByLabel('Password of statement.pdf');
    await password.fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await shows(page.getByRole('alert'), /does not open/);
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Ready to import').waitFor();
    await shows(page.getByText(/amounts agree/), /^All \d+ amounts agree/);
    await page.getByRole('tab', { name: /Checks/ }).click();
    await counts(page.getByRole('row', { name: /Units of .* agrees/ }).first(), 1);
  });

  it('a report of realised gains is compared with the books, share by share', async () => {
    const { page } = at;
    const sample = indianSample('taxpnl.xlsx');
    await choose({ name: sample.name, mimeType: 'application/octet-stream', buffer: bytesOf(sample) });
    await page.getByText('No portfolio has sold any of these shares').waitFor();
    await shows(page.getByRole('row', { name: /^INFY/ }), /5,260\.00/);
    await shows(page.getByRole('row', { name: /^INFY/ }), /units sold in the report, 0 in Munim/);
  });

  it('several files at once: what needs nobody is imported together, the others say what they need', async () => {
    const { page } = at;
    const full = 'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class';
    const sheet = workbookOf([
      {
        name: 'Trades',
        rows: [
          ['Portfolio', 'Symbol', 'Date', 'Type', 'Quantity', 'Price', 'Currency', 'Asset Class'],
          ['Mine', 'SHEET', '2025-07-02', 'BUY', '3', '100', 'INR', 'Stock'],
        ],
      },
    ]);
    await choose(
      csv('one.csv', full, 'Mine,FIRST,2025-07-01,BUY,1,100,INR,Stock'),
      { name: 'two.xlsx', mimeType: 'application/octet-stream', buffer: sheet },
      csv('three.csv', `${HEAD},Note`, `${ROW('THIRD', '2025-07-03')},x`),
      csv('four.csv', 'nothing'),
    );
    await page.getByText('4 files read, 0 imported.').waitFor();
    const line = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await shows(line('three.csv'), /needs an answer/);
    await shows(line('four.csv'), /./);
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    await page.getByText('4 files read, 2 imported.').waitFor();
    await page.getByRole('button', { name: 'Review three.csv' }).click();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('4 files read, 3 imported.').waitFor();
    const symbols = (await recorded()).map(({ symbol }) => symbol);
    for (const symbol of ['FIRST', 'SHEET', 'THIRD']) assert.ok(symbols.includes(symbol), symbol);
  });

  it('once all of several files are imported, the page says what they came to and where to go', async () => {
    const { page } = at;
    const full = 'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class';
    const [old, fresh] = [
      'Mine,OLDROW,2025-08-01,BUY,1,100,INR,Stock',
      'Mine,NEWROW,2025-08-02,BUY,1,100,INR,Stock',
    ];
    const files = [
      csv('first.csv', full, old),
      csv('second.csv', full, old, fresh, fresh.replace(',1,', ',few,')),
    ];
    await choose(...files);
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    await page.getByRole('heading', { name: '2 rows imported from 2 files' }).waitFor();
    const line = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    await shows(line('second.csv'), /1 row imported.*1 already recorded.*1 row to correct/s);
    await counts(page.getByRole('button', { name: /^Import \d/ }), 0);
    await page.getByRole('button', { name: 'Import more files' }).click();
    await page.getByLabel('Files to import').setInputFiles(files);
    await page.getByRole('button', { name: 'Import 2 files' }).click();
    await page.getByRole('heading', { name: 'Nothing new in these files' }).waitFor();
    await page.getByRole('link', { name: '1 row to correct' }).click();
    await page.getByRole('heading', { name: 'Rows to correct' }).waitFor();
  });
});
