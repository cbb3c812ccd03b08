import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { labels } from '../support/bot-api-messages.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { shownTo } from '../support/talking.ts';
import { WebSyncServer } from '../support/web-sync-server.ts';

const PIN = '73918264';
const USER = 'RK1234';
const BY = { actor: 'test' };

for (const transport of ['telegram', 'local'] as const)
  describe(`contract/Chat over ${transport}: which portfolio an account is`, () => {
    const server = new WebSyncServer();
    let fixture: ChatFixture;
    let chat: ChatDriver;
    /** The person of this test: books and a chat of their own. */
    let ownerId: string;
    before(async () => {
      await server.start();
      fixture = await chatFixture({
        environment: {
          ...NOBODY_OUTSIDE,
          WEB_SYNC_BASE_URL: server.url,
          BROKER_SECRET_KEY: 'a phrase of tests, long enough',
        },
      });
    });
    after(() => Promise.all([fixture.close(), server.close()]));
    beforeEach(async () => {
      server.reset({ holdings: 0, trades: 0, leftOut: 0 });
      server.addAccount(USER, PIN, { holdings: 2, trades: 4, leftOut: 0 }).devices.add('known');
      ({ ownerId, chat } = await fixture.newcomer(transport));
      // The account holds 5 SHAREAA, and so does a portfolio of files.
      await fixture.core.portfolio.holdings.create(
        ownerId,
        {
          portfolio: 'From files',
          symbol: 'SHAREAA',
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 5,
          avg_buy_price: 90,
        },
        BY,
      );
      const credentials = { user_id: USER, pin: PIN };
      const input = { broker: 'web_sync', label: 'Family', role: 'SYNC', credentials } as const;
      const { id } = await fixture.core.connections.create(ownerId, input, BY);
      // The device asks for a password once.
      await fixture.core.connections.sync(ownerId, id, BY);
      await fixture.core.connections.verifyOtp(ownerId, id, server.sentOtps.at(-1)?.otp ?? '', BY);
    });

    const portfolios = async () =>
      (await fixture.core.portfolio.portfolios.list(ownerId))
        .map(({ name }) => name)
        .filter((name) => name !== 'Networth');

    it('the sync says what it found and asks by buttons; one press answers, and the sync goes on at once', async () => {
      await chat.says('/sync_connection Family');
      const asked = await shownTo(chat, /^Family needs you/);
      assert.match(asked.text, /From files already has 1 holding of this account\./);
      assert.deepEqual(labels(asked), ['Use From files', 'Use a separate portfolio']);
      await chat.presses('Use From files');
      const done = await shownTo(chat, /is up to date with/);
      assert.match(done.text, /^Family syncs into From files\nBy .*\n\nFamily is up to date with Web sync/);
      assert.deepEqual(await portfolios(), ['From files']);
      // Asked again, the answered question is closed.
      await chat.says('/list_connections');
      assert.ok(!labels(await shownTo(chat, /^Family .*Up to date/s)).includes('Use From files'));
    });

    it('a separate one is made only when the person says so', async () => {
      await chat.says('/sync_connection Family');
      await shownTo(chat, /^Family needs you/);
      await chat.presses('Use a separate portfolio');
      await shownTo(chat, /^Family syncs into WEB_SYNC - RK1234\n/);
      await shownTo(chat, /is up to date with/);
      assert.deepEqual((await portfolios()).toSorted(), ['From files', 'WEB_SYNC - RK1234']);
    });

    it('a name of trades that may be of two shares is asked by buttons; a press books them, another takes it back', async () => {
      const row = { quantity: 10, avg_price: 100, last_price: 110 };
      const trade = { side: 'BUY', status: 'COMPLETE', trade_date: '2026-02-02', quantity: 7, price: 100 };
      Object.assign(server.accounts.get(USER) ?? {}, {
        holdings: [
          { ...row, symbol: 'HDFCBANK' },
          { ...row, symbol: 'HDFCLIFE' },
        ],
        transactions: [{ ...trade, id: 'A1', symbol: 'HDFC' }],
      });
      const booked = async () =>
        (await fixture.core.portfolio.transactions.list(ownerId, {})).items.map(({ symbol }) => symbol);
      await chat.says('/sync_connection Family');
      const asked = await shownTo(chat, /is up to date with/);
      assert.match(asked.text, /1 trade of HDFC \(2 Feb 2026\) waits: which share\?/);
      assert.deepEqual(
        labels(asked).filter((label) => label.startsWith('HDFC')),
        ['HDFC is HDFCBANK', 'HDFC is HDFCLIFE', 'HDFC is a share of its own'],
      );
      assert.deepEqual(await booked(), []);
      await chat.presses('HDFC is HDFCLIFE');
      const done = await shownTo(chat, /^Trades of HDFC are booked as HDFCLIFE/);
      assert.deepEqual([labels(done), await booked()], [['Undo'], ['HDFCLIFE']]);
      await chat.presses('Undo');
      await shownTo(chat, /^Trades of HDFC wait again/);
      assert.deepEqual(await booked(), []);
      const { items } = await fixture.core.reports.todos.read(ownerId);
      assert.deepEqual(
        items.filter(({ key }) => key === 'trade_names').map(({ text, to }) => [text, to]),
        [['Trades of HDFC are not booked until you say which share they are of.', '/data/import']],
      );
    });

    if (transport === 'telegram')
      it('a viewer sees the question and cannot answer it', async () => {
        await chat.says('/sync_connection Family');
        await shownTo(chat, /^Family needs you/);
        const viewer = await fixture.person('telegram', { userId: 77, role: 'viewer', ownerId });
        await viewer.says('/list_connections');
        const card = await shownTo(viewer, /^Family .*Needs you to choose a portfolio/s);
        assert.deepEqual(labels(card), ['↻ Refresh']);
      });
  });
