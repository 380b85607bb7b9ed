import { isNarrow, useLayout } from '../../lib/preferences/layout.ts';

/** Shows the column at the right, which holds what the chosen cell rests on. */
export const revealCell = (): void =>
  useLayout.setState(isNarrow() ? { drawer: 'parameters' } : { parametersOpen: true });
