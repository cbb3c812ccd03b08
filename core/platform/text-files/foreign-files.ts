import type { TextFileRules } from './rules.ts';

const SAVE_AS_CSV =
  'Open it in Excel or LibreOffice, choose "Save as", type CSV (UTF-8), and upload that file.';

const OTHER_XML = 'This is an XML file. Download the report from your broker as CSV.';

/** Refuses files that are no text at all, by their first bytes. */
export function refuseForeignBytes(head: Buffer, { refuse }: TextFileRules): void {
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) {
    if (isWorkbook(head)) throw refuse('CSV_IS_EXCEL', `This is an Excel workbook. ${SAVE_AS_CSV}`);
    throw refuse('CSV_IS_ARCHIVE', 'This is a ZIP archive. Unpack it and upload the CSV file inside.');
  }
  if (startsWith(head, [0x1f, 0x8b])) {
    throw refuse('CSV_IS_ARCHIVE', 'This file is compressed (gzip). Unpack it and upload the CSV inside.');
  }
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw refuse('CSV_IS_EXCEL', `This is an old Excel workbook (.xls). ${SAVE_AS_CSV}`);
  }
  if (head.subarray(0, 1024).includes('%PDF-')) {
    throw refuse('CSV_IS_PDF', 'This is a PDF. Download the same report from your broker as CSV.');
  }
}

/** Refuses text that is another kind of document, by how it begins. */
export function refuseForeignText(text: string, { refuse, xml, json }: TextFileRules): void {
  const start = text.slice(0, 4096).trimStart().toLowerCase();
  if (/^(?:\{\s*["}]|\[\s*[[{"\]])/.test(start)) {
    if (json?.isKnown(text) === true) return;
    throw refuse('CSV_IS_JSON', 'This is a JSON file. Download the report from your broker as CSV.');
  }
  if (!start.startsWith('<') || xml?.isKnown(text) === true) return;
  if (start.includes('urn:schemas-microsoft-com:office')) {
    throw refuse('CSV_IS_EXCEL', `This is an Excel workbook in XML form. ${SAVE_AS_CSV}`);
  }
  if (/^<(?:\?xml|!doctype\s+(?!html))/.test(start) && !start.includes('<html'))
    throw refuse('CSV_IS_XML', xml?.otherwise ?? OTHER_XML);
  if (
    /^<(?:!doctype|!--|html|head|body|meta|title|table|script|style|div)\b/.test(start) ||
    start.includes('<html')
  ) {
    throw refuse(
      'CSV_IS_HTML',
      'This is a saved web page, often a sign-in or error page. Sign in at your broker, download the ' +
        'report again, and check that it opens as a table.',
    );
  }
  if (/^<[a-z_][\w.:-]*[\s/>]/.test(start)) throw refuse('CSV_IS_XML', xml?.otherwise ?? OTHER_XML);
}

/** A text file has hardly any control characters besides tab and line ends. */
export function refuseBinary(text: string, { refuse }: TextFileRules): void {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) controls++;
  }
  if (controls > text.length / 50) throw binary(refuse);
}

export function binary(refuse: TextFileRules['refuse']): Error {
  return refuse('CSV_BINARY', 'This is not a text file. Export the report as CSV and upload that.');
}

function startsWith(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}

/** Workbooks are ZIP archives with telling names inside; the names stand uncompressed between the parts. */
function isWorkbook(head: Buffer): boolean {
  return [
    '[Content_Types].xml',
    'xl/',
    'docProps/',
    '_rels/',
    'oasis.opendocument.spreadsheet',
    'Index/',
  ].some((name) => head.includes(name));
}
