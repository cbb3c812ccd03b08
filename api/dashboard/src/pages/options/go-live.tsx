/** Who may trade for real: every option strategy with its mode, what its next step needs, and what was decided before. */
import { Stack } from '@mantine/core';
import { IconRocket } from '../../icons.ts';
import { useGoLiveStatus } from '../../api/options-go-live.ts';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { StepHistory } from './go-live/history.tsx';
import { StrategyPanel } from './go-live/strategy-panel.tsx';

export default function GoLivePage() {
  const status = useGoLiveStatus();
  return (
    <>
      <Heading help="optionsGoLive" title="Go-live">
        A strategy goes from dry run to shadow to live, one step at a time. Live needs the whole confidence
        gate.
      </Heading>
      <Loaded query={status}>
        {({ strategies }) =>
          strategies.length === 0 ? (
            <Empty icon={<IconRocket />} title="No strategies yet">
              A strategy appears here with its first signal, position or closed trade. Munim trades no options
              itself: your trading process reports to /api/options/ingest, or to a file that npm run ingest
              reads.
            </Empty>
          ) : (
            <Stack gap="md">
              {strategies.map((one) => (
                <StrategyPanel key={one.strategy} of={one} />
              ))}
              <StepHistory />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}
