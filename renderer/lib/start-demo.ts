import type { DemoState } from '#shared/contract/demo.ts';
import { chooseConnection, rememberedModel, rememberModel } from './active.ts';
import { client } from './client.ts';
import { refreshModels } from './model-list.ts';
import { queryClient } from './query.ts';

/** The model of the demo gateway that a chat begins with. */
const demoModel = 'demo-chat';

/**
 * Starts the demo gateway and makes it the connection in use, its models listed. Rejects with an `AppError` when it
 * could not be started; a listing that fails shows itself where models are chosen.
 */
export async function startDemo(): Promise<DemoState> {
  const state = await client.demo.start({});
  await Promise.all(['connections', 'keys', 'demo'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })));
  if (state.connectionId) {
    chooseConnection(state.connectionId);
    if (!rememberedModel('chat', state.connectionId)) rememberModel('chat', state.connectionId, demoModel);
    await refreshModels(state.connectionId).catch(() => undefined);
  }
  return state;
}
