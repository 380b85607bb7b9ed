import type { HostServices } from '#core/host-services.ts';
import { type CoreOptions, createCore, type RunningCore } from '#core/index.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { createPair } from '#shared/rpc/pair.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createHostServices } from '../../support/core/create-hands.ts';

export interface WatchedCore {
  core: RunningCore;
  client: Client;
  /** Everything that went to the page, as it was sent. */
  frames: unknown[];
  close(): Promise<void>;
}

/** A core, a page's side of it, and every frame between them on its way to the page. */
export async function watchCore(
  parts: Partial<HostServices> & Pick<HostServices, 'dataFolder'>,
  options: CoreOptions = {},
): Promise<WatchedCore> {
  const core = await createCore(createHostServices(parts), options);
  const [asker, answerer] = createPair();
  const frames: unknown[] = [];
  const stop = serve(contract, core.handlers, {
    ...answerer,
    post(frame) {
      frames.push(structuredClone(frame));
      answerer.post(frame);
    },
  });
  return {
    core,
    client: connect(contract, asker),
    frames,
    async close() {
      stop();
      await core.close();
    },
  };
}
