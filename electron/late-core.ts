import type { MessagePortMain, WebContents } from 'electron';
import type { RunningCore } from '#core/index.ts';
import { type Core, contract } from '#shared/contract/index.ts';
import { portWire } from '#shared/wire/port.ts';
import { serve } from '#shared/wire/serve.ts';
import { admitFile, type DroppedFile } from './admit-file.ts';
import type { Shelf } from './file-response.ts';

/** The core with what the shell adds to it. */
export interface ShellCore {
  core: RunningCore;
  /** As one page has it: what concerns a window concerns the window of that page. */
  handlersFor(page: WebContents): Core;
}

/**
 * The core for a window that is there before it: a keyring may wait for its password as long as the user likes. What the
 * page asks meanwhile is answered when the core is open.
 */
export interface LateCore {
  /** `null` while it is not open. */
  readonly now: ShellCore | null;
  readonly files: Shelf;
  admit(file: DroppedFile): ReturnType<typeof admitFile>;
  /** Answers what a page asks over the port, until the returned function is called. */
  serve(port: MessagePortMain, page: WebContents): () => void;
}

export function createLateCore(opening: Promise<ShellCore>): LateCore {
  let now: ShellCore | null = null;
  // Who awaits the opening itself reports that it failed.
  opening.then(
    (opened) => {
      now = opened;
    },
    () => {},
  );
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
      let isOver = false;
      let end = () => {
        isOver = true;
        port.close();
      };
      // Messages wait in the port until it is started.
      opening.then(
        ({ handlersFor }) => {
          if (!isOver) end = serve(contract, handlersFor(page), portWire(port));
        },
        () => {},
      );
      return () => end();
    },
  };
}
