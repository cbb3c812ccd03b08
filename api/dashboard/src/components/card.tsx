import { Box } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  name: ReactNode;
  /** Dimmed, below the name. */
  below?: ReactNode;
  /** Main figure, at the right of the name. */
  figure?: ReactNode;
  /** Below the main figure. */
  under?: ReactNode;
  /** Facts (`dl.facts`) and notes. */
  children?: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
}

/** One thing as the rows of a table are on a phone: name and main figure, dimmed lines, facts, buttons at the foot. */
export function Card(props: CardProps) {
  const id = useId();
  return (
    <Box component="section" className={`panel ${classes['card'] ?? ''}`} aria-labelledby={id}>
      <CardBody {...props} name={<span id={id}>{props.name}</span>} heading="h2" />
    </Box>
  );
}

/** The same as an entry of a list. */
export function CardEntry(props: CardProps) {
  return (
    <li className={classes['card']}>
      <CardBody {...props} heading="div" />
    </li>
  );
}

/** The lines of a card, for a panel that is a link or a button. */
export function CardBody({
  name,
  below,
  figure,
  under,
  children,
  actions,
  heading: Heading,
}: CardProps & { heading: 'h2' | 'div' }) {
  return (
    <>
      <div className={classes['lines']}>
        <Heading className={classes['name']}>{name}</Heading>
        <div className={classes['figure']}>{figure}</div>
        {below !== undefined && <div className={classes['below']}>{below}</div>}
        {under !== undefined && <div className={classes['under']}>{under}</div>}
      </div>
      {children}
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </>
  );
}
