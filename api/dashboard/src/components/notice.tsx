import { Box, type BoxProps, CloseButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../icons.ts';
import classes from './notice.module.css';

/**
 * `failure`: something did not work, or is stopped. `caution`: to know before relying on a figure or pressing a button.
 * `info`: good to know. `done`: it worked.
 */
type Tone = 'failure' | 'caution' | 'info' | 'done';

const MARKS = {
  failure: IconAlertTriangle,
  caution: IconAlertTriangle,
  info: IconInfoCircle,
  done: IconCircleCheck,
};
/** A failure interrupts a screen reader. The others wait for the end of its sentence, or for the reader. */
const ROLES = { failure: 'alert', caution: 'status', info: 'note', done: 'status' } as const;

interface NoticeProps extends Pick<BoxProps, 'mb' | 'mx'> {
  tone: Tone;
  /** Says more than the text, or is missing. */
  title?: ReactNode;
  children?: ReactNode;
  /** One button or link that helps. */
  action?: ReactNode;
  /** `status` for what appears while the page is open, and is to be read out. */
  role?: 'alert' | 'status' | 'note';
  /** Name for screen readers, where there is no title. */
  label?: string;
  /** Adds a button that takes the notice away, with its name. */
  hide?: { label: string; onClick: () => void };
}

/** The one look of warnings, failures and hints within a page. */
export function Notice({
  tone,
  title,
  children,
  action,
  role = ROLES[tone],
  label,
  hide,
  ...place
}: NoticeProps) {
  const titleId = useId();
  const Mark = MARKS[tone];
  return (
    <Box
      className={`panel ${classes.notice}`}
      data-tone={tone}
      role={role}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : titleId}
      {...place}
    >
      <Mark size={18} aria-hidden />
      <div className={classes.text}>
        {title !== undefined && (
          <div id={titleId} className={classes.title}>
            {title}
          </div>
        )}
        {children && <div>{children}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {hide && (
        <CloseButton size="sm" className={classes.hide} aria-label={hide.label} onClick={hide.onClick} />
      )}
    </Box>
  );
}
