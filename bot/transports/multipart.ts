/** One part of a multipart body: a plain field, or a file when it carries a file name. */
interface Part {
  name: string;
  filename: string | null;
  bytes: Buffer;
}

/**
 * Decodes a multipart/form-data body. File names may stand in quotes or, as the Bot API client writes them, bare.
 * @throws Error when the body has no boundary or ends early.
 */
export function parseMultipart(body: Buffer, contentType: string): Part[] {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) throw new Error('multipart body without a boundary');
  const delimiter = Buffer.from(`--${mark}`);
  const parts: Part[] = [];
  let at = body.indexOf(delimiter);
  while (at !== -1) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts;
    const next = body.indexOf(delimiter, start);
    if (next === -1) break;
    const part = parsePart(body.subarray(start + 2, next - 2));
    if (part !== null) parts.push(part);
    at = next;
  }
  throw new Error('multipart body ends early');
}

function parsePart(part: Buffer): Part | null {
  const end = part.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = part.subarray(0, end).toString('utf8');
  const name = /(?:^|[;\s])name="([^"]*)"/i.exec(head)?.[1];
  if (name === undefined) return null;
  const file = /filename=(?:"([^"]*)"|([^\r\n;]*))/i.exec(head);
  return { name, filename: file === null ? null : (file[1] ?? file[2] ?? ''), bytes: part.subarray(end + 4) };
}
