/** What market analyses were worth: whether they are calibrated, beat the base rate, and are complete. */
import { Stack } from '@mantine/core';
import { IconBrain } from '../../icons.ts';
import { reliability } from '../../../../../charts/index.ts';
import {
  useCalibration,
  useMarketPerformance,
  useMarketQuality,
  usePromotionReport,
} from '../../api/options-ai-market.ts';
import type { MarketAsked } from '../../api/endpoints/options-ai-market.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { ChoiceFilter } from '../../components/choice-filter.tsx';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { useListParams } from '../../components/search-params.ts';
import { AskForAnalysis } from './ai-market/new-analysis.tsx';
import { HitRates } from './ai-market/hit-rates.tsx';
import { Quality } from './ai-market/quality.tsx';
import { Usefulness } from './ai-market/usefulness.tsx';

export default function AiMarketPage() {
  const params = useListParams();
  const [underlying, model] = [params.get('underlying'), params.get('model')];
  const asked: MarketAsked = {
    ...(underlying === '' ? {} : { underlying }),
    ...(model === '' ? {} : { model }),
  };
  // The choices are those of all analyses, whatever is chosen.
  const all = useMarketQuality({});
  return (
    <>
      <Heading
        help="aiMarket"
        title="AI market"
        actions={
          all.data !== undefined &&
          all.data.analyses > 0 && (
            <>
              <ChoiceFilter
                label="Underlying"
                all="All underlyings"
                choices={all.data.underlyings.map((one) => one.underlying)}
                value={underlying === '' ? undefined : underlying}
                onChange={(next) => params.set({ underlying: next })}
              />
              <ChoiceFilter
                label="Model"
                all="All models"
                choices={all.data.models.flatMap((one) => (one.model === null ? [] : [one.model]))}
                value={model === '' ? undefined : model}
                onChange={(next) => params.set({ model: next })}
              />
            </>
          )
        }
      >
        Market analyses that your trading process reported or that you asked a model for, measured by what
        happened.
      </Heading>
      <AskForAnalysis underlying={underlying} />
      <Loaded query={all}>
        {({ analyses }) =>
          analyses === 0 ? (
            <Empty icon={<IconBrain />} title="No market analyses yet">
              Report them as market_analysis records with a probability, and what happened as market_outcome.
              GET /api/options/ingest/schema has an example of each.
            </Empty>
          ) : (
            <Report asked={asked} />
          )
        }
      </Loaded>
    </>
  );
}

function Report({ asked }: { asked: MarketAsked }) {
  const report = usePromotionReport(asked);
  const calibration = useCalibration(asked);
  const performance = useMarketPerformance(asked);
  const quality = useMarketQuality(asked);
  return (
    <Stack gap="md">
      <Loaded query={report}>{(data) => <Usefulness of={data} />}</Loaded>
      <Loaded query={calibration}>
        {({ bins, reason, method }) => (
          <ChartCard
            chart={reliability}
            data={{ bins }}
            title="Reliability"
            currency="INR"
            note={reason === null ? method : `${reason} ${method}`}
          />
        )}
      </Loaded>
      <Loaded query={performance}>{(data) => <HitRates of={data} />}</Loaded>
      <Loaded query={quality}>{(data) => <Quality of={data} />}</Loaded>
    </Stack>
  );
}
