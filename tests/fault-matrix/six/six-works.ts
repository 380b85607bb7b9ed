import { setTimeout as wait } from 'node:timers/promises';
import type { RunningCore } from '#core/index.ts';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { ExchangeKind } from '#shared/protocol/outcomes.ts';
import type { Part } from '#shared/protocol/part.ts';
import { audioBytes, type SixGateway, videoPart } from './six-gateway.ts';

/** Ids of the work: of exchanges, of tasks, of a session. */
export type SixIds = Record<ExchangeKind, string>;

const chat = (stream: boolean): Pick<DraftInput, 'routeId' | 'body'> => ({
  routeId: 'chat.completions',
  body: {
    kind: 'json',
    text: JSON.stringify({ model: 'm-1', ...(stream && { stream }), messages: [{ role: 'user', content: 'Hi' }] }),
  },
});

/** What each of the three kinds of plain requests sends. */
export function draftOf(kind: 'unary' | 'sse' | 'upload', connectionId: string, fileId: string): DraftInput {
  if (kind !== 'upload') return { connectionId, ...chat(kind === 'sse') };
  const fields = [
    { kind: 'text' as const, name: 'model', value: 'm-1' },
    { kind: 'file' as const, name: 'file', fileId },
  ];
  return { connectionId, routeId: 'audio.transcriptions', body: { kind: 'form', fields } };
}

export async function admitAudio({ files }: Pick<RunningCore, 'files'>): Promise<string> {
  async function* once() {
    yield audioBytes;
  }
  return (await files.admit({ name: 'talk.wav', type: 'audio/wav', sizeBytes: audioBytes.length }, once())).id;
}

async function run(client: Client, draft: DraftInput): Promise<string> {
  const parts = client.exchanges.run({ ...draft, options: { finishAlone: true } })[Symbol.asyncIterator]();
  const first = await parts.next();
  const part = first.value as Part;
  if (part.type !== 'run-start') throw new Error(`it began with ${part.type}`);
  void (async () => {
    for (let next = await parts.next(); !next.done; next = await parts.next());
  })().catch(() => {});
  return part.exchangeId;
}

/** Starts one piece of work of every kind, and waits until all of them are in progress at the gateway and here. */
export async function beginSix(
  client: Client,
  connectionId: string,
  core: Pick<RunningCore, 'files'>,
  gateway: Pick<SixGateway, 'underWay'>,
): Promise<SixIds> {
  const fileId = await admitAudio(core);
  const submit = async (model: string) => {
    const body = { kind: 'json' as const, text: JSON.stringify({ model, prompt: 'a hill' }) };
    return (await client.tasks.submit({ draft: { connectionId, routeId: 'videos', body } })).id;
  };
  const session = await client.realtime.start({ connectionId, model: 'm-talk', settings: { output: 'text' } });
  const ids: SixIds = {
    unary: await run(client, draftOf('unary', connectionId, fileId)),
    sse: await run(client, draftOf('sse', connectionId, fileId)),
    upload: await run(client, draftOf('upload', connectionId, fileId)),
    download: await submit('m-video'),
    poll: await submit('m-poll'),
    session: session.id,
  };
  await gateway.underWay;
  await Promise.all([heardHello(client, ids.session), readHello(client, ids.sse), cameIn(client, ids)]);
  return ids;
}

async function heardHello(client: Client, id: string): Promise<void> {
  let isLive = false;
  let isSaid = false;
  for await (const part of client.realtime.attach({ id })) {
    isLive ||= part.type === 'stage' && part.stage === 'live';
    isSaid ||= part.type === 'words' && part.delta === 'lo';
    if (isLive && isSaid) return;
  }
}

async function readHello(client: Client, id: string): Promise<void> {
  let text = '';
  for await (const part of client.exchanges.watch({ id })) {
    if (part.type === 'text-delta') text += part.text;
    if (text === 'Hello') return;
  }
}

/** No change is announced when bytes of a video reach the disk, so it is polled. */
async function cameIn(client: Client, { poll }: Pick<SixIds, 'poll'>): Promise<void> {
  for (;;) {
    const { polls } = await client.tasks.get({ id: poll });
    const [video] = await client.exchanges.list({ routeId: 'videos.content', limit: 1 });
    const { response = null } = video ? await client.exchanges.get({ id: video.id }) : {};
    if (polls > 0 && (response?.bodyBytes ?? 0) >= videoPart) return;
    await wait(10);
  }
}
