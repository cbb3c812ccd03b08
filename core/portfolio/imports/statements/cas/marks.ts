import { parseDate } from '../../../../platform/index.ts';
import type { TextRun } from '../statement.ts';

/** Printed sideways on each page; some programs write it backwards. */
const ISSUER = /(?:CAMS|KFIN)CASWS|SWSAC(?:SMAC|NIFK)/i;
/** Statements of the depositories have a similar name, and other contents. */
const DEPOSITORY =
  /NSDL Consolidated Account|National Securities Depository|Central Depository Services|\bCDSL\b.{0,60}Consolidated Account/i;
const PERIOD = /(\d{1,2}-[A-Za-z]{3}-\d{4})\s+to\s+(\d{1,2}-[A-Za-z]{3}-\d{4})/i;

/** All text of some pages, on one line. */
export function textOf(pages: readonly (readonly TextRun[])[]): string {
  return pages
    .map((runs) => runs.map(({ text }) => text).join(' '))
    .join(' ')
    .replace(/\s+/g, ' ');
}

function isIssuedByRegistrar(text: string): boolean {
  return ISSUER.test(text);
}

export function isOfDepository(text: string): boolean {
  return !isIssuedByRegistrar(text) && DEPOSITORY.test(text);
}

/** Whether the text is that of a statement with transactions of folios, whoever sent it. */
export function isDetailedCas(text: string): boolean {
  return (
    /Consolidated Account Statement/i.test(text) &&
    !isOfDepository(text) &&
    !isSummaryOfCas(text) &&
    (/(?:Opening|Closing) Unit Balance/i.test(text) || isIssuedByRegistrar(text))
  );
}

/** A statement with closing balances only. */
export function isSummaryOfCas(text: string): boolean {
  return /Consolidated Account Summary/i.test(text) && !/Opening Unit Balance/i.test(text);
}

export function isOfMfCentral(text: string): boolean {
  return !isIssuedByRegistrar(text) && /MF\s?Central|FOLIO NO|No Folios Found|Nav as on/.test(text);
}

export function periodIn(text: string): { from: string; to: string } | null {
  const [, first, last] = PERIOD.exec(text) ?? [];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [parseDate(first, 'dmy'), parseDate(last, 'dmy')];
  return 'problem' in from || 'problem' in to ? null : { from: from.value, to: to.value };
}

/** What every page repeats. */
export function isFurniture(text: string): boolean {
  return (
    ISSUER.test(text) ||
    /^page \d+ of \d+$/i.test(text) ||
    /^consolidated account statement$/i.test(text) ||
    /^no folios found$/i.test(text) ||
    (PERIOD.test(text) && text.length < 40)
  );
}
