import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { formRequest, isKeyed } from '../../api/idempotency.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { type Answer, ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { sampled } from '../support/soak.ts';

const HOLDINGS = '/api/portfolio/holdings';
const GOALS = '/api/portfolio/goals';
const UPLOAD = '/api/portfolio/csv/upload';
const UNLISTED = {
  portfolio: 'Private',
  asset_class: 'Unlisted',
  currency: 'INR',
  quantity: 5,
  avg_buy_price: 10,
};

interface Sent {
  method: string;
  path: string;
  body?: unknown;
}

describe('HTTP conventions: Idempotency-Key', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let one: string;
  let other: string;
  before(async () => {
    world = await testApi();
    client = await world.signedIn();
    const add = async (symbol: string) =>
      (await client.post<{ id: string }>(HOLDINGS, { ...UNLISTED, symbol })).body.id;
    [one, other] = [await add('ONE'), await add('OTHER')];
  });
  after(() => world.close());

  const ask = async (
    { method, path, body }: Sent,
    key: string,
    through: ApiClient = client,
  ): Promise<Answer> =>
    await through.request(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { 'Idempotency-Key': key },
    });
  const price = (id: string, value: number): Sent => ({
    method: 'POST',
    path: `${HOLDINGS}/${id}/ltp`,
    body: { price: value },
  });
  const priceOf = async (id: string) => (await client.get(`${HOLDINGS}/${id}`)).body['current_price'];
  const isConflict = ({ status, body, text }: Answer, words = /Use a new key|use a new key/): void => {
    assert.deepEqual([status, body['code']], [409, 'IDEMPOTENCY_CONFLICT'], text);
    assert.match(String(body['detail']), words);
  };
  const isSame = (again: Answer, first: Answer): void =>
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
  /** As if killed between the COMMIT of the change and its answer. */
  const loseAnswer = async (key: string) =>
    await world.core.database.asSystem('as if killed before the answer was kept', (trx) =>
      trx('identity.command_receipts')
        .where({ key: `api:${key}` })
        .andWhereLike('step', '%answer')
        .delete(),
    );
  const count = async (sql: string): Promise<number> =>
    (await world.core.database.systemPool.query(sql)).rowCount ?? 0;
  const twin = async (): Promise<ApiClient> => {
    const through = new ApiClient((await world.neighbour()).url);
    through.cookie = client.cookie;
    return through;
  };

  it('the password of a file is no part of what is kept of a request', () => {
    const actor = { actor: 'test', request: { idempotencyKey: 'api:a-key-of-the-test' } };
    const file = { name: 'statement.pdf', digest: () => 'its digest' };
    const kept = formRequest(actor, file, { portfolio: 'Funds' });
    assert.deepEqual(formRequest(actor, file, { portfolio: 'Funds', password: 'ZZZPZ9999Z' }), kept);
    assert.notDeepEqual(formRequest(actor, file, { portfolio: 'Other', password: 'ZZZPZ9999Z' }), kept);
  });

  it('the key of one holding’s price never answers for another one, which can be set under its own', async () => {
    const key = randomUUID();
    assert.equal((await ask(price(one, 11), key)).status, 200);
    isConflict(await ask(price(other, 11), key), new RegExp(`belongs to POST ${HOLDINGS}/${one}/ltp`));
    assert.deepEqual([await priceOf(one), await priceOf(other)], [11, null]);
    assert.equal((await ask(price(other, 12), randomUUID())).body['current_price'], 12);
  });

  it('another body, method or query under the key is refused, and so it is after a crash before the answer', async () => {
    const key = randomUUID();
    const first = await ask(price(one, 21), key);
    for (const lost of [false, true]) {
      if (lost) await loseAnswer(key);
      isConflict(await ask(price(one, 22), key), /different contents/);
      isConflict(await ask({ method: 'PUT', path: `${HOLDINGS}/${one}`, body: { price: 21 } }, key));
      isConflict(await ask({ method: 'DELETE', path: `${HOLDINGS}/${one}` }, key));
    }
    isSame(await ask(price(one, 21), key), first);
    const fund = randomUUID();
    const contents = { as_of: '2026-01-31', holdings: [{ stock_symbol: 'TCS', weight_pct: 5 }] };
    for (const as_of of ['2026-01-31', '2026-02-28'])
      await client.put('/api/portfolio/reports/fund-holdings/FUND', { ...contents, as_of });
    const remove = (as_of: string): Sent => ({
      method: 'DELETE',
      path: `/api/portfolio/reports/fund-holdings/FUND?as_of=${as_of}`,
    });
    assert.equal((await ask(remove('2026-01-31'), fund)).status, 204);
    isConflict(await ask(remove('2026-02-28'), fund));
    assert.equal((await ask(remove('2026-01-31'), fund)).status, 204);
  });

  it('a repeat gets the first answer, whatever became of its subject since, and however its JSON is spelled', async () => {
    const key = randomUUID();
    const goal = {
      name: 'House',
      type: 'CORPUS',
      target_corpus: 1000,
      target_date: '2036-01-01',
      expected_return_pct: 8,
    };
    const first = await ask({ method: 'POST', path: GOALS, body: goal }, key);
    assert.equal(first.status, 201, first.text);
    await client.delete(`${GOALS}/${String(first.body['id'])}`);
    const spelled =
      '{ "expected_return_pct": 8.0, "target_date":"2036-01-01",\n "target_corpus": 1.0e3, "type":"CORPUS", "name":"\\u0048ouse" }';
    isSame(await ask({ method: 'POST', path: GOALS, body: spelled }, key), first);
    assert.equal(await count('select from portfolio.goals'), 0);
  });

  it('killed between COMMIT and the answer, the repeat changes nothing and gets the first result', async () => {
    const key = randomUUID();
    const buy = {
      method: 'POST',
      path: '/api/portfolio/transactions',
      body: {
        portfolio: 'Main',
        symbol: 'TCS',
        date: '2024-01-05',
        type: 'BUY',
        quantity: 1,
        price: 2,
        currency: 'INR',
      },
    };
    const first = await ask(buy, key);
    await loseAnswer(key);
    isSame(await ask(buy, key), first);
    const remove = { method: 'DELETE', path: `/api/portfolio/transactions/${String(first.body['id'])}` };
    const gone = randomUUID();
    assert.equal((await ask(remove, gone)).status, 204);
    await loseAnswer(gone);
    assert.equal((await ask(remove, gone)).status, 204);
    assert.equal((await ask(remove, randomUUID())).status, 404);
  });

  it('a refused request leaves the key free: for itself, and for one that is right', async () => {
    const key = randomUUID();
    const wrong = {
      method: 'POST',
      path: '/api/portfolio/liabilities',
      body: { name: 'Card', type: 'CARD' },
    };
    assert.equal((await ask(wrong, key)).status, 422);
    assert.equal((await ask(wrong, key)).status, 422);
    const right = { ...wrong, body: { ...wrong.body, balance: 10 } };
    const first = await ask(right, key);
    assert.equal(first.status, 201);
    isSame(await ask(right, key), first);
    const taken = randomUUID();
    assert.equal((await ask(right, taken)).body['code'], 'LIABILITY_EXISTS');
    assert.equal((await ask({ ...right, body: { ...right.body, name: 'Loan' } }, taken)).status, 201);
  });

  it('repeats at the same moment in two processes are one request; different ones under the key are one and refusals', async () => {
    const neighbour = await twin();
    const through = (n: number) => (n % 2 === 0 ? client : neighbour);
    const add = (name: string): Sent => ({
      method: 'POST',
      path: '/api/portfolio/portfolios',
      body: { name },
    });
    const key = randomUUID();
    const same = await Promise.all([0, 1, 2, 3].map((n) => ask(add('Twins'), key, through(n))));
    for (const answer of same) isSame(answer, same[0] as Answer);
    assert.equal(same[0]?.status, 201);
    const rivals = randomUUID();
    const names = ['Rival0', 'Rival1', 'Rival2', 'Rival3'];
    const answers = await Promise.all(names.map((name, n) => ask(add(name), rivals, through(n))));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers) if (answer.status !== 201) isConflict(answer);
    assert.equal(await count(`select from portfolio.portfolios where name like 'Rival%'`), 1);
  });

  it('an upload is the same by its fields and its file: a repeat answers the first import, another file is refused', async () => {
    const file = (price_: number) =>
      `Portfolio,Symbol,Date,Type,Quantity,Price\nMain,TCS,2024-03-05,BUY,1,${price_}\n`;
    const form = (text: string, fields: Record<string, string> = {}, name = 'trades.csv'): Sent => {
      const body = new FormData();
      for (const [field, value] of Object.entries(fields)) body.append(field, value);
      body.append('file', new Blob([text]), name);
      return { method: 'POST', path: UPLOAD, body };
    };
    const staged = () => count('select from portfolio.imports');
    const key = randomUUID();
    const first = await ask(form(file(1)), key);
    assert.equal(first.status, 200, first.text);
    isSame(await ask(form(file(1)), key), first);
    isConflict(await ask(form(file(2)), key), /different contents/);
    isConflict(await ask(form(file(1), { portfolio: 'Main' }), key), /different contents/);
    isConflict(await ask(form(file(1), {}, 'other.csv'), key), /different contents/);
    isConflict(await ask(price(one, 1), key), /belongs to POST \/api\/portfolio\/csv\/upload/);
    assert.equal(await staged(), 1);
    const neighbour = await twin();
    const both = randomUUID();
    const twins = await Promise.all([client, neighbour].map((through) => ask(form(file(3)), both, through)));
    isSame(twins[1] as Answer, twins[0] as Answer);
    assert.equal(await staged(), 2);

    const attached = randomUUID();
    const attach = (text: string): Sent => ({
      ...form(text, { caption: 'look' }),
      path: '/api/chat/attachments',
    });
    const sent = await Promise.all([client, neighbour].map((through) => ask(attach('a'), attached, through)));
    assert.equal(sent[0]?.status, 202, sent[0]?.text);
    isSame(sent[1] as Answer, sent[0] as Answer);
    isConflict(await ask(attach('b'), attached), /different contents/);
    assert.equal(await count('select from chat.attachment'), 1);
  });

  it('a chat line is said once, and its key says no other', async () => {
    const key = randomUUID();
    const say = (text: string): Sent => ({ method: 'POST', path: '/api/chat/messages', body: { text } });
    const said = await Promise.all([1, 2].map(() => ask(say('/status'), key)));
    isSame(said[1] as Answer, said[0] as Answer);
    isConflict(await ask(say('/help'), key));
    assert.equal(await count(`select from chat.message where text in ('/status', '/help')`), 1);
  });

  it('receipts of two people under one key are two; a request of several changes has one answer', async () => {
    const asha = await world.signedIn('asha');
    const key = randomUUID();
    const add = { method: 'POST', path: '/api/portfolio/portfolios', body: { name: 'Shared name' } };
    const [mine, hers] = [await ask(add, key), await ask(add, key, asha)];
    assert.deepEqual([mine.status, hers.status], [201, 201]);
    assert.notEqual(mine.body['id'], hers.body['id']);
    const settings = (apply_automatically: boolean): Sent => ({
      method: 'PUT',
      path: '/api/portfolio/corporate-actions/settings',
      body: { apply_automatically },
    });
    const several = randomUUID();
    const first = await ask(settings(true), several);
    assert.equal(first.status, 200, first.text);
    isConflict(await ask(settings(false), several));
    await loseAnswer(several);
    isConflict(await ask(settings(false), several));
    isSame(await ask(settings(true), several), first);
  });

  it('a key has 16 to 128 printable ASCII characters, given once', async () => {
    for (const key of ['k'.repeat(15), 'k'.repeat(129), `${'k'.repeat(20)}é`, `tab\t${'k'.repeat(20)}`]) {
      const answer = await ask(price(one, 31), key);
      assert.deepEqual([answer.status, answer.body['code']], [422, 'VALIDATION_ERROR'], key);
      assert.match(answer.text, /Idempotency-Key.*16 to 128 printable ASCII/);
    }
    for (const key of [`~ "key", with/every:sort ${randomUUID()}`, 'k'.repeat(16), 'K'.repeat(128)])
      assert.equal((await ask(price(one, 31), key)).status, 200, key);
  });

  it('what only reads, and what hands out a secret, keeps no answer', async () => {
    const key = randomUUID();
    const code = { method: 'POST', path: '/api/chat/link-codes', body: { role: 'viewer' } };
    const [first, second] = [await ask(code, key), await ask(code, key)];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.notEqual(first.body['code'], second.body['code']);
    assert.equal((await ask({ method: 'GET', path: HOLDINGS }, key)).status, 200);
    assert.equal(await count(`select from identity.command_receipts where key = 'api:${key}'`), 0);
    assert.deepEqual(
      ROUTES.filter((route) => route.method !== 'GET' && !isKeyed(route)).map(({ path }) => path),
      [
        '/api/auth/request-code',
        '/api/auth/verify',
        '/api/auth/logout',
        '/api/auth/sign-out-everywhere',
        '/api/tokens',
        '/api/people/:id/code',
        // Who shows or removes the sample again finds it so.
        '/api/sample',
        '/api/sample',
        // The same file again changes nothing.
        '/api/portfolio/market-data/files',
        '/api/portfolio/reports/goal-scenario',
        // Its service knows repeats by a backtest and a key, for as long as there is a policy.
        '/api/research/runs/:run_id/promote-to-paper',
        // They ask the broker, and send nothing.
        '/api/policies/plans/:plan_id/look',
        '/api/policies/plans/:plan_id/rehearse',
        // Who asks for a day's cycle again is told that it is there.
        '/api/policies/:pid/run-cycle',
        '/api/policies/:pid/retry-latest-cycle',
        '/api/policies/:pid/snapshot',
        // Each record is known by an id of its own.
        '/api/options/ingest',
        '/api/options/ingest/tokens',
        // Fills are taken once by ids of their own, and a settlement said twice is one.
        '/api/options/tradebook',
        '/api/options/tradebook/settlements',
        // An event is known by an id of its own.
        '/api/events/import',
        // A test asks a provider, and changes nothing.
        '/api/portfolio/ai-providers/settings/test',
        '/api/ai/ask',
        '/api/ai/ask/stream',
        '/api/notifications/browsers/:id/test',
        '/api/chat/link-codes',
      ],
    );
  });

  it('of any two requests under a key either both are one and answered alike, or the second is 409 and changes nothing', async () => {
    const debts = await Promise.all(
      ['Debt', 'Dues'].map(
        async (name) =>
          (
            await client.post<{ id: string }>('/api/portfolio/liabilities', {
              name,
              type: 'OTHER',
              balance: 1,
            })
          ).body.id,
      ),
    );
    let names = 0;
    /** Kinds of requests; `it` picks one of two rows, `n` what is said. */
    const kinds: ((it: 0 | 1, n: number) => Sent)[] = [
      (it, n) => price([one, other][it] ?? '', n),
      (it, n) => ({
        method: 'PUT',
        path: `${HOLDINGS}/${[one, other][it] ?? ''}`,
        body: { quantity: n, current_price: n },
      }),
      (it, n) => ({
        method: 'PUT',
        path: `/api/portfolio/liabilities/${debts[it] ?? ''}`,
        body: { balance: n, emi: 1 },
      }),
      (it, n) => ({
        method: 'POST',
        path: ['/api/portfolio/liabilities', '/api/portfolio/portfolios'][it] ?? '',
        body: it === 0 ? { name: `New ${names}`, type: 'CARD', balance: n } : { name: `New ${names}${n}` },
      }),
      (it, n) => ({
        method: 'PUT',
        path: '/api/notifications/settings',
        body: { quiet_hours: { from: `2${it}:00`, to: `0${n}:00` } },
      }),
    ];
    const drawn = fc.record({
      kind: fc.nat(kinds.length - 1),
      it: fc.constantFrom<0 | 1>(0, 1),
      n: fc.integer({ min: 1, max: 9 }),
      isRefused: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    });
    const differs = fc.constantFrom('nothing', 'spelling', 'row', 'words', 'kind');
    const sent = ({ kind, it, n }: { kind: number; it: 0 | 1; n: number }): Sent =>
      kinds[kind]?.(it, n) ?? assert.fail();
    /** The same body with its fields the other way round. */
    const spelled = (body: unknown): unknown =>
      typeof body === 'object' && body !== null
        ? Object.fromEntries(
            Object.entries(body)
              .reverse()
              .map(([name, part]) => [name, spelled(part)]),
          )
        : body;
    const state = async () =>
      JSON.stringify(
        (
          await world.core.database.systemPool.query(
            `select (select jsonb_agg(h order by id) from portfolio.holdings h) as holdings,
               (select jsonb_agg(l order by id) from portfolio.liabilities l) as debts,
               (select jsonb_agg(s order by s::text) from notifications.settings s) as settings,
               (select count(*) from evidence.events) as events`,
          )
        ).rows,
      );
    await fc.assert(
      fc.asyncProperty(drawn, differs, fc.boolean(), async ({ isRefused, ...a }, what, lost) => {
        const key = randomUUID();
        names += 1;
        const first = sent(a);
        const answered = await ask(isRefused ? { ...first, body: { wrong: 1 } } : first, key);
        const second =
          what === 'row'
            ? sent({ ...a, it: a.it === 0 ? 1 : 0 })
            : what === 'words'
              ? sent({ ...a, n: (a.n % 9) + 1 })
              : what === 'kind'
                ? sent({ ...a, kind: (a.kind + 1) % kinds.length })
                : { ...first, body: what === 'spelling' ? spelled(first.body) : first.body };
        // What leaves its receipt only with its answer is one that does no harm twice.
        if (lost && a.kind < 4) await loseAnswer(key);
        const before = await state();
        const answer = await ask(second, key);
        if (isRefused) {
          assert.equal(answered.status, 422);
          assert.ok(answer.status < 300, answer.text);
          return;
        }
        assert.ok(answered.status < 300, answered.text);
        if (what === 'nothing' || what === 'spelling') isSame(answer, answered);
        else isConflict(answer);
        assert.equal(await state(), before);
      }),
      { numRuns: sampled(40, 2000) },
    );
  });
});
