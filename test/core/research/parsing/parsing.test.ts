import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Timers } from '../../../../core/platform/index.ts';
import {
  createParsing,
  MalformedDocument,
  parserNamed,
  type Parsing,
  PARSING_LIMITS,
  type ParsingLimits,
  UnreadDocument,
} from '../../../../core/research/index.ts';
import { COUNT, MUCH, ROWS, WORDS } from './tried-parsers.ts';

const THREAD = new URL('tried-parsers.ts', import.meta.url);
const FAULTY = new URL('faulty-thread.mjs', import.meta.url);
const faulty = (name: string) => parserNamed<(body: Buffer, args: null) => number>(name);
const [CRASH, HANG, HOG] = [faulty('crash'), faulty('hang'), faulty('hog')] as const;
const TWELVE = Buffer.from('twelve bytes');

/** Spans of time that end when the test says so. */
function spans() {
  const open: { ms: number; end: () => void }[] = [];
  const timers: Timers = {
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { ms, end: resolve };
        open.push(one);
        signal?.addEventListener('abort', () => {
          open.splice(open.indexOf(one), 1);
          reject(signal.reason as Error);
        });
      }),
  };
  return {
    timers,
    open,
    end: (ms: number): void => {
      const one = open.find((span) => span.ms === ms);
      assert.ok(one, `nobody waits for ${ms} ms`);
      one.end();
    },
  };
}

const isUnread = (reason: UnreadDocument['reason'], words: RegExp) => (error: unknown) =>
  error instanceof UnreadDocument && error.reason === reason && words.test(error.message);

/** A document of the size and shape of the SEC's. */
function facts(megabytes: number): Buffer {
  const row = { end: '2025-01-31', val: 123_456_789, accn: '0001640147-25-000052', fy: 2025, form: '10-K' };
  const rows = Array.from({ length: 1000 }, () => row);
  const tags = Math.ceil((megabytes * 2 ** 20) / JSON.stringify(rows).length);
  return Buffer.from(
    JSON.stringify({
      facts: Object.fromEntries(Array.from({ length: tags }, (_, nr) => [`Tag${nr}`, rows])),
    }),
  );
}

