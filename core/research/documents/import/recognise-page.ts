import type { Config } from '../../../platform/index.ts';
import { isIssuerPage } from '../issuer-transport.ts';
import type { FiledDocument } from './recognise-json.ts';
import { document, type Recognised, type Recognition, refused, taken } from './recognised.ts';

/** What the rest of a folder says of whom its pages are. */
export interface FolderFacts {
  domains: Config['RESEARCH_ISSUER_DOMAINS'];
  symbols: readonly string[];
  filed: readonly FiledDocument[];
}

const BY_HAND = 'write it into evidence.json, as { "file": { "source": "issuer", "url": "https://…" } }';
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** A feed of headlines: what was searched for is in its title. */
export function recogniseFeed(body: Buffer): Recognition {
  const text = body.toString('utf8').slice(0, 20_000);
  const title = /<channel>[\s\S]*?<title>([^<]*)<\/title>/.exec(text)?.[1];
  if (title === undefined) return refused('it is not a feed of headlines');
  const query = title
    .replace(/ - [^-]*$/, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('"', '')
    .trim();
  if (query === '') return refused('its title does not say what was searched for');
  return taken(`headlines for “${query}”`, [
    document('news', `/rss/search?q=${encodeURIComponent(query)}`, body, 'application/xml'),
  ]);
}

/** A page or a text of a company: a document filed with SEC, or one of the company's own site. */
export function recognisePage(name: string, body: Buffer, facts: FolderFacts): Recognition {
  const text = body.toString('utf8');
  const mediaType = /\.html?$/i.test(name) ? 'text/html' : 'text/plain';
  if (/^\s*<DOCUMENT>\s*<TYPE>EX-/.test(text)) return exhibit(name, text, body, facts.filed);
  if (/\bform 10-k\b/i.test(text.slice(0, 1000))) return annualReport(text, body, facts.filed);
  const own = ownAddress(text);
  if (own !== null) {
    const url = new URL(own);
    if (isIssuerPage(url, facts.domains))
      return taken(`page of ${url.hostname}`, [document('issuer', url.href, body, mediaType)]);
    if (/\.html?$/i.test(name))
      return refused(
        `${url.hostname} is not in RESEARCH_ISSUER_DOMAINS; add it if it is the company’s own site`,
      );
  }
  const host = onlyHost(facts);
  if (host === null) return refused(`nothing says where it was published: ${BY_HAND}`);
  const path = `https://${host}/${encodeURIComponent(name)}`;
  return taken(`document of ${host}`, [document('issuer', path, body, mediaType)]);
}

/** The address that a page says it has, or the first one in it. */
function ownAddress(text: string): string | null {
  const head = text.slice(0, 200_000);
  const found =
    /<link[^>]+rel=["']canonical["'][^>]+href=["'](https:\/\/[^"']+)["']/i.exec(head)?.[1] ??
    /<meta[^>]+property=["']og:url["'][^>]+content=["'](https:\/\/[^"']+)["']/i.exec(head)?.[1] ??
    /\bat (https:\/\/[^\s"'<>)]+)/.exec(head)?.[1];
  return found !== undefined && URL.canParse(found) ? found : null;
}

/** The site of the one company that the folder is about. */
function onlyHost({ domains, symbols }: FolderFacts): string | null {
  const named = domains.filter(({ symbol }) => symbols.includes(symbol));
  return new Set(named.map(({ symbol }) => symbol)).size === 1 ? (named[0]?.host ?? null) : null;
}

/** An exhibit of a filing, as SEC's archive has it, with the list of documents by which it is found. */
function exhibit(name: string, text: string, body: Buffer, filed: readonly FiledDocument[]): Recognition {
  const file = /<FILENAME>\s*([\w.-]{1,100})/.exec(text)?.[1];
  if (file === undefined) return refused('it does not give its file name at the SEC');
  const days = [...`${name} ${file}`.matchAll(/(20\d\d)-?(\d\d)-?(\d\d)/g)].map(([, ...parts]) =>
    parts.join('-'),
  );
  const filing = filed.find(
    (one) => one.form.startsWith('8-K') && one.days.some((day) => days.includes(day)),
  );
  if (filing === undefined)
    return refused(
      `no list of filings in the folder names its filing: ${BY_HAND.replace('issuer', 'sec_archive')}`,
    );
  return taken('exhibit of a filing with SEC', [
    document('sec_archive', `${filing.folder}/${file}`, body, 'text/html'),
    listOfDocuments(filing, file),
  ]);
}

/** As EDGAR lists a filing's folder; it names what the import has of it. */
function listOfDocuments({ folder, primary }: FiledDocument, file: string): Recognised {
  const item = [...(primary === null ? [] : [primary]), file].map((name) => ({
    name,
    type: 'text.gif',
    size: '',
  }));
  const list = { directory: { item, name: folder, 'parent-dir': folder.slice(0, folder.lastIndexOf('/')) } };
  return document('sec_archive', `${folder}/index.json`, JSON.stringify(list), 'application/json');
}

function annualReport(text: string, body: Buffer, filed: readonly FiledDocument[]): Recognition {
  const [, month = '', date = '', year = ''] =
    /fiscal year ended ([A-Za-z]+) (\d{1,2}), (\d{4})/i.exec(text.slice(0, 5000)) ?? [];
  const number = String(MONTHS.indexOf(month.toLowerCase()) + 1).padStart(2, '0');
  const day = `${year}-${number}-${date.padStart(2, '0')}`;
  const filing = filed.find((one) => one.form === '10-K' && one.days.includes(day));
  if (filing === undefined || filing.primary === null)
    return refused('no list of filings in the folder names this annual report');
  return taken('annual report filed with SEC', [
    document('sec_archive', `${filing.folder}/${filing.primary}`, body, 'text/plain'),
  ]);
}
