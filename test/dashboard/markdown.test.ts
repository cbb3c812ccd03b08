import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Block,
  blocksOf,
  lettersOf,
  safeAddress,
  type Span,
} from '../../api/dashboard/src/components/markdown/blocks.ts';
import { sampled } from '../support/soak.ts';

const linksOf = (spans: readonly Span[]): string[] =>
  spans.flatMap((span) =>
    'spans' in span ? [...(span.is === 'link' ? [span.href] : []), ...linksOf(span.spans)] : [],
  );
const spansIn = (block: Block): Span[] =>
  'spans' in block
    ? block.spans
    : block.is === 'list'
      ? block.items.flat()
      : block.is === 'table'
        ? [...block.head, ...block.rows.flat()].flat()
        : [];

describe('Markdown of our own pages', () => {
  it('headings, paragraphs, lists and code', () => {
    const text = (value: string): Span[] => [{ is: 'text', text: value }];
    assert.deepEqual(blocksOf('# Title\n\nTwo\nlines\n\n- one\n- two\n1. first\n```\n# no title\n```\n'), [
      { is: 'heading', level: 1, id: 'title', spans: text('Title') },
      { is: 'paragraph', spans: text('Two lines') },
      { is: 'list', isOrdered: false, items: [text('one'), text('two')] },
      { is: 'list', isOrdered: true, items: [text('first')] },
      { is: 'code', text: '# no title' },
    ]);
  });

  it('bold, italic, code and links within a line', () => {
    const [block] = blocksOf('**Bold** and *thin*, `npm start`, [the *site*](https://example.com/a)');
    assert.deepEqual(block && spansIn(block), [
      { is: 'bold', spans: [{ is: 'text', text: 'Bold' }] },
      { is: 'text', text: ' and ' },
      { is: 'italic', spans: [{ is: 'text', text: 'thin' }] },
      { is: 'text', text: ', ' },
      { is: 'code', text: 'npm start' },
      { is: 'text', text: ', ' },
      {
        is: 'link',
        href: 'https://example.com/a',
        spans: [
          { is: 'text', text: 'the ' },
          { is: 'italic', spans: [{ is: 'text', text: 'site' }] },
        ],
      },
    ]);
  });

  it('tables with bars in their cells, pictures, and anchors of headings', () => {
    const text = (value: string): Span[] => [{ is: 'text', text: value }];
    assert.deepEqual(
      blocksOf('## What is XIRR?\n| A | B |\n|---|---|\n| 1 | 2 \\| 3 |\nafter\n\n![The page](page-1.png)\n'),
      [
        { is: 'heading', level: 2, id: 'what-is-xirr', spans: text('What is XIRR?') },
        { is: 'table', head: [text('A'), text('B')], rows: [[text('1'), text('2 | 3')]] },
        { is: 'paragraph', spans: text('after') },
        { is: 'picture', alt: 'The page', name: 'page-1.png' },
      ],
    );
    const [outside] = blocksOf('![x](https://example.com/a.png)');
    assert.equal(outside?.is, 'paragraph');
  });

  it('a link between guides leads to the page of the guide', () => {
    const [block] = blocksOf(
      '[one](reports.md#xirr), [two](chat.md), [three](#tax), [four](../secret.md), [five]()',
    );
    assert.deepEqual(linksOf(block ? spansIn(block) : []), ['/help/reports#xirr', '/help/chat', '#tax']);
  });

  it('HTML is letters, and a link leads to http and https alone', () => {
    const [html] = blocksOf('<script>alert(1)</script> <img src=x onerror=alert(1)>');
    assert.deepEqual(html && spansIn(html), [
      { is: 'text', text: '<script>alert(1)</script> <img src=x onerror=alert(1)>' },
    ]);
    for (const address of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      '//example.com',
      '/settings',
      'https://',
      'https://exa mple.com',
    ]) {
      assert.equal(safeAddress(address), null, JSON.stringify(address));
      assert.deepEqual(
        blocksOf(`[press](${address})`)
          .flatMap(spansIn)
          .flatMap((one) => linksOf([one])),
        [],
      );
    }
    assert.equal(safeAddress('HTTP://example.com'), 'http://example.com/');
  });

  it('no text breaks it, loses a word, or makes a link to anything else', () => {
    const piece = fc.constantFrom(
      '| ',
      '|-|\n',
      '# ',
      '- ',
      '1. ',
      '**',
      '*',
      '`',
      '```',
      '[a](',
      'https://x.in',
      'javascript:x',
      ')',
      '<b>',
      '\n',
      ' ',
      'w',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const markdown = pieces.join('');
        const blocks = blocksOf(markdown);
        for (const link of linksOf(blocks.flatMap(spansIn))) assert.match(link, /^https?:\/\//);
        const words = (value: string) => value.split('w').length;
        const shown = blocks.map((one) => (one.is === 'code' ? one.text : lettersOf(spansIn(one)))).join('');
        // A word may be in the address of a link, behind a fence or outside the bars of a row; nowhere else is it lost.
        if (!/\]\(|```|\|/.test(markdown)) assert.equal(words(shown), words(markdown));
      }),
      { numRuns: sampled(300, 20_000) },
    );
    const began = blocksOf('*'.repeat(20_000)).length;
    assert.equal(began, 1);
  });
});
