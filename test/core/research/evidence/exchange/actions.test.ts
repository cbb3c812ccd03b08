import assert from 'node:assert/strict';
import { createExchangeActions } from '../../../../../core/research/evidence/exchange/index.ts';
import type { EvidencePacket } from '../../../../../core/research/index.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';
import { evidenceRequest, researchSubject } from '../../../../support/research-subject.ts';

const NSE = 'nse_site /api/corporates-corporateActions?index=equities&symbol=PALARPUMP';
const BSE = 'bse /BseIndiaAPI/api/DefaultData/w?scripcode=599123';

function nseRow(exDate: string, subject: string, fields: Record<string, unknown> = {}) {
  return {
    symbol: 'PALARPUMP',
    isin: 'INE0AB101029',
    series: 'EQ',
    faceVal: '2',
    recDate: exDate,
    caBroadcastDate: null,
    exDate,
    subject,
    ...fields,
  };
}

const bseRow = (exdate: string, Purpose: string) => ({
  scrip_code: 599123,
  short_name: 'PALAR',
  exdate,
  Purpose,
});

async function acquire(
  lists: { nse?: unknown[]; bse?: unknown[] },
  request: Parameters<typeof evidenceRequest>[0] = {},
) {
  const bodies: Record<string, string> = {};
  if (lists.nse !== undefined) bodies[NSE] = JSON.stringify(lists.nse);
  if (lists.bse !== undefined) bodies[BSE] = JSON.stringify(lists.bse);
  const subject = researchSubject(lists.bse === undefined ? {} : { bse_code: '599123' });
  return await createExchangeActions().acquire(
    evidenceRequest({ subject, ...request }),
    keptDocuments(bodies),
  );
}

const figures = (packet: EvidencePacket | undefined) =>
  packet?.observations.map(({ metric, end, value }) => [metric, end, value]);

