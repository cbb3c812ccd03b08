import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { inTurn } from '../support/soak.ts';

describe('files of market data in the chat', () => {
  let fixture: ChatFixture;
  before(async () => {
    fixture = await chatFixture({ environment: NOBODY_OUTSIDE });
  });
  after(() => fixture.close());

  for (const transport of ['local', 'telegram'] as const)
    describe(`over ${transport}`, () => {
      const told = inTurn(transport);
      let owner: ChatDriver;
      before(async () => {
        owner = await fixture.person(transport);
      });

      it('a price file is shown as market data and imported by the owner of the installation alone', async () => {
        const prices = Buffer.from('date,close\n2020-01-02,12182.5\n2020-01-03,12226.65\n');
        const { chat: person } = await fixture.newcomer(transport);
        await person.sendsFile('closes.csv', prices);
        assert.match((await person.reply()).text, /closes\.csv is a file of market data/);
        assert.match((await person.reply()).text, /Ask the owner of this installation.*Nothing was imported/);

        await owner.sendsFile('closes.csv', prices);
        await owner.reply();
        assert.match((await owner.reply()).text, /Whose prices are these\?/);
        await owner.says(transport === 'local' ? 'NIFTY50' : 'NIFTY500');
        assert.match((await owner.reply()).text, /Prices, 1 symbol, 2 closes, 2 Jan 2020 to 3 Jan 2020/);
        assert.match((await owner.reply()).text, /Import it\?/);
        await owner.presses('✓ Import');
        assert.match((await owner.reply()).text, /Imported closes\.csv[\s\S]*2 new, 0 replaced/);
      });

      told('an index list is read with its index and its day, in any order of the caption', async () => {
        const list = Buffer.from(
          'Company Name,Industry,Symbol,Series,ISIN Code\nBeta,IT,BETA,EQ,INE009A01021\n',
        );
        const send = async (caption: string) => {
          await owner.sendsFile('members.csv', list, caption);
          await owner.reply();
          return (await owner.reply()).text;
        };
        assert.match(await send(''), /index and date as the caption: NIFTY500 2026-04-01/);
        for (const caption of ['NIFTY500 2020-04-01', '2020-04-01 nifty 500']) {
          assert.match(await send(caption), /1 instrument/, caption);
          await owner.reply();
          await owner.presses('✗ Cancel');
          assert.match((await owner.reply()).text, /Nothing was imported/);
        }
      });

      told('a file that is cancelled stores nothing', async () => {
        const day = transport === 'local' ? '2020-01-06' : '2020-01-07';
        await owner.sendsFile('closes.csv', Buffer.from(`date,close\n${day},12000\n`), 'NIFTY50');
        await owner.reply();
        assert.match((await owner.reply()).text, /1 close/);
        await owner.reply();
        await owner.presses('✗ Cancel');
        assert.match((await owner.reply()).text, /Nothing was imported/);
        const { days } = await fixture.core.history.closes({ series: 'NIFTY50', from: day, to: day });
        assert.deepEqual(days, []);
      });
    });

  it('a viewer cannot import one', async () => {
    const viewer = await fixture.person('telegram', { userId: 4300, role: 'viewer' });
    await viewer.sendsFile('closes.csv', Buffer.from('date,symbol,close\n2020-01-02,TCS,1\n'));
    assert.match((await viewer.reply()).text, /Only the portfolio owner can import/);
  });
});
