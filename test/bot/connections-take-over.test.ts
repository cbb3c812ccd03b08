import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { tablesWith } from '../support/database-text.ts';
import { LocalDriver } from '../support/local-chat-driver.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { plainProcess } from '../support/program.ts';
import { WebSyncServer } from '../support/web-sync-server.ts';

const PROGRAM = path.join(import.meta.dirname, '../support/bot-process.mjs');
const PIN = '73918264';
const USER = 'RK1234';

describe('architecture/Processes: a bot is killed while it takes a secret', () => {
  const web = new WebSyncServer();
  const children: ChildProcess[] = [];
  let environment: Record<string, string>;
  let fixture: ChatFixture;
  before(async () => {
    await web.start();
    web.reset({ holdings: 1, trades: 2, leftOut: 0 });
    web.addAccount(USER, PIN, { holdings: 1, trades: 2, leftOut: 0 });
    environment = {
      ...NOBODY_OUTSIDE,
      WEB_SYNC_BASE_URL: web.url,
      BROKER_SECRET_KEY: 'a phrase of tests, long enough',
    };
    fixture = await chatFixture({ environment });
    await fixture.runtime.stop();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await fixture.close();
    await web.close();
  });

  const start = () => {
    const child = spawn(process.execPath, [...plainProcess(), PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...environment,
        DATABASE_URL: fixture.database.url,
        DATABASE_APP_URL: fixture.database.appUrl,
        PORTFOLIO_CHAT_ENABLED: '1',
        PORTFOLIO_CHAT_BOT_TOKEN: fixture.api.token,
        TELEGRAM_API_ROOT: fixture.api.root,
      },
    });
    children.push(child);
    let last = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      last = chunk.toString('utf8').trim().split('\n').at(-1) ?? last;
    });
    return { child, state: () => last };
  };

  it('kill -9 before the message is deleted: the next bot deletes it, goes on, and the secret stands nowhere', async () => {
    const first = start();
    await eventually('the first bot', () => first.state() === 'active active');
    const second = start();
    await eventually('the second bot to stand by', () => second.state() === 'standby standby');

    const chat = fixture.api.chat({ userId: 4242 });
    const shown = (text: RegExp) =>
      eventually(`a message like ${text}`, async () =>
        (await chat.messages()).findLast((message) => message.fromBot && text.test(message.text)),
      );
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    await chat.says(`/start ${code}`);
    await shown(/^Linked/);
    await chat.says('/add_connection web_sync');
    await shown(/What should it be called\?$/);
    await chat.says('Family');
    await shown(/^User id\?/);
    await chat.says(USER);
    await shown(/^PIN\?/);
    fixture.api.faults.plan('deleteMessage', { kind: 'hang' });
    await chat.says(PIN);
    await eventually('the bot to delete the message', () => fixture.api.faults.pending === 0);
    first.child.kill('SIGKILL');

    await eventually('the take-over', () => second.state() === 'active active');
    await shown(/^Connect Web sync\?/);
    assert.ok(!(await chat.messages()).some(({ text }) => text === PIN));
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);

    await chat.presses('✓ Connect');
    await shown(/^Which one-time password/);
    await chat.says(web.sentOtps.at(-1)?.otp ?? '');
    await shown(/2 transactions read: 2 new/);
    await chat.settled();
    assert.deepEqual(await tablesWith(fixture.core, PIN), []);

    const local = new LocalDriver(fixture.core, fixture.ownerId);
    await local.says('/list_connections');
    await eventually('the list', async () =>
      (await local.messages()).some(({ text }) => text.startsWith('Family (Web sync RK1234)\nUp to date.')),
    );
    const gone = new Promise((resolve) => second.child.once('exit', (status) => resolve(status)));
    second.child.kill('SIGTERM');
    assert.equal(await gone, 0);
  });
});
