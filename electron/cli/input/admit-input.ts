import { Buffer } from 'node:buffer';
import { frameForm, mediaForm, signatureBytes } from '#core/readers/intake/media-signature.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { UsageError } from '../usage-error.ts';
import type { StandardInput } from './read-input.ts';

/**
 * Takes standard input into the store of the core. Its name ends as its first bytes say, since gateways go by that.
 *
 * @throws UsageError when there is nothing in it, or it was read already.
 */
export async function admitInput(store: FileStore, input: StandardInput): Promise<FileRef> {
  const pieces = input.bytes()[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes < signatureBytes) {
    const next = await pieces.next();
    if (next.done) break;
    first.push(next.value);
    sizeBytes += next.value.byteLength;
  }
  if (sizeBytes === 0) throw new UsageError('Standard input is empty.');
  const head = Buffer.concat(first);
  const form = mediaForm(head, false) ?? frameForm(head);
  // Gateways know the ending of the container, and not the one of its variant without pictures.
  const ending = form?.ending === 'weba' ? 'webm' : (form?.ending ?? 'bin');
  const about = { name: `input.${ending}`, type: form?.mediaType ?? 'application/octet-stream', sizeBytes: null };
  return store.admit(about, joined(head, pieces));
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
