import { Buffer } from 'node:buffer';
import type { Part } from '#shared/protocol/part.ts';
import { parseJson } from '../intake/json-value.ts';
import type { Ending, Reader, ReaderOptions, ResponseHead } from '../reader.ts';
import { SessionReader } from './read-session.ts';
import { isFrame, type PartBody, parseLine } from './session-line.ts';

const lineFeed = 10;

/** Reads a recorded session as a response: a frame is an event, and the model's words are its text. */
export function openFramesReader(head: ResponseHead, { onEvent }: ReaderOptions = {}): Reader {
  const session = new SessionReader();
  let held = Buffer.alloc(0);
  let offset = 0;
  let index = 0;
  let ending: Ending = { parts: [], verdict: 'truncated', finishReason: null, error: null };
  let isAnnounced = false;

  function readLine(bytes: Buffer, at: number): Part[] {
    const line = parseLine(bytes);
    if (line === null) return [];
    const bodies = session.read(line);
    if (!isFrame(line)) {
      if (line.note.type === 'ended') ending = { ...ending, verdict: 'complete', error: line.note.failure };
      return [];
    }
    const parts = bodies.flatMap(partsOf);
    const [first] = bodies;
    if (first?.type === 'frame') {
      const { kind, summary, direction } = first.frame;
      const name = direction === 'in' ? 'received' : 'sent';
      const known = { kind, summary, malformed: kind === 'malformed', parts };
      onEvent?.({ index, offset: at, sizeBytes: bytes.length + 1, name, data: line.data, ...known });
      index += 1;
    }
    return parts;
  }

  function announce(): Part[] {
    if (isAnnounced) return [];
    isAnnounced = true;
    return [{ type: 'answer-start', status: head.status, streamed: true, requestId: null }];
  }

  return {
    read(bytes) {
      const all = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
      const parts = announce();
      let done = 0;
      for (let end = all.indexOf(lineFeed, held.length); end !== -1; end = all.indexOf(lineFeed, done)) {
        for (const part of readLine(all.subarray(done, end), offset + done)) parts.push(part);
        done = end + 1;
      }
      offset += done;
      held = all.subarray(done);
      return parts;
    },
    finished: false,
    get activity() {
      return offset + held.length;
    },
    media: null,
    takeLarge: () => null,
    end: () => ({ ...ending, parts: announce() }),
  };
}

function partsOf(body: PartBody): Part[] {
  if (body.type === 'words' && body.who === 'model') return [{ type: 'text-delta', text: body.delta }];
  if (body.type !== 'tool-call') return [];
  const { callId: id, name, arguments: written } = body;
  return [{ type: 'tool-call', index: 0, id, name, arguments: written, valid: parseJson(written) !== undefined }];
}
