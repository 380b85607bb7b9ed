import type { MessagePortMain, WebContents } from 'electron';
import type { RunningCore } from '#core/index.ts';
import type { Opening } from '#shared/contract/host.ts';
import { type Core, contract } from '#shared/contract/index.ts';
import { portTransport } from '#shared/rpc/port.ts';
import { serve } from '#shared/rpc/serve.ts';
import { admitFile, type DroppedFile } from './page/admit-file.ts';
import type { FileSource } from './page/file-response.ts';

/** The core with what the shell adds to it. */
export interface ShellCore {
  core: RunningCore;
  /** As one page has it: what concerns a window concerns the window of that page. */
  handlersFor(page: WebContents): Core;
}

/**
 * The core for a window that is there before it: a keyring may wait for its password as long as the user likes. What the
 * page calls meanwhile is served when the core is open; what it waits for is reported at once.
 */
export interface DeferredCore {
  /** `null` while it is not open. */
  readonly now: ShellCore | null;
  readonly files: FileSource;
  admit(file: DroppedFile): ReturnType<typeof admitFile>;
  /** Serves the calls of a page over the port, until the returned function is called. */
  serve(port: MessagePortMain, page: WebContents): () => void;
}

/** @param keyring settles when the system's keyring has responded. */
export function createDeferredCore(opening: Promise<ShellCore>, keyring: Promise<unknown>): DeferredCore {
  let now: ShellCore | null = null;
  // The caller that awaits the opening reports its failure.
  opening.then(
    (opened) => {
      now = opened;
    },
    () => {},
  );
  async function* tellOpening(): AsyncGenerator<Opening> {
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
      return serve(contract, { ...waiting, host: { ...waiting.host, opening: tellOpening } }, portTransport(port));
    },
  };
}

type AnyHandler = (...asked: unknown[]) => unknown;
type AnyHandlers = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;

/** Handlers that begin when the real ones are there. */
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
