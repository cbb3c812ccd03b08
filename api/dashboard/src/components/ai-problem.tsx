/** Why no model answered, in words, with the next step. Nothing else of the page is concerned. */
import { Anchor, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ApiError } from '../api/client.ts';
import { ErrorHelp, HelpLink } from './help-link.tsx';
import { Notice } from './notice.tsx';
import { Failure } from './notices.tsx';

const TITLES: Readonly<Record<string, string>> = {
  AI_COST_CAP: 'Today’s limit is reached',
  AI_UNAVAILABLE: 'No answer',
  AI_BAD_ANSWER: 'The answer could not be used',
  AI_CANCELLED: 'Cancelled',
};

interface AiProblemProps {
  error: Error;
  retry?: () => void;
  /** Called where a link leads away from here. */
  onLeave?: () => void;
}

export function AiProblem({ error, retry, onLeave }: AiProblemProps) {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'AI_NOT_CONFIGURED') return <NoModel {...(onLeave && { onLeave })} />;
  const title = TITLES[code];
  if (title === undefined) return <Failure error={error} {...(retry && { retry })} />;
  const isCap = code === 'AI_COST_CAP';
  const [to, where] = isCap ? ['/settings/ai-usage', 'AI usage'] : ['/settings/models', 'Models'];
  return (
    <Notice
      tone="failure"
      title={title}
      action={
        retry &&
        !isCap && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {error.message}
      </Text>
      <Anchor component={Link} to={to} size="sm" {...(onLeave && { onClick: onLeave })}>
        {isCap ? 'See what was used' : `See ${where}`}
      </Anchor>{' '}
      <ErrorHelp error={error} />
    </Notice>
  );
}

/** Where no model is set up: how to set one up, and what works without. */
export function NoModel({ onLeave }: { onLeave?: () => void }) {
  const leaving = onLeave && { onClick: onLeave };
  return (
    <Notice tone="info" role="alert" title="No AI provider is set up">
      Add an API key, a local model or a command-line tool in Settings, under{' '}
      <Anchor component={Link} to="/settings/models" {...leaving} size="sm">
        Models
      </Anchor>
      . Without one, the commands on the{' '}
      <Anchor component={Link} to="/chat" {...leaving} size="sm">
        Chat
      </Anchor>{' '}
      page show every figure. <HelpLink topic="providers">Help with models</HelpLink>
    </Notice>
  );
}
