import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import type { CheckLevel, CheckPlanInput, PlannedCell } from '#shared/contract/checks.ts';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft, DraftBody } from '#shared/contract/exchanges.ts';
import { wavHeader } from '#shared/media/wav.ts';
import { routes } from '#shared/protocol/table.ts';
import type { FileStore } from '../../files/file-store.ts';
import { type Probe, type ProbeBody, type ProbeFile, placeholderModel, probeOf } from './probes.ts';

/** Returns the id of a stored file of that kind. */
export type ProbeFiles = (kind: ProbeFile) => Promise<string>;

/** Returns the probe of a cell, as planned: one that should be refused is that of the level `free` in every run. */
export const probeOfCell = (
  { routeId, model, action }: Pick<PlannedCell, 'routeId' | 'model' | 'action'>,
  level: CheckLevel,
): Probe => probeOf(routeId, model ?? placeholderModel, action === 'refusal' ? 'free' : level);

/**
 * Returns the request that probes one cell. A body that lacks something does so on purpose, so misuse checks are off.
 *
 * @param body of the probe, as far as the gateway takes it.
 * @param nativeKeyStyle how a native route sends the key; `null` where the connection decides.
 */
export async function draftOf(
  cell: PlannedCell,
  input: CheckPlanInput,
  { body, nativeKeyStyle, files }: { body: ProbeBody; nativeKeyStyle: NativeKeyStyle | null; files: ProbeFiles },
): Promise<Draft> {
  const probe = probeOfCell(cell, input.level);
  // Generated media takes a while before its first byte.
  const { costly, transport } = routes[cell.routeId];
  const takesLong = probe.action === 'call' && costly && transport === 'http';
  const sent = sentWith(cell, input, takesLong ? input.totalMs : input.firstByteMs);
  const isNative = routes[cell.routeId].family === 'native';
  return {
    ...sent,
    options: { ...sent.options, ...(isNative && nativeKeyStyle !== null && { nativeKeyStyle }) },
    routeId: cell.routeId,
    params: { ...probe.params },
    body: await bodyOf(body, files),
  };
}

/** What all requests of a cell have in common. */
export const sentWith = (cell: PlannedCell, input: CheckPlanInput, headersMs: number) => ({
  connectionId: input.connectionId,
  ...(cell.keyId === null ? {} : { keyId: cell.keyId }),
  query: [],
  headers: [],
  options: {
    finishAlone: true,
    allowMisuse: true,
    deadlines: {
      connectMs: Math.min(10_000, input.firstByteMs),
      headersMs: Math.min(headersMs, input.totalMs),
      idleMs: input.firstByteMs,
      totalMs: input.totalMs,
    },
    origin: 'check' as const,
    ...(cell.action === 'refusal' && { expectRefusal: true }),
  },
});

async function bodyOf(body: ProbeBody, files: ProbeFiles): Promise<DraftBody> {
  if (body.kind === 'none') return { kind: 'none' };
  if (body.kind === 'json') return { kind: 'json', text: JSON.stringify(body.value), inline: [] };
  const fields = await Promise.all(
    body.fields.map(async ([name, value]) =>
      typeof value === 'string'
        ? { kind: 'text' as const, name, value }
        : { kind: 'file' as const, name, fileId: await files(value.file) },
    ),
  );
  return { kind: 'form', fields };
}

const made: Record<ProbeFile, () => { name: string; type: string; bytes: Buffer }> = {
  audio: () => ({ name: 'check.wav', type: 'audio/wav', bytes: probeAudio() }),
  image: () => ({ name: 'check.png', type: 'image/png', bytes: probeImage() }),
};

/** Files that probes upload: created when the first probe needs them, and reused while this process runs. */
export function createProbeFiles(store: Pick<FileStore, 'admit' | 'open'>): ProbeFiles {
  const known = new Map<ProbeFile, Promise<string>>();
  const make = async (kind: ProbeFile): Promise<string> => {
    const { name, type, bytes } = made[kind]();
    const { id } = await store.admit({ name, type, sizeBytes: bytes.length }, [bytes]);
    return id;
  };
  return async (kind) => {
    const id = await known.get(kind)?.catch(() => null);
    // The user may have removed it to free space.
    if (id && (await store.open(id))) return id;
    const making = make(kind);
    known.set(kind, making);
    return making;
  };
}

const rate = 8_000;
const seconds = 0.5;

/** Returns half a second of a quiet tone as WAV: the smallest upload that every transcription route accepts. */
function probeAudio(): Buffer {
  const samples = Buffer.alloc(rate * seconds * 2);
  for (let index = 0; index * 2 < samples.length; index++)
    samples.writeInt16LE(Math.round(2_000 * Math.sin((2 * Math.PI * 440 * index) / rate)), index * 2);
  return Buffer.concat([wavHeader(samples.length, rate), samples]);
}

const side = 256;

/** Returns a gray 256 by 256 square as PNG: an input that image edits accept. */
function probeImage(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits per channel, color with alpha.
  head.set([8, 6], 8);
  const row = Buffer.alloc(1 + side * 4, 160);
  row[0] = 0;
  for (let pixel = 0; pixel < side; pixel++) row[1 + pixel * 4 + 3] = 255;
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
