import { Anchor, Text } from '@mantine/core';
import { isWeb } from '../words.ts';

/** The title of a source, as a link where its address is one of the web. */
export function SourceLink({ source: { title, url, source_id } }: { source: SourceLinkProps }) {
  const name = title === '' ? source_id : title;
  if (url === null || !isWeb(url))
    return (
      <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    );
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      size="sm"
      style={{ overflowWrap: 'anywhere' }}
    >
      {name}
    </Anchor>
  );
}

interface SourceLinkProps {
  source_id: string;
  title: string;
  url: string | null;
}
