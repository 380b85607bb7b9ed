import type { MessagePortMain, WebContents } from 'electron';
import type { RunningCore } from '#core/index.ts';
import type { Opening } from '#shared/contract/host.ts';
import { type Core, contract } from '#shared/contract/index.ts';
import { portTransport } from '#shared/rpc/port.ts';
import { serve } from '#shared/rpc/serve.ts';
import { admitFile, type DroppedFile } from './page/admit-file.ts';
import type { FileSource } from './page/file-response.ts';

/** The core with the shell's additions. */
export interface ShellCore {
  core: RunningCore;
  /** Returns the handlers for one page: calls about a window affect that page's window. */
  handlersFor(page: WebContents): Core;
}

/**
 * The core for a window that opens before it: a keyring may wait for its password as long as the user likes. Calls
 * from the page in the meantime run once the core is open; what the core is waiting for is reported immediately.
 */
export interface DeferredCore {
  /** `null` until the core is open. */
  readonly now: ShellCore | null;
  readonly files: FileSource;
  admit(file: DroppedFile): ReturnType<typeof admitFile>;
  /** Serves a page's calls over the port, until the returned function is called. */
  serve(port: MessagePortMain, page: WebContents): () => void;
}

/**
 * Creates the deferred core.
 *
 * @param keyring settles when the system's keyring has responded.
 */
export function createDeferredCore(opening: Promise<ShellCore>, keyring: Promise<unknown>): DeferredCore {
  let now: ShellCore | null = null;
  // The caller that awaits the opening reports its failure.
  opening.then(
    (opened) => {
      now = opened;
    },
    () => {},
  );
  async function* reportOpening(): AsyncGenerator<Opening> {
    if (now) return;
    yield { waitsFor: 'keyring' };
    await keyring;
    yield { waitsFor: 'data' };
    await opening;
  }
  return {
    get now() {
      return now;
    },
    files: {
      open: async (id) => (await opening).core.files.open(id),
      admit: async (file, bytes) => (await opening).core.files.admit(file, bytes),
    },
    admit: async (file) => admitFile((await opening).core.files, file),
    serve(port, page) {
      const waiting = whenOpen(opening.then(({ handlersFor }) => handlersFor(page)));
      return serve(contract, { ...waiting, host: { ...waiting.host, opening: reportOpening } }, portTransport(port));
    },
  };
}

type AnyHandler = (...asked: unknown[]) => unknown;
type AnyHandlers = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;

/** Returns handlers that wait for the real ones. */
function whenOpen(opened: Promise<Core>): Core {
  opened.catch(() => {});
  const find = async (area: string, name: string) => ((await opened) as unknown as AnyHandlers)[area]![name]!;
  const waiting = (area: string, name: string, kind: string): AnyHandler =>
    kind === 'call'
      ? async (...asked) => (await find(area, name))(...asked)
      : async function* wait(...asked) {
          yield* (await find(area, name))(...asked) as AsyncIterable<unknown>;
        };
  const areas = Object.entries(contract).map(([area, entries]) => [
    area,
    Object.fromEntries(Object.entries(entries).map(([name, { kind }]) => [name, waiting(area, name, kind)])),
  ]);
  return Object.fromEntries(areas) as Core;
}
