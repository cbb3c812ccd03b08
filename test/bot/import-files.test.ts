import assert from 'node:assert/strict';
import { STATEMENT } from '../core/portfolio/imports/samples/cas.ts';
import { indianSample } from '../core/portfolio/imports/samples/india.ts';
import { bytesOf, workbookOf } from '../core/portfolio/imports/samples/sample.ts';
import { pdfOf } from '../support/cas-pages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { tablesWith } from '../support/database-text.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { inTurn } from '../support/soak.ts';

const PASSWORD = 'Lotus-4417-Pond';
const SILENT = 'Symbol,Date,Type,Quantity,Price\nACME,05/03/2024,BUY,2,100\nBETA,06/03/2024,BUY,1,50\n';

describe('files in the chat', () => {
  let fixture: ChatFixture;
  let statement: Buffer;
  before(async () => {
    statement = Buffer.from(await pdfOf(STATEMENT, {}, { userPassword: PASSWORD }));
    fixture = await chatFixture({ environment: NOBODY_OUTSIDE });
  });
  after(() => fixture.close());

  for (const transport of ['local', 'telegram'] as const)
    describe(`over ${transport}`, () => {
      const told = inTurn(transport);
      let ownerId: string;
      let person: ChatDriver;
      before(async () => {
        ({ ownerId, chat: person } = await fixture.newcomer(transport));
      });
      const recorded = async () =>
        (await fixture.core.portfolio.transactions.list(ownerId, { page_size: 200 })).items;

      it('a protected statement asks for its password, deletes the message, and keeps it nowhere', async () => {
        await person.sendsFile('cas.pdf', statement, 'Funds');
        assert.match((await person.reply()).text, /cas\.pdf is protected by a password/);
        assert.match((await person.reply()).text, /What is the password of cas\.pdf\?/);
        await person.says('not-this-one');
        assert.match((await person.reply()).text, /does not open[\s\S]*What is the password/);
        await person.says(PASSWORD);
        const shown = await person.reply();
        assert.match(shown.text, /Consolidated account statement of CAMS/);
        assert.match(shown.text, /✓ All \d+ amounts agree/);
        assert.deepEqual(await tablesWith(fixture.core, PASSWORD), []);
        await person.presses('✓ Import into Funds');
        assert.match((await person.edited()).text, /17 rows into Funds/);
        assert.equal((await recorded()).length, 17);
      });

      told('a password that is wrong five times ends the question, and nothing is imported', async () => {
        const before = (await recorded()).length;
        await person.sendsFile('again.pdf', statement);
        await person.reply();
        for (let tries = 1; tries <= 5; tries++) {
          assert.match((await person.reply()).text, /What is the password of again\.pdf\?/);
          await person.says(`wrong ${tries}`);
        }
        assert.match(
          (await person.reply()).text,
          /does not open[\s\S]*Send the file again.*Nothing was imported/,
        );
        assert.equal((await recorded()).length, before);
      });

      told('what a file does not say is shown with the likely answers, which can be changed', async () => {
        await person.sendsFile('silent.csv', Buffer.from(SILENT), 'Elsewhere');
        const shown = await person.reply();
        assert.match(
          shown.text,
          /does not say these[\s\S]*Currency: INR · 2 rows[\s\S]*Indian Equity[\s\S]*day first/,
        );
        await person.presses('✎ Change the answers');
        assert.match((await person.reply()).text, /Which currency/);
        await person.says('dollars');
        assert.match((await person.reply()).text, /three letters[\s\S]*Which currency/);
        await person.says('usd');
        assert.match((await person.reply()).text, /What kind of holdings/);
        await person.presses('US Equity');
        assert.match((await person.reply()).text, /5 March, or May 3/);
        await person.presses('May 3 (month first)');
        assert.match((await person.reply()).text, /Currency: USD[\s\S]*US Equity[\s\S]*month first/);
        await person.presses('✓ Import into Elsewhere');
        assert.match((await person.edited()).text, /2 rows into Elsewhere/);
        const rows = (await recorded()).filter(({ symbol }) => symbol === 'ACME');
        assert.deepEqual(
          rows.map(({ date, currency, asset_class }) => [date, currency, asset_class]),
          [['2024-05-03', 'USD', 'US Equity']],
        );
      });

      told(
        'a report of realised gains is compared with the books, and there is nothing to import',
        async () => {
          const trades =
            'Portfolio,Symbol,Date,Type,Quantity,Price,Currency,Asset Class\n' +
            'Zerodha,INFY,2024-06-03,BUY,12,1400,INR,Stock\nZerodha,INFY,2024-09-10,SELL,12,1850,INR,Stock\n';
          await person.sendsFile('trades.csv', Buffer.from(trades), 'Zerodha');
          await person.reply();
          await person.presses('✓ Import into Zerodha');
          await person.edited();
          await person.sendsFile('taxpnl.xlsx', bytesOf(indianSample('taxpnl.xlsx')));
          const { text } = await person.reply();
          assert.match(text, /⚠ Realised gains of 4 of 4 shares differ from Zerodha/);
          // 12 × (1,850 − 1,400) is 5,400; the report has 4,400 and 860.
          assert.match(text, /INFY: 5260 in the report, 5400 in Munim/);
          assert.match(text, /nothing to import/);
        },
      );

      told('rows that could not be read wait, and come as a file with their reasons', async () => {
        const rows = [
          ['Portfolio', 'Symbol', 'Date', 'Type', 'Quantity', 'Price', 'Currency', 'Asset Class'],
          ['Half', 'GOOD', '2025-07-02', 'BUY', '3', '100', 'INR', 'Stock'],
          ['Half', 'BAD', '2025-07-02', 'BUY', 'some', '100', 'INR', 'Stock'],
        ];
        await person.sendsFile('half.xlsx', workbookOf([{ name: 'Trades', rows }]), 'Half');
        assert.match((await person.reply()).text, /1 row can be imported, 1 with problems/);
        await person.presses('✓ Import into Half');
        assert.match((await person.edited()).text, /1 row with problems kept/);
        await person.says('/imports');
        assert.match((await person.reply()).text, /half\.xlsx .* · 1 row to correct/);
        await person.presses('✎ Rows to correct in 1');
        const shown = await person.reply();
        assert.match(shown.text, /1 row to correct[\s\S]*Row 3: quantity/);
      });
    });
});
