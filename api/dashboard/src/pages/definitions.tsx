/** What each measure means: one section with an anchor for each, linked from reports, printed pages and the API. */
import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useDefinitions } from '../api/queries.ts';
import type { Definition } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Loaded, LoadingRows } from '../components/notices.tsx';
import { Section } from './definitions/section.tsx';

export default function DefinitionsPage() {
  const query = useDefinitions();
  return (
    <>
      <Heading title="Definitions">
        Formula, timing, dates and currency of every measure, with an example and how other tools show it.
      </Heading>
      <Loaded query={query} skeleton={<LoadingRows rows={8} height={120} />}>
        {({ groups, items }) => <All groups={groups} items={items} />}
      </Loaded>
    </>
  );
}

function All({ groups, items }: { groups: readonly string[]; items: readonly Definition[] }) {
  const { hash, key: visit } = useLocation();
  const asked = hash.slice(1);
  const current = items.find(({ key, also }) => key === asked || also.includes(asked))?.key;

  // after the shell has put a new page to its top, and again whenever a link is followed
  useEffect(() => {
    if (current !== undefined) document.getElementById(current)?.scrollIntoView();
  }, [current, visit]);

  return (
    <Stack gap="lg">
      <Group component="nav" aria-label="Measures" gap="xs" className="panel" p="md">
        {items.map(({ key, title }) => (
          <Anchor key={key} component={Link} to={`#${key}`} size="sm" mr="sm">
            {title}
          </Anchor>
        ))}
      </Group>
      {groups.map((group) => (
        <Stack key={group} component="section" aria-label={group} gap="md">
          <Title order={2} size="h3">
            {group}
          </Title>
          {items
            .filter((one) => one.group === group)
            .map((one) => (
              <Section key={one.key} definition={one} isAsked={one.key === current} />
            ))}
        </Stack>
      ))}
    </Stack>
  );
}
