/** A report from its decision to its sources, in the order of research/Dossier view rules 1. */
import { Badge, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Dossier } from '../../../api/types.ts';
import { failed } from '../../../components/toast.tsx';
import { BaselineBanner, PinButton, type Pinning } from './baseline.tsx';
import { Cases } from './cases.tsx';
import { ClaimDrawer } from './claim-drawer.tsx';
import { ClaimsAndSources } from './claims.tsx';
import { Decision } from './decision.tsx';
import { DraftBanner, QaNotice } from './notices.tsx';
import type { ReportPart } from './parse-report.ts';
import { Peers } from './peers.tsx';
import { RemovedBeforePublication } from './removed.tsx';
import { Sections, Thesis } from './sections.tsx';
import { Segments } from './segments.tsx';
import { activeBaseline, type ShownReport } from './shown-report.ts';
import type { Unpinning } from './unpin.tsx';

interface ReportViewProps {
  run: Dossier['run'];
  report: ShownReport;
  part: ReportPart;
  pinning: Pinning;
  unpinning: Unpinning;
}

export function ReportView({ run, report, part, pinning, unpinning }: ReportViewProps) {
  const [claimId, setClaimId] = useState<string | null>(null);
  const { publication } = report;
  const { valuation_basis: basis, thesis_baselines, segment_views, peer_set, claims, sources } = part;
  const baseline = activeBaseline(thesis_baselines, run);
  return (
    <Stack gap="md">
      <DraftBanner run={run} publication={publication} />
      {publication !== null && <QaNotice qa={publication.qa} />}
      {part.removed !== null && <RemovedBeforePublication removed={part.removed} />}
      <Decision report={report} />
      {baseline === null ? (
        <PinButton pinning={pinning} onError={(error) => failed(error, 'Could not pin this run')} />
      ) : (
        <BaselineBanner baseline={baseline} runId={run.run_id} unpinning={unpinning} />
      )}
      <Segments segments={segment_views ?? []} />
      <Peers peers={peer_set ?? []} />
      {basis !== null && basis.trim() !== '' && (
        <Badge variant="default" size="lg" style={{ alignSelf: 'flex-start' }}>
          Valuation basis: {basis}
        </Badge>
      )}
      <Cases report={report} onClaim={setClaimId} />
      {publication === null ? (
        <Thesis thesis={report.thesis} />
      ) : (
        <>
          <Sections publication={publication} onClaim={setClaimId} />
          <ClaimsAndSources claims={claims} sources={sources} onClaim={setClaimId} />
          <ClaimDrawer
            publication={publication}
            words={part.figure_words}
            claimId={claimId}
            onClose={() => setClaimId(null)}
          />
        </>
      )}
    </Stack>
  );
}
