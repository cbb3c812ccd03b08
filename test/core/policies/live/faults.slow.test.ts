import { describeFaults, FEW_FAULTS, FEW_LIES, OTHER_FAULTS } from './fault-cases.ts';

describeFaults(OTHER_FAULTS, 'zerodha');
describeFaults(
  [...OTHER_FAULTS, ...FEW_FAULTS].filter((name) => !FEW_LIES.includes(name)),
  'dhan',
);
