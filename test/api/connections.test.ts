import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BrokerFailure } from '../../core/brokers/failure.ts';
import { backup } from '../../core/platform/backup/backup.ts';
import { createLog } from '../../core/platform/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { tablesWith } from '../support/database-text.ts';
import { FakeBroker, held, page, trade } from '../support/fake-broker.ts';

const BASE = '/api/portfolio/connections';
const SECRET = 'kx9-very-secret-value-7Q2Z';
const PIN = '4821';
const ON = { YAHOO_BASE_URL: 'http://127.0.0.1:9' };
const INPUT = {
  broker: 'dhan',
  label: 'My Dhan',
  role: 'SYNC',
  credentials: { client_id: '1100012345', secret: SECRET, pin: PIN },
};

describe('connections over HTTP', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  let broker: FakeBroker;
  let dir: string;
  const seen: string[] = [];
  const ask = async (method: string, at: string, body?: unknown) => {
    const answer = await client.request<Record<string, never>>(
      method,
      at,
      body === undefined ? {} : { body },
    );
    seen.push(answer.text);
    return answer;
  };
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'munim-connections-'));
    broker = new FakeBroker();
    broker.holdings = [held('TCS', '10')];
    broker.pages = [page(trade('1', 'TCS', '10'))];
    broker.loginPage = 'https://broker.example/login';
    world = await testApi({
      environment: ON,
      adapters: [broker.entry()],
      log: createLog('trace', path.join(dir, 'munim.log')),
    });
    client = await world.signedIn('owner');
  });
  after(async () => {
    await world.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('contract/Portfolio bodies: made, read, changed, synced, logged in, deleted', async () => {
    assert.equal((await ask('GET', `${BASE}/brokers`)).status, 200);
    const made = await ask('POST', BASE, INPUT);
    assert.equal(made.status, 201, made.text);
    const id: string = made.body['id'] ?? '';
    assert.deepEqual((await ask('GET', BASE)).body['items'], [made.body]);
    assert.equal((await ask('PUT', `${BASE}/${id}`, { label: 'Renamed' })).body['label'], 'Renamed');

    const wanting = await ask('POST', `${BASE}/${id}/sync`);
    assert.equal(wanting.status, 200, wanting.text);
    assert.match(wanting.text, /"state":"NEEDS_LOGIN".*"counts":null/);
    const login = await ask('POST', `${BASE}/${id}/login`, { request_token: 'request-token-of-the-person' });
    assert.equal(login.status, 200, login.text);
    assert.match((await ask('POST', `${BASE}/${id}/sync`)).text, /"state":"OK".*"trades_new":1/);
    assert.equal((await ask('GET', `${BASE}/${id}`)).status, 200);

    for (const [at, body, status, code] of [
      [`${BASE}/${id}/otp`, { otp: '1234' }, 409, 'OTP_NOT_WANTED'],
      [`${BASE}/${id}/otp/resend`, {}, 409, 'OTP_NOT_WANTED'],
      [BASE, { ...INPUT, label: 'Other' }, 409, 'CONNECTION_EXISTS'],
      [BASE, { ...INPUT, broker: 'etrade' }, 422, 'VALIDATION_ERROR'],
      [BASE, { ...INPUT, colour: 'red' }, 422, 'VALIDATION_ERROR'],
      [BASE, { ...INPUT, credentials: { secret: 5 } }, 422, 'VALIDATION_ERROR'],
      [`${BASE}/999/sync`, {}, 404, 'CONNECTION_NOT_FOUND'],
    ] as const) {
      const answer = await ask('POST', at, body);
      assert.deepEqual([answer.status, answer.body['code']], [status, code], answer.text);
    }
    broker.before = () => {
      throw new BrokerFailure('CREDENTIALS_REJECTED', 'refused');
    };
    assert.match(
      (await ask('POST', `${BASE}/${id}/sync`)).text,
      /"CREDENTIALS_REJECTED".*"reason":"The broker rejected/,
    );
    broker.before = () => undefined;
    const overview = await ask('GET', '/api/portfolio/v2/dashboard');
    assert.match(overview.text, /"sync_health":\[\{"connection_id"/);
    assert.match(overview.text, /SYNC_FAILED/);
    const spare = await ask('POST', BASE, {
      ...INPUT,
      label: 'Spare',
      credentials: { client_id: '2', secret: SECRET },
    });
    assert.equal((await ask('DELETE', `${BASE}/${spare.body['id']}`)).status, 204);
  });

  it('which portfolio an account is: asked where another holds the same, answered once, and only then', async () => {
    broker.loginPage = null;
    const holding = { portfolio: 'From files', symbol: 'TCS', asset_class: 'Indian Equity', currency: 'INR' };
    await ask('POST', '/api/portfolio/holdings', { ...holding, quantity: 10, avg_buy_price: 90 });
    const body = { ...INPUT, label: 'Asked', credentials: { client_id: '4', secret: SECRET } };
    const { id } = (await ask('POST', BASE, body)).body as unknown as { id: string };
    const answer = (portfolio_id: unknown) => ask('POST', `${BASE}/${id}/portfolio`, { portfolio_id });
    const early = await answer(null);
    assert.equal(early.status, 409);
    assert.match(early.text, /PORTFOLIO_NOT_ASKED/);
    const synced = await ask('POST', `${BASE}/${id}/sync`);
    assert.match(synced.text, /"state":"NEEDS_PORTFOLIO","reason_code":"PORTFOLIO_TO_CHOOSE"/);
    const question = (
      synced.body as unknown as {
        connection: { portfolio_question: { portfolios: { id: string; name: string }[]; answer: unknown } };
      }
    ).connection.portfolio_question;
    assert.deepEqual([question.portfolios.map(({ name }) => name), question.answer], [['From files'], null]);
    assert.equal((await answer(undefined)).status, 422);
    assert.equal((await answer('999')).status, 422);
    const chosen = await answer(question.portfolios[0]?.id);
    assert.equal(chosen.status, 200);
    assert.match(chosen.text, /"portfolio":"From files"/);
    assert.match((await ask('POST', `${BASE}/${id}/sync`)).text, /"state":"OK"/);
    assert.equal((await answer(null)).status, 409);
    assert.equal((await ask('DELETE', `${BASE}/${id}`)).status, 204);
  });

  it('which share trades of a name are of: only for a name that is asked about, and with an answer', async () => {
    broker.loginPage = null;
    const body = { ...INPUT, label: 'Named', credentials: { client_id: '5', secret: SECRET } };
    const made = await ask('POST', BASE, body);
    assert.match(made.text, /"trade_names":\[\]/);
    const answer = (given: object) => ask('POST', `${BASE}/${made.body['id']}/trade-names`, given);
    const unknown = await answer({ name: 'HDFC', symbol: 'HDFCBANK' });
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /Named does not ask about HDFC.*TRADE_NAME_NOT_FOUND/);
    assert.equal((await answer({ name: 'HDFC' })).status, 422);
    assert.equal((await ask('DELETE', `${BASE}/${made.body['id']}`)).status, 204);
  });

  it('a request that comes twice makes one connection', async () => {
    const body = { ...INPUT, label: 'Twice', credentials: { client_id: '3', secret: SECRET } };
    const once = () =>
      client.request<{ id: string }>('POST', BASE, {
        body,
        headers: { 'idempotency-key': 'one-connection-twice' },
      });
    const [first, second] = [await once(), await once()];
    assert.deepEqual([first.status, second.status, second.body.id], [201, 201, first.body.id]);
  });

  it('portfolio/Authentication 4: no secret is in the clear in any answer, log line, table or backup', async () => {
    const tokens = ['token-1-of-the-fake-broker', 'request-token-of-the-person'];
    const log = await readFile(path.join(dir, 'munim.log'), 'utf8');
    assert.ok(log.includes('a sync failed') && seen.length > 15);
    const file = path.join(dir, 'munim.backup');
    await backup({ url: world.core.database.urls.ownerUrl, file });
    const written = gunzipSync(await readFile(file)).toString('latin1');
    assert.ok(written.includes('1100012345'));
    assert.deepEqual(await tablesWith(world.core, SECRET, ...tokens), []);
    for (const secret of [SECRET, ...tokens]) {
      const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')];
      for (const form of forms) {
        assert.ok(!seen.some((text) => text.includes(form)), `an answer has ${form}`);
        assert.ok(!log.includes(form), `the log has ${form}`);
        assert.ok(!written.includes(form), `the backup has ${form}`);
      }
    }
    assert.ok(!seen.some((text) => text.includes(`"${PIN}"`)) && !log.includes(`"${PIN}"`));
  });
});
