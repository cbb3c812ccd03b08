import assert from 'node:assert/strict';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { flexPosition, flexReport, flexTrade } from '../support/flex-statement.ts';

interface Preview {
  import_id: string;
  type: string;
  format_title: string;
  portfolio: string;
  total_rows: number;
  valid_rows: number;
  excluded_rows: { row: number; reason: string }[];
  issue_rows: { row: number; field: string }[];
  code?: string;
}

describe('portfolio/csv: a Flex statement over HTTP', () => {
  let world: TestApi;
  let client: ApiClient;
  before(async () => void ({ world, client } = await signedInApi()));
  after(() => world.close());

  const upload = async (text: string, fields: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', new Blob([text], { type: 'text/xml' }), 'statement.xml');
    return await client.request<Preview>('POST', '/api/portfolio/csv/upload', { body });
  };
  const commit = async (import_id: string) => await client.post('/api/portfolio/csv/commit', { import_id });

  it('trades first, positions when they are asked for; the second time nothing is new', async () => {
    const text = flexReport({
      positions: [flexPosition()],
      trades: [flexTrade(), flexTrade({ quantity: '?' })],
    });
    const { status, body } = await upload(text);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.type, body.format_title, body.portfolio, body.total_rows, body.valid_rows],
      ['transactions', 'Flex statement of Interactive Brokers', 'Interactive Brokers', 3, 1],
    );
    assert.deepEqual([body.issue_rows[0]?.row, body.issue_rows[0]?.field], [3, 'quantity']);
    assert.match(body.excluded_rows[0]?.reason ?? '', /as holdings/);
    assert.equal((await commit(body.import_id)).body['imported'], 1);
    const again = await upload(text);
    assert.equal((await commit(again.body.import_id)).body['imported'], 0);
    const holdings = await upload(text, { type: 'holdings' });
    assert.deepEqual([holdings.body.type, holdings.body.valid_rows], ['holdings', 1]);
  });

  it('what is no statement is refused with a code of its own', async () => {
    for (const [text, code] of [
      ['<?xml version="1.0"?><Samples/>', 'CSV_IS_XML'],
      ['<FlexQueryResponse><FlexStatements>', 'FLEX_MALFORMED'],
      ['<FlexStatementResponse><Status>Fail</Status></FlexStatementResponse>', 'FLEX_NO_STATEMENT'],
      ['<!DOCTYPE html><html><body>Log in</body></html>', 'CSV_IS_HTML'],
    ] as const) {
      const { status, body } = await upload(text);
      assert.deepEqual([status, body.code], [422, code]);
    }
  });
});
