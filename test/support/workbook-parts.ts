import * as XLSX from '@e965/xlsx';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A ZIP archive of these parts. */
export function archiveOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const { CFB } = XLSX as unknown as {
    CFB: {
      utils: {
        cfb_new(options: { fileType: 'zip' }): unknown;
        cfb_add(archive: unknown, name: string, content: Buffer): void;
      };
      write(archive: unknown, options: { type: 'buffer'; fileType: 'zip'; compression: true }): Buffer;
    };
  };
  const archive = CFB.utils.cfb_new({ fileType: 'zip' });
  for (const [name, content] of Object.entries(parts)) CFB.utils.cfb_add(archive, name, Buffer.from(content));
  return CFB.write(archive, { type: 'buffer', fileType: 'zip', compression: true });
}

export interface MadeWorkbook {
  /** What stands between `<sheetData>` and its end, by the name of the sheet. */
  sheets: Readonly<Record<string, string>>;
  /** What comes after the rows of each sheet. */
  after?: string;
  /** The texts that cells share, as XML between `<si>` and its end. */
  strings?: readonly string[];
  /** Number formats of the styles 0, 1, …: a number that Excel knows, or a pattern. */
  formats?: readonly (number | string)[];
  /** Attributes of `workbookPr`, and of the sheets by name. */
  book?: string;
  attributes?: Readonly<Record<string, string>>;
  more?: Readonly<Record<string, string | Buffer>>;
}

/** A workbook written to the letter. */
export function madeWorkbook({
  sheets,
  after = '',
  strings = [],
  formats = [],
  book = '',
  attributes = {},
  more = {},
}: MadeWorkbook): Buffer {
  const names = Object.keys(sheets);
  const own = formats.filter((format) => typeof format === 'string');
  const idOf = (format: number | string) => (typeof format === 'number' ? format : 164 + own.indexOf(format));
  return archiveOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr ${book}/><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}" ${attributes[name] ?? ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${own
      .map((code) => `<numFmt numFmtId="${idOf(code)}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
      .map((format) => `<xf numFmtId="${idOf(format)}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...more,
  });
}
