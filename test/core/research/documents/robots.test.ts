import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readRobots } from '../../../../core/research/index.ts';
import { sampled } from '../../../support/soak.ts';

/** What one program may ask for under a robots.txt. */
interface Case {
  name: string;
  robots: string;
  allowed: readonly string[];
  refused: readonly string[];
}

const CASES: readonly Case[] = [
  { name: 'nothing stands there', robots: '', allowed: ['/', '/a'], refused: [] },
  {
    name: 'its own group counts, and the group for all does not',
    robots: 'User-agent: *\nDisallow: /\n\nUser-agent: Munim\nDisallow: /board',
    allowed: ['/', '/investors'],
    refused: ['/board', '/board/minutes', '/boardroom'],
  },
  {
    name: 'the group for all counts where none names it',
    robots: 'User-agent: otherbot\nAllow: /\n\nUser-agent: *\nDisallow: /private/',
    allowed: ['/', '/private', '/privately'],
    refused: ['/private/', '/private/a.html'],
  },
  {
    name: 'a group for others alone says nothing',
    robots: 'User-agent: otherbot\nDisallow: /',
    allowed: ['/', '/a'],
    refused: [],
  },
  {
    name: 'a name counts in any case and with a version, but not as a part of another',
    robots: 'User-agent: MUNIM/2.1 (+https://example.com)\nDisallow: /a\n\nUser-agent: munimal\nDisallow: /b',
    allowed: ['/b'],
    refused: ['/a'],
  },
  {
    name: 'several names share a group, and groups of one name are one',
    robots:
      'User-agent: x\nUser-agent: munim\nDisallow: /a\n\nUser-agent: y\nDisallow: /c\n\nUser-agent: munim\nDisallow: /b',
    allowed: ['/c'],
    refused: ['/a', '/b'],
  },
  {
    name: 'other records, blank lines and comments part no group',
    robots:
      '# hello\nUser-agent: x\n\nSitemap: https://a.example/s.xml\nUser-agent: munim # us\n\nDisallow: /a # not this\n\nDisallow: /b',
    allowed: ['/c'],
    refused: ['/a', '/b'],
  },
  {
    name: 'the longest rule decides, wherever it stands',
    robots: 'User-agent: *\nAllow: /papers/2026/\nDisallow: /papers/\nDisallow: /papers/2026/drafts',
    allowed: ['/papers/2026/q1', '/papers'],
    refused: ['/papers/2025/q1', '/papers/2026/drafts/q1'],
  },
  {
    name: 'of two rules as long, the one that allows decides',
    robots: 'User-agent: *\nDisallow: /page\nAllow: /page',
    allowed: ['/page', '/pages'],
    refused: [],
  },
  {
    name: 'a star is any text, and a dollar at the end is the end',
    robots: 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /*/print\nDisallow: /exact$\nAllow: /open*.pdf$',
    allowed: ['/a.pdf?x=1', '/exact/', '/exactly', '/print', '/open/a.pdf'],
    refused: ['/a.pdf', '/b/c.pdf', '/x/print', '/x/y/print/1', '/exact'],
  },
  {
    name: 'a dollar elsewhere is a dollar, and escapes are compared as what they stand for',
    robots:
      'User-agent: *\nDisallow: /a$b\nDisallow: /%7Euser\nDisallow: /st%2Ar\nDisallow: /münze\nDisallow: /x%2fy',
    allowed: ['/a', '/star', '/x/y'],
    refused: ['/a$bc', '/~user/1', '/%7euser', '/st*r', '/m%C3%BCnze', '/x%2Fy'],
  },
  {
    name: 'an empty rule says nothing, and one before any name neither',
    robots: 'Disallow: /\nUser-agent: *\nDisallow:\nAllow:',
    allowed: ['/', '/a'],
    refused: [],
  },
  {
    name: 'rules look at the query too',
    robots: 'User-agent: *\nDisallow: /*?print=',
    allowed: ['/a', '/a?b=1'],
    refused: ['/a?print=1'],
  },
  {
    name: 'the robots.txt itself may always be asked for',
    robots: 'User-agent: *\nDisallow: /',
    allowed: ['/robots.txt'],
    refused: ['/', '/robots.html'],
  },
  {
    name: 'a byte order mark, other line ends and spaces before the colon are read',
    robots: '\uFEFFUser-agent : *\r  DISALLOW :/a\r\n',
    allowed: ['/b'],
    refused: ['/a'],
  },
  {
    name: 'a page in its place forbids nothing',
    robots: '<!doctype html><html><body><h1>Welcome</h1>style="color: red"</body></html>',
    allowed: ['/', '/a'],
    refused: [],
  },
];

/** Whether a pattern fits, letter by letter, by the definition. */
function fitsSlowly(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  const [first, rest] = [pattern.charAt(0), pattern.slice(1)];
  if (first === '*') return fitsSlowly(rest, path) || (path !== '' && fitsSlowly(pattern, path.slice(1)));
  return path.startsWith(first) && fitsSlowly(rest, path.slice(1));
}

/** Every rule that fits, put in order; the first decides. */
function allowsSlowly(rules: readonly (readonly [boolean, string])[], path: string): boolean {
  const [best] = rules
    .filter(([, pattern]) => fitsSlowly(pattern, path))
    .toSorted(([a, one], [b, other]) => other.length - one.length || Number(b) - Number(a));
  return best?.[0] ?? true;
}

describe('research/Evidence acquisition rules: what a site’s robots.txt allows (RFC 9309)', () => {
  for (const { name, robots, allowed, refused } of CASES)
    it(name, () => {
      const site = readRobots(robots, 'munim');
      for (const path of allowed) assert.equal(site.allows(path), true, path);
      for (const path of refused) assert.equal(site.allows(path), false, path);
    });

  it('sitemaps are for everybody, and the longest pause of its groups counts', () => {
    const { sitemaps, crawlDelay } = readRobots(
      'Sitemap: https://a.example/1.xml\nUser-agent: munim\nCrawl-delay: 2\nDisallow: /x\nUser-agent: munim\nCrawl-delay: 0.5\nDisallow: /y\nUser-agent: *\nCrawl-delay: 90\nsitemap:https://a.example/2.xml',
      'munim',
    );
    assert.deepEqual(sitemaps, ['https://a.example/1.xml', 'https://a.example/2.xml']);
    assert.equal(crawlDelay, 2);
    assert.equal(readRobots('User-agent: *\nCrawl-delay: soon', 'munim').crawlDelay, null);
  });

  it('agrees with a reading by the definition on random rules and paths', () => {
    const piece = fc.constantFrom('a', 'b', '/', '*', '$', 'ab');
    const pattern = fc.array(piece, { maxLength: 6 }).map((parts) => `/${parts.join('')}`);
    // A dollar of the path itself is escaped, and no rule made here means one.
    const path = fc
      .array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 })
      .map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), pattern), { maxLength: 6 }), path, (drawn, asked) => {
        const rules = drawn.filter(([, one]) => !one.slice(0, -1).includes('$'));
        const text = rules.map(([isAllowed, one]) => `${isAllowed ? 'Allow' : 'Disallow'}: ${one}`);
        const site = readRobots(['User-agent: *', ...text].join('\n'), 'munim');
        assert.equal(site.allows(asked), allowsSlowly(rules, asked));
      }),
      { numRuns: sampled(500, 50_000) },
    );
  });

  it('bad input: half a megabyte of stars takes no time to speak of', () => {
    const robots = `User-agent: *\n${`Disallow: /${'*a'.repeat(500)}$\n`.repeat(500)}`;
    assert.equal(readRobots(robots, 'munim').allows(`/${'a'.repeat(300)}b`), true);
  });
});
