import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../../core/market/history/unzip.ts';
import { type BhavRow, bhavcopy } from './bhavcopy.ts';
import { LoopbackServer, type Reply } from './loopback.ts';

/** What the double of NSE's archive keeps of a session, and in which of its files. */
export interface ArchivedSession {
  rows: readonly BhavRow[];
  /** Where it is to be found; both where it is not said. */
  files?: readonly ('daily' | 'full')[];
  /** The day that the file itself says it is of: the archive repeats yesterday's sometimes. */
  of?: string;
}

/** A zip archive with one packed file, byte for byte as the exchange's own. */
export function zipOf(name: string, content: string): Buffer {
  const bytes = Buffer.from(content);
  const packed = deflateRawSync(bytes);
  const file = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([signature(0x04034b50), common, file, packed]);
  const tail = Buffer.alloc(14);
  const entry = Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, tail, file]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const NOT_FOUND: Reply = { status: 404, type: 'text/html', body: '<html><body>Not Found</body></html>' };

/** A double of NSE's archive; `sessions`, and `lists` by their paths, may be changed while it runs. */
export class NseArchiveServer extends LoopbackServer {
  readonly sessions: Map<string, ArchivedSession>;
  readonly lists: Map<string, string>;

  constructor(sessions: Record<string, ArchivedSession> = {}) {
    const kept = new Map(Object.entries(sessions));
    const lists = new Map<string, string>();
    super((url) => {
      const list = lists.get(url.pathname);
      return list === undefined ? answer(url.pathname, kept) : { status: 200, type: 'text/csv', body: list };
    });
    this.sessions = kept;
    this.lists = lists;
  }
}

function answer(path: string, sessions: ReadonlyMap<string, ArchivedSession>): Reply {
  for (const [day, { rows, files = ['daily', 'full'], of = day }] of sessions) {
    const [year = '', month = '', date = ''] = day.split('-');
    const daily = bhavcopy(day, rows);
    const inside = bhavcopy(of, rows, { format: day <= '2024-07-05' ? 'old' : 'udiff' });
    const name = /^cm\d\d([A-Z]{3})/.exec(daily.name)?.[1] ?? '';
    const dailyPath =
      day <= '2024-07-05'
        ? `/content/historical/EQUITIES/${year}/${name}/${daily.name}.zip`
        : `/content/cm/${daily.name}.zip`;
    if (path === dailyPath && files.includes('daily'))
      return { status: 200, type: 'application/zip', body: zipOf(inside.name, inside.text) };
    const full = bhavcopy(of, rows, { format: 'full' });
    if (path === `/products/content/sec_bhavdata_full_${date}${month}${year}.csv` && files.includes('full'))
      return { status: 200, type: 'text/csv', body: full.text };
  }
  return NOT_FOUND;
}
