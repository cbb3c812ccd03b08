import assert from 'node:assert/strict';
import type { HistoryInstrument, HistoryProvider } from '../../../../core/market/history/index.ts';
import type { Fault, LoopbackServer } from '../../../support/loopback.ts';

/** What a provider needs to be held to the contract. Its double knows the days from `from` to `to`. */
export interface HistoryUnderTest {
  server: LoopbackServer;
  /** A provider with nothing remembered, which gives up on a request after so many milliseconds. */
  fresh(timeoutMs: number): HistoryProvider;
  from: string;
  to: string;
  known: { instrument: HistoryInstrument; closes: [day: string, close: string][] }[];
  /** Covered, but not known to the double. */
  unknown: HistoryInstrument;
  /** Not this provider's business. */
  foreign: HistoryInstrument;
  /** An answer in the right kind of document that holds something else, and a right one cut short by whoever made it. */
  otherShape: { body: string; type: string };
}

const FAULTS: [string, Fault, string][] = [
  ['a 401', { kind: 'status', status: 401 }, 'PROVIDER_ERROR'],
  ['a 403', { kind: 'status', status: 403 }, 'PROVIDER_ERROR'],
  ['a 429', { kind: 'status', status: 429 }, 'PROVIDER_RATE_LIMITED'],
  [
    'a 429 with a long Retry-After',
    { kind: 'status', status: 429, headers: { 'retry-after': '3600' } },
    'PROVIDER_RATE_LIMITED',
  ],
  ['a 500', { kind: 'status', status: 500 }, 'PROVIDER_ERROR'],
  [
    'a redirect',
    { kind: 'status', status: 302, headers: { location: 'https://elsewhere.example/' } },
    'PROVIDER_ERROR',
  ],
  ['a hang', { kind: 'hang' }, 'PROVIDER_TIMEOUT'],
  ['a slow drip', { kind: 'drip', everyMs: 100 }, 'PROVIDER_TIMEOUT'],
  ['a dropped connection', { kind: 'drop' }, 'PROVIDER_UNREACHABLE'],
  ['a cut body', { kind: 'cut' }, 'PROVIDER_UNREACHABLE'],
  [
    'HTML with 200',
    { kind: 'body', type: 'text/html', body: '<html><body>Down for work</body></html>' },
    'PROVIDER_MALFORMED',
  ],
];

/** Long enough that a busy machine is no fault. */
const PATIENT_MS = 50_000;
/** Where the fault is to be late, no longer than needed. */
const patienceFor = ({ kind }: Fault) => (kind === 'hang' || kind === 'drip' ? 200 : PATIENT_MS);

/** What the history relies on, whoever gives the closes. */
export function historyProviderContract(open: () => Promise<HistoryUnderTest>): void {
  let tested: HistoryUnderTest;
  before(async () => {
    tested = await open();
  });
  after(() => tested.server.close());
  beforeEach(() => tested.server.calm());

  const asked = () => tested.known.map(({ instrument }) => instrument);
  const ask = (timeoutMs = PATIENT_MS, signal?: AbortSignal) =>
    tested.fresh(timeoutMs).closes(asked(), tested.from, tested.to, signal);

  it('gives one outcome for each instrument, in order: every day once, ascending, exact and as traded', async () => {
    const { known, unknown, from, to } = tested;
    const outcomes = await tested.fresh(PATIENT_MS).closes([...asked(), unknown], from, to);
    assert.deepEqual(
      outcomes.map(({ closes }) => closes.map(({ day, close }) => [day, close])),
      [...known.map(({ closes }) => closes), []],
    );
  });

  it('keeps to the days that are asked for', async () => {
    const [first] = tested.known;
    assert.ok(first);
    const [day] = first.closes.at(-1) ?? [''];
    const [outcome] = await tested.fresh(PATIENT_MS).closes([first.instrument], day, day);
    assert.deepEqual(
      outcome?.closes.map(({ day: one }) => one),
      [day],
    );
  });

  it('covers what is its own and nothing else', () => {
    const provider = tested.fresh(PATIENT_MS);
    for (const instrument of [...asked(), tested.unknown]) assert.equal(provider.covers(instrument), true);
    assert.equal(provider.covers(tested.foreign), false);
  });

  it('asks nobody about nothing', async () => {
    assert.deepEqual(await tested.fresh(PATIENT_MS).closes([], tested.from, tested.to), []);
    assert.equal(tested.server.requests.length, 0);
  });

  for (const [title, fault, failure] of FAULTS) {
    it(`${title} is ${failure} for every instrument, without a close and without an error`, async () => {
      tested.server.fail(fault);
      assert.deepEqual(
        await ask(patienceFor(fault)),
        asked().map(() => ({ closes: [], splits: [], failure })),
      );
    });
  }

  for (const title of [
    'an empty answer',
    'an answer of another shape',
    'an answer that its maker cut short',
  ] as const) {
    it(`${title} is PROVIDER_MALFORMED`, async () => {
      const { body, type } = tested.otherShape;
      const cut = title.endsWith('short') ? body.slice(0, body.length / 2) : body;
      tested.server.fail({ kind: 'body', type, body: title === 'an empty answer' ? '' : cut });
      const outcomes = await ask();
      assert.deepEqual(
        outcomes.map(({ failure, closes }) => [failure, closes.length]),
        asked().map(() => ['PROVIDER_MALFORMED', 0]),
      );
    });
  }

  it('gets over a fault that passes', async () => {
    tested.server.fail({ kind: 'status', status: 503 }, { times: 1 });
    const outcomes = await ask();
    assert.ok(outcomes.every(({ failure }) => failure === null));
  });

  it('stops when nobody waits any longer', async () => {
    tested.server.fail({ kind: 'hang' });
    // By itself it would wait for ten minutes.
    const outcomes = await ask(600_000, AbortSignal.timeout(30));
    assert.ok(outcomes.every(({ failure }) => failure === 'PROVIDER_TIMEOUT'));
  });

  it('gives up on a system that is down before every instrument has waited for it', async () => {
    tested.server.fail({ kind: 'drop' });
    const [first] = asked();
    assert.ok(first);
    const many = Array.from({ length: 40 }, () => first);
    const outcomes = await tested.fresh(PATIENT_MS).closes(many, tested.from, tested.to);
    assert.equal(outcomes.length, 40);
    assert.ok(tested.server.requests.length < 40);
  });
}
