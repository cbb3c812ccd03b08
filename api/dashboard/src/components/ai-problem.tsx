/** Why no model answered, in words, with the next step. Nothing else of the page is concerned. */
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '../icons.ts';
import { Link } from 'react-router';
import { ApiError } from '../api/client.ts';
import { ErrorHelp, HelpLink } from './help-link.tsx';
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
    <Alert role="alert" color="orange" variant="light" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {error.message}
        </Text>
        <Anchor component={Link} to={to} size="sm" {...(onLeave && { onClick: onLeave })}>
          {isCap ? 'See what was used' : `See ${where}`}
        </Anchor>
        <ErrorHelp error={error} />
        {retry && !isCap && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Where no model is set up: how to set one up, and what works without. */
export function NoModel({ onLeave }: { onLeave?: () => void }) {
  const leaving = onLeave && { onClick: onLeave };
  return (
    <Alert
      color="blue"
      variant="light"
      title="No AI provider is set up"
      icon={<IconInfoCircle aria-hidden />}
    >
      <Text size="sm">
        Add an API key, a local model or a command-line tool in Settings, under{' '}
        <Anchor component={Link} to="/settings/models" {...leaving} size="sm">
          Models
        </Anchor>
        . Without one, the commands on the{' '}
        <Anchor component={Link} to="/chat" {...leaving} size="sm">
          Chat
        </Anchor>{' '}
        page show every figure. <HelpLink topic="providers">Help with models</HelpLink>
      </Text>
    </Alert>
  );
}
