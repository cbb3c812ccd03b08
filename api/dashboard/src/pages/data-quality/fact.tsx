import { Box, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface FactProps {
  title: string;
  headline: string;
  isWell: boolean;
  children: ReactNode;
  onShow?: () => void;
  to?: string;
}

/** A button would put its text into the middle of its height. */
const top = { display: 'flex', alignItems: 'flex-start' } as const;

/** One fact of the page, and a way to its details. */
export function Fact({ title, headline, isWell, children, onShow, to }: FactProps) {
  const body = (
    <Stack gap={2}>
      <Text size="sm" c="dimmed" component="h2" m={0}>
        {title}
      </Text>
      <Title order={3} size="h4" c={isWell ? undefined : 'orange'}>
        {headline}
      </Title>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Stack>
  );
  if (to !== undefined)
    return (
      <UnstyledButton className="panel" p="md" style={top} component={Link} to={to}>
        {body}
      </UnstyledButton>
    );
  if (onShow !== undefined)
    return (
      <UnstyledButton className="panel" p="md" style={top} onClick={onShow}>
        {body}
      </UnstyledButton>
    );
  return (
    <Box className="panel" p="md">
      {body}
    </Box>
  );
}
