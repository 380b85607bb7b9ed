import type { DemoState } from '#shared/contract/demo.ts';
import { client } from '../../client/client.ts';
import { queryClient } from '../../client/query.ts';
import { refreshModels } from '../models/model-list.ts';
import { chooseConnection, rememberedModel, rememberModel } from './active.ts';

/** The models of the demo gateway that panels start with, by the names under which panels store theirs. */
const demoModels = {
  chat: 'demo-chat',
  images: 'demo-image',
  'images.text': 'demo-edit',
  audio: 'demo-whisper',
  'audio.speak': 'demo-tts',
  realtime: 'demo-realtime',
  video: 'demo-video',
  embeddings: 'demo-embed-small',
  rerank: 'demo-rerank',
};

/**
 * Starts the demo gateway and makes it the connection in use, with its models listed. Rejects with an `AppError` when
 * it could not be started; a listing that fails is shown where models are selected.
 */
export async function startDemo(): Promise<DemoState> {
  const state = await client.demo.start({});
  await Promise.all(['connections', 'keys', 'demo'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })));
  const { connectionId } = state;
  if (connectionId) {
    chooseConnection(connectionId);
    for (const [panel, model] of Object.entries(demoModels))
      if (!rememberedModel(panel, connectionId)) rememberModel(panel, connectionId, model);
    await refreshModels(connectionId).catch(() => undefined);
  }
  return state;
}
