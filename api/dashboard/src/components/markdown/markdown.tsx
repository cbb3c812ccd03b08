import { Anchor, Code, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Block, blocksOf, lettersOf, type Span } from './blocks.ts';
import classes from './markdown.module.css';

/** Markdown as elements. Nothing of the text is taken for HTML. Links lead to http, https and other guides only. */
export function Markdown({ text }: { text: string }) {
  return (
    <Stack gap="sm" className={`panel ${classes['text'] ?? ''}`} p={{ base: 'sm', sm: 'md' }} maw={820}>
      {blocksOf(text).map((block, at) => (
        <Shown key={at} block={block} />
      ))}
    </Stack>
  );
}

function Shown({ block }: { block: Block }) {
  switch (block.is) {
    case 'heading':
      return <Heading block={block} />;
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
    case 'table':
      return (
        <Table verticalSpacing="xs" className={classes['table'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              {block.head.map((cell, at) => (
                <Table.Th key={at}>{inline(cell)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {block.rows.map((row, nr) => (
              <Table.Tr key={nr}>
                {row.map((cell, at) => (
                  <Table.Td key={at}>{inline(cell)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      );
    case 'picture':
      return (
        <img
          src={`/api/help/pictures/${block.name}`}
          alt={block.alt}
          className={classes['picture']}
          loading="lazy"
        />
      );
  }
}

/** A heading with a link to itself. The page has its own first heading. */
function Heading({ block: { level, id, spans } }: { block: Extract<Block, { is: 'heading' }> }) {
  return (
    <Group gap={8} id={id} mt={level === 1 ? 0 : 'xs'} className={classes['heading'] ?? ''}>
      <Title order={level === 3 ? 3 : 2} size={level === 1 ? 'h3' : 'h4'}>
        {inline(spans)}
      </Title>
      <Anchor
        component={Link}
        to={`#${id}`}
        aria-label={`Link to ${lettersOf(spans)}`}
        className={classes['link'] ?? ''}
      >
        #
      </Anchor>
    </Group>
  );
}

/** A long name or a list of words may break after each of these signs. */
const breakable = (text: string): ReactNode[] =>
  text.split(/(?<=[_|,=])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

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
      return <Code>{breakable(span.text)}</Code>;
    case 'link':
      return /^[/#]/.test(span.href) ? (
        <Anchor component={Link} to={span.href} inherit>
          {inline(span.spans)}
        </Anchor>
      ) : (
        <Anchor href={span.href} target="_blank" rel="noopener noreferrer" inherit>
          {inline(span.spans)}
        </Anchor>
      );
  }
}
