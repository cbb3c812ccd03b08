import assert from 'node:assert/strict';
import { createNewsEvidence } from '../../../../../core/research/index.ts';
import { rss } from '../../../../support/news-server.ts';
import { evidenceRequest } from '../../../../support/research-subject.ts';

describe('decisions/Evidence providers: links of headlines', () => {
  it('lead to a page of the search and not to the article: none is followed, and the publisher is whom the feed names', async () => {
    const asked: string[] = [];
    const body = Buffer.from(
      rss([
        {
          title: 'Palar Pumps wins an order - Example Wire',
          link: 'https://news.google.com/rss/articles/MADEUP?oc=5',
          source: 'Example Wire',
          pubDate: 'Mon, 21 Sep 2026 11:00:00 GMT',
        },
      ]),
    );
    const { packets } = await createNewsEvidence().acquire(evidenceRequest(), {
      async get({ source, path }) {
        asked.push(`${source} ${path.split('?', 1)[0]}`);
        return await Promise.resolve({ source, path, body, sha256: '', fetched_at: '', origin: 'KEPT' });
      },
    });
    assert.deepEqual([...new Set(asked)], ['news /rss/search']);
    assert.deepEqual(
      packets.map(({ publisher, authority, source_class, observations }) => [
        publisher,
        authority,
        source_class,
        observations,
      ]),
      [['Example Wire', 'DISCOVERED', 'DISCOVERED', []]],
    );
  });
});
