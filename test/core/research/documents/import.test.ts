import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createDocuments,
  type DocumentSource,
  evidenceImportWords,
  importEvidence,
  NoFolder,
} from '../../../../core/research/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { rss } from '../../../support/news-server.ts';

const XBRL =
  '<?xml version="1.0"?>\n<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance"></xbrli:xbrl>';
const BHAV = 'SYMBOL, SERIES, DATE1, PREV_CLOSE, CLOSE_PRICE';
const INDEX = 'Index Name,Index Date,Open Index Value,Closing Index Value';
const SITE = 'https://www.kaveriflowtech.example';

const INDIA: Readonly<Record<string, string>> = {
  'nse-api-bodies.json': JSON.stringify({
    '/api/integrated-filing-results?index=equities&type=Integrated%20Filing-%20Financials': {
      data: [],
      totalCount: 0,
    },
    '/api/corporate-announcements?index=equities&symbol=KAVFLOW': [{ symbol: 'KAVFLOW' }],
  }),
  'bse-api-bodies.json': JSON.stringify({ '/BseIndiaAPI/api/DefaultData/w?scripcode=599901': [] }),
  'yahoo-bodies.json': JSON.stringify({ '/v8/finance/chart/KAVFLOW.NS': { chart: {} } }),
  'nse-xbrl-files.json': JSON.stringify({ 'INTEGRATED_FILING_INDAS_1_WEB.xml': XBRL, 'notes.xml': '<a/>' }),
  'INDAS_900008_1_24052022173108.xml': XBRL,
  'nse-sec_bhavdata_full.all-days.csv': `${BHAV}\nKAVFLOW, EQ, 02-Jun-2025, 1, 2\nDECPUMP, EQ, 02-Jun-2025, 1, 2\nKAVFLOW, EQ, 03-Jun-2025, 2, 3\nKAVFLOW, EQ, 31-Jun-2025, 2, 3\n`,
  'ind_close_all_17092026.csv': `${INDEX}\nNifty 50,17-09-2026,1,23270.6\n`,
  'google-news.xml': rss([]).replace(
    '<title>News</title>',
    '<title>"Kaveri Flowtech when:30d" - Google News</title>',
  ),
  'ir-guidance.html': `<html><body><p>Served at ${SITE}/investors/q1fy27 (the domain is on the list).</p></body></html>`,
  'annual-report-fy26.txt': 'KAVERI FLOWTECH LIMITED\nINTEGRATED ANNUAL REPORT 2025-26',
  'ANSWERS.json': '{"company":"Kaveri"}',
  'broken.json': '{"a":',
  'picture.png': 'x',
  'empty.txt': '',
};

const AMERICA: Readonly<Record<string, string>> = {
  'companyfacts-CIK0009990001.json': JSON.stringify({ cik: 9990001, entityName: 'LARKSPUR', facts: {} }),
  'submissions-CIK0009990001.json': JSON.stringify({
    cik: '0009990001',
    tickers: ['LKSP'],
    filings: {
      recent: {
        accessionNumber: ['0009990001-26-000014', '0009990001-26-000009'],
        form: ['10-K', '8-K'],
        reportDate: ['2026-01-31', '2026-03-12'],
        filingDate: ['2026-03-27', '2026-03-12'],
        primaryDocument: ['lksp-20260131.htm', 'lksp-20260312.htm'],
      },
    },
  }),
  'ex99-1-2026-03-12.html':
    '<DOCUMENT><TYPE>EX-99.1<SEQUENCE>2<FILENAME>lksp-20260312-ex991.htm<TEXT><html></html>',
  'ex99-1-2020-01-01.html': '<DOCUMENT><TYPE>EX-99.1<SEQUENCE>2<FILENAME>old.htm<TEXT><html></html>',
  'annual-report-10-K.txt':
    'LARKSPUR INSTRUMENTS, INC. - FORM 10-K for the fiscal year ended January 31, 2026',
  'page.html': '<html><body>A page that says nothing of itself</body></html>',
  'q2.html': '<html><body>Second quarter</body></html>',
  'evidence.json': JSON.stringify({
    'q2.html': { source: 'issuer', url: `${SITE}/q2`, published_at: '2026-08-10T13:50:11Z' },
    'page.html': { source: 'issuer', url: 'https://elsewhere.example/q2' },
    'other.html': { source: 'somewhere', url: 'https://elsewhere.example/q2' },
  }),
};

