import { describeFaults, OTHER_FAULTS } from './fault-cases.ts';

describeFaults(OTHER_FAULTS);
