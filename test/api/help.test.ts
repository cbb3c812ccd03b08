import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Block, blocksOf, type Span } from '../../api/dashboard/src/components/markdown/blocks.ts';
import { searched, sectionsOf } from '../../api/dashboard/src/pages/help/search.ts';
import { readDocument } from '../../api/documents.ts';
import { GUIDES, PICTURES } from '../../api/help/guides.ts';
import { helpOf, PROBLEM_TOPICS } from '../../api/help/problems.ts';
import { helpAddress, type Topic, TOPICS } from '../../api/help/topics.ts';
import { ApiClient, type TestApi, testApi } from '../support/api-client.ts';

const DOCS = path.resolve(import.meta.dirname, '../../api/docs');

interface Guides {
  guides: { id: string; title: string; markdown: string }[];
}

const linksOf = (spans: readonly Span[]): string[] =>
  spans.flatMap((span) =>
    'spans' in span ? [...(span.is === 'link' ? [span.href] : []), ...linksOf(span.spans)] : [],
  );
const spansOf = (block: Block): Span[] => {
  if ('spans' in block) return block.spans;
  if (block.is === 'list') return block.items.flat();
  return block.is === 'table' ? [block.head, ...block.rows].flat(2) : [];
};

describe('help', () => {
  let world: TestApi;
  let owner: ApiClient;
  let guides: Guides['guides'];
  before(async () => {
    world = await testApi();
    owner = await world.signedIn('owner');
    guides = (await owner.get<Guides>('/api/help')).body.guides;
  });
  after(() => world.close());

  it('every file in api/docs is a guide or a small picture, and each guide has its title', () => {
    const pictures: readonly string[] = PICTURES;
    const files = readdirSync(DOCS).toSorted();
    assert.deepEqual(files, [...GUIDES.map((id) => `${id}.md`), ...pictures].toSorted());
    for (const name of pictures) assert.ok(statSync(path.join(DOCS, name)).size < 120_000, name);
    assert.deepEqual(
      guides.map(({ id }) => id),
      [...GUIDES],
    );
    for (const { id, title } of guides) assert.notEqual(title, id);
  });

  it('headings differ within a guide, and every link and picture leads somewhere', () => {
    const anchors = new Set<string>();
    const blocks = guides.map(({ id, markdown }) => ({ id, blocks: blocksOf(markdown) }));
    for (const { id, blocks: all } of blocks) {
      anchors.add(`/help/${id}`);
      for (const block of all) {
        if (block.is !== 'heading') continue;
        assert.ok(!anchors.has(`/help/${id}#${block.id}`), `${id}#${block.id} is there twice`);
        anchors.add(`/help/${id}#${block.id}`);
      }
    }
    for (const { id, blocks: all } of blocks) {
      for (const link of linksOf(all.flatMap(spansOf))) {
        if (link.startsWith('http')) continue;
        const address = link.startsWith('#') ? `/help/${id}${link}` : link;
        assert.ok(anchors.has(address), `${id}.md links to ${address}`);
      }
      for (const block of all)
        if (block.is === 'picture')
          assert.ok((PICTURES as readonly string[]).includes(block.name), block.name);
    }
    for (const topic of Object.keys(TOPICS) as Topic[])
      assert.ok(anchors.has(helpAddress(topic)), `${topic}: ${helpAddress(topic)}`);
  });

  it('the dashboard can show all of it: nothing looks like Markdown that it does not know', () => {
    for (const { id, markdown } of guides) {
      const letters = blocksOf(markdown)
        .flatMap(spansOf)
        .flatMap((span) => (span.is === 'text' ? [span.text] : []))
        .join('\n');
      assert.doesNotMatch(letters, /\]\(|\*\*|```|<[a-z/]|\|\s*\|/, id);
    }
  });

  it('a problem links to its paragraph, and every code with a paragraph is one of the API', async () => {
    assert.equal(helpOf('CSV_IS_PDF'), '/help/files-and-brokers#formats-that-are-read');
    assert.equal(helpOf('PLAN_EXPIRED'), '/help/live-orders#how-long-a-plan-waits');
    for (const code of ['GOAL_NOT_FOUND', 'VALIDATION_ERROR', 'CSV', ''])
      assert.equal(helpOf(code), null, code);
    const { status, body } = await owner.post<{ code: string; help?: string }>('/api/auth/verify', {
      login: 'owner',
      code: '000000',
    });
    assert.deepEqual([status, body.code, body.help], [401, 'INVALID_CODE', '/help/security#sign-in-codes']);
    const sources = ['api', 'core'].flatMap((folder) =>
      readdirSync(path.join(DOCS, '../..', folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.includes('help') && !name.includes('dashboard'))
        .map((name) => readFileSync(path.join(DOCS, '../..', folder, name), 'utf8')),
    );
    const known = sources.join('\n');
    for (const code of Object.keys(PROBLEM_TOPICS)) {
      const pattern = new RegExp(code.endsWith('_') ? `\\b${code}[A-Z]` : `\\b${code}\\b`);
      assert.ok(pattern.test(known), code);
    }
  });

  it('pictures come from a fixed list, and no other file can be read', async () => {
    const picture = await owner.get('/api/help/pictures/overview.png');
    assert.equal(picture.status, 200);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    for (const name of [
      'reports.md',
      '..%2Freports.md',
      '..%2F..%2Fpackage.json',
      '%2Fetc%2Fpasswd',
      'other.png',
    ])
      assert.equal((await owner.get(`/api/help/pictures/${name}`)).status, 404, name);
  });

  it('needs a session, as every page of the dashboard', async () => {
    assert.equal((await new ApiClient(world.url).get('/api/help')).status, 401);
  });

  it('an installation without a document has none', async () => {
    assert.equal(await readDocument('reports.md', '/nowhere/at/all'), null);
  });

  it('search finds paragraphs by all words, headings first, and nothing without a word', () => {
    const guide = {
      id: 'reports',
      title: 'Reports',
      markdown: `# Reports\n\nFigures.\n\n## Tax\n\nFirst in, first out.\n\n## XIRR\n\n${'Long text. '.repeat(30)}The rate of *tax* lots.\n`,
    };
    const sections = sectionsOf(guide);
    assert.deepEqual(
      searched(sections, 'TAX').map(({ to, title }) => [to, title]),
      [
        ['/help/reports#tax', 'Reports › Tax'],
        ['/help/reports#xirr', 'Reports › XIRR'],
      ],
    );
    const [hit] = searched(sections, 'tax rate');
    assert.match(hit?.excerpt ?? '', /^… .*The rate of tax lots\.$/);
    assert.ok((hit?.excerpt.length ?? 999) < 200);
    assert.deepEqual(searched(sections, 'tax gravity'), []);
    assert.deepEqual(searched(sections, '  '), []);
  });
});