describe('research/Evidence: npm run import-evidence', () => {
  let world: TestCore;
  let folder: string;
  const coreAnew = sharedCore({
    at: '2026-09-30T12:00:00.000Z',
    environment: { RESEARCH_ISSUER_DOMAINS: 'KAVFLOW=www.kaveriflowtech.example' },
  });
  beforeEach(async () => {
    world = await coreAnew();
    folder = await mkdtemp(path.join(tmpdir(), 'munim-evidence-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function fill(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  }
  async function run(isDry = false): Promise<{ said: string[]; isWhole: boolean }> {
    const said: string[] = [];
    const isWhole = await importEvidence(world.core, { folder, isDry }, (line) => said.push(line));
    return { said, isWhole };
  }
  const read = async (source: DocumentSource, asked: string): Promise<string> => {
    const documents = createDocuments(world.core).of({ mode: 'OFFLINE', as_of: '2026-09-30T12:00:00Z' });
    return (await documents.get({ source, path: asked, accept: /./, freshForMs: 1 })).body.toString();
  };

  it('takes the files of an Indian company as they are, and a run offline finds each by the path that it asks for', async () => {
    await fill(INDIA);
    const { said } = await run();
    assert.equal(
      await read(
        'nse_site',
        '/api/integrated-filing-results?index=equities&symbol=KAVFLOW&type=Integrated+Filing-+Financials&page=1&size=20',
      ),
      '{"data":[],"totalCount":0}',
    );
    assert.equal(
      await read('bse', '/BseIndiaAPI/api/DefaultData/w?Fdate=&scripcode=599901&strSearch=S'),
      '[]',
    );
    assert.equal(
      await read('yahoo', '/v8/finance/chart/KAVFLOW.NS?interval=1d&events=div%2Csplit'),
      '{"chart":{}}',
    );
    for (const name of ['INTEGRATED_FILING_INDAS_1_WEB', 'INDAS_900008_1_24052022173108'])
      assert.equal(await read('nse_archive', `/corporate/xbrl/${name}.xml`), XBRL);
    assert.equal(
      await read('nse_archive', '/products/content/sec_bhavdata_full_02062025.csv'),
      `${BHAV}\nKAVFLOW, EQ, 02-Jun-2025, 1, 2\nDECPUMP, EQ, 02-Jun-2025, 1, 2\n`,
    );
    assert.match(await read('nse_archive', '/content/indices/ind_close_all_17092026.csv'), /Nifty 50/);
    assert.match(
      await read('news', '/rss/search?ceid=IN%3Aen&q=%22Kaveri%20Flowtech%22%20when%3A30d'),
      /<rss/,
    );
    assert.match(await read('issuer', `${SITE}/investors/q1fy27`), /Served at/);
    assert.match(await read('issuer', `${SITE}/annual-report-fy26.txt`), /ANNUAL REPORT/);
    const all = said.join('\n');
    assert.match(
      all,
      /nse-sec_bhavdata_full\.all-days\.csv: closing prices of NSE, 2 days\. 2 documents, 2 new\./,
    );
    assert.match(all, /excluded: line 5: it has no day/);
    assert.match(all, /excluded: notes\.xml: it is not an XBRL filing/);
    assert.match(all, /ANSWERS\.json: not taken, it holds no evidence that Munim knows\./);
    assert.match(all, /broken\.json: not taken, its JSON cannot be read\./);
    assert.match(all, /empty\.txt: not taken, it is empty\./);
    // 2 + 1 + 1 + 1 + 1 + 2 + 1 + 1 + 1 + 1 documents of ten files.
    assert.match(all, /14 files: 10 taken, 4 not\. 12 documents, 12 new, 2 parts excluded\./);
    assert.match(all, /Next: start a research run in mode OFFLINE/);
  });

  it('takes the files of an American company: exhibits and reports are found by the list of filings', async () => {
    await fill(AMERICA);
    const { said } = await run();
    const filing = '/Archives/edgar/data/9990001/000999000126000009';
    assert.match(await read('sec_data', '/api/xbrl/companyfacts/CIK0009990001.json'), /LARKSPUR/);
    assert.match(await read('sec_data', '/submissions/CIK0009990001.json'), /10-K/);
    assert.match(await read('sec_archive', `${filing}/lksp-20260312-ex991.htm`), /EX-99\.1/);
    const list = JSON.parse(await read('sec_archive', `${filing}/index.json`)) as {
      directory: { name: string; item: { name: string }[] };
    };
    assert.equal(list.directory.name, filing);
    assert.deepEqual(
      list.directory.item.map(({ name }) => name),
      ['lksp-20260312.htm', 'lksp-20260312-ex991.htm'],
    );
    assert.match(
      await read('sec_archive', '/Archives/edgar/data/9990001/000999000126000014/lksp-20260131.htm'),
      /FORM 10-K/,
    );
    const all = said.join('\n');
    assert.match(
      all,
      /ex99-1-2020-01-01\.html: not taken, no list of filings in the folder names its filing/,
    );
    assert.match(all, /page\.html: not taken, elsewhere\.example is not in RESEARCH_ISSUER_DOMAINS\./);
    assert.match(all, /excluded: other\.html: source must be one of sec_data/);
    const documents = createDocuments(world.core).of({ mode: 'OFFLINE', as_of: '2026-09-30T12:00:00Z' });
    const page = await documents.get({ source: 'issuer', path: `${SITE}/q2`, accept: /html/, freshForMs: 1 });
    assert.deepEqual([page.origin, page.published_at], ['FILE', '2026-08-10T13:50:11.000Z']);
    assert.deepEqual(await documents.kept?.('issuer', `${SITE}/`), [`${SITE}/q2`]);
    const service = createDocuments(world.core);
    assert.deepEqual(await service.issuerSites({ symbol: 'KAVFLOW', former_symbols: [] }), {
      hosts: ['www.kaveriflowtech.example'],
      pages: [
        {
          url: `${SITE}/q2`,
          published_at: '2026-08-10T13:50:11.000Z',
          fetched_at: page.fetched_at,
          is_imported: true,
        },
      ],
    });
    assert.deepEqual(await service.issuerSites({ symbol: 'LKSP', former_symbols: [] }), {
      hosts: [],
      pages: [],
    });
  });

  it('a dry run keeps nothing and says what would be new; a second import adds nothing', async () => {
    await fill(INDIA);
    const dry = await run(true);
    assert.match(dry.said.join('\n'), /12 documents, 12 new.*\nDry run: nothing was kept\./);
    await assert.rejects(
      read('bse', '/BseIndiaAPI/api/DefaultData/w?scripcode=599901'),
      /Munim has no copy of/,
    );
    await run();
    assert.match((await run()).said.join('\n'), /12 documents, 0 new/);
    assert.match((await run(true)).said.join('\n'), /12 documents, 0 new/);
  });

  it('a page of a site on nobody’s list is not the company’s own: it says which setting to write', async () => {
    const html = '<link rel="canonical" href="https://www.elsewhere.example/q1"><p>Guidance</p>';
    await fill({ 'ir.html': html, 'note.txt': 'Annual report' });
    const { said, isWhole } = await run();
    assert.match(said.join('\n'), /www\.elsewhere\.example is not in RESEARCH_ISSUER_DOMAINS/);
    assert.match(
      said.join('\n'),
      /note\.txt: not taken, nothing says where it was published: .*evidence\.json/,
    );
    assert.equal(isWhole, false);
  });

  it('bad input: a link out of the folder is not followed, a folder within it not entered, and no file ends the import', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'munim-outside-'));
    try {
      await writeFile(path.join(outside, 'submissions.json'), JSON.stringify({ cik: 1, filings: {} }));
      await symlink(path.join(outside, 'submissions.json'), path.join(folder, 'submissions.json'));
      await symlink(path.join(outside, 'nowhere.json'), path.join(folder, 'nowhere.json'));
      await mkdir(path.join(folder, 'more'));
      await fill({
        'companyfacts.json': JSON.stringify({ cik: '12', facts: {} }),
        'list.json': '[]',
        'prices.csv': 'a,b\n1,2\n',
      });
      const { said } = await run();
      const all = said.join('\n');
      assert.match(all, /submissions\.json: not taken, it is a link that leads out of the folder/);
      assert.match(all, /nowhere\.json: not taken, it cannot be read \(ENOENT\)/);
      assert.match(all, /more: not taken, it is a folder; import it by itself/);
      assert.match(all, /list\.json: not taken, its list is empty/);
      assert.match(all, /prices\.csv: not taken, its header is not that of a day file/);
      assert.match(await read('sec_data', '/api/xbrl/companyfacts/CIK0000000012.json'), /facts/);
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
    await assert.rejects(
      importEvidence(world.core, { folder: `${folder}/none`, isDry: false }, () => undefined),
      NoFolder,
    );
  });

  it('the command line takes one folder, and --dry-run', () => {
    assert.deepEqual(evidenceImportWords(['a']), { folder: 'a', isDry: false });
    assert.deepEqual(evidenceImportWords(['--dry-run', 'a']), { folder: 'a', isDry: true });
    for (const wrong of [[], ['a', 'b'], ['--all'], ['--dry-run']])
      assert.equal(evidenceImportWords(wrong), null);
  });
});
