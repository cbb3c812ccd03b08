import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Access } from '../../../../core/brokers/adapter.ts';
import { VARIATIONS, type World } from '../../../support/broker-double.ts';
import { loginFailures, quoteContract, readingFailures } from './contract-failures.ts';
import { checkHolding, checkSession, checkTrade, checkVaried, inOrder } from './contract-rows.ts';
import {
  type AdapterUnderTest,
  limitsOfAProcess,
  NEVER,
  NO_RATE,
  PATIENT_MS,
  SMALL,
  Subject,
} from './contract-subject.ts';

const LARGE: World = { holdings: 20, trades: 200, leftOut: 10 };

/** What the sync relies on, whichever broker it is. `describe` around it names the broker. */
export function brokerAdapterContract(tested: AdapterUnderTest): void {
  const subject = new Subject(tested);
  before(() => tested.double.start());
  after(() => tested.double.close());
  beforeEach(() => subject.reset());

  describe('reads', () => readings(subject));
  describe('reads the same where the answers have', () => variations(subject));
  describe('meets', () => readingFailures(subject));
  describe('keeps to', () => limits(subject));
  describe('logs in', () => logins(subject));
  describe('and a login that meets', () => loginFailures(subject));
  describe('quotes', () => quoteContract(subject));
  describe('describes itself', () => description(subject));
}

function readings(subject: Subject): void {
  it('all holdings and trades, exactly, each trade under an id of its own', async () => {
    const { holdings, trades } = await subject.readAll();
    assert.equal(holdings.length, SMALL.holdings);
    assert.equal(new Set(trades.map(({ execution_id }) => execution_id)).size, SMALL.trades);
    for (const holding of holdings) checkHolding(holding);
    for (const trade of trades) checkTrade(trade);
  });

  subject.check(
    'left-out rows',
    async () => {
      const { leftOut } = await subject.readAll();
      assert.equal(leftOut.length, SMALL.leftOut);
      for (const { what, reason } of leftOut) assert.ok(what !== '' && reason.length > 0, inspect(leftOut));
    },
    'and says of every row it leaves out what it is and why',
  );

  it('the same ids and figures each time', async () => {
    const first = await subject.readAll();
    assert.deepEqual(inOrder(await subject.readAll()), inOrder(first));
  });

  it('and says when the session was issued that it made or began with', async () => {
    const { session } = await subject.readAll();
    const used = session ?? subject.access.session;
    assert.ok(used !== null);
    checkSession(used, subject.tested.now);
  });

  it('no further than wanted: closing before the end, and twice, does no harm', async () => {
    const reading = await subject.hasty().read(subject.access, NEVER);
    for await (const page of reading.trades(subject.tested.range)) {
      assert.ok(page);
      break;
    }
    await reading.close();
    await reading.close();
  });
}

function variations(subject: Subject): void {
  for (const variation of VARIATIONS.filter((name) => name !== 'endless pages'))
    subject.check(variation, async () => {
      const usual = await subject.readAll();
      subject.reset();
      subject.double.vary(variation);
      checkVaried(variation, usual, await subject.readAll());
    });

  subject.check(
    'endless pages',
    async () => {
      subject.double.vary('endless pages');
      await subject.assertFailure(() => subject.readAll(), 'TOO_MUCH_DATA');
      subject.assertBounded(subject.tested.mostRequests * 50);
    },
    'endless pages: stops with TOO_MUCH_DATA',
  );
}

function limits(subject: Subject): void {
  const { double, tested } = subject;

  it("the broker's rate, whoever else asks", async () => {
    subject.reset(LARGE);
    const { limits: shared, now } = limitsOfAProcess();
    double.keepRates(now);
    const tuning = { timeoutMs: PATIENT_MS };
    const read = async () => await subject.readAll(subject.create({ limits: shared, tuning }));
    for (const { trades } of await Promise.all([read(), read()]))
      assert.equal(new Set(trades.map(({ execution_id }) => execution_id)).size, LARGE.trades);
    assert.equal(double.refused, 0);
    subject.assertBounded(2 * tested.mostRequests);
  });

  it('limiters that are not named after a secret', async () => {
    const names: string[] = [];
    const noted = {
      of(...[key, options]: Parameters<typeof NO_RATE.of>) {
        names.push(key);
        return NO_RATE.of(key, options);
      },
    };
    await subject.readAll(subject.create({ limits: noted }));
    assert.ok(names.length > 0);
    for (const secret of subject.secrets()) assert.ok(!names.join(' ').includes(secret), names.join(' '));
  });

  subject.check(
    'secrets in addresses',
    async () => {
      await subject.hasty().connect(subject.access, subject.connectOptions());
      subject.access = { ...subject.access, session: tested.access().session };
      await subject.readAll();
      for (const { path } of double.log)
        for (const secret of subject.secrets()) assert.ok(!decodeURIComponent(path).includes(secret), path);
    },
    'addresses without a secret',
  );
}

function logins(subject: Subject): void {
  const { tested } = subject;

  subject.check(
    'connects',
    async () => {
      const session = await subject.hasty().connect(subject.access, subject.connectOptions());
      checkSession(session, tested.now);
      const access: Access = { credentials: subject.access.credentials, session };
      const { holdings } = await subject.readAll(subject.hasty(), { access });
      assert.equal(holdings.length, SMALL.holdings);
    },
    'and reads with the session that it got',
  );

  subject.check(
    'renews',
    async () => {
      const session = await subject.hasty().renew(subject.access, NEVER);
      checkSession(session, tested.now);
      assert.notDeepEqual(session.values, subject.access.session?.values);
      const access: Access = { credentials: subject.access.credentials, session };
      const { holdings } = await subject.readAll(subject.hasty(), { access });
      assert.equal(holdings.length, SMALL.holdings);
    },
    'a renewed session is another one, and good',
  );
}

function description(subject: Subject): void {
  it('with fields that have a label and a hint, and the account, which is no secret', () => {
    const adapter = subject.hasty();
    const { credentials } = subject.access;
    for (const { name, label, hint } of adapter.fields) assert.ok(name !== '' && label !== '' && hint !== '');
    const names = adapter.fields.map(({ name }) => name);
    assert.deepEqual(
      Object.keys(credentials).filter((name) => !names.includes(name)),
      [],
    );
    for (const { name, required, pattern } of adapter.fields) {
      const value = credentials[name];
      if (required) assert.ok(value !== undefined, name);
      if (value !== undefined && pattern !== undefined) assert.match(value, pattern);
    }
    const account = adapter.account(credentials) ?? '';
    for (const { name, secret } of adapter.fields)
      if (secret) assert.ok(!account.includes(credentials[name] ?? '\0'));
    assert.equal(adapter.account({}), null);
  });
}