describe('corporate actions as evidence', () => {
  it('decisions/Evidence providers: two actions on one ex-date are two figures, and the split is a ratio of shares', async () => {
    const { packets } = await acquire({
      nse: [
        nseRow('12-Sep-2025', 'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share'),
        nseRow('12-Sep-2025', 'Bonus 1:1'),
      ],
    });
    // Ten rupees to two make five shares of one; one for one makes two. Together ten shares for one.
    assert.deepEqual(figures(packets[0]), [
      ['split_ratio', '2025-09-12', '5'],
      ['bonus_ratio', '2025-09-12', '2'],
    ]);
    assert.equal(packets[0]?.authority, 'REGULATOR');
  });

  it('decisions/Evidence providers: two dividends of one day are one payment, in one row or in two', async () => {
    const { packets } = await acquire({
      nse: [
        nseRow('13-Feb-2026', 'Interim Dividend - Re 0.50 Per Share/Special Dividend - Re 0.25 Per Share'),
      ],
      bse: [
        bseRow('20260213', 'Interim Dividend - Rs. - 0.5000'),
        bseRow('20260213', 'Special Dividend - Rs. - 0.2500'),
      ],
    });
    for (const packet of packets)
      assert.deepEqual(figures(packet), [['dividend_per_share', '2026-02-13', '0.75']]);
    assert.deepEqual(
      packets.map(({ publisher }) => publisher),
      ['NSE', 'BSE'],
    );
  });

  it('decisions/Evidence providers: words that are cut off are read, and words that are missing are not guessed', async () => {
    const { packets } = await acquire({
      nse: [nseRow('21-Aug-2026', 'Dividend - Re 0.80 Per Sh')],
      bse: [bseRow('20250628', ''), bseRow('20251219', 'Spin Off ')],
    });
    assert.deepEqual(figures(packets[0]), [['dividend_per_share', '2026-08-21', '0.8']]);
    assert.deepEqual(figures(packets[1]), [
      ['corporate_event', '2025-06-28', null],
      ['corporate_event', '2025-12-19', '1'],
    ]);
    assert.match(packets[1]?.observations[0]?.reason ?? '', /without saying what it is/);
  });

  it('decisions/Evidence providers: a government bond and another company are no evidence for the share', async () => {
    const { packets, refused } = await acquire({
      nse: [
        nseRow('18-Sep-2026', 'Interest Payment', {
          symbol: '710GS2039',
          series: 'GS',
          isin: 'IN0020259999',
        }),
        nseRow('18-Sep-2026', 'Dividend - Rs 5 Per Share', { isin: 'INE999Z01011' }),
      ],
    });
    assert.deepEqual(
      refused.map(({ reason }) => reason),
      ['NOT_EQUITY', 'OTHER_COMPANY'],
    );
    assert.deepEqual(figures(packets[0]), []);
  });

  it('a new ISIN after a split is still the same company', async () => {
    const { packets } = await acquire({
      nse: [nseRow('22-Aug-2025', 'Dividend - Rs 6 Per Share', { isin: 'INE0AB101011', faceVal: '10' })],
    });
    assert.deepEqual(figures(packets[0]), [['dividend_per_share', '2025-08-22', '6']]);
  });

  it('research/Historical mode rules 1 and 2: what was announced after the cut-off, or is ahead without a moment, is refused', async () => {
    const { packets, refused } = await acquire(
      {
        nse: [
          nseRow('22-Aug-2025', 'Dividend - Rs 6 Per Share', { caBroadcastDate: '24-May-2025 11:02:44' }),
          nseRow('12-Sep-2025', 'Bonus 1:1', { caBroadcastDate: '22-Aug-2025 20:41:37' }),
          nseRow('21-Aug-2026', 'Dividend - Re 0.80 Per Sh'),
        ],
      },
      // 20:41:36 in India: one second before the bonus was announced.
      { mode: 'HISTORICAL', as_of: '2025-08-22T15:11:36.000Z' },
    );
    assert.deepEqual(figures(packets[0]), [['dividend_per_share', '2025-08-22', '6']]);
    assert.deepEqual(
      refused.map(({ source_id, reason }) => [source_id, reason]),
      [
        ['exchange_actions:NSE:PALARPUMP:2025-09-12', 'AFTER_CUTOFF'],
        ['exchange_actions:NSE:PALARPUMP:2026-08-21', 'AFTER_CUTOFF'],
      ],
    );
  });

  it('a row without a moment counts from the opening of its ex-date', async () => {
    const list = { nse: [nseRow('21-Aug-2026', 'Dividend - Re 0.80 Per Sh')] };
    const at = async (as_of: string) =>
      (await acquire(list, { mode: 'HISTORICAL', as_of })).packets[0]?.observations.length;
    // 09:15 in India is 03:45 UTC.
    assert.equal(await at('2026-08-21T03:44:59.000Z'), 0);
    assert.equal(await at('2026-08-21T03:45:00.000Z'), 1);
  });

  for (const [name, body] of Object.entries({
    'a page in place of the list': '<!doctype html><title>Access Denied</title>',
    'a list that is cut off': '[{"symbol":"PALARPUMP"',
    'an object': '{"data":[]}',
    'a list of words': '["Dividend"]',
  }))
    it(`research/Fault containment: ${name} is a failure that is told`, async () => {
      const documents = keptDocuments({ [NSE]: body });
      const { packets, failures } = await createExchangeActions().acquire(evidenceRequest(), documents);
      assert.deepEqual(packets, []);
      assert.deepEqual(
        failures.map(({ kind }) => kind),
        ['malformed'],
      );
    });

  it('a list that nobody keeps is told as such, and an empty one is evidence that there is nothing', async () => {
    assert.deepEqual(
      (await acquire({})).failures.map(({ kind }) => kind),
      ['NOT_KEPT'],
    );
    assert.equal((await acquire({ nse: [] })).packets.length, 1);
  });

  it('a row without an ex-date is counted, and its neighbours are read', async () => {
    const { packets } = await acquire({
      nse: [nseRow('-', 'Bonus 1:1'), nseRow('21-Aug-2026', 'Dividend - Re 1 Per Share')],
    });
    assert.equal(packets[0]?.observations.length, 1);
    assert.deepEqual(packets[0]?.notes, ['1 rows of the list have no ex-date and are excluded.']);
  });
});
