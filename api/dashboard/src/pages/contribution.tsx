/** Each holding's share in the total gain or loss. */
import { Heading } from '../components/heading.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { useListParams } from '../components/search-params.ts';
import { Attribution } from './performance/attribution.tsx';

export default function ContributionPage() {
  const params = useListParams();
  const portfolio = params.get('portfolio');
  return (
    <>
      <Heading
        help="returns"
        title="Contribution"
        actions={<PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />}
      >
        Which holdings made your gain, and which took from it.
      </Heading>
      <Attribution portfolio={portfolio} />
    </>
  );
}
