import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CardBody } from '../../components/card.tsx';
import classes from '../../components/card.module.css';

interface FactProps {
  title: string;
  headline: string;
  isWell: boolean;
  children: ReactNode;
  onShow?: () => void;
  to?: string;
}

/** One fact of the page, and a way to its details. */
export function Fact({ title, headline, isWell, children, onShow, to }: FactProps) {
  const body = (
    <CardBody
      name={title}
      figure={
        <Text inherit c={isWell ? undefined : 'orange'}>
          {headline}
        </Text>
      }
      heading="h2"
    >
      <Text size="xs" c="dimmed">
        {children}
      </Text>
    </CardBody>
  );
  const look = `panel ${classes['card'] ?? ''}`;
  if (to !== undefined)
    return (
      <UnstyledButton className={look} component={Link} to={to}>
        {body}
      </UnstyledButton>
    );
  return (
    <UnstyledButton className={look} onClick={onShow}>
      {body}
    </UnstyledButton>
  );
}
