import assert from 'node:assert/strict';
import { RECORD_KINDS } from '../../../core/options/index.ts';
import { createRecordParser, type RecordParser } from '../../../core/options/ingest/index.ts';
import { parseOnTheSpot } from '../../../core/options/ingest/record-parser.ts';
import type { Log } from '../../../core/platform/index.ts';

const NOW = new Date('2026-06-15T10:00:00.000Z');
const EXAMPLES = RECORD_KINDS.map(({ example }) => example);
const [FIRST] = EXAMPLES;

/** Every kind, and every way in which a record can be wrong, 300 records in all. */
const RECORDS: unknown[] = Array.from({ length: 300 }, (_, nr) => {
  const example = EXAMPLES[nr % EXAMPLES.length];
  const wrong: unknown[] = [
    null,
    [],
    'a text',
    { id: `no-kind-${nr}` },
    { ...FIRST, kind: 'UNHEARD_OF' },
    { ...FIRST, at: '2031-01-01T00:00:00Z' },
    { ...FIRST, at: 'yesterday' },
    { ...FIRST, words: 'x'.repeat(70_000) },
  ];
  return nr % 3 === 0 ? wrong[(nr / 3) % wrong.length] : { ...example, id: `record-${nr}` };
});

describe('records that are read in a thread of their own', () => {
  const parsers: RecordParser[] = [];
  const parserOf = (thread?: URL, told: string[] = []): RecordParser => {
    const log = { warn: (_: object, words: string) => told.push(words) } as unknown as Log;
    const parser = createRecordParser({ log }, () => Promise.resolve(), thread);
    parsers.push(parser);
    return parser;
  };
  const threadOf = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  after(() => Promise.all(parsers.map((parser) => parser.close())));

  /** The real one: a thread takes half a second to start. */
  const parser = parserOf();

  it('decisions/Options workspace: a thread reads every kind and refuses every fault just as it is done on the spot', async () => {
    assert.equal(await parser.warm(), true);
    const parsed = await parser.parse(RECORDS, NOW);
    assert.deepEqual(parsed, await parseOnTheSpot(RECORDS, NOW));
    assert.ok(parsed.some((one) => 'code' in one) && parsed.some((one) => 'taken' in one));
  });

  it('decisions/Options workspace: batches that are read at once keep to themselves', async () => {
    const [forwards, backwards] = await Promise.all([
      parser.parse(RECORDS, NOW),
      parser.parse(RECORDS.toReversed(), NOW),
    ]);
    assert.deepEqual(forwards, backwards.toReversed());
  });

  const BROKEN: Record<string, string> = {
    'ends before it is up': 'process.exit(3)',
    'ends in the middle of a batch': `import { parentPort } from 'node:worker_threads';
      let asked = 0;
      parentPort.on('message', () => (asked += 1) > 1 ? process.exit(3) : parentPort.postMessage({ json: '[]' }));
      parentPort.postMessage('ready');`,
    'leaves a record out': `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => parentPort.postMessage({ json: '[]' }));
      parentPort.postMessage('ready');`,
    'answers with an error': `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => parentPort.postMessage({ error: 'no' }));
      parentPort.postMessage('ready');`,
    throws: `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { throw new Error('no'); });
      parentPort.postMessage('ready');`,
  };
  for (const [what, code] of Object.entries(BROKEN))
    it(`decisions/Options workspace: a thread that ${what} loses no record, now or later`, async () => {
      const told: string[] = [];
      const broken = parserOf(threadOf(code), told);
      await broken.warm();
      const expected = await parseOnTheSpot(RECORDS, NOW);
      assert.deepEqual(await broken.parse(RECORDS, NOW), expected);
      assert.deepEqual(await broken.parse(RECORDS, NOW), expected);
      assert.equal(told.length, what === 'ends before it is up' ? 0 : 1);
    });
});
