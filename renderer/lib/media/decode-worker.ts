import { decodeFile, decodeStream, readFacts } from './decode-audio.ts';
import type { DecodedPiece, FromDecoder, ToDecoder } from './decode-messages.ts';

/** The part of a worker's global scope that is used. */
interface DecoderScope {
  onmessage: ((event: { data: ToDecoder }) => void) | null;
  postMessage(message: FromDecoder, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as DecoderScope;
const say = (message: FromDecoder, transfer: Transferable[] = []) => scope.postMessage(message, transfer);
const onReading = () => say({ kind: 'reading' });

let more: () => void = () => undefined;
let chunk: (bytes: Uint8Array<ArrayBuffer> | null) => void = () => undefined;

/** Bytes that the page has or will get: one chunk per pull. */
const arriving = () =>
  new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
          chunk = resolve;
        });
        say({ kind: 'pull' });
        return next.then((bytes) => (bytes ? controller.enqueue(bytes) : controller.close()));
      },
    },
    { highWaterMark: 0 },
  );

/** Gives pieces one at a time: the next is decoded when the page has used the one before. */
async function give(pieces: AsyncIterable<DecodedPiece>): Promise<void> {
  for await (const piece of pieces) {
    const wanted = new Promise<void>((resolve) => {
      more = resolve;
    });
    say({ kind: 'piece', piece }, [piece.samples.buffer]);
    await wanted;
  }
}

async function work(message: ToDecoder): Promise<void> {
  if (message.kind === 'more') return more();
  if (message.kind === 'chunk') return chunk(message.bytes);
  if (message.kind === 'facts') return say({ kind: 'facts', facts: await readFacts(message.file, onReading) });
  await give(
    message.kind === 'pieces'
      ? decodeFile(message.file, message.from, message.to, onReading)
      : decodeStream(arriving()),
  );
  say({ kind: 'done' });
}

scope.onmessage = ({ data }) =>
  void work(data).catch((thrown: unknown) =>
    say({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
