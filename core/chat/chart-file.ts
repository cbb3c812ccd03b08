import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Type of a file that holds the configuration of a chart instead of its picture. */
const CHART_MIME = 'application/vnd.munim.chart';
/** Nearly the smallest, in a few milliseconds; the smallest takes a hundred. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

interface ChatFile {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** A chart as a file of the chat: its configuration, packed. The same configuration draws the same picture. */
export const chartFile = ({ name, config }: { name: string; config: object }): ChatFile => ({
  name,
  mime: CHART_MIME,
  bytes: brotliCompressSync(JSON.stringify(config), QUALITY),
});

/** Type of a file as the door serves it. */
export const servedMime = (mime: string): string => (mime === CHART_MIME ? 'image/png' : mime);

/** A file of the chat as it is looked at: a chart is drawn, anything else is as it was stored. */
export async function servedFile(
  file: ChatFile,
  draw: (config: object) => Promise<Buffer>,
): Promise<ChatFile> {
  if (file.mime !== CHART_MIME) return file;
  const config = JSON.parse(brotliDecompressSync(file.bytes).toString()) as object;
  return { ...file, mime: servedMime(file.mime), bytes: await draw(config) };
}
