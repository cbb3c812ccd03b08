/** What a site asks programs for in its robots.txt (RFC 9309), as far as it concerns one of them. */
export interface Robots {
  /** Whether it may ask for a path with its query, such as `/investors?year=2026`. */
  allows(path: string): boolean;
  /** Seconds that the site wants between two requests; null where it says nothing. */
  crawlDelay: number | null;
  /** Addresses of sitemaps as they stand there. They are for everybody. */
  sitemaps: readonly string[];
}

/** A pattern of paths, such as `/private/*.pdf$`. */
interface RobotsRule {
  isAllowed: boolean;
  pattern: string;
}

interface Group {
  agents: string[];
  rules: RobotsRule[];
  crawlDelay: number | null;
}

const MOST_SITEMAPS = 20;
/** What may be written in several ways. */
const SPELLED = /[%*$]|[^\x21-\x7e]/;
/** A site without a robots.txt asks for nothing. */
export const NO_ROBOTS: Robots = { allows: () => true, crawlDelay: null, sitemaps: [] };

/**
 * Reads a robots.txt for the program of that name, which is a product token such as `munim`. Groups that name it count, all of
 * them together; where none does, those for `*`. A line that is no record is passed over, so that a page in its place
 * forbids nothing.
 */
export function readRobots(text: string, agent: string): Robots {
  const { groups, sitemaps } = groupsOf(text);
  const name = agent.toLowerCase();
  const own = groups.filter(({ agents }) => agents.includes(name));
  const mine = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = mine.flatMap((group) => group.rules);
  const delays = mine.flatMap(({ crawlDelay }) => (crawlDelay === null ? [] : [crawlDelay]));
  return {
    allows: (path) => isAllowed(path, rules),
    crawlDelay: delays.length === 0 ? null : Math.max(...delays),
    sitemaps,
  };
}

/** The longest pattern that fits decides; of two as long, the one that allows (RFC 9309, 2.2.2). */
function isAllowed(path: string, rules: readonly RobotsRule[]): boolean {
  const asked = normalPath(path);
  if (asked === '/robots.txt') return true;
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    const isBetter =
      best === null ||
      rule.pattern.length > best.pattern.length ||
      (rule.pattern.length === best.pattern.length && rule.isAllowed && !best.isAllowed);
    if (isBetter && fits(rule.pattern, asked)) best = rule;
  }
  return best === null || best.isAllowed;
}

/**
 * Whether a pattern fits the start of a path. `*` stands for any text and `$` at the end for the path's end. Each piece
 * between stars is taken at its first place, so that the work is never more than the pieces times the path.
 */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  if (others.length === 0) return !isWhole || path.length === first.length;
  const last = isWhole ? (others.pop() ?? '') : '';
  let at = first.length;
  for (const piece of others) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

function groupsOf(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const said = value.trim();
    const group = groups.at(-1);
    switch (key.toLowerCase()) {
      case 'user-agent': {
        const agent = said === '*' ? '*' : (/^[A-Za-z_-]+/.exec(said)?.[0].toLowerCase() ?? '');
        if (isNaming) group?.agents.push(agent);
        else groups.push({ agents: [agent], rules: [], crawlDelay: null });
        isNaming = true;
        break;
      }
      case 'allow':
      case 'disallow':
        isNaming = false;
        // A rule without a path, and one before any program is named, says nothing.
        if (said !== '')
          group?.rules.push({ isAllowed: key.toLowerCase() === 'allow', pattern: normalPattern(said) });
        break;
      case 'crawl-delay':
        if (group !== undefined && /^\d{1,6}(\.\d{1,3})?$/.test(said)) group.crawlDelay = Number(said);
        break;
      case 'sitemap':
        if (sitemaps.length < MOST_SITEMAPS) sitemaps.push(said);
        break;
      default:
    }
  }
  return { groups, sitemaps };
}

/** A rule's path with one spelling for each character; its `*` and its `$` at the end keep their sense. */
function normalPattern(pattern: string): string {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*').map(normalPath);
  return parts.join('*') + (isWhole ? '$' : '');
}

/**
 * A path with one spelling for each character: what needs no escape has none, and all else has one in capitals. A star and a
 * dollar of the address itself are escaped, for in rules they mean something else.
 */
function normalPath(path: string): string {
  if (!SPELLED.test(path)) return path;
  return path.replaceAll(/%[0-9a-f]{2}|[^\x21-\x7e]+|[*$]/gi, (one) => {
    if (one === '*') return '%2A';
    if (one === '$') return '%24';
    if (one.length === 3 && one.startsWith('%')) {
      const character = /^%[0-7]/.test(one) ? decodeURIComponent(one) : '';
      return /^[A-Za-z0-9._~-]$/.test(character) ? character : one.toUpperCase();
    }
    return encodeURIComponent(one.replaceAll(/\p{Cs}/gu, '\uFFFD'));
  });
}
