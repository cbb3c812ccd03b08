import { useMutation } from '@tanstack/react-query';

/** Shows or removes the sample, and starts the dashboard anew: nothing of the other figures stays in the window. */
export const useOtherFigures = <Asked = void>(change: (asked: Asked) => Promise<void>) =>
  useMutation<void, Error, Asked>({ mutationFn: change, onSuccess: () => location.assign('/') });
