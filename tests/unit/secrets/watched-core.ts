import type { HostServices } from '#core/host-services.ts';
import { type CoreOptions, createCore, type RunningCore } from '#core/index.ts';
import { type Client, contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../../support/core/create-host-services.ts';

export interface WatchedCore {
  core: RunningCore;
  client: Client;
  /** Everything that was sent to the page, as it was sent. */
  frames: unknown[];
  close(): Promise<void>;
}

/** A core, a page's side of it, and every frame on its way to the page. */
export async function watchCore(
  parts: Partial<HostServices> & Pick<HostServices, 'dataFolder'>,
  options: CoreOptions = {},
): Promise<WatchedCore> {
  const core = await createCore(createHostServices(parts), options);
  const [clientPort, serverPort] = createPair();
  const frames: unknown[] = [];
  const stop = serve(contract, core.handlers, {
    ...serverPort,
    post(frame) {
      frames.push(structuredClone(frame));
      serverPort.post(frame);
    },
  });
  return {
    core,
    client: connect(contract, clientPort),
    frames,
    async close() {
      stop();
      await core.close();
    },
  };
}
