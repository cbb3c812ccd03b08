import assert from 'node:assert/strict';
import { OutsideError } from '../../../../core/platform/index.ts';
import {
  createDocuments,
  DocumentNotKept,
  type DocumentService,
  type EvidenceDocument,
  type RunMode,
} from '../../../../core/research/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { EvidenceServer } from '../../../support/evidence-server.ts';
import { leapingTimers } from '../../../support/leaping-timers.ts';
import type { Fault } from '../../../support/loopback.ts';
import { bodiesOf, SUBJECTS } from './subjects.ts';

const NOW = '2026-09-30T12:00:00.000Z';

/** What a source does in the place of an answer, and what that is called. */
const FAULTS: readonly { name: string; fault: Fault; kind: string; status?: number }[] = [
  { name: 'is refused', fault: { kind: 'status', status: 403 }, kind: 'http', status: 403 },
  {
    name: 'receives too many requests',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '600' } },
    kind: 'rate_limited',
    status: 429,
  },
  { name: 'meets a server that is down', fault: { kind: 'status', status: 503 }, kind: 'http', status: 503 },
  { name: 'hears nothing', fault: { kind: 'hang' }, kind: 'timeout' },
  { name: 'is cut off', fault: { kind: 'cut' }, kind: 'network' },
  { name: 'is hung up on', fault: { kind: 'drop' }, kind: 'network' },
  {
    name: 'gets a page with status 200',
    fault: { kind: 'body', type: 'text/css', body: '<html>Sorry</html>' },
    kind: 'content_type',
  },
];

