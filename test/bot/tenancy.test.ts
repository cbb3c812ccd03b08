import assert from 'node:assert/strict';
import { renderConfig } from '../../charts/render.ts';
import { Problem } from '../../core/platform/index.ts';
import { LocalDriver } from '../support/local-chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

const TABLES = [
  'chat_setting',
  'conversation_state',
  'callback_record',
  'attachment',
  'message',
  'local_update',
  'bot_message',
  'plan_cards',
  'secret_drafts',
];

describe('architecture/Tenancy: the chat keeps people apart', () => {
  let fixture: ChatFixture;
  let mine: LocalDriver;
  let otherId: string;
  before(async () => {
    fixture = await chatFixture();
    mine = (await fixture.person('local')) as LocalDriver;
    otherId = (await fixture.core.identity.users.create('ravi', 'Ravi')).id;
    await mine.says('/format');
    await mine.reply();
    await mine.sendsFile(
      'mine.csv',
      Buffer.from('Symbol,Date,Type,Quantity,Price\nTCS,2024-01-05,BUY,1,1\n'),
    );
    await mine.reply();
    await mine.says('/add_transaction');
    await mine.reply();
    await mine.settled();
    await fixture.core.database.asSystem('a message of the bot', async (trx) => {
      await trx('chat.bot_message')
        .insert({ owner_user_id: fixture.ownerId, transport: 'telegram', chat_id: '1', message_id: 1 })
        .onConflict(['transport', 'chat_id', 'message_id', 'owner_user_id'])
        .ignore();
    });
    await fixture.core.database.asSystem('a message that shows a plan', (trx) =>
      trx('chat.plan_cards').insert({
        owner_user_id: fixture.ownerId,
        transport: 'telegram',
        chat_id: '1',
        message_id: 1,
        plan_id: 1,
        view: JSON.stringify({ as: 'approve', leftOut: [], isChoosing: false, page: 0 }),
        shown: 'an earlier text',
        noted_at: new Date(),
      }),
    );
    await fixture.core.chat.drafts.begin(fixture.ownerId, {
      transport: 'local',
      chatId: fixture.ownerId,
      chatUserId: fixture.ownerId,
    });
    await mine.says('/format compact');
    await mine.settled();
  });
  after(() => fixture.close());

  for (const table of TABLES) {
    it(`chat.${table}: nobody reads or changes another’s rows`, async () => {
      const { database } = fixture.core;
      const count = await database.asSystem('count', async (trx) =>
        Number((await trx(`chat.${table}`).count({ n: '*' }))[0]?.['n']),
      );
      if (table !== 'conversation_state') assert.ok(count > 0, 'the owner has rows');
      const seen = await database.asUser(
        otherId,
        async (trx) => await trx(`chat.${table}`).select('owner_user_id'),
      );
      assert.deepEqual(
        seen.filter((row: { owner_user_id: string }) => row.owner_user_id !== otherId),
        [],
      );
      const privileges = await database.asUser(otherId, async (trx) => {
        const { rows } = await trx.raw<{ rows: { may: boolean }[] }>(
          `select has_table_privilege(current_user, 'chat.${table}', 'update') as may`,
        );
        return rows[0]?.may;
      });
      if (privileges !== true) return;
      const changed = await database.asUser(otherId, (trx) =>
        trx(`chat.${table}`).where({ owner_user_id: fixture.ownerId }).update({ owner_user_id: otherId }),
      );
      assert.equal(changed, 0);
    });
  }

  it('the inbox of updates the bot has handled is not for people at all', async () => {
    await assert.rejects(
      fixture.core.database.asUser(otherId, (trx) => trx('chat.update_receipt').select()),
      /permission denied/,
    );
  });

  it('messages, buttons and files of one person are not there for another', async () => {
    const chat = fixture.core.chat.local;
    const messages = await chat.messages(fixture.ownerId, { limit: 200 });
    const withButtons = messages.find((message) => message.buttons.length > 0);
    const withFile = messages.find((message) => message.attachment !== null);
    assert.ok(withButtons !== undefined && withFile?.attachment !== null && withFile !== undefined);
    assert.deepEqual(await chat.messages(otherId), []);
    const missing = (error: unknown) => error instanceof Problem && error.status === 404;
    await assert.rejects(chat.message(otherId, withButtons.id), missing);
    await assert.rejects(chat.press(otherId, withButtons.buttons[0]?.[0]?.data ?? ''), missing);
    await assert.rejects(chat.attachment(otherId, withFile.attachment.id, renderConfig), missing);
    const theirs = new LocalDriver(fixture.core, otherId);
    await theirs.says('/complete_status');
    assert.match((await theirs.reply()).text, /You have no records yet/);
  });
});
