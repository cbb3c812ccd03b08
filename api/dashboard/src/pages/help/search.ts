import { type Block, blocksOf, lettersOf } from '../../components/markdown/blocks.ts';

interface Guide {
  id: string;
  title: string;
  markdown: string;
}

/** A heading of a guide, with the paragraphs, list items and rows below it. */
interface Section {
  /** Address in the dashboard. */
  to: string;
  guide: string;
  /** Null for what a guide says before its first heading. */
  heading: string | null;
  texts: string[];
}

interface Hit {
  to: string;
  title: string;
  /** The words around what was searched for; empty for a guide or heading without text. */
  excerpt: string;
}

/** Characters shown before and after the first word that matches. */
const AROUND = 90;

function textsOf(block: Block): string[] {
  switch (block.is) {
    case 'list':
      return block.items.map(lettersOf);
    case 'table':
      return block.rows.map((row) => row.map(lettersOf).join(' · '));
    case 'code':
      return [block.text];
    case 'picture':
      return [];
    default:
      return [lettersOf(block.spans)];
  }
}

export function sectionsOf({ id, title, markdown }: Guide): Section[] {
  const sections: Section[] = [{ to: `/help/${id}`, guide: title, heading: null, texts: [] }];
  for (const block of blocksOf(markdown)) {
    if (block.is === 'heading') {
      if (block.level > 1)
        sections.push({
          to: `/help/${id}#${block.id}`,
          guide: title,
          heading: lettersOf(block.spans),
          texts: [],
        });
    } else sections.at(-1)?.texts.push(...textsOf(block));
  }
  return sections;
}

const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Sections that contain every word, those with a match in their heading first. Nothing without a word. */
export function searched(sections: readonly Section[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const counted = (text: string): number => words.filter((word) => text.toLowerCase().includes(word)).length;
  return sections
    .filter(({ guide, heading, texts }) => counted([guide, heading, ...texts].join(' ')) === words.length)
    .map(({ to, guide, heading, texts }) => {
      const [best = ''] = texts.toSorted((one, other) => counted(other) - counted(one));
      return {
        rank: counted(heading ?? guide),
        hit: {
          to,
          title: heading === null ? guide : `${guide} › ${heading}`,
          excerpt: excerptOf(best, words),
        },
      };
    })
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ hit }) => hit);
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = found.length === 0 ? 0 : Math.min(...found);
  const start = first <= AROUND ? 0 : text.indexOf(' ', first - AROUND) + 1;
  const end = first + AROUND >= text.length ? text.length : text.lastIndexOf(' ', first + AROUND);
  return `${start === 0 ? '' : '… '}${text.slice(start, Math.max(start, end))}${end < text.length ? ' …' : ''}`;
}
