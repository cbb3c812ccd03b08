import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** MIME type of a file with the configuration of a chart instead of its picture. */
const CHART_MIME = 'application/vnd.munim.chart';
/** Nearly the smallest size in a few milliseconds; the smallest takes a hundred. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

interface ChatFile {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** Packs the configuration of a chart into a file of the chat. The same configuration draws the same picture. */
export const chartFile = ({ name, config }: { name: string; config: object }): ChatFile => ({
  name,
  mime: CHART_MIME,
  bytes: brotliCompressSync(JSON.stringify(config), QUALITY),
});

/** MIME type under which a file is served. */
export const servedMime = (mime: string): string => (mime === CHART_MIME ? 'image/png' : mime);

/** A file of the chat as it is served: charts are drawn, other files are as stored. */
export async function servedFile(
  file: ChatFile,
  draw: (config: object) => Promise<Buffer>,
): Promise<ChatFile> {
  if (file.mime !== CHART_MIME) return file;
  const config = JSON.parse(brotliDecompressSync(file.bytes).toString()) as object;
  return { ...file, mime: servedMime(file.mime), bytes: await draw(config) };
}
