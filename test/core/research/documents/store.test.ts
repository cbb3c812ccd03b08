import assert from 'node:assert/strict';
import pg from 'pg';
import {
  createLog,
  createSharedLimits,
  PACES,
  survivesLostConnections,
  type Timers,
} from '../../../../core/platform/index.ts';
import {
  createDocuments,
  createDocumentStore,
  documentKey,
  type DocumentSource,
  isServedBy,
  keyText,
  withoutSecrets,
} from '../../../../core/research/index.ts';
import { sharedCore, testCore, type TestCore } from '../../../support/core.ts';
import { EvidenceServer } from '../../../support/evidence-server.ts';

const SOURCE = 'nse_site';
const PATH = '/api/corporate-announcements?index=equities&symbol=KAVFLOW';

describe('research/Evidence: what is kept of documents', () => {
  let world: TestCore;
  const coreAnew = sharedCore({ at: '2026-09-30T12:00:00.000Z' });
  beforeEach(async () => {
    world = await coreAnew();
  });

  const document = (body: string, path = PATH, origin: 'NETWORK' | 'FILE' = 'NETWORK') => ({
    source: SOURCE as DocumentSource,
    path,
    body: Buffer.from(body),
    mediaType: 'application/json',
    origin,
    publishedAt: null,
  });
  const put = async (store: ReturnType<typeof createDocumentStore>, ...of: Parameters<typeof document>) =>
    await store.put(document(...of));
  const newest = async (store: ReturnType<typeof createDocumentStore>, knownBy: string | null = null) => {
    const found = await store.find(SOURCE, PATH, { isLoose: false, knownBy });
    return found === null ? null : String(await store.body(found.id));
  };

  it('every version that differs stays; the newest is read, or the newest that was known by a moment', async () => {
    const store = createDocumentStore(world.core);
    assert.equal((await put(store, '[1]')).isNew, true);
    world.clock.pass(60);
    assert.equal((await put(store, '[2]')).isNew, true);
    assert.equal(await newest(store), '[2]');
    assert.equal(await newest(store, '2026-09-30T12:30:00Z'), '[1]');
    assert.equal(await newest(store, '2026-09-30T11:00:00Z'), null);
    world.clock.pass(60);
    assert.equal((await put(store, '[1]')).isNew, false, 'known: only the time is noted');
    assert.equal(await newest(store), '[1]', 'the source says it again');
  });

  it('offline, a list up to another day stands for the one up to today; one that begins later, or of another page, does not', async () => {
    const store = createDocumentStore(world.core);
    const list = (from: string, to: string, page = 1) =>
      `/BseIndiaAPI/api/AnnSubCategoryGetData/w?pageno=${page}&strCat=-1&strPrevDate=${from}&strToDate=${to}&strScrip=599901`;
    const found = async (path: string, isLoose: boolean) => {
      const one = await store.find(SOURCE, path, { isLoose });
      return one === null ? null : String(await store.body(one.id));
    };
    await put(store, '[1]', list('20250101', '20260928'));
    world.clock.pass(60);
    await put(store, '[2]', list('20250101', '20260929'));
    assert.equal(await found(list('20250101', '20260930'), true), '[2]');
    assert.equal(await found(list('20250101', '20260928'), true), '[1]');
    assert.equal(await found(list('20260101', '20270215'), true), '[2]', 'it begins earlier');
    assert.equal(await found(list('20240101', '20251231'), true), null);
    assert.equal(await found(list('20250101', '20260930', 2), true), null);
    assert.equal(await found(list('20250101', '20260930'), false), null, 'whoever may ask asks');
  });

  it('of a list with one version this and its body are read in one statement', async () => {
    const work: string[] = [];
    let statements = 0;
    const readAsSystem: typeof world.core.database.readAsSystem = async (why, run) => {
      work.push(why);
      return await world.core.database.readAsSystem(why, async (db) => {
        const count = ({ sql }: { sql: string }) =>
          (statements += sql.includes('evidence_documents') ? 1 : 0);
        db.on('query', count);
        try {
          return await run(db);
        } finally {
          db.removeListener('query', count);
        }
      });
    };
    const context = { ...world.core, database: { ...world.core.database, readAsSystem } };
    const service = createDocuments(context);
    await put(service.store, '[1]', PATH, 'FILE');
    work.length = 0;
    statements = 0;
    const documents = service.of({ mode: 'OFFLINE', as_of: '2026-09-30T12:00:00.000Z' });
    const { body } = await documents.get({ source: SOURCE, path: PATH, accept: /json/, freshForMs: 0 });
    assert.equal(String(body), '[1]');
    assert.deepEqual(work, ['list documents that research read', 'read a document that research read']);
    assert.equal(statements, 2);
  });

  it('a file that is imported again changes nothing, not even its time', async () => {
    const store = createDocumentStore(world.core);
    await put(store, '[1]', PATH, 'FILE');
    world.clock.pass(60);
    const again = await put(store, '[1]', PATH, 'FILE');
    assert.deepEqual([again.isNew, again.fetchedAt], [false, '2026-09-30T12:00:00.000Z']);
  });

  it('documents of one transaction: each is answered in its place, and the last of one path is its newest', async () => {
    const store = createDocumentStore(world.core, { versions: 2, bytes: 1_000_000 });
    const file = (body: string, path: string) => document(body, path, 'FILE');
    await put(store, '[0]', '/api/a');
    const stored = await store.putAll([
      file('[1]', '/api/a'),
      file('[2]', '/api/a'),
      file('[2]', '/api/a'),
      file('[3]', '/api/b'),
    ]);
    assert.deepEqual(
      stored.map(({ isNew }) => isNew),
      [true, true, false, true],
    );
    assert.deepEqual([...(await store.places(SOURCE))].toSorted(), ['/api/a', '/api/b']);
    const read = async (path: string) => String((await store.read(SOURCE, path, { isLoose: false }))?.body);
    assert.deepEqual([await read('/api/a'), await read('/api/b')], ['[2]', '[3]']);
    // Two versions stay of a path: the first one went.
    assert.equal(await store.has(SOURCE, '/api/a', stored[0]?.sha256 ?? ''), true);
    assert.equal((await store.read(SOURCE, '/api/a', { isLoose: false }))?.versions.length, 2);
    assert.deepEqual(await store.putAll([]), []);
  });

  it('two imports of the same documents in opposite orders both end, and each document is new to one of them', async () => {
    const stores = [createDocumentStore(world.core), createDocumentStore(world.core)];
    const documents = Array.from({ length: 50 }, (_, nr) => document(`[${nr}]`, `/api/${nr}`, 'FILE'));
    const orders = [documents, documents.toReversed()];
    const stored = await Promise.all(stores.map(async (store, nr) => await store.putAll(orders[nr] ?? [])));
    assert.deepEqual(
      stored.map((of) => of.length),
      [50, 50],
    );
    assert.equal(stored.flat().filter(({ isNew }) => isNew).length, 50);
  });

  it('of one path the newest versions stay, and of all together what fits: the oldest answers go first, files last', async () => {
    const few = createDocumentStore(world.core, { versions: 2, bytes: 1_000_000 });
    for (const body of ['[1]', '[2]', '[3]']) {
      await put(few, body);
      world.clock.pass(1);
    }
    assert.equal(await few.has(SOURCE, PATH, (await put(few, '[3]')).sha256), true);
    const count = async (): Promise<number> =>
      await world.core.database.asSystem('count documents in a test', async (trx) => {
        const { rows } = await trx.raw<{ rows: { count: string }[] }>(
          'select count(*) from portfolio.evidence_documents',
        );
        return Number(rows[0]?.count);
      });
    assert.equal(await count(), 2);
    // Packed, each of these is 23 bytes: two of three fit.
    await put(few, '[4]', '/api/a', 'FILE');
    const tight = createDocumentStore(world.core, { versions: 2, bytes: 50 });
    assert.equal(await tight.prune(), 1);
    assert.notEqual(await tight.find(SOURCE, '/api/a', { isLoose: false }), null, 'the file is still there');
    assert.equal(await newest(tight), '[3]');
  });

  it('a recorded file answers whoever asks with more words; an answer of the network only its own question', async () => {
    const store = createDocumentStore(world.core);
    await put(store, '["file"]', PATH, 'FILE');
    const more = `${PATH}&from_date=01-01-2025&page=1`;
    assert.equal((await store.find(SOURCE, more, { isLoose: true }))?.isExact, false);
    assert.equal(await store.find(SOURCE, more, { isLoose: false }), null);
    assert.equal(await store.find(SOURCE, more.replace('KAVFLOW', 'TCS'), { isLoose: true }), null);
    await put(store, '["network"]', '/api/quotes?index=equities');
    assert.equal(await store.find(SOURCE, '/api/quotes?index=equities&symbol=A', { isLoose: true }), null);
  });

  it('a path is found in any order and spelling, without its crumb', () => {
    const same = (source: DocumentSource, one: string, other: string): void =>
      assert.equal(keyText(documentKey(source, one)), keyText(documentKey(source, other)));
    const results = '/api/integrated-filing-results?';
    same(
      'nse_site',
      `${results}index=equities&type=Integrated%20Filing-%20Financials`,
      `${results}type=Integrated+Filing-+Financials&index=equities`,
    );
    same(
      'yahoo',
      '/v10/finance/quoteSummary/M%26M.NS?modules=price&crumb=x',
      '/v10/finance/quoteSummary/M&M.NS?modules=price',
    );
    same('bse', '/a?scripcode=1&Fdate=', '/a?Scripcode=1');
    same('nse_archive', '/corporate/xbrl/INDAS_1.xml', '/archives/INDAS_1.xml');
    same('news', '/rss/search?q=%22Kaveri%20Flowtech%22%20when:30d', '/search?q=kaveri+flowtech');
    assert.equal(withoutSecrets('/a?crumb=x&b=1&token=y'), '/a?b=1');
    assert.equal(withoutSecrets('/a?crumb=x'), '/a');
  });

  it('a later page and another value are not served by a file', () => {
    const served = (asked: string, recorded: string): boolean =>
      isServedBy(documentKey('nse_site', asked), documentKey('nse_site', recorded));
    assert.equal(served('/a?index=e&page=1&size=20', '/a?index=e'), true);
    assert.equal(served('/a?index=e&page=2&size=20', '/a?index=e'), false);
    assert.equal(served('/a?page=2', '/a?page=2'), true);
    assert.equal(served('/a', '/a?index=e'), false);
    assert.equal(served('/a?modules=price,summaryProfile', '/a?modules=summaryProfile'), true);
    assert.equal(served('/a?modules=price', '/a?modules=summaryProfile'), false);
  });
});

