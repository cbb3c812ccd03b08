/** The last seven days in the words of the weekly letter, and the letters of earlier Sundays. */
import { Anchor, Box, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { moment } from '../../../../charts/index.ts';
import { letterSections, letterTitle } from '../../../../charts/letter-text.ts';
import { useLetter, useLetters } from '../api/notices.ts';
import type { Letter } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { Pager } from '../components/pager.tsx';
import { useListParams } from '../components/search-params.ts';
import { IconBell } from '../icons.ts';
import { ValueOverTime } from './performance/value-over-time.tsx';

export default function LetterPage() {
  return (
    <>
      <Heading help="reports" title="Weekly letter">
        Every Sunday at 10:00, Indian time. Below are the last seven days as of now.
      </Heading>
      <Stack>
        <Loaded query={useLetter()} isMarked={false}>
          {(letter) =>
            letter.holdings_count === 0 ? (
              <Empty icon={<IconBell />} title="No letter yet">
                The first comes on the Sunday after you have holdings.
              </Empty>
            ) : (
              <CurrentLetter letter={letter} />
            )
          }
        </Loaded>
        <EarlierLetters />
      </Stack>
    </>
  );
}

function CurrentLetter({ letter }: { letter: Letter }) {
  const [top, ...others] = letterSections(letter);
  return (
    <>
      <Box className="panel" p="md" component="section" aria-label={letterTitle(letter)}>
        <Stack gap="xs">
          <Title order={2} size="h4">
            {letterTitle(letter)}
          </Title>
          {top?.lines.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </Stack>
      </Box>
      <ValueOverTime portfolio="" />
      {others.map(({ heading, lines }) => (
        <Box
          key={heading}
          className="panel"
          px="md"
          py="sm"
          component="section"
          aria-label={heading ?? 'Letter'}
        >
          <Title order={2} size="h4" mb={4}>
            {heading}
          </Title>
          {lines.map((line) => (
            <Text key={line} size="sm">
              {line}{' '}
              {heading === 'One thing to decide' && letter.todo !== null && (
                <Anchor component={Link} to={letter.todo.to} size="sm">
                  {letter.todo.action}
                </Anchor>
              )}
            </Text>
          ))}
        </Box>
      ))}
    </>
  );
}

function EarlierLetters() {
  const params = useListParams();
  return (
    <Loaded query={useLetters(params.page)}>
      {({ items, page, page_size, total }) =>
        total === 0 ? null : (
          <Box className="panel" p="md" component="section" aria-label="Earlier letters">
            <Title order={2} size="h4">
              Earlier letters
            </Title>
            {items.map(({ id, title, body, created_at }) => (
              <details key={id}>
                <summary>
                  {title} · {moment(created_at)}
                </summary>
                <Text size="sm" py="xs" style={{ whiteSpace: 'pre-wrap' }}>
                  {body}
                </Text>
              </details>
            ))}
            <Pager
              page={page}
              pageSize={page_size}
              total={total}
              noun="letters"
              onPage={(to) => params.set({ page: to })}
            />
          </Box>
        )
      }
    </Loaded>
  );
}