describe('core/research/parsing', () => {
  const open: Parsing[] = [];
  const parsing = (limits: Partial<ParsingLimits> = {}, timers?: Timers) => {
    const one = createParsing({
      thread: FAULTY,
      limits: { ...PARSING_LIMITS, ...limits },
      ...(timers === undefined ? {} : { timers }),
    });
    open.push(one);
    return one;
  };
  let shared: Parsing;
  before(() => {
    shared = createParsing({ thread: THREAD });
  });
  after(async () => {
    await shared.close();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(async (one) => await one.close()));
  });

  it('documents are read one after the other, each with its own answer, and stay with who has them', async () => {
    const { read } = shared;
    const body = Buffer.from('twelve bytes');
    const answers = await Promise.all([1, 2, 3].map(async (times) => await read(COUNT, body, { times })));
    assert.deepEqual(answers, [12, 24, 36]);
    assert.equal(body.toString(), 'twelve bytes');
  });

  it('research/Limits: a document of 10 MB does not hold up the process that asked', async () => {
    const { read } = shared;
    await read(COUNT, TWELVE, { times: 1 });
    const body = facts(10);
    let turns = 0;
    let isRead = false;
    const answer = read(ROWS, body, null).finally(() => (isRead = true));
    while (!isRead) {
      await turn();
      turns += 1;
    }
    assert.equal((await answer) % 1000, 0);
    // Read on the spot, it would be there after the first turn or two.
    assert.ok(turns > 20, `${turns} turns`);
  });

  it('a parser that throws gives MalformedDocument with its words; a parser that nobody knows too', async () => {
    const { read } = shared;
    await assert.rejects(read(WORDS, TWELVE, null), (error) => {
      assert.ok(error instanceof MalformedDocument);
      return error.message === 'The year ends before it begins.';
    });
    await assert.rejects(read(parserNamed('unheard_of'), TWELVE, null as never), /no parser unheard_of/);
    assert.equal(await read(COUNT, TWELVE, { times: 1 }), 12);
  });

  it('a bomb of nested JSON is refused by its depth, 200 MB by their size, before anybody reads them', async () => {
    const { read } = shared;
    await assert.rejects(
      read(ROWS, Buffer.from('['.repeat(5_000_000)), null),
      /nested more than 64 levels deep/,
    );
    await assert.rejects(
      read(ROWS, Buffer.alloc(200 * 2 ** 20), null),
      isUnread('TOO_LARGE', /has 209715200 bytes/),
    );
  });

  it('brackets within texts are no depth', async () => {
    const { read } = shared;
    const body = Buffer.from(JSON.stringify({ facts: { [`"\\${'['.repeat(100)}`]: ['{'.repeat(100)] } }));
    assert.equal(await read(ROWS, body, null), 1);
  });

  it('a page with status 200, a document that was cut off and an empty one are told apart', async () => {
    const { read } = shared;
    await assert.rejects(
      read(ROWS, Buffer.from('\n<!DOCTYPE html><p>Wait'), null),
      /sent a web page instead of JSON/,
    );
    await assert.rejects(read(ROWS, Buffer.from('{"facts":{"Tag":[1,2'), null), /it is cut off/);
    await assert.rejects(read(ROWS, Buffer.alloc(0), null), /is empty/);
  });

  it('a thread that dies of memory fails that document alone: the next one has a new thread', async () => {
    const { read } = parsing({ heapMb: 40 });
    const hog = assert.rejects(read(HOG, TWELVE, null), isUnread('TOO_LARGE', /more memory/));
    const behind = read(COUNT, TWELVE, { times: 2 });
    await hog;
    assert.equal(await behind, 24);
  });

  it('a thread that ends fails that document alone', async () => {
    const { read } = parsing();
    const crash = assert.rejects(
      read(CRASH, TWELVE, null),
      isUnread('THREAD_ENDED', /the thread stopped unexpectedly/),
    );
    const behind = read(COUNT, TWELVE, { times: 2 });
    await crash;
    assert.equal(await behind, 24);
  });

  it('an answer that is too long is not given', async () => {
    const most = PARSING_LIMITS.maxAnswer;
    // With its two quotes it has one character more than it may.
    await assert.rejects(
      shared.read(MUCH, TWELVE, { characters: most - 1 }),
      isUnread('TOO_LARGE', new RegExp(`${most + 1} characters`)),
    );
  });

  it('a document that takes too long is given up; an idle thread ends, and the next document starts another', async () => {
    const { timers, end, open: waited } = spans();
    const { read } = parsing({ idleMs: 5 }, timers);
    const hang = assert.rejects(read(HANG, TWELVE, null), isUnread('TOO_SLOW', /longer than 60 s/));
    const behind = read(COUNT, TWELVE, { times: 3 });
    end(60_000);
    await hang;
    assert.equal(await behind, 36);
    assert.deepEqual(
      waited.map(({ ms }) => ms),
      [5],
    );
    end(5);
    await turn();
    assert.equal(await read(COUNT, TWELVE, { times: 2 }), 24);
  });

  it('who no longer wants an answer has none, waiting or read; the others are read', async () => {
    const { read } = parsing();
    const [hanging, queued] = [new AbortController(), new AbortController()];
    const hang = assert.rejects(read(HANG, TWELVE, null, hanging.signal), /not wanted/);
    const never = assert.rejects(read(COUNT, TWELVE, { times: 1 }, queued.signal), /nor this/);
    const behind = read(COUNT, TWELVE, { times: 3 });
    queued.abort(new Error('nor this'));
    await never;
    hanging.abort(new Error('not wanted'));
    await hang;
    assert.equal(await behind, 36);
  });

  it('after the end nothing is read, and what was waited for fails', async () => {
    const one = parsing();
    const hang = assert.rejects(one.read(HANG, TWELVE, null), isUnread('CLOSED', /about to stop/));
    const behind = assert.rejects(one.read(COUNT, TWELVE, { times: 1 }), isUnread('CLOSED', /about to stop/));
    await one.close();
    await Promise.all([hang, behind]);
    await assert.rejects(one.read(COUNT, TWELVE, { times: 1 }), isUnread('CLOSED', /about to stop/));
  });
});