describe('research/Evidence: the pace of a source', () => {
  it('Numbers: two processes together ask SEC’s two hosts no more than ten times within a second', async () => {
    const server = await new EvidenceServer({
      'sec_data /a': { body: '{}' },
      'sec_archive /a': { body: '{}' },
    }).start();
    const world: TestCore = await testCore({ environment: server.environment });
    const { ownerUrl } = world.core.database.urls;
    const admin = new pg.Client({ connectionString: ownerUrl });
    await admin.connect();
    // Time stands still in Postgres, so that every wait is known and nobody really waits.
    await admin.query(`create schema held;
      create function held.clock_timestamp() returns timestamptz language sql
        as $$ select timestamptz '2026-03-02 06:00:00Z' $$`);
    await admin.end();
    const options = '-c search_path=held,pg_catalog';
    const pools = [1, 2].map(() => new pg.Pool({ connectionString: ownerUrl, options, max: 4 }));
    const begun: number[] = [];
    try {
      const asking = pools.map((pool) => {
        survivesLostConnections(pool);
        const timers: Timers = { now: () => 0, sleep: async (ms) => void begun.push(ms) };
        const limits = createSharedLimits(pool, createLog('silent'), timers);
        return createDocuments({ ...world.core, limits }).of({
          mode: 'CURRENT',
          as_of: '2026-03-02T06:00:00Z',
        });
      });
      const request = { path: '/a', accept: /json/, freshForMs: 0 } as const;
      await Promise.all(
        asking.flatMap((documents) =>
          Array.from({ length: 10 }, async (_, at) =>
            documents.get({ source: at % 2 === 0 ? 'sec_data' : 'sec_archive', ...request }),
          ),
        ),
      );
      // The rate of one limit for both hosts: 3 of 10 at once, the others every 1000 / 8 ms, as Postgres gave their turns out.
      assert.equal(PACES.sec.perSecond, 10);
      assert.equal(server.requests.length, 20);
      const turns = [...Array<number>(20 - begun.length).fill(0), ...begun.toSorted((a, b) => a - b)];
      const fullest = Math.max(
        ...turns.map((from) => turns.filter((at) => at >= from && at < from + 999).length),
      );
      assert.ok(fullest <= 10, `${fullest} within a second`);
      assert.ok((turns.at(-1) ?? 0) > 2000, 'they were really spread');
    } finally {
      for (const pool of pools) await pool.end();
      await world.close();
      await server.close();
    }
  });
});
