import { Anchor, Code, List, Stack, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { type Block, blocksOf, type Span } from './blocks.ts';

/** Markdown as elements. Nothing of the text is ever taken for HTML, and links lead to http and https alone. */
export function Markdown({ text }: { text: string }) {
  return (
    <Stack gap="sm" className="panel" p={{ base: 'sm', sm: 'md' }} maw={820}>
      {blocksOf(text).map((block, at) => (
        <Shown key={at} block={block} />
      ))}
    </Stack>
  );
}

function Shown({ block }: { block: Block }) {
  switch (block.is) {
    case 'heading':
      // The page has its own first heading.
      return (
        <Title
          order={block.level === 3 ? 3 : 2}
          size={block.level === 1 ? 'h3' : 'h4'}
          mt={block.level === 1 ? 0 : 'xs'}
        >
          {inline(block.spans)}
        </Title>
      );
    case 'paragraph':
      return <Text>{inline(block.spans)}</Text>;
    case 'code':
      return <Code block>{block.text}</Code>;
    case 'list':
      return (
        <List type={block.isOrdered ? 'ordered' : 'unordered'} spacing={6} pr="md">
          {block.items.map((spans, at) => (
            <List.Item key={at}>{inline(spans)}</List.Item>
          ))}
        </List>
      );
  }
}

const inline = (spans: readonly Span[]): ReactNode[] =>
  spans.map((span, at) => <Fragment key={at}>{piece(span)}</Fragment>);

function piece(span: Span): ReactNode {
  switch (span.is) {
    case 'text':
      return span.text;
    case 'bold':
      return <strong>{inline(span.spans)}</strong>;
    case 'italic':
      return <em>{inline(span.spans)}</em>;
    case 'code':
      return <Code>{span.text}</Code>;
    case 'link':
      return (
        <Anchor href={span.href} target="_blank" rel="noopener noreferrer" inherit>
          {inline(span.spans)}
        </Anchor>
      );
  }
}
