import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { FileRef, RunEnd } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { openClient } from '../support/open-client.ts';
import { startPatchbay } from '../support/patchbay-process.ts';
import { type Case, type Gateway, sampleFiles } from './gateway.ts';

const program = path.join(import.meta.dirname, '../../bin/patchbay.mjs');

/** What a Patchbay host reported for one case: the failure code, or the end state. */
export interface Told {
  said: string;
  status: number | null;
  exchangeId: string | null;
}

/** One way of calling a gateway: a Patchbay host. */
export interface Host {
  name: string;
  play(one: Case): Promise<Told>;
  close(): Promise<void>;
}

const saidOf = (end: Pick<RunEnd, 'state' | 'error'>) =>
  end.state === 'done-with-warnings' ? 'done' : end.state === 'failed' ? (end.error?.code ?? 'failed') : end.state;

const keyFor = (gateway: Gateway, one: Case) =>
  one.key === 'none' ? null : one.key === 'wrong' ? 'sk-wrong-0123456789' : gateway.key;

/** The CLI, one process per case. */
export function openTerminal(gateway: Gateway): Host {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-interop-'));
  for (const [name, { bytes }] of Object.entries(sampleFiles)) writeFileSync(path.join(folder, name), bytes);
  return {
    name: 'terminal',
    async play(one) {
      const key = keyFor(gateway, one);
      const { stdout } = await runPatchbay(
        ['run', one.routeId, '--base-url', gateway.url, '--json', ...wordsOf(one)],
        folder,
        {
          ...(key === null ? {} : { PATCHBAY_API_KEY: key }),
        },
      );
      const parts = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const end = parts.at(-1) as RunEnd;
      const failed = parts.find((part) => part.type === 'failure');
      return {
        said: end.type === 'run-end' ? saidOf(end) : (failed?.code ?? failed?.error?.code ?? 'no line'),
        status: parts.find((part) => part.type === 'answer-start')?.status ?? end.error?.status ?? null,
        exchangeId: null,
      };
    },
    async close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kinds of responses that are files, which the CLI prints nowhere. */
const fileReaders: ReadonlySet<ReaderKind> = new Set(['images', 'speech', 'video']);

function wordsOf({ routeId, body, files, params = {} }: Case): string[] {
  const form = files
    ? [
        ...Object.entries(body ?? {}).flatMap(([name, value]) => ['--form', `${name}=${value}`]),
        ...Object.entries(files).flatMap(([name, file]) => ['--form', `${name}=@${file}`]),
      ]
    : body
      ? ['--body', JSON.stringify(body)]
      : [];
  const out = fileReaders.has(routes[routeId].reader) ? ['--out', `out-${randomUUID()}`] : [];
  return [...form, ...out, ...Object.entries(params).flatMap(([name, value]) => ['--param', `${name}=${value}`])];
}

/** Runs the CLI without any environment variable of this shell that names a gateway. */
export function runPatchbay(
  words: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<{ stdout: string; stderr: string; status: number | null }> {
  const own = { PATH: process.env.PATH ?? '', HOME: cwd, PATCHBAY_DATA_DIR: path.join(cwd, 'data'), ...env };
  const child = spawn(process.execPath, [program, ...words], { cwd, env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (bytes: Buffer) => {
      text[stream] += bytes.toString();
    });
  return new Promise((resolve) => child.once('close', (status) => resolve({ ...text, status })));
}

/** The browser host as its page uses it: the same calls over the same WebSocket, files by its upload. */
export interface BrowserHost extends Host {
  client: Client;
}

export async function openBrowserHost(gateway: Gateway): Promise<BrowserHost> {
  const patchbay = await startPatchbay();
  const { client, close } = await openClient(patchbay.address());
  const connections = new Map<string, string>();

  async function connectionFor(one: Case): Promise<string> {
    const kind = one.key ?? 'good';
    const found = connections.get(kind);
    if (found) return found;
    const { id } = await client.connections.save({ name: `${gateway.name}, ${kind} key`, baseAddress: gateway.url });
    const secret = keyFor(gateway, one);
    if (secret) await client.keys.put({ connectionId: id, alias: 'default', secret });
    connections.set(kind, id);
    return id;
  }

  async function upload(name: keyof typeof sampleFiles): Promise<FileRef> {
    const { origin, hash } = new URL(patchbay.address());
    const response = await fetch(`${origin}/files`, {
      method: 'POST',
      headers: {
        origin,
        authorization: `Bearer ${hash.slice('#token='.length)}`,
        'content-type': sampleFiles[name].type,
        'x-file-name': name,
      },
      body: new Uint8Array(sampleFiles[name].bytes),
    });
    if (!response.ok) throw new Error(`the upload was refused: ${response.status} ${await response.text()}`);
    return (await response.json()) as FileRef;
  }

  async function bodyOf({ body, files }: Case): Promise<DraftInput['body']> {
    if (!files) return body ? { kind: 'json', text: JSON.stringify(body) } : { kind: 'none' };
    const texts = Object.entries(body ?? {}).map(([name, value]) => ({
      kind: 'text' as const,
      name,
      value: String(value),
    }));
    const uploads = await Promise.all(
      Object.entries(files).map(async ([name, file]) => ({
        kind: 'file' as const,
        name,
        fileId: (await upload(file)).id,
      })),
    );
    return { kind: 'form', fields: [...texts, ...uploads] };
  }

  return {
    name: 'browser host',
    client,
    async play(one) {
      const connectionId = await connectionFor(one);
      const draft: DraftInput = {
        connectionId,
        routeId: one.routeId,
        params: one.params ?? {},
        body: await bodyOf(one),
      };
      let end: RunEnd | undefined;
      for await (const part of client.exchanges.run(draft)) if (part.type === 'run-end') end = part;
      if (!end) throw new Error('the run told no end');
      const { status } = await client.exchanges.get({ id: end.exchangeId });
      return { said: saidOf(end), status, exchangeId: end.exchangeId };
    },
    async close() {
      close();
      await patchbay.close();
    },
  };
}
