import { isIsin } from '../../../../market/instruments/index.ts';
import { type NumberedRow, type RawRow, type StatedPrice, unknownKind } from '../../rows/index.ts';
import {
  type StatementFiles,
  type StatementFormatOf,
  type StatementReading,
  StatementRefusal,
} from '../statement.ts';
import { BlockReader, type CasScheme } from './blocks.ts';
import { entriesOf } from './entries.ts';
import { Identities, ledgerRowsOf } from './ledger-rows.ts';
import { type Line, linesOfPage } from './lines.ts';
import { isDetailedCas, isOfMfCentral, textOf } from './marks.ts';
import { totalsOfScheme, totalsOfSummary } from './totals.ts';

const LINES_OF_STEP = 50;

const SHARED = {
  kind: 'pages',
  // One person's funds go together, whoever sends the statement.
  broker: 'Mutual Funds',
  symbolsByIsin: 'all',
  notation: { date_order: null, decimal_mark: '.' },
  currency: 'INR',
  read: readCas,
  steps: stepsOf,
} as const;

/** Consolidated account statement of the registrars CAMS and KFintech. */
export const camsKfintechCas: StatementFormatOf<'pages'> = {
  ...SHARED,
  format: 'cams-kfintech-cas',
  title: 'Consolidated account statement of CAMS and KFintech',
  detect({ pages }) {
    const text = textOf(pages);
    return isDetailedCas(text) && !isOfMfCentral(text);
  },
};

/** The same of MFCentral, which both registrars run. */
export const mfCentralCas: StatementFormatOf<'pages'> = {
  ...SHARED,
  format: 'mfcentral-cas',
  title: 'Consolidated account statement of MFCentral',
  detect({ pages }) {
    const text = textOf(pages);
    return isDetailedCas(text) && isOfMfCentral(text);
  },
};

function readCas(file: StatementFiles['pages']): StatementReading {
  const steps = stepsOf(file);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Reads in steps of a millisecond or so: a page, some lines, a scheme. */
function* stepsOf({ pages }: StatementFiles['pages']): Generator<void, StatementReading> {
  const lines: Line[] = [];
  for (const [index, runs] of pages.entries()) {
    for (const line of linesOfPage(runs, index + 1)) lines.push(line);
    yield;
  }
  const reader = new BlockReader();
  for (const at of lines.keys()) {
    reader.read(lines, at);
    if (at % LINES_OF_STEP === 0) yield;
  }
  const { statement } = reader;
  const { schemes, period } = statement;
  if (schemes.length === 0)
    throw new StatementRefusal(
      'No folio in this consolidated account statement has transactions. Request the detailed statement for a period in ' +
        'which you bought or sold.',
    );
  const rows: NumberedRow[] = [];
  const totals: StatementReading['totals'] = [];
  const add = (page: number, raw: RawRow): void => {
    rows.push({ row: rows.length + 1, raw: { ...raw, where: `page ${page}` } });
  };
  const ids = new Identities();
  for (const scheme of schemes) {
    const read = entriesOf(scheme);
    const broken = read.broken === null ? {} : { malformed: brokenWords(scheme, read.broken) };
    for (const { page, raw } of ledgerRowsOf(scheme, read.entries, period?.from ?? null, ids))
      add(page, { ...raw, ...broken });
    for (const { row, reason, isUnknown } of read.excluded)
      add(row.page, {
        fields: {
          symbol: scheme.name,
          date: row.date,
          type: row.words.slice(0, 200),
          ...(row.amount === null ? {} : { price: row.amount.toFixed() }),
        },
        ...(isUnknown === true
          ? { undecided: { field: 'type', message: unknownKind(row.words) } }
          : { excluded: reason }),
      });
    totals.push(...totalsOfScheme(scheme, read.entries));
    yield;
  }
  totals.push(...totalsOfSummary(statement));
  const prices = schemes.flatMap(({ name, isin, closing }): StatedPrice[] =>
    closing?.nav
      ? [{ symbol: name, isin, currency: 'INR', day: closing.nav.day, price: closing.nav.price.toFixed() }]
      : [],
  );
  return { type: 'transactions', rows, totals, prices, notes: notesOn(statement.schemes) };
}

function brokenWords({ name, folio }: CasScheme, broken: string): string {
  return (
    `is not imported, because the units of ${name} in folio ${folio} do not add up: ${broken}. A row may be missing. Ask ` +
    'for the statement again, or enter the transactions of this fund by hand.'
  );
}

function notesOn(schemes: readonly CasScheme[]): string[] {
  const notes: string[] = [];
  const opened = schemes.filter(({ opening }) => opening?.gt(0) === true).length;
  if (opened > 0)
    notes.push(
      `${opened === 1 ? 'One fund was' : `${opened} funds were`} held before this statement begins. Units that an earlier statement ` +
        'brought are not counted twice. What the others cost is unknown: for that, import a statement that begins before the ' +
        'first purchase.',
    );
  if (
    schemes.some(({ rows }) =>
      rows.some(({ words, units }) => units !== null && /\bmerge[rd]?\b/i.test(words)),
    )
  )
    notes.push(
      'Schemes were merged. The units keep their dates and cost, so nothing is sold (section 47(xviii)). Where one side or ' +
        'the earlier purchases are missing, the merger counts as a sale and a purchase at its value until they are imported.',
    );
  for (const { name, isin } of schemes)
    if (isin === null || !isIsin(isin))
      notes.push(
        `The statement gives ${isin === null ? 'no ISIN' : `the ISIN ${isin}, which is misprinted,`} for ${name}. Add its ISIN to ` +
          'the holding, so that its NAV can be fetched.',
      );
  return [...new Set(notes)];
}
