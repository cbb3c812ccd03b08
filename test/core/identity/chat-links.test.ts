import assert from 'node:assert/strict';
import type { ChatRole } from '../../../core/identity/index.ts';
import { Problem } from '../../../core/platform/index.ts';
import { identityWorld, type IdentityWorld } from './world.ts';

const PRIVATE = { transport: 'telegram' as const, chatId: '4242', chatUserId: '4242' };

const OWNER = { userId: '1', login: 'owner', name: 'Owner' };

describe('core/identity chat links', () => {
  let world: IdentityWorld;
  const open = async (environment: Record<string, string> = {}, ports = {}) => {
    world = await identityWorld(environment, ports);
    return world.identity;
  };
  afterEach(() => world.close());
  const refused = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

  it('Who may use the chat: a code links one person in one chat, once, within ten minutes', async () => {
    const { chats } = await open();
    const drawn = await chats.createLinkCode('1', 'viewer');
    assert.match(drawn.code, /^[A-Z2-9]{8}$/);
    assert.equal(drawn.expires_at, '2026-01-30T04:10:00.000Z');
    assert.equal(drawn.deep_link, null);
    assert.equal(await chats.principalOfChat(PRIVATE), null);
    const link = await chats.linkChat({ ...PRIVATE, code: ` ${drawn.code.toLowerCase()} `, title: 'Asha' });
    assert.deepEqual([link.role, link.title, link.chat_id], ['viewer', 'Asha', '4242']);
    assert.deepEqual(await chats.principalOfChat(PRIVATE), { ...OWNER, role: 'viewer' });
    await assert.rejects(chats.linkChat({ ...PRIVATE, code: drawn.code }), refused('INVALID_LINK_CODE'));
    const late = await chats.createLinkCode('1');
    world.clock.pass(10);
    await assert.rejects(chats.linkChat({ ...PRIVATE, code: late.code }), refused('INVALID_LINK_CODE'));
  });

  it('Who may use the chat: of two people who send the same code at once, one is linked', async () => {
    const { chats } = await open();
    const { code } = await chats.createLinkCode('1');
    const results = await Promise.allSettled(
      ['7', '8'].map((id) => chats.linkChat({ transport: 'telegram', chatId: id, chatUserId: id, code })),
    );
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('Who may use the chat: both the person and the chat must match', async () => {
    const { chats } = await open();
    const { code } = await chats.createLinkCode('1');
    const group = { transport: 'telegram' as const, chatId: '-100777', chatUserId: '4242' };
    await chats.linkChat({ ...group, code });
    assert.equal((await chats.principalOfChat(group))?.role, 'owner');
    assert.equal(await chats.principalOfChat({ ...group, chatUserId: '4243' }), null);
    assert.equal(await chats.principalOfChat(PRIVATE), null);
  });

  it('Who may use the chat: a new link of the same person and chat replaces the earlier one, also another user’s', async () => {
    const { chats, users } = await open();
    const asha = await users.create('asha', 'Asha');
    await chats.linkChat({ ...PRIVATE, code: (await chats.createLinkCode('1')).code });
    await chats.linkChat({ ...PRIVATE, code: (await chats.createLinkCode(asha.id, 'viewer')).code });
    assert.deepEqual(await chats.principalOfChat(PRIVATE), {
      userId: asha.id,
      login: 'asha',
      name: 'Asha',
      role: 'viewer',
    });
    assert.deepEqual(await chats.links('1'), []);
  });

  it('Who may use the chat: links are listed and revoked by their owner alone', async () => {
    const { chats, users } = await open();
    const asha = await users.create('asha', 'Asha');
    const link = await chats.linkChat({ ...PRIVATE, code: (await chats.createLinkCode('1')).code });
    await assert.rejects(chats.revokeLink(asha.id, link.id), refused('CHAT_LINK_NOT_FOUND'));
    assert.deepEqual(await chats.links(asha.id), []);
    assert.deepEqual(await chats.links('1'), [link]);
    await chats.revokeLink('1', link.id);
    assert.equal(await chats.principalOfChat(PRIVATE), null);
    await assert.rejects(chats.revokeLink('1', link.id), refused('CHAT_LINK_NOT_FOUND'));
  });

  it('Who may use the chat: guessing link codes is limited per person', async () => {
    const { chats } = await open();
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => chats.linkChat({ ...PRIVATE, code: 'AAAAAAAA' })),
    );
    const codes = tries.map((result) =>
      result.status === 'rejected' ? (result.reason as Problem).code : '',
    );
    assert.equal(codes.filter((code) => code === 'INVALID_LINK_CODE').length, 10);
    assert.equal(codes.filter((code) => code === 'RATE_LIMITED').length, 2);
  });

  it('Who may use the chat: wrong codes of strangers end nobody’s code and leave the owner their own tries', async () => {
    const { chats } = await open();
    const { code } = await chats.createLinkCode('1');
    await Promise.all(
      Array.from({ length: 60 }, (_, nr) => {
        const person = String(9000 + (nr % 6));
        const stranger = { transport: 'telegram' as const, chatId: person, chatUserId: person };
        return assert.rejects(chats.linkChat({ ...stranger, code: 'AAAAAAAA' }));
      }),
    );
    assert.equal((await chats.linkChat({ ...PRIVATE, code })).role, 'owner');
  });

  it('Chat: PORTFOLIO_CHAT_CHAT_ID is linked to the owner at every start, before TELEGRAM_CHAT_ID', async () => {
    const { chats, start } = await open({ PORTFOLIO_CHAT_CHAT_ID: '4242', TELEGRAM_CHAT_ID: '99' });
    assert.deepEqual(await chats.principalOfChat(PRIVATE), { ...OWNER, role: 'owner' });
    await start();
    const links = await chats.links('1');
    assert.equal(links.length, 1);
    await chats.revokeLink('1', links[0]?.id ?? '');
    await start();
    assert.equal((await chats.links('1')).length, 1);
  });

  // A chat that left the settings went on reading every report and could approve plans.
  it('Chat: a chat that leaves the settings loses the link that they made, never one made by a code', async () => {
    const { chats } = await open({ PORTFOLIO_CHAT_CHAT_ID: '4242' });
    await chats.linkChat({
      transport: 'telegram',
      chatId: '77',
      chatUserId: '77',
      code: (await chats.createLinkCode('1')).code,
    });
    const chatIds = async () => (await chats.links('1')).map(({ chat_id }) => chat_id).toSorted();
    const restarted = async (environment: Record<string, string>) => {
      const next = await world.neighbour(environment);
      await next.start();
      return next.unlinkedChats();
    };
    assert.deepEqual(await restarted({ PORTFOLIO_CHAT_CHAT_ID: '4242' }), []);
    assert.deepEqual(await restarted({ PORTFOLIO_CHAT_CHAT_ID: '-100777' }), ['4242']);
    assert.deepEqual(await chatIds(), ['-100777', '77']);
    assert.equal(await chats.principalOfChat(PRIVATE), null);
    assert.deepEqual(await restarted({}), ['-100777']);
    assert.deepEqual(await restarted({}), []);
    assert.deepEqual(await chatIds(), ['77']);
    // The same chat, linked by its own code: that link stays when the setting goes.
    await restarted({ PORTFOLIO_CHAT_CHAT_ID: '4242' });
    await chats.linkChat({ ...PRIVATE, code: (await chats.createLinkCode('1', 'viewer')).code });
    assert.deepEqual(await restarted({}), []);
    assert.deepEqual(await chats.principalOfChat(PRIVATE), { ...OWNER, role: 'viewer' });
  });

  it('Chat: a configured group gets messages, but its members act only by links of their own', async () => {
    const { chats } = await open({ TELEGRAM_CHAT_ID: '-100777' });
    assert.deepEqual(
      (await chats.links('1')).map(({ chat_id, chat_user_id }) => [chat_id, chat_user_id]),
      [['-100777', null]],
    );
    assert.equal(
      await chats.principalOfChat({ transport: 'telegram', chatId: '-100777', chatUserId: '5' }),
      null,
    );
  });

  it('portfolio/Authentication 3: with PORTFOLIO_CHAT_OPEN anybody who reaches the bot acts as the owner', async () => {
    const { chats } = await open({ PORTFOLIO_CHAT_OPEN: '1' });
    assert.deepEqual(await chats.principalOfChat(PRIVATE), { ...OWNER, role: 'owner' });
  });

  it('Chat: the local chat acts as the user it belongs to', async () => {
    const { chats } = await open();
    const local = (id: string) => chats.principalOfChat({ transport: 'local', chatId: id, chatUserId: id });
    assert.deepEqual(await local('1'), { ...OWNER, role: 'owner' });
    assert.equal(await local('7'), null);
  });

  it('Chat: a deep link opens the bot once its name is known', async () => {
    const { chats } = await open();
    await chats.rememberBotName('munim_bot');
    const { code, deep_link } = await chats.createLinkCode('1');
    assert.equal(deep_link, `https://t.me/munim_bot?start=${code}`);
  });

  it('Who may use the chat: the roles of those who read a chat are known, each once', async () => {
    const { chats } = await open();
    const rolesIn = async (chatId: string) => await chats.rolesIn('1', { transport: 'telegram', chatId });
    for (const [chatUserId, role] of [
      ['1', 'approver'],
      ['2', 'approver'],
      ['3', 'viewer'],
    ] as const)
      await chats.linkChat({
        transport: 'telegram',
        chatId: '-7',
        chatUserId,
        code: (await chats.createLinkCode('1', role)).code,
      });
    assert.deepEqual((await rolesIn('-7')).toSorted(), ['approver', 'viewer']);
    assert.deepEqual(await rolesIn('-8'), []);
    assert.deepEqual(await chats.rolesIn('1', { transport: 'local', chatId: '1' }), ['owner']);
  });

  it('Signing in: a code goes to the person’s own private chats with the role owner and nowhere else', async () => {
    const { chats, signIn } = await open();
    const link = async (chatId: string, chatUserId: string, role: ChatRole) =>
      chats.linkChat({
        transport: 'telegram',
        chatId,
        chatUserId,
        code: (await chats.createLinkCode('1', role)).code,
      });
    await link('-100777', '4242', 'owner');
    await link('5151', '5151', 'viewer');
    await link('6161', '6161', 'approver');
    await signIn.requestCode({ login: 'owner', address: '::1' });
    await signIn.settled();
    assert.equal(world.delivered.length, 0);
    assert.equal(world.printed.length, 1);
    await link('4242', '4242', 'owner');
    await signIn.requestCode({ login: 'owner', address: '::1' });
    await signIn.settled();
    assert.deepEqual(
      world.delivered.map(({ chats: to }) => to.map(({ chat_id }) => chat_id)),
      [['4242']],
    );
    assert.equal(world.printed.length, 1);
    const { code } = world.delivered[0] ?? assert.fail();
    assert.ok((await signIn.verify({ login: 'owner', code, address: '::1' })).token);
  });

  it('Signing in: a code that no chat takes is printed', async () => {
    const { chats, signIn } = await open({}, { refusesDelivery: true });
    await chats.linkChat({ ...PRIVATE, code: (await chats.createLinkCode('1')).code });
    await signIn.requestCode({ login: 'owner', address: '::1' });
    await signIn.settled();
    assert.equal(world.printed.length, 1);
  });
});
