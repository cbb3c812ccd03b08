import assert from 'node:assert/strict';
import type { IssuedCode } from '../../core/identity/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { Caller, type CallerOptions } from '../support/caller.ts';

const TELEGRAM = {
  PORTFOLIO_CHAT_ENABLED: '1',
  PORTFOLIO_CHAT_BOT_TOKEN: '123456:abcdefghijklmnopqrstuvwxyz',
};

/** 40 strangers try a code at once, each from an address of their own. */
async function guess(world: TestApi, wrong: string, place: (nr: number) => CallerOptions): Promise<number[]> {
  const answers = await Promise.all(
    Array.from(
      { length: 40 },
      async (_, nr) => (await new Caller(world.url, place(nr)).verify(wrong)).status,
    ),
  );
  return answers.sort((one, other) => one - other);
}

/** A code that is none of the given ones. */
function noneOf(codes: string[]): string {
  return ['000000', '111111', '222222'].find((one) => !codes.includes(one)) ?? assert.fail();
}

describe('api sign-in among strangers', () => {
  let world: TestApi;
  const behindProxy = (nr: number): CallerOptions => ({ forwardedFor: `198.51.100.${nr + 1}` });
  const onThisMachine = (nr: number): CallerOptions => ({ from: `127.0.1.${nr + 1}` });
  afterEach(() => world.close());

  /** The newest code, as the server has queued it for the owner's chat. */
  const newestCode = async (): Promise<{ code: string; body: string }> => {
    await world.core.identity.signIn.settled();
    const { rows } = await world.core.database.systemPool.query<{ body: string }>(
      `select body from notifications.outbox where kind = 'login_code' order by id desc limit 1`,
    );
    const body = rows[0]?.body ?? '';
    return { code: /^\d+/.exec(body)?.[0] ?? '', body };
  };
  /** A world whose owner has a private chat on Telegram. */
  const open = async (environment: Record<string, string> = {}): Promise<void> => {
    world = await testApi({ environment: { ...TELEGRAM, ...environment } });
    const { code } = await world.core.identity.chats.createLinkCode('1');
    await world.core.identity.chats.linkChat({ code, transport: 'telegram', chatId: '42', chatUserId: '42' });
  };
  const asked = async (caller: Caller): Promise<string> => {
    assert.equal((await caller.requestCode()).status, 202);
    return (await newestCode()).code;
  };
  const shell = (): Promise<IssuedCode> => world.core.identity.signIn.issueCode('owner');

  for (const [name, environment, place, own] of [
    ['behind a proxy', { TRUST_PROXY: '1' }, behindProxy, { forwardedFor: '203.0.113.9' }],
    ['at addresses of this machine', {}, onThisMachine, { from: '127.0.0.1' }],
  ] as const) {
    it(`Signing in: 40 wrong codes from 40 addresses ${name} keep nobody out who asked for a code`, async () => {
      await open(environment);
      const browser = new Caller(world.url, own);
      const script = new Caller(world.url, { ...own, keepsCookies: false });
      const code = await asked(browser);
      assert.ok((await guess(world, noneOf([code]), place)).every((status) => status === 401));
      assert.equal((await browser.verify(code)).status, 200);
      assert.equal((await browser.me()).status, 200);
      const second = await asked(script);
      await guess(world, noneOf([second]), place);
      assert.equal((await script.verify(second)).status, 200);
      const { code: third } = await shell();
      await guess(world, noneOf([third]), place);
      assert.equal((await new Caller(world.url, own).verify(third)).status, 200);
    });
  }

  it('Signing in: somebody at the same address uses up neither the code of a browser nor its tries', async () => {
    await open({ TRUST_PROXY: '1' });
    const place = { forwardedFor: '203.0.113.9' };
    const [owner, other, script] = [
      new Caller(world.url, place),
      new Caller(world.url, place),
      new Caller(world.url, { ...place, keepsCookies: false }),
    ];
    const code = await asked(owner);
    await asked(other);
    // As many as an address has: the right code is let in all the same.
    for (let nr = 0; nr < 5; nr += 1)
      await Promise.all(Array.from({ length: 7 }, () => script.verify(noneOf([code]))));
    const limited = await other.verify(noneOf([code]));
    assert.deepEqual([limited.status, limited.body['code']], [429, 'RATE_LIMITED']);
    assert.equal((await owner.verify(code)).status, 200);
  });

  it('Signing in: five wrong tries end a code for its own browser, and only there', async () => {
    await open();
    const [owner, other] = [new Caller(world.url), new Caller(world.url)];
    const code = await asked(owner);
    const others = await asked(other);
    for (let nr = 0; nr < 5; nr += 1) assert.equal((await owner.verify(noneOf([code, others]))).status, 401);
    assert.equal((await owner.verify(code)).status, 401);
    assert.equal((await other.verify(code)).status, code === others ? 200 : 401);
    assert.equal((await other.verify(others)).status, code === others ? 401 : 200);
  });

  it('Signing in: the code of one browser is worth nothing in another', async () => {
    await open({ TRUST_PROXY: '1' });
    const thief = new Caller(world.url, behindProxy(1));
    const code = await asked(new Caller(world.url, behindProxy(0)));
    await asked(thief);
    assert.equal((await thief.verify(code)).status, 401);
    assert.equal((await new Caller(world.url, behindProxy(2)).verify(code)).status, 401);
    assert.equal((await new Caller(world.url, behindProxy(0)).verify(code)).status, 200);
  });

  it('Signing in: a code of the shell has five tries for each browser and a hundred for all strangers; the next is long', async () => {
    await open({ TRUST_PROXY: '1' });
    const { code, is_long } = await shell();
    assert.equal(is_long, false);
    // 120 tries, three from each of the strangers.
    for (let round = 0; round < 3; round += 1) await guess(world, noneOf([code]), behindProxy);
    assert.equal((await new Caller(world.url, behindProxy(60)).verify(code)).status, 401);
    const next = await shell();
    assert.match(next.code, /^\d{12}$/);
    for (let round = 0; round < 3; round += 1) await guess(world, noneOf([code]), behindProxy);
    const spaced = next.code.replace(/(...)/g, '$1 ');
    assert.equal((await new Caller(world.url, behindProxy(60)).verify(spaced)).status, 200);
  });

  it('Signing in: who floods the owner with codes stops neither known browsers, nor this machine, nor the shell', async () => {
    await open();
    const stranger = (nr: number) => new Caller(world.url, { from: `127.0.2.${nr}`, ...behindProxy(nr) });
    const known = new Caller(world.url, behindProxy(77));
    assert.equal((await known.verify((await shell()).code)).status, 200);
    const here = new Caller(world.url);
    const flood = async (login: string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let nr = 1; nr <= 9; nr += 1) statuses.push((await stranger(nr).requestCode(login)).status);
      return statuses;
    };
    const outcome = [202, 202, 202, 202, 202, 429, 429, 429, 429];
    assert.deepEqual(await flood('owner'), outcome);
    assert.deepEqual(await flood('nobody'), outcome, 'no oracle: unknown logins are limited alike');
    const refused = await stranger(99).requestCode();
    assert.ok((refused.retryAfter ?? 0) > 0);
    assert.match(refused.setCookies[0] ?? '', /^munim_sign_in=/);
    assert.equal((await here.verify(await asked(here))).status, 200);
    const code = await asked(known);
    await guess(world, noneOf([code]), behindProxy);
    assert.equal((await known.verify(code)).status, 200);
    assert.equal((await stranger(99).verify((await shell()).code)).status, 200);
  });

  it('Signing in: the cookies are for signing in alone, last five minutes and 400 days, and tell nobody’s login', async () => {
    await open();
    const caller = new Caller(world.url);
    const known = await caller.requestCode();
    const unknown = await caller.requestCode('nobody');
    const line = /^munim_sign_in=[\w-]{22}; Path=\/api\/auth; Max-Age=300; HttpOnly; SameSite=Strict$/;
    for (const { setCookies } of [known, unknown]) {
      assert.equal(setCookies.length, 1);
      assert.match(setCookies[0] ?? '', line);
    }
    const { setCookies } = await caller.verify((await shell()).code);
    assert.match(setCookies[0] ?? '', /^munim_session=/);
    const [, token = ''] =
      /^munim_browser=(eyJ[\w.-]+); Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/.exec(
        setCookies[1] ?? '',
      ) ?? [];
    assert.notEqual(token, '');
    // Neither stands for the other.
    const forger = new Caller(world.url);
    forger.cookies.set('munim_session', token);
    assert.equal((await forger.me()).status, 401);
  });

  it('Signing in: a known browser is known for its own login alone, and a forged one not at all', async () => {
    await open();
    await world.core.identity.users.create('asha', 'Asha');
    const asha = new Caller(world.url, behindProxy(5));
    const { code } = await world.core.identity.signIn.issueCode('asha');
    assert.equal((await asha.verify(code, 'asha')).status, 200);
    const forger = new Caller(world.url, behindProxy(6));
    forger.cookies.set('munim_browser', asha.cookies.get('munim_session') ?? '');
    for (let nr = 0; nr < 5; nr += 1) await new Caller(world.url, behindProxy(nr)).requestCode();
    for (const caller of [asha, forger]) assert.equal((await caller.requestCode()).status, 429);
    assert.equal((await asha.requestCode('asha')).status, 202);
  });

  it('Signing in: a flood of requests from one address does not hold up a browser there that is known', async () => {
    world = await testApi({ requestsPerMinute: 10 });
    const known = new Caller(world.url);
    assert.equal((await known.verify((await shell()).code)).status, 200);
    known.cookies.delete('munim_session');
    const stranger = new Caller(world.url);
    const flood = await Promise.all(Array.from({ length: 12 }, () => stranger.me()));
    assert.ok(flood.some(({ status }) => status === 429));
    assert.equal((await known.requestCode()).status, 202);
  });

  it('Signing in: the message says when and from where a code was asked for', async () => {
    await open({ TRUST_PROXY: '1' });
    await asked(new Caller(world.url, { forwardedFor: '203.0.113.9' }));
    assert.match((await newestCode()).body, /^\d{6}\nRequested at \d\d:\d\d IST from 203\.0\.113\.9\.\n/);
  });

  it('Signing in: codes that are asked for at the same moment all arrive', async () => {
    await open({ TRUST_PROXY: '1' });
    await Promise.all([0, 1, 2].map((nr) => new Caller(world.url, behindProxy(nr)).requestCode()));
    await world.core.identity.signIn.settled();
    const { rows } = await world.core.database.systemPool.query(
      `select state, count(*)::int as n from notifications.deliveries group by state`,
    );
    assert.deepEqual(rows, [{ state: 'PENDING', n: 3 }]);
  });
});
