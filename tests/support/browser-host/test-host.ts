import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { createFileLinks } from '../../../electron/browser/file-links.ts';
import { type LoopbackParts, startLoopback } from '../../../electron/browser/serve.ts';
import { openBuiltPage, type PageSource } from '../../../electron/hosting/built-page.ts';
import type { FileStore } from '../../../electron/hosting/file-store.ts';

/** A built page with files that must not be served beside it. */
async function makePage(top: string): Promise<string> {
  const folder = path.join(top, 'renderer');
  await mkdir(path.join(folder, 'assets/.git'), { recursive: true });
  const html =
    '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" nonce="__CSP_NONCE__" src="./assets/app.js"></script><p id="out">';
  await Promise.all([
    writeFile(path.join(folder, 'index.html'), html),
    writeFile(path.join(folder, 'assets/app.js'), 'globalThis.ran = true;'),
    writeFile(path.join(folder, 'assets/app.js.map'), '{}'),
    writeFile(path.join(folder, 'assets/.secret.js'), 'secret'),
    writeFile(path.join(folder, 'assets/.git/config.json'), 'secret'),
    writeFile(path.join(top, 'outside.js'), 'secret'),
    symlink(path.join(top, 'outside.js'), path.join(folder, 'assets/link.js')),
  ]);
  return folder;
}

/** Files in memory, by id. */
function createStore(): FileStore & { kept: Map<string, Buffer>; begun: Promise<void>; taking(): number } {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const kept = new Map<string, Buffer>();
  let taking = 0;
  const refs = new Map<string, { id: string; name: string; type: string; sizeBytes: number }>();
  return {
    kept,
    begun,
    taking: () => taking,
    async open(id) {
      const bytes = kept.get(id);
      const ref = refs.get(id);
      if (!bytes || !ref) return null;
      return {
        ref,
        async *stream(start, end) {
          for (let at = start; at <= end; at += 1000) yield bytes.subarray(at, Math.min(end + 1, at + 1000));
        },
      };
    },
    async admit({ sizeBytes, ...file }, bytes) {
      if (sizeBytes !== null && sizeBytes > 4e9) throw new AppError(failure('too-large', 'The file is too large.'));
      const pieces: Uint8Array[] = [];
      taking += 1;
      try {
        for await (const piece of bytes) {
          begin();
          if (String(piece) === 'full') throw new AppError(failure('storage', 'The disk is full.'));
          pieces.push(piece);
        }
      } finally {
        taking -= 1;
      }
      const whole = Buffer.concat(pieces);
      if (sizeBytes !== null && whole.length !== sizeBytes)
        throw new AppError(failure('storage', 'The file ended early.'));
      const ref = { ...file, sizeBytes: whole.length, id: `f${kept.size + 1}` };
      kept.set(ref.id, whole);
      refs.set(ref.id, ref);
      return ref;
    },
  };
}

/** Counts what reaches the core, and what passes the guard. */
function createHandlers() {
  const seen = { calls: 0, aborted: 0, pages: 0, files: 0 };
  const handlers = {
    host: {
      info: () => {
        seen.calls += 1;
        return { name: 'browser', version: '1' };
      },
      async *changes(_input: unknown, { signal }: { signal: AbortSignal }) {
        seen.calls += 1;
        yield { area: 'host' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        seen.aborted += 1;
      },
    },
  } as unknown as Core;
  return { handlers, seen };
}

/** The real server of the browser host with a small page, files in memory and a core that counts. */
export async function openTestHost(parts: Partial<LoopbackParts> = {}) {
  const top = await mkdtemp(path.join(os.tmpdir(), 'patchbay-page-'));
  const links = createFileLinks();
  const files = createStore();
  const { handlers, seen } = createHandlers();
  const built = parts.page ?? (await openBuiltPage(await makePage(top)));
  const page: PageSource = {
    ...built,
    answer(request, response, theme) {
      seen.pages += 1;
      return built.answer(request, response, theme);
    },
  };
  const shelf: FileStore = {
    open(id) {
      seen.files += 1;
      return files.open(id);
    },
    admit(file, bytes) {
      seen.files += 1;
      return files.admit(file, bytes);
    },
  };
  const host = await startLoopback({ handlers, files: shelf, links, strict: true, ...parts, page });
  const close = async () => {
    await host.close();
    await rm(top, { recursive: true, force: true });
  };
  return { host, port: host.port, links, files, seen, token: host.address.split('#token=')[1] as string, close };
}
