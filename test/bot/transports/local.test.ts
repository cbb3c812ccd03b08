import assert from 'node:assert/strict';
import { chatFixture, type ChatFixture } from '../../support/chat-fixture.ts';
import type { LocalDriver } from '../../support/local-chat-driver.ts';

describe('the inbox of the local chat', () => {
  let fixture: ChatFixture;
  before(async () => {
    fixture = await chatFixture();
  });
  after(() => fixture.close());

  it('that cannot be read at the moment is read again: the message is answered', async () => {
    // It was left until the next message, or until the announcements of Postgres were lost once more.
    const mine = (await fixture.person('local')) as LocalDriver;
    const rename = (from: string, to: string) =>
      fixture.core.database.systemPool.query(`alter table chat.local_update rename ${from} to ${to}`);
    const failed = new Promise<void>((resolve) => {
      Object.assign(fixture.core.log, { error: () => resolve() });
    });
    await rename('handled_at', 'gone');
    await mine.says('/help');
    await failed;
    await rename('gone', 'handled_at');
    assert.match((await mine.reply()).text, /\/complete_status/);
  });
});
