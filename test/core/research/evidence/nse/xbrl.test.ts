import assert from 'node:assert/strict';
import { MalformedDocument, readResultsFiling } from '../../../../../core/research/index.ts';
import { XBRL_LIMITS, type XbrlLimits } from '../../../../../core/research/evidence/nse/index.ts';
import { filedResults, SEBI_2026 } from '../../../../support/nse-filing.ts';

const ABOUT = { filing: 'RESULTS_1', scope: null } as const;
const QUARTER = ['2026-04-01', '2026-06-30'] as const;
const GOOD = filedResults({
  symbol: 'ABC',
  scope: 'Standalone',
  columns: [{ id: 'OneD', printed: QUARTER, stated: QUARTER, figures: { RevenueFromOperations: '5000000' } }],
});

function refusal(body: Uint8Array, limits: Partial<XbrlLimits> = {}): string {
  try {
    readResultsFiling(body, ABOUT, { ...XBRL_LIMITS, ...limits });
  } catch (error) {
    assert.ok(error instanceof MalformedDocument, String(error));
    return error.message;
  }
  return assert.fail('it was read');
}

const changed = (from: string | RegExp, to: string) => Buffer.from(GOOD.toString().replace(from, to));

describe('decisions/Evidence providers: a filing that is no filing is refused with words', () => {
  it('an XML bomb: its document type is refused before any entity is read', () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>';
    assert.match(refusal(changed('<xbrli:xbrl ', `${bomb}<xbrli:xbrl `)), /document type/);
    assert.match(refusal(changed('<xbrli:xbrl ', '<!DOCTYPE html><xbrli:xbrl ')), /document type/);
    // Without a document type an entity is unknown.
    assert.match(refusal(changed('>5000000<', '>&c;<')), /not XML/);
  });

  it('a file of 50 MB is refused by its size alone', () => {
    assert.match(refusal(Buffer.alloc(50 * 2 ** 20, ' ')), /52428800 bytes/);
  });

  it('a file that is cut anywhere is refused, also one that is empty', () => {
    for (const length of [0, 40, 400, GOOD.length - 200, GOOD.length - 1])
      assert.match(refusal(GOOD.subarray(0, length)), /cut off or not XML/, String(length));
  });

  it('more elements, deeper ones, more attributes or longer texts than real filings have', () => {
    assert.match(refusal(GOOD, { elements: 20 }), /more than 20 elements/);
    assert.match(
      refusal(changed('</xbrli:xbrl>', `${'<a>'.repeat(20)}${'</a>'.repeat(20)}</xbrli:xbrl>`)),
      /deeper/,
    );
    const many = Array.from({ length: 70 }, (_, nr) => ` a${nr}="1"`).join('');
    assert.match(refusal(changed('<in:Symbol', `<in:Symbol${many}`)), /more than 64 attributes/);
    assert.match(refusal(changed('>5000000<', `>${'5'.repeat(600_000)}<`)), /a text of more than/);
    assert.match(
      refusal(changed('contextRef="OneD"', `contextRef="${'x'.repeat(600_000)}"`)),
      /an attribute of/,
    );
  });

  it('a page with status 200, another XML, and facts of an unknown namespace', () => {
    assert.match(refusal(Buffer.from('<html><body>Access denied</body></html>')), /begins with html/);
    assert.match(refusal(Buffer.from('<rss version="2.0"><channel/></rss>')), /begins with rss/);
    assert.match(
      refusal(changed(/xmlns:in="[^"]+"/, 'xmlns:in="http://example.com/xbrl/2026-01-31/in-capmkt"')),
      /unknown namespace: http:\/\/example\.com/,
    );
    // A name that only resembles a known one.
    assert.match(refusal(changed(/xmlns:in="[^"]+"/, `xmlns:in="${SEBI_2026}/evil"`)), /unknown namespace/);
  });

  it('the known families are read whatever the year and the prefix are', () => {
    for (const namespace of [
      'http://www.bseindia.com/xbrl/fin/2018-03-31/in-bse-fin',
      'http://www.bseindia.com/xbrl/fin/2019-09-30/in-bse-fin',
      'http://www.sebi.gov.in/xbrl/2025-01-31/in-capmkt',
      SEBI_2026,
    ]) {
      const { observations } = readResultsFiling(
        changed(/xmlns:in="[^"]+"/, `xmlns:in="${namespace}"`),
        ABOUT,
      );
      assert.deepEqual(
        observations.map(({ metric, value }) => [metric, value]),
        [['revenue', '5000000']],
      );
    }
  });

  it('a filing without a scope is refused, unless the list of the exchange says it', () => {
    const body = filedResults({ symbol: 'ABC', scope: null, columns: [{ id: 'OneD', printed: QUARTER }] });
    assert.match(refusal(body), /standalone or consolidated/);
    assert.equal(readResultsFiling(body, { ...ABOUT, scope: 'consolidated' }).scope, 'consolidated');
  });
});
