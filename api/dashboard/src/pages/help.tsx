/** The guides of Munim: their list, one guide, and a search over all of them. */
import { Anchor, Box, Group, Highlight, Stack, Text } from '@mantine/core';
import { IconBook, IconSearchOff } from '../icons.ts';
import { useEffect, useMemo } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { type Guide, useGuides } from '../api/help.ts';
import { Heading } from '../components/heading.tsx';
import { blocksOf, lettersOf } from '../components/markdown/blocks.ts';
import { Markdown } from '../components/markdown/markdown.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useListParams } from '../components/search-params.ts';
import { searched, sectionsOf } from './help/search.ts';

export default function HelpPage() {
  const query = useGuides();
  const { guide: id } = useParams();
  const { get, set } = useListParams();
  const current = query.data?.guides.find((one) => one.id === id);
  const search = get('q');
  return (
    <>
      <Heading
        title={current?.title ?? 'Help'}
        {...(id !== undefined && {
          actions: (
            <Anchor component={Link} to="/help" size="sm">
              All guides
            </Anchor>
          ),
        })}
      >
        {id === undefined && 'How Munim works, topic by topic.'}
      </Heading>
      <Stack gap="md" maw={820}>
        <Group>
          <SearchBox label="Search all guides" value={search} onSearch={(q) => set({ q })} />
        </Group>
        <Loaded query={query}>
          {({ guides }) =>
            search.trim() !== '' ? (
              <Results guides={guides} search={search} />
            ) : id === undefined ? (
              <>
                <List guides={guides} />
                <Text size="sm">
                  See also the{' '}
                  <Anchor component={Link} to="/definitions" inherit>
                    definitions of all measures
                  </Anchor>{' '}
                  and the{' '}
                  <Anchor component={Link} to="/help/features" inherit>
                    features of this version
                  </Anchor>
                  .
                </Text>
              </>
            ) : current === undefined ? (
              <Empty icon={<IconBook aria-hidden />} title="No such guide">
                Choose one under All guides.
              </Empty>
            ) : (
              <Whole guide={current} />
            )
          }
        </Loaded>
      </Stack>
    </>
  );
}

/** The first paragraph of each guide says what it is about. */
function List({ guides }: { guides: readonly Guide[] }) {
  return (
    <Box component="ul" className="panel" p="md" m={0} style={{ listStyle: 'none' }}>
      {guides.map(({ id, title, markdown }) => {
        const about = blocksOf(markdown).find((block) => block.is === 'paragraph');
        return (
          <Box component="li" key={id} mb="sm">
            <Anchor component={Link} to={`/help/${id}`} fw={600}>
              {title}
            </Anchor>
            {about !== undefined && (
              <Text size="sm" c="dimmed" lineClamp={2}>
                {lettersOf(about.spans)}
              </Text>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

function Results({ guides, search }: { guides: readonly Guide[]; search: string }) {
  const sections = useMemo(() => guides.flatMap(sectionsOf), [guides]);
  const hits = searched(sections, search);
  return (
    <>
      <Text className="sr-only" role="status">
        {hits.length === 1 ? '1 result' : `${hits.length} results`}
      </Text>
      {hits.length === 0 ? (
        <Empty icon={<IconSearchOff aria-hidden />} title="Nothing found">
          No guide contains “{search.trim()}”. Try fewer or other words.
        </Empty>
      ) : (
        <Box component="ul" className="panel" p="md" m={0} style={{ listStyle: 'none' }}>
          {hits.map(({ to, title, excerpt }) => (
            <Box component="li" key={to} mb="sm">
              <Anchor component={Link} to={to} fw={600}>
                {title}
              </Anchor>
              <Highlight
                size="sm"
                highlight={search.trim().split(/\s+/)}
                style={{ overflowWrap: 'anywhere' }}
              >
                {excerpt}
              </Highlight>
            </Box>
          ))}
        </Box>
      )}
    </>
  );
}

function Whole({ guide: { title, markdown } }: { guide: Guide }) {
  const { hash, key: visit } = useLocation();
  const body = markdown.replace(/^# .*\n/, '');

  // after the shell has put a new page to its top, and again whenever a link is followed
  useEffect(() => {
    document.title = `${title} · Help · Munim`;
    const asked = hash === '' ? null : document.getElementById(hash.slice(1));
    if (asked !== null) asked.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [title, hash, visit]);

  const headings = blocksOf(body).filter((block) => block.is === 'heading');
  return (
    <>
      {headings.length > 2 && (
        <Box component="nav" aria-label="On this page">
          {headings.map(({ id, spans }) => (
            <Anchor key={id} component={Link} to={`#${id}`} size="sm" mr="md" display="inline-block">
              {lettersOf(spans)}
            </Anchor>
          ))}
        </Box>
      )}
      <Markdown text={body} />
    </>
  );
}
