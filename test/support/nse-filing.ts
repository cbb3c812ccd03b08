/** Filings of results in XBRL, in the shape that companies file them with NSE; every figure is the test's own. */

type Fact = string | { text: string; unit?: string | null; decimals?: string };

export interface FiledColumn {
  id: string;
  /** The dates that its context carries; one day for an instant. */
  printed: readonly [start: string, end: string] | readonly [day: string];
  /** What it says itself of its reporting period; nothing for an instant and for a part. */
  stated?: readonly [start: string, end: string];
  /** Axis by which it is a part. */
  axis?: string;
  /** Text about it. */
  words?: Readonly<Record<string, string>>;
  figures?: Readonly<Record<string, Fact>>;
}

export interface Filed {
  symbol: string;
  scope: 'Standalone' | 'Consolidated' | 'Non-Consolidated' | null;
  columns: readonly FiledColumn[];
  namespace?: string;
  /** Scheme and value of the entity; the symbol of NSE where a test says nothing. */
  entity?: readonly [scheme: string, value: string];
  year?: readonly [start: string, end: string];
  head?: Readonly<Record<string, string>>;
}

export const BSE_FIN = 'http://www.bseindia.com/xbrl/fin/2020-03-31/in-bse-fin';
export const SEBI_2026 = 'http://www.sebi.gov.in/xbrl/2026-01-31/in-capmkt';
const PER_SHARE = /PerShare|FaceValue/;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A filing as its company would send it. */
export function filedResults(filed: Filed): Buffer {
  const {
    symbol,
    scope,
    columns,
    namespace = BSE_FIN,
    year = ['2024-04-01', '2025-03-31'],
    head = {},
  } = filed;
  const [scheme, value] = filed.entity ?? ['http://www.nseindia.com/NSESymbol', symbol];
  const entity = `<xbrli:entity><xbrli:identifier scheme="${scheme}">${escaped(value)}</xbrli:identifier></xbrli:entity>`;
  const contexts = columns.map(({ id, printed, axis }) => {
    const [start, end] = printed;
    const period =
      end === undefined
        ? `<xbrli:instant>${start}</xbrli:instant>`
        : `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${end}</xbrli:endDate>`;
    const part =
      axis === undefined
        ? ''
        : `<xbrli:scenario><xbrldi:explicitMember dimension="in:${axis}">in:${id}Member</xbrldi:explicitMember></xbrli:scenario>`;
    return `<xbrli:context id="${id}">${entity}<xbrli:period>${period}</xbrli:period>${part}</xbrli:context>`;
  });
  const said = (id: string, words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(
      ([name, text]) => `<in:${name} contextRef="${id}">${escaped(text)}</in:${name}>`,
    );
  const first = columns[0]?.id ?? 'OneD';
  const facts = columns.flatMap(({ id, stated, axis, printed, words = {}, figures = {} }) => [
    ...said(id, {
      ...(stated === undefined
        ? {}
        : { DateOfStartOfReportingPeriod: stated[0], DateOfEndOfReportingPeriod: stated[1] }),
      ...(scope === null || axis !== undefined || printed.length === 1
        ? {}
        : { NatureOfReportStandaloneConsolidated: scope }),
      ...words,
    }),
    ...Object.entries(figures).map(([name, fact]) => {
      const one = typeof fact === 'string' ? { text: fact } : fact;
      const unit = one.unit === undefined ? (PER_SHARE.test(name) ? 'INRPerShare' : 'INR') : one.unit;
      const ref = unit === null ? '' : ` unitRef="${unit}"`;
      return `<in:${name} contextRef="${id}"${ref} decimals="${one.decimals ?? '-5'}">${escaped(one.text)}</in:${name}>`;
    }),
  ]);
  return Buffer.from(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<xbrli:xbrl xmlns:in="${namespace}" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">`,
      '<link:schemaRef xlink:type="simple" xlink:href="entry_point.xsd"/>',
      ...contexts,
      '<xbrli:unit id="INR"><xbrli:measure>iso4217:INR</xbrli:measure></xbrli:unit>',
      '<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>',
      '<xbrli:unit id="INRPerShare"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:INR</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>',
      ...said(first, {
        Symbol: symbol,
        NameOfTheCompany: `${symbol} Limited`,
        ClassOfSecurity: 'Equity',
        DateOfStartOfFinancialYear: year[0],
        DateOfEndOfFinancialYear: year[1],
        DescriptionOfPresentationCurrency: 'INR',
        ...head,
      }),
      ...facts,
      '</xbrli:xbrl>',
    ].join('\n'),
  );
}
