import assert from 'node:assert/strict';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';

interface Message {
  id: string;
  direction: string;
  text: string;
  buttons: { text: string; data: string }[][];
  attachment: { id: string; name: string } | null;
}
interface Messages {
  items: Message[];
  has_more: boolean;
}

describe('api chat and notifications', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => void ({ world, client } = await signedInApi()));
  after(() => world.close());

  it('Chat: what is said stands in the chat and in the bot’s inbox, and pages backwards', async () => {
    for (const text of ['/help', '/report', '/health']) {
      const { status, body } = await client.post('/api/chat/messages', { text });
      assert.equal(status, 202);
      assert.match(String(body['message_id']), /^\d+$/);
    }
    const newest = await client.get<Messages>('/api/chat/messages?limit=2');
    assert.deepEqual(
      [newest.body.items.map(({ text }) => text), newest.body.has_more],
      [['/report', '/health'], true],
    );
    const older = await client.get<Messages>(`/api/chat/messages?before=${newest.body.items[0]?.id}`);
    assert.deepEqual([older.body.items.map(({ text }) => text), older.body.has_more], [['/help'], false]);
    const newer = await client.get<Messages>(`/api/chat/messages?after=${newest.body.items[0]?.id}`);
    assert.deepEqual(
      newer.body.items.map(({ text }) => text),
      ['/health'],
    );
    assert.equal((await client.get('/api/chat/messages?before=abc')).status, 422);
    assert.equal((await client.post('/api/chat/messages', { text: '' })).status, 422);
    assert.equal((await client.post('/api/chat/messages', { text: 'x'.repeat(4097) })).status, 422);
  });

  it('Chat: a button is pressed by its data; one that is gone is 404', async () => {
    await world.core.database.asSystem('the bot asks', (trx) =>
      trx('chat.message').insert({
        owner_user_id: client.userId,
        direction: 'out',
        text: 'Sure?',
        reply_markup: JSON.stringify({ inline_keyboard: [[{ text: 'Yes', callback_data: 'v1:1:abc' }]] }),
      }),
    );
    const { body } = await client.get<Messages>('/api/chat/messages?limit=1');
    assert.deepEqual(body.items[0]?.buttons, [[{ text: 'Yes', data: 'v1:1:abc' }]]);
    assert.equal((await client.post('/api/chat/callbacks', { data: 'v1:1:abc' })).status, 202);
    const gone = await client.post('/api/chat/callbacks', { data: 'v1:2:abc' });
    assert.deepEqual([gone.status, gone.body['code']], [404, 'CHAT_BUTTON_NOT_FOUND']);
  });

  it('Chat: a file dropped in can be fetched again, and is never shown as a page', async () => {
    const form = new FormData();
    form.append('file', new Blob(['<script>alert(1)</script>']), 'mädchen "x".html');
    form.append('caption', 'look');
    const { status, text } = await client.request('POST', '/api/chat/attachments', { body: form });
    assert.equal(status, 202, text);
    const { body } = await client.get<Messages>('/api/chat/messages?limit=1');
    const message = body.items[0];
    assert.deepEqual([message?.text, message?.attachment?.name], ['look', 'mädchen "x".html']);
    const file = await client.get<string>(`/api/chat/attachments/${message?.attachment?.id}`);
    assert.equal(file.text, '<script>alert(1)</script>');
    assert.equal(file.headers.get('content-type'), 'application/octet-stream');
    assert.equal(
      file.headers.get('content-disposition'),
      "attachment; filename*=UTF-8''m%C3%A4dchen%20%22x%22.html",
    );
    const large = new FormData();
    large.append('file', new Blob([new Uint8Array(21 * 1024 * 1024)]), 'large.csv');
    assert.equal((await client.request('POST', '/api/chat/attachments', { body: large })).status, 413);
  });

  it('Chat: every command is listed with its usage and an example', async () => {
    const { body } = await client.get<{
      items: { name: string; aliases: string[]; usage: string; examples: string[] }[];
    }>('/api/chat/commands');
    assert.deepEqual(body.items.find(({ name }) => name === 'complete_status')?.aliases, ['status']);
    assert.deepEqual(body.items.find(({ name }) => name === 'holding')?.aliases, ['holdings']);
    assert.ok(body.items.length > 5);
    for (const { name, usage, examples } of body.items) {
      assert.ok(usage.startsWith(`/${name}`), usage);
      assert.ok(examples.length > 0, name);
    }
  });

  it('Chat: compact or detailed is remembered', async () => {
    assert.deepEqual((await client.get('/api/chat/settings')).body, { format: 'detailed' });
    assert.deepEqual((await client.put('/api/chat/settings', { format: 'compact' })).body, {
      format: 'compact',
    });
    assert.deepEqual((await client.get('/api/chat/settings')).body, { format: 'compact' });
    assert.equal((await client.put('/api/chat/settings', { format: 'loud' })).status, 422);
  });

  it('Who may use the chat: a code is drawn, a chat is linked, listed and revoked', async () => {
    const drawn = await client.post<{ code: string; role: string; deep_link: null }>('/api/chat/link-codes', {
      role: 'viewer',
    });
    assert.deepEqual([drawn.status, drawn.body.role, drawn.body.deep_link], [201, 'viewer', null]);
    await world.core.identity.chats.linkChat({
      code: drawn.body.code,
      transport: 'telegram',
      chatId: '5',
      chatUserId: '5',
      title: 'Phone',
    });
    assert.equal((await client.get('/api/auth/me')).body['chat_linked'], true);
    const approver = await client.post('/api/chat/link-codes', { role: 'approver' });
    assert.deepEqual([approver.status, approver.body['role']], [201, 'approver']);
    assert.equal((await client.post('/api/chat/link-codes', { role: 'trader' })).status, 422);
    const { body } = await client.get<{ items: { id: string; role: string; title: string }[] }>(
      '/api/chat/links',
    );
    assert.deepEqual(
      body.items.map(({ role, title }) => [role, title]),
      [['viewer', 'Phone']],
    );
    assert.equal((await client.delete(`/api/chat/links/${body.items[0]?.id}`)).status, 204);
    const twice = await client.delete(`/api/chat/links/${body.items[0]?.id}`);
    assert.deepEqual([twice.status, twice.body['code']], [404, 'CHAT_LINK_NOT_FOUND']);
  });

  it('Notifications: listed, counted, read one by one or all at once', async () => {
    for (const key of ['a', 'b', 'c']) {
      await world.core.notifications.notify(client.userId, {
        kind: 'eod_portfolio_report',
        dedupKey: key,
        title: key,
        body: key,
      });
    }
    const list = await client.get<{ items: { id: string; title: string }[]; unread: number; total: number }>(
      '/api/notifications?page_size=2',
    );
    assert.deepEqual(
      [list.body.items.map(({ title }) => title), list.body.unread, list.body.total],
      [['c', 'b'], 3, 3],
    );
    assert.equal((await client.post(`/api/notifications/${list.body.items[0]?.id}/read`)).status, 204);
    const unread = await client.get<{ total: number; unread: number }>('/api/notifications?unread=true');
    assert.deepEqual([unread.body.total, unread.body.unread], [2, 2]);
    assert.equal((await client.post('/api/notifications/read-all')).status, 204);
    assert.equal((await client.get('/api/notifications?unread=true')).body['total'], 0);
    assert.equal((await client.post('/api/notifications/999999/read')).status, 404);
    assert.equal((await client.post('/api/notifications/deliveries/999999/retry')).status, 404);
    assert.deepEqual((await client.get('/api/notifications/failures')).body, {
      items: [],
      page: 1,
      page_size: 50,
      total: 0,
    });
  });

  it('Notifications: quiet hours and kinds are set apart from each other; wrong ones are 422', async () => {
    const set = await client.put<{ quiet_hours: unknown }>('/api/notifications/settings', {
      quiet_hours: { from: '22:30', to: '07:00' },
    });
    assert.deepEqual(set.body.quiet_hours, { from: '22:30', to: '07:00' });
    const kinds = await client.put<{ quiet_hours: unknown; kinds: { kind: string; mode: string }[] }>(
      '/api/notifications/settings',
      { modes: { eod_portfolio_report: 'silent' } },
    );
    assert.deepEqual(kinds.body.quiet_hours, { from: '22:30', to: '07:00' });
    assert.equal(kinds.body.kinds.find(({ kind }) => kind === 'eod_portfolio_report')?.mode, 'silent');
    const none = await client.put<{ quiet_hours: unknown }>('/api/notifications/settings', {
      quiet_hours: null,
    });
    assert.equal(none.body.quiet_hours, null);
    for (const wrong of [
      { quiet_hours: { from: '25:00', to: '07:00' } },
      { quiet_hours: { from: '22:00' } },
      { modes: { eod_portfolio_report: 'shout' } },
      { modes: { gossip: 'off' } },
      { kinds: {} },
    ])
      assert.equal(
        (await client.put('/api/notifications/settings', wrong)).status,
        422,
        JSON.stringify(wrong),
      );
  });

  it('HTTP conventions: a refused kind of notification is named as the body names it', async () => {
    const { body } = await client.put<{ errors: { field: string }[] }>('/api/notifications/settings', {
      modes: { gossip: 'off' },
    });
    assert.deepEqual(
      body.errors.map(({ field }) => field),
      ['modes.gossip'],
    );
  });
});
