import { createHash } from 'node:crypto';
import { DocumentNotKept, type Documents, type DocumentSource } from '../../core/research/index.ts';

/** Documents by `source path`, such as `nse_site /api/corporate-announcements?index=equities&symbol=ABC`; nobody is asked. */
export function keptDocuments(
  bodies: Readonly<Record<string, string | Buffer>>,
): Documents & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async get({ source, path }) {
      const key = `${source satisfies DocumentSource} ${path}`;
      asked.push(key);
      const found = bodies[key];
      if (found === undefined) throw new DocumentNotKept(source, path);
      const body = Buffer.isBuffer(found) ? found : Buffer.from(found);
      return await Promise.resolve({
        source,
        path,
        body,
        sha256: createHash('sha256').update(body).digest('hex'),
        fetched_at: '2026-09-30T12:00:00.000Z',
        origin: 'FILE',
      });
    },
  };
}
