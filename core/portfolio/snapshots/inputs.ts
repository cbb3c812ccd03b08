import * as yup from 'yup';

/** Of one portfolio; Networth where none is named. */
export const historyQuery = yup.object({ portfolio: yup.string().max(80).optional() }).noUnknown();
