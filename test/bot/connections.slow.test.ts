import assert from 'node:assert/strict';
import type { ChatDriver } from '../support/chat-driver.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { labels, type SeenMessage } from '../support/bot-api-messages.ts';
import { tablesWith } from '../support/database-text.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { inTurn } from '../support/soak.ts';
import { shownTo } from '../support/talking.ts';
import { WebSyncServer } from '../support/web-sync-server.ts';

const PIN = '73918264';
const WRONG_PIN = 'hunter2-is-no-pin';
const USER = 'RK1234';
const BY = { actor: 'test' };

for (const transport of ['telegram', 'local'] as const) {
  describe(`contract/Chat over ${transport}: connections`, () => {
    // Those that are about a secret in the chat are tried over both.
    const told = inTurn(transport);
    const server = new WebSyncServer();
    let fixture: ChatFixture;
    let chat: ChatDriver;
    /** The person of this test: books and a chat of their own. */
    let ownerId: string;
    const connections = () => fixture.core.connections;
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
      server.reset({ holdings: 3, trades: 12, leftOut: 2 });
      const account = server.addAccount(USER, PIN, { holdings: 3, trades: 12, leftOut: 2 });
      account.devices.clear();
      ({ ownerId, chat } = await fixture.newcomer(transport));
    });
    // The rounds of the next tests are about theirs alone.
    afterEach(async () => {
      for (const { id } of await connections().list(ownerId)) await connections().remove(ownerId, id, BY);
      await fixture.core.database.systemPool.query('delete from chat.secret_drafts');
    });

    /** What the person's own messages in the chat say. */
    const own = async () => (await chat.messages()).filter(({ fromBot }) => !fromBot).map(({ text }) => text);
    /** The newest message of the bot whose text fits, as it stands now. */
    const shown = (text: RegExp): Promise<SeenMessage> => shownTo(chat, text);
    const nowhere = async (...secrets: string[]) => {
      await chat.settled();
      assert.deepEqual(await tablesWith(fixture.core, ...secrets), []);
      for (const text of await own()) for (const secret of secrets) assert.ok(!text.includes(secret), secret);
    };

    async function toPin(label = 'Family'): Promise<void> {
      await chat.says('/add_connection web_sync');
      await shown(/^New connection/);
      await shown(/What should it be called\?$/);
      await chat.says(label);
      await shown(/^User id\?/);
      await chat.says(USER);
      await shown(/^PIN\?/);
    }

    async function added(): Promise<void> {
      server.accounts.get(USER)?.devices.add('known');
      await connections().create(
        ownerId,
        { broker: 'web_sync', label: 'Family', role: 'SYNC', credentials: { user_id: USER, pin: PIN } },
        BY,
      );
    }

    it('/add_connection asks one thing after the other, syncs, asks for the one-time password, and syncs again', async () => {
      await chat.says('/add_connection');
      await shown(/^New connection/);
      await shown(/^Which broker\?$/);
      await chat.presses('Web sync');
      const name = await shown(/^What should it be called\?$/);
      assert.deepEqual(labels(name), ['Web sync']);
      await chat.presses('Web sync');
      const user = await shown(/^User id\?/);
      assert.doesNotMatch(user.text, /deleted/);
      await chat.says(USER);
      assert.match((await shown(/^PIN\?/)).text, /I delete your message as soon as I have read it/);
      await chat.says(PIN);
      const card = await shown(/^Connect Web sync\?/);
      assert.match(
        card.text,
        new RegExp(`Name: Web sync\n.*User id: ${USER}\nPIN: entered\n.*once a day`, 's'),
      );
      await nowhere(PIN);
      assert.ok((await own()).includes(USER));

      await chat.presses('✓ Connect');
      await shown(/^Connected Web sync\nBy .*Web sync needs you\n.*has sent a one-time password/s);
      await shown(/^Which one-time password did Web sync send you/);
      await chat.says('918273');
      await shown(/wrong or has expired.*\nWhich one-time password/s);
      const otp = server.sentOtps.at(-1)?.otp ?? '';
      await chat.says(otp);
      const done = await shown(/is up to date with/);
      assert.match(
        done.text,
        /^Web sync accepted it\.\n\nWeb sync is up to date with Web sync\n3 holdings read\.\n/,
      );
      assert.match(done.text, /12 transactions read: 12 new, 0 already recorded\./);
      assert.match(done.text, /2 rows excluded/);
      assert.match(done.text, /Next attempt /);
      await nowhere(PIN, otp, '918273');
      const [view] = await connections().list(ownerId);
      assert.equal(view?.sync.state, 'OK');
      assert.equal((await fixture.core.portfolio.transactions.list(ownerId, {})).total, 12);
    });

    it('a value that the broker cannot have is refused, deleted too, and asked for again alone', async () => {
      await toPin();
      await chat.says(WRONG_PIN);
      await shown(/^Connect Web sync\?/);
      await chat.presses('✓ Connect');
      const refused = await shown(/^Something is not right yet/);
      assert.match(refused.text, /does not look like PIN.*Nothing was connected/s);
      await nowhere(WRONG_PIN);
      assert.deepEqual(await connections().list(ownerId), []);

      server.accounts.get(USER)?.devices.add('x');
      await chat.presses('Enter it again');
      await eventually(
        'the PIN to be asked again',
        async () => (await chat.messages()).filter(({ text }) => text.startsWith('PIN?')).length === 2,
      );
      await chat.says(PIN);
      await eventually(
        'the card again',
        async () =>
          (await chat.messages()).filter(({ text }) => text.startsWith('Connect Web sync?')).length === 1,
      );
      await chat.presses('✓ Connect');
      await shown(/^Connected Family/);
      await nowhere(PIN, WRONG_PIN);
    });

    it('/cancel after a secret leaves nothing of it, nor of the connection', async () => {
      await toPin();
      await chat.says(PIN);
      const card = await shown(/^Connect Web sync\?/);
      assert.deepEqual(labels(card), ['✓ Connect', '✗ Cancel']);
      await chat.presses('✗ Cancel');
      await shown(/^Nothing was connected\. By /);
      await nowhere(PIN);
      await toPin();
      await chat.says('/cancel');
      await shown(/^Stopped\. Nothing was changed\./);
      await nowhere(PIN);
      const { rows } = await fixture.core.database.systemPool.query('select from chat.secret_drafts');
      assert.equal(rows.length, 0);
      assert.deepEqual(await connections().list(ownerId), []);
    });

    told('another command leaves the question behind, and what follows is no secret any more', async () => {
      await toPin();
      await chat.says('/format compact');
      await shown(/now short/);
      await chat.says('hello');
      await shown(/I did not understand that/);
      assert.ok((await own()).includes('hello'));
    });

    told('a restart of the bot between question and answer goes on, and keeps the secret', async () => {
      await toPin();
      await chat.settled();
      await fixture.restart();
      await chat.says(PIN);
      await shown(/^Connect Web sync\?/);
      await chat.settled();
      await fixture.restart();
      await nowhere(PIN);
      server.accounts.get(USER)?.devices.add('x');
      await chat.presses('✓ Connect');
      await shown(/^Connected Family/);
      await nowhere(PIN);
    });

    told(
      '/list_connections tells state, reason and next attempt in words, with buttons for what helps',
      async () => {
        await chat.says('/list_connections');
        assert.match(
          (await chat.reply()).text,
          /^No broker is connected yet\.\nConnect one with \/add_connection/,
        );
        await added();
        await chat.says('/list_connections');
        const pending = await shown(/^Family \(Web sync RK1234\)/);
        assert.match(pending.text, /Not synced yet\.\nNever synced\.\nThe next attempt is due now\./);
        assert.match(pending.text, /Portfolio WEB_SYNC - RK1234; it reads holdings/);
        assert.match(pending.text, /Entered: User id, PIN\./);
        assert.deepEqual(labels(pending), ['↻ Sync', 'Edit', 'Delete', '↻ Refresh']);
        await chat.presses('↻ Sync');
        await shown(/^Family needs you\n/);
        await chat.says('/cancel');
        await shown(/^Stopped/);
        await chat.says('/list_connections');
        const waiting = await shown(/Needs a one-time password\.\n.*Last attempt/s);
        assert.match(
          waiting.text,
          /has sent a one-time password\. Enter it to continue\.\nLast attempt just now\.\nNever synced\.\nIt will not try again until you act\./,
        );
        assert.ok(labels(waiting).includes('Enter the password'));
      },
    );

    told('/sync_connection offers the labels, guesses at a wrong one, and shows the result', async () => {
      await chat.says('/sync_connection');
      assert.match((await chat.reply()).text, /no connections yet/);
      await added();
      await chat.says('/sync_connection');
      const picker = await shown(/^Which connection\?/);
      assert.deepEqual(labels(picker), ['Family']);
      await chat.says('/sync_connection Famly');
      await shown(/no connection named "Famly"\. Did you mean Family\?/);
      await chat.says('/sync_connection family');
      await shown(/^Which one-time password/);
      await chat.says(server.sentOtps.at(-1)?.otp ?? '');
      await shown(/12 transactions read: 12 new/);
      await chat.says('/sync_connection family');
      const again = await shown(/^Family is up to date with Web sync\n3 holdings/);
      assert.match(again.text, /\nNo transactions in the days read\./);
    });

    told(
      'a sync that is under way already is waited for and told, and other messages are answered meanwhile',
      async () => {
        await added();
        const [view] = await connections().list(ownerId);
        await connections().sync(ownerId, view?.id ?? '', BY);
        const otp = server.sentOtps.at(-1)?.otp ?? '';
        await connections().verifyOtp(ownerId, view?.id ?? '', otp, BY);
        const answer = server.hold(/holdings/);
        const round = fixture.core.brokers.maintain(new AbortController().signal);
        await eventually('the round to begin', async () => {
          const [one] = await connections().list(ownerId);
          return one?.sync.state === 'RUNNING';
        });
        await chat.says('/sync_connection Family');
        await shown(/^Syncing Family with Web sync…/);
        await shown(/^Syncing Family with Web sync… \d+ s so far/);
        await chat.says('/format compact');
        await shown(/now short/);
        answer();
        await round;
        await shown(/^Family is up to date with Web sync\n3 holdings read/);
      },
    );

    told('a password that never came is explained, and syncing again brings another one', async () => {
      await added();
      await chat.says('/sync_connection Family');
      await shown(/^Which one-time password/);
      await chat.presses('I did not get one');
      const told = await shown(/does not resend passwords/);
      assert.deepEqual(labels(told), ['↻ Request another one']);
      await chat.presses('↻ Request another one');
      await eventually('another password', () => server.sentOtps.length === 2);
      await eventually(
        'the question again',
        async () =>
          (await chat.messages()).filter(({ text }) => text.startsWith('Which one-time password')).length ===
          3,
      );
      await chat.says(server.sentOtps.at(-1)?.otp ?? '');
      await shown(/12 transactions read: 12 new/);
    });

    told(
      'a connection that begins to need its person says so by itself, with the button that helps',
      async () => {
        await added();
        await fixture.core.brokers.maintain(new AbortController().signal);
        const notice = await shown(/^Family \(Web sync\) asks for a one-time password/);
        assert.deepEqual(labels(notice), ['Enter the password']);
        await chat.presses('Enter the password');
        await shown(/^Which one-time password/);
        await chat.says(server.sentOtps.at(-1)?.otp ?? '');
        await shown(/12 transactions read: 12 new/);
        await nowhere(server.sentOtps.at(-1)?.otp ?? '');
      },
    );

    it('/edit_connection changes the name, and a credential that is deleted from the chat', async () => {
      await added();
      await chat.says('/edit_connection Family');
      const card = await shown(/What do you want to change\?$/);
      assert.deepEqual(labels(card), ['Name', 'User id', 'PIN']);
      await chat.presses('Name');
      await shown(/^What should Family be called\?/);
      await chat.says('Parents');
      await shown(/^Change Family\?\nNew name: Parents\./);
      await chat.presses('✓ Change');
      await shown(/^Changed Parents\nBy /);

      const account = server.accounts.get(USER);
      assert.ok(account !== undefined);
      account.pin = '55667788';
      await chat.says('/edit_connection Parents');
      await shown(/^Parents .*What do you want to change\?$/s);
      await chat.presses('PIN');
      await shown(/^New PIN of Parents\?/);
      await chat.says('55667788');
      await shown(
        /^Change Parents\?\nPIN will be replaced by what you sent, and the connection signs in again\./,
      );
      await nowhere('55667788');
      await chat.presses('✓ Change');
      await shown(/^Changed Parents\n.*Parents needs you/s);
      await nowhere('55667788', PIN);
    });

    told('/delete_connection asks, says that the books stay, and keeps them', async () => {
      await added();
      const [view] = await connections().list(ownerId);
      await connections().sync(ownerId, view?.id ?? '', BY);
      await connections().verifyOtp(ownerId, view?.id ?? '', server.sentOtps.at(-1)?.otp ?? '', {
        actor: 'test',
      });
      await connections().sync(ownerId, view?.id ?? '', BY);
      await chat.says('/delete_connection family');
      const card = await shown(/^Delete the connection Family\?/);
      assert.match(card.text, /WEB_SYNC - RK1234 keeps all its holdings and transactions/);
      await chat.presses('✗ Keep');
      await shown(/^Family kept\. By /);
      assert.equal((await connections().list(ownerId)).length, 1);
      await chat.says('/delete_connection family');
      await shown(/^Delete the connection Family\?/);
      await chat.presses('✓ Delete');
      await shown(/^Connection Family deleted/);
      assert.deepEqual(await connections().list(ownerId), []);
      assert.equal((await fixture.core.portfolio.transactions.list(ownerId, {})).total, 12);
      assert.equal((await fixture.core.portfolio.holdings.all(ownerId)).length, 3);
    });
  });
}
