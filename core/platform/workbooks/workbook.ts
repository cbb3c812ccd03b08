import { type Archive, openArchive } from './archive.ts';
import { WorkbookFault } from './fault.ts';
import { WORKBOOK_LIMITS, type WorkbookLimits } from './limits.ts';
import { mergedCells } from './merged-cells.ts';
import { SharedStrings } from './shared-strings.ts';
import { type SheetContext, type SheetRow, SheetRows } from './sheet-rows.ts';
import { Styles } from './styles.ts';
import { attribute, readPart, readWholePart } from './xml-part.ts';

/** An open workbook. */
export interface Workbook {
  /** The sheets that a person sees, in their order. */
  sheets: readonly string[];
  /**
   * The rows of a sheet that hold something, some at a time while it is unpacked. Each call reads it from its beginning.
   * @throws WorkbookFault
   */
  rows(sheet: number): AsyncGenerator<SheetRow[]>;
  close(): void;
}

interface Directory {
  sheets: { name: string; part: string }[];
  isFrom1904: boolean;
}

/**
 * Opens a workbook of Excel 2007 or later (XLSX) in memory. Sheets are unpacked as they are read; only the texts that cells
 * share are kept. One with macros is refused.
 * @throws WorkbookFault
 */
export async function openWorkbook(
  bytes: Buffer,
  limits: WorkbookLimits = WORKBOOK_LIMITS,
): Promise<Workbook> {
  if (bytes.length > limits.bytes)
    throw new WorkbookFault('too_large', `It is larger than ${Math.floor(limits.bytes / 2 ** 20)} MB.`);
  const archive = await openArchive(bytes, limits);
  try {
    refuseOthers(archive);
    const { sheets, isFrom1904 } = await readDirectory(archive, limits);
    const strings = await readStrings(archive, limits);
    const dayStyles = await readStyles(archive, limits);
    return {
      sheets: sheets.map(({ name }) => name),
      async *rows(sheet) {
        const { part } = sheets[sheet] ?? missingSheet();
        const merged = await mergedCells(archive, part, limits.sheetBytes);
        const context: SheetContext = { strings, dayStyles, isFrom1904, merged, limits };
        const rows = new SheetRows(context);
        yield* readPart(archive, { name: part, most: limits.sheetBytes }, rows, () => rows.taken());
      },
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

const BOOK = 'xl/workbook.xml';

/** Other archives, and workbooks in forms that are not read, by the parts they have. */
function refuseOthers({ names }: Archive): void {
  const has = (pattern: RegExp) => [...names].some((name) => pattern.test(name));
  if (has(/vbaproject\.bin$/i)) throw new WorkbookFault('macros', 'The workbook has macros.');
  if (names.has(BOOK)) return;
  if (has(/^xl\/workbook\.bin$/i)) throw new WorkbookFault('other_format', 'It is a binary workbook (XLSB).');
  if (names.has('content.xml')) throw new WorkbookFault('other_format', 'It is an OpenDocument spreadsheet.');
  if (has(/^Index\//)) throw new WorkbookFault('other_format', 'It is a Numbers spreadsheet.');
  throw new WorkbookFault('archive', 'It is an archive, not a workbook.');
}

async function readDirectory(archive: Archive, limits: WorkbookLimits): Promise<Directory> {
  const named: { name: string; id: string }[] = [];
  let isFrom1904 = false;
  await readWholePart(
    archive,
    { name: BOOK, most: limits.partBytes },
    {
      begin(name, attributes) {
        if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
        if (name !== 'sheet' || /hidden/i.test(attributes['state'] ?? '')) return;
        named.push({ name: attributes['name'] ?? '', id: attribute(attributes, 'id') ?? '' });
        if (named.length > limits.sheets)
          throw new WorkbookFault('too_large', `It has more than ${limits.sheets} sheets.`);
      },
    },
  );
  const targets = await readTargets(archive, limits);
  const sheets = named.flatMap(({ name, id }) => {
    const part = targets.get(id);
    // A sheet of a chart has no rows.
    return part === undefined || !archive.names.has(part) || !part.includes('worksheets/')
      ? []
      : [{ name, part }];
  });
  if (sheets.length === 0) throw new WorkbookFault('broken', 'It has no sheets.');
  return { sheets, isFrom1904 };
}

/** Where the parts stand that the workbook names. */
async function readTargets(archive: Archive, limits: WorkbookLimits): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const name = 'xl/_rels/workbook.xml.rels';
  await readWholePart(
    archive,
    { name, most: limits.partBytes },
    {
      begin(element, attributes) {
        const target = attributes['Target'];
        if (element !== 'Relationship' || target === undefined) return;
        const part = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
        targets.set(attributes['Id'] ?? '', part);
      },
    },
  );
  return targets;
}

async function readStrings(archive: Archive, limits: WorkbookLimits): Promise<readonly string[]> {
  const shared = new SharedStrings();
  await readOptional(archive, 'xl/sharedStrings.xml', limits, shared);
  return shared.strings;
}

async function readStyles(archive: Archive, limits: WorkbookLimits): Promise<readonly boolean[]> {
  const styles = new Styles();
  await readOptional(archive, 'xl/styles.xml', limits, styles);
  return styles.dayStyles;
}

async function readOptional(
  archive: Archive,
  name: string,
  limits: WorkbookLimits,
  handler: SharedStrings | Styles,
): Promise<void> {
  const found = [...archive.names].find((part) => part.toLowerCase() === name.toLowerCase());
  if (found !== undefined) await readWholePart(archive, { name: found, most: limits.partBytes }, handler);
}

function missingSheet(): never {
  throw new RangeError('the workbook has no such sheet');
}
