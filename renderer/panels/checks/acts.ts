import type { CheckCell, CheckPlanInput, CheckRun } from '#shared/contract/checks.ts';
import { client } from '../../lib/client/client.ts';
import { queryClient } from '../../lib/client/query.ts';
import { saveFile } from '../../lib/files/files.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { changeSetup, changeView, openRun } from './view.ts';

/** Everything here rejects with an `AppError`, which is shown beside the button. */

const refresh = () => queryClient.invalidateQueries({ queryKey: ['checks'] });

/** Shows a run once the lists contain it: with a list that does not, the page would show another run. */
async function show(connectionId: string, runId: string): Promise<void> {
  await refresh();
  openRun(connectionId, runId);
}

export async function startCheck(input: CheckPlanInput, setId: string | null): Promise<void> {
  const { runId } = await client.checks.start({ input, ...(setId ? { setId } : {}) });
  changeView(input.connectionId, { setId });
  await show(input.connectionId, runId);
}

export const stopCheck = (runId: string): Promise<void> => client.checks.stop({ runId });

/** Starts a new run of some cells; the results of the others are taken over. */
export async function rerunCells({ id, connectionId }: CheckRun, cells: readonly CheckCell[]): Promise<void> {
  const { runId } = await client.checks.rerun({ runId: id, cells: cells.map((cell) => cell.id) });
  await show(connectionId, runId);
}

/** Saves a plan under its name; with an id, updates the set of that id. */
export async function saveSet(input: CheckPlanInput, setId: string | null): Promise<void> {
  const set = await client.checks.saveSet({ name: input.name, input, ...(setId ? { id: setId } : {}) });
  changeSetup(input.connectionId, { setId: set.id, name: set.name });
  changeView(input.connectionId, { setId: set.id });
  await refresh();
}

export async function removeSet(connectionId: string, setId: string): Promise<void> {
  await client.checks.removeSet({ id: setId });
  changeSetup(connectionId, { setId: null });
  changeView(connectionId, { setId: null });
  await refresh();
}

export async function removeRun({ id, connectionId }: CheckRun): Promise<void> {
  await client.checks.forget({ runId: id });
  changeView(connectionId, { runId: null });
  await refresh();
}

export async function setBaseline(runId: string): Promise<void> {
  await client.checks.setBaseline({ runId });
  await refresh();
}

export async function exportRun(runId: string, form: 'json' | 'csv' | 'html'): Promise<void> {
  const name = await saveFile(await client.checks.export({ runId, form }));
  if (name) toast({ intent: 'ok', title: strings().checks.run.exported(name) });
}
