import { Box, type BoxProps, CloseButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '../icons.ts';
import classes from './notice.module.css';

/**
 * `failure`: something failed or is stopped. `caution`: read it before relying on a figure or pressing a button. `info`: a hint.
 * `done`: it worked.
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
  /** Adds to the text, or is absent. */
  title?: ReactNode;
  children?: ReactNode;
  /** One button or link that helps. */
  action?: ReactNode;
  /** `status` is read out when it appears on an open page. */
  role?: 'alert' | 'status' | 'note';
  /** Name for screen readers if there is no title. */
  label?: string;
  /** Name of a button that removes the notice; no button without it. */
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