describe('research/Evidence: documents of every source', () => {
  let server: EvidenceServer;
  let world: TestCore;
  let service: DocumentService;
  const coreAnew = sharedCore(() => ({ at: NOW, environment: server.environment }));
  before(async () => {
    server = await new EvidenceServer(bodiesOf(SUBJECTS)).start();
  });
  beforeEach(async () => {
    server.calm();
    world = await coreAnew();
    service = createDocuments(world.core, { timers: leapingTimers(), reach: server.reach });
  });
  after(() => server.close());

  const of = (mode: RunMode, as_of = NOW) => service.of({ mode, as_of });
  const faultOf = async (asked: Promise<EvidenceDocument>): Promise<OutsideError> =>
    await asked.then(
      () => assert.fail('it was answered'),
      (error: unknown) => (error instanceof OutsideError ? error : assert.fail(String(error))),
    );

  for (const { request, served } of SUBJECTS) {
    const { source } = request;
    describe(source, () => {
      it('is asked with its manners; the answer is kept, and given again without a question while it is fresh', async () => {
        const first = await of('CURRENT').get(request);
        assert.equal(first.body.toString(), served.body);
        assert.equal(first.origin, 'NETWORK');
        assert.equal(first.fetched_at, NOW);
        const asked = server.askedOf(source).length;
        const again = await of('CURRENT').get(request);
        assert.deepEqual(
          [again.origin, again.sha256, again.body.toString()],
          ['KEPT', first.sha256, served.body],
        );
        assert.equal(server.askedOf(source).length, asked);
      });

      for (const { name, fault, kind, status } of FAULTS)
        it(`${name}: the fault is told, and nothing is kept of it`, async () => {
          server.fail(fault);
          // Nobody waits long for what never comes; everything else has its time.
          const patience = fault.kind === 'hang' ? { timeoutMs: 80 } : {};
          const asking = createDocuments(world.core, {
            ...patience,
            timers: leapingTimers(),
            reach: server.reach,
          }).of({ mode: 'CURRENT', as_of: NOW });
          const error = await faultOf(asking.get(request));
          assert.equal(error.kind, kind);
          if (status !== undefined) assert.equal(error.status, status);
          assert.doesNotMatch(error.message, /127\.0\.0\.1|crumb|Sorry/);
          server.calm();
          await assert.rejects(of('OFFLINE').get(request), DocumentNotKept);
        });
    });
  }

  const yahoo = SUBJECTS.find(({ request }) => request.source === 'yahoo');
  const list = SUBJECTS.find(({ request }) => request.source === 'nse_site');
  assert.ok(yahoo && list);

  it('bad input: a page with 200 that says it is JSON is no answer, and is not kept', async () => {
    server.fail({ kind: 'body', type: 'application/json', body: '  <!DOCTYPE html><html>Sorry</html>' });
    const error = await faultOf(of('CURRENT').get(list.request));
    assert.equal(error.kind, 'content_type');
    server.calm();
    await assert.rejects(of('OFFLINE').get(list.request), DocumentNotKept);
  });

  it('bad input: where a source fails, yesterday’s copy never stands for today’s', async () => {
    await of('CURRENT').get(list.request);
    world.clock.pass(24 * 60);
    server.fail({ kind: 'status', status: 503 });
    assert.equal((await faultOf(of('CURRENT').get(list.request))).status, 503);
    const kept = await of('OFFLINE').get(list.request);
    assert.deepEqual(
      [kept.origin, kept.fetched_at],
      ['KEPT', NOW],
      'asked for, it is given with its own time',
    );
  });

  it('a run of the past takes what was read after its moment without a question, and older copies where the source fails', async () => {
    await of('CURRENT').get(list.request);
    const asked = server.askedOf('nse_site').length;
    world.clock.pass(7 * 24 * 60);
    assert.equal((await of('HISTORICAL', '2026-09-01T00:00:00Z').get(list.request)).origin, 'KEPT');
    assert.equal(server.askedOf('nse_site').length, asked, 'nobody was asked');
    assert.equal((await of('HISTORICAL', '2026-10-05T00:00:00Z').get(list.request)).origin, 'NETWORK');
    world.clock.pass(24 * 60);
    server.fail({ kind: 'status', status: 503 });
    assert.equal((await of('HISTORICAL', '2026-10-08T00:00:00Z').get(list.request)).origin, 'KEPT');
  });

  it('a run offline asks nobody', async () => {
    await assert.rejects(of('OFFLINE').get(list.request), /was not asked, and Munim has no copy of/);
    assert.equal(server.requests.length, 0);
  });

  it('a source that is switched off says which setting to write', async () => {
    const { NSE_SITE_BASE_URL: _, ...rest } = world.core.config;
    const off = createDocuments({
      ...world.core,
      config: { ...rest, NSE_SITE_BASE_URL: null, SEC_CONTACT: null, RESEARCH_ISSUER_DOMAINS: [] },
    }).of({ mode: 'CURRENT', as_of: NOW });
    const words = async (source: string): Promise<string> => {
      const found = SUBJECTS.find(({ request }) => request.source === source);
      assert.ok(found);
      return await off.get(found.request).then(
        () => assert.fail('it was answered'),
        (error: unknown) => (error instanceof DocumentNotKept ? (error.switchedOff ?? '') : ''),
      );
    };
    assert.match(await words('nse_site'), /NSE_SITE_BASE_URL is off/);
    assert.match(await words('sec_data'), /set SEC_CONTACT to your e-mail address/);
    assert.match(await words('sec_archive'), /set SEC_CONTACT/);
    assert.match(await words('issuer'), /RESEARCH_ISSUER_DOMAINS/);
    assert.equal(server.requests.length, 0);
  });

  it('NSE: cookies that are good no more are fetched anew, once', async () => {
    await of('CURRENT').get(list.request);
    server.endSessions();
    world.clock.pass(60);
    server.requests.length = 0;
    assert.equal((await of('CURRENT').get(list.request)).origin, 'NETWORK');
    assert.equal(server.requests.length, 3, 'refused, the page, the list');
  });

  it('Yahoo: a crumb that is good no more is fetched anew, and is never part of a kept path', async () => {
    await of('CURRENT').get(yahoo.request);
    server.endSessions();
    world.clock.pass(60);
    assert.equal((await of('CURRENT').get(yahoo.request)).origin, 'NETWORK');
    const paths = await service.store.paths('yahoo', '/');
    assert.deepEqual(paths, [yahoo.request.path]);
    await service.store.put({
      source: 'yahoo',
      path: '/v10/finance/quoteSummary/LKSP?modules=price&crumb=SECRET',
      body: Buffer.from('{}'),
      mediaType: 'application/json',
      origin: 'FILE',
      publishedAt: null,
    });
    assert.doesNotMatch((await service.store.paths('yahoo', '/')).join(' '), /SECRET/);
  });

  it('SEC: after a refusal nobody asks for ten minutes, at either host', async () => {
    const [data, archive] = SUBJECTS;
    assert.ok(data && archive);
    server.fail({ kind: 'status', status: 403 }, { times: 1 });
    await faultOf(of('CURRENT').get(data.request));
    assert.equal((await faultOf(of('CURRENT').get(archive.request))).kind, 'rate_limited');
    assert.equal(server.requests.length, 1);
    world.clock.pass(11);
    assert.equal((await of('CURRENT').get(archive.request)).origin, 'NETWORK');
  });

  it('a company’s site: no address off the list, none inward, and no redirect off it', async () => {
    const ask = async (path: string): Promise<OutsideError> =>
      await faultOf(of('CURRENT').get({ source: 'issuer', path, accept: /html/, freshForMs: null }));
    for (const path of [
      'https://evil.example/q1',
      'http://www.kaveriflowtech.example/q1',
      'https://www.kaveriflowtech.example:8443/q1',
      'https://user:word@www.kaveriflowtech.example/q1',
      'https://www.kaveriflowtech.example.evil.example/q1',
      'https://127.0.0.1/q1',
    ])
      assert.match((await ask(path)).message, /not on the list/, path);
    assert.equal(server.requests.length, 0);
    server.fail({ kind: 'status', status: 302, headers: { location: 'https://evil.example/' } });
    assert.match((await ask('https://www.kaveriflowtech.example/q1')).message, /not on the list/);
    assert.equal(server.requests.length, 1);
    // Even where the list itself names a host of this machine.
    const inward = createDocuments({
      ...world.core,
      config: { ...world.core.config, RESEARCH_ISSUER_DOMAINS: [{ symbol: 'X', host: 'router.local' }] },
    }).of({ mode: 'CURRENT', as_of: NOW });
    const asked = {
      source: 'issuer',
      path: 'https://router.local/',
      accept: /html/,
      freshForMs: null,
    } as const;
    assert.match((await faultOf(inward.get(asked))).message, /private network/);
  });
});
