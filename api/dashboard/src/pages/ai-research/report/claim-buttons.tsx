/** Small buttons after a sentence, each of which opens a claim that it rests on. */
import { UnstyledButton } from '@mantine/core';
import classes from './report.module.css';

export function ClaimButtons({ ids, onOpen }: { ids: readonly string[]; onOpen: (id: string) => void }) {
  return ids.map((id) => (
    <UnstyledButton
      key={id}
      className={classes.claim}
      aria-label={`Open claim ${id}`}
      onClick={() => onOpen(id)}
    >
      {id}
    </UnstyledButton>
  ));
}
