import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Access } from '../../../../core/brokers/adapter.ts';
import { BrokerFailure } from '../../../../core/brokers/failure.ts';
import type { Fault } from '../../../support/loopback.ts';
import { faultsOf, PASSING } from './contract-faults.ts';
import { DAY, EXACT, inOrder } from './contract-rows.ts';
import { type Everything, NEVER, PATIENT_MS, type Subject } from './contract-subject.ts';

/** A reading that meets a fault fails whole, for the right reason, soon and without asking much. */
export function readingFailures(subject: Subject): void {
  const { double, tested } = subject;

  for (const after of [0, 1]) {
    const when = after === 0 ? 'at once' : 'after a good answer';
    for (const [title, fault, reason] of faultsOf(tested)) {
      const run = async () => {
        double.fail(fault, { after });
        const failure = await subject.assertFailure(
          () => subject.readAll(subject.hasty(patienceFor(fault))),
          reason,
        );
        const retryAfter = title.includes('Retry-After') ? 1_800_000 : null;
        if (title.startsWith('a 429')) assert.equal(failure.retryAfterMs, retryAfter);
        subject.assertBounded(after + 3);
      };
      if (after === 0) it(`${title} ${when}: ${reason}`, run);
      else subject.check('a second request', run, `${title} ${when}: ${reason}`);
    }
  }

  subject.check(
    'a session that ends mid-sync',
    async () => {
      for (const after of [0, 1]) {
        subject.reset();
        double.endSessions({ after });
        await subject.assertFailure(() => subject.readAll(), tested.ended);
        subject.assertBounded(after + 4);
      }
    },
    `a session that ends mid-sync: ${tested.ended}`,
  );

  subject.check(
    'an ended session',
    async () => {
      const { credentials, session } = subject.access;
      // One that logs in on its own does so then.
      if (session === null || subject.hasty().renewal === 'none') return;
      const access: Access = { credentials, session: { ...session, expires_at: tested.now } };
      await subject.assertFailure(() => subject.readAll(subject.hasty(), { access }), tested.ended);
      subject.assertBounded(0);
    },
    `a session that is past its end, and asks nothing with it: ${tested.ended}`,
  );

  subject.check(
    'passing faults',
    async () => {
      const usual = inOrder(await subject.readAll());
      for (const fault of [
        { kind: 'status', status: 503 },
        { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
        { kind: 'drop' },
        { kind: 'cut' },
      ] satisfies Fault[])
        for (const after of [0, 1]) {
          subject.reset();
          double.fail(fault, { after, times: 1 });
          assert.deepEqual(inOrder(await subject.readAll()), usual);
        }
    },
    'faults that pass, and gets over them',
  );

  it('anything at whichever of its requests, and never gives a part for the whole', async () => {
    const usual = inOrder(await subject.readAll());
    const places = Math.min(double.log.length, 12);
    for (const [fault, times] of PASSING)
      for (let after = 0; after < places; after += 1) {
        subject.reset();
        double.fail(fault, { after, times });
        let read: Everything;
        try {
          read = await subject.readAll();
        } catch (error) {
          assert.ok(error instanceof BrokerFailure, inspect(error));
          continue;
        }
        assert.deepEqual(inOrder(read), usual, `request ${after + 1} met ${inspect(fault)}`);
      }
  }).timeout(600_000);

  it('an address where nobody listens: BROKER_UNREACHABLE', async () => {
    const tuning = { timeoutMs: PATIENT_MS, retries: 0 };
    const adapter = subject.create({ baseUrl: 'http://127.0.0.1:9', tuning });
    await subject.assertFailure(() => subject.readAll(adapter), 'BROKER_UNREACHABLE');
  });

  it('being switched off: BROKER_OFF', async () => {
    const adapter = subject.create({ baseUrl: null });
    await subject.assertFailure(() => subject.readAll(adapter), 'BROKER_OFF');
    const options = subject.connectOptions();
    await subject.assertFailure(() => adapter.connect(subject.access, options), 'BROKER_OFF');
    subject.assertBounded(0);
  });

  it('nobody waiting any longer, and ends at once', async () => {
    // By itself it would wait for ten minutes.
    const unending = () => subject.create({ tuning: { timeoutMs: 600_000 } });
    for (const after of [0, 1]) {
      subject.reset();
      double.fail({ kind: 'hang' }, { after });
      const signal = AbortSignal.timeout(100);
      await subject.assertFailure(() => subject.readAll(unending(), { signal }), 'BROKER_TIMEOUT');
    }
  });

  it('a sync that was ended before it began, and asks nobody', async () => {
    const signal = AbortSignal.abort();
    await subject.assertFailure(() => subject.readAll(subject.hasty(), { signal }), 'BROKER_TIMEOUT');
    subject.assertBounded(0);
  });
}

/** Where the fault is to be late, no longer than needed. */
const patienceFor = ({ kind }: Fault) => (kind === 'hang' || kind === 'drip' ? 250 : PATIENT_MS);

export function loginFailures(subject: Subject): void {
  for (const [title, fault, reason] of faultsOf(subject.tested))
    subject.check(
      'connects: faults',
      async () => {
        const options = subject.connectOptions();
        subject.double.fail(fault);
        await subject.assertFailure(
          () => subject.hasty(patienceFor(fault)).connect(subject.access, options),
          reason,
        );
        subject.assertBounded(2);
      },
      `${title}: ${reason}`,
    );
}

/** Prices by the broker's own service, where it has one. */
export function quoteContract(subject: Subject): void {
  const { quotable } = subject.tested;
  if (quotable === undefined) {
    it('are none of this broker', () => assert.ok(!('quotes' in subject.hasty())));
    return;
  }
  const quotes = async (signal = NEVER, patience?: number) =>
    await subject.hasty(patience).quotes?.(subject.access, [quotable, quotable], signal);

  it('are exact, one for each that was asked for', async () => {
    const [one, other] = (await quotes()) ?? [];
    assert.deepEqual(one, other);
    assert.match(one?.price ?? '', EXACT);
    if (one?.as_of !== null) assert.match(one?.as_of ?? '', DAY);
  });

  for (const [title, fault, reason] of faultsOf(subject.tested))
    it(`${title}: ${reason}`, async () => {
      subject.double.fail(fault);
      await subject.assertFailure(() => quotes(NEVER, patienceFor(fault)), reason);
      subject.assertBounded(2);
    });

  it('end at once when nobody waits any longer', async () => {
    subject.double.fail({ kind: 'hang' });
    await subject.assertFailure(() => quotes(AbortSignal.timeout(50)), 'BROKER_TIMEOUT');
  });
}
