import type { OpenedFile } from '#shared/contract/host.ts';
import { client } from '../lib/client/client.ts';
import { openFileToOpen } from '../lib/files/files-to-open.ts';

/** Shows a file that the user opened with Patchbay in the file manager. */
export function showOpenedFile({ id, name, kind }: OpenedFile): void {
  // The host gives a text once; who asks again gets the same.
  let text: Promise<string> | null = null;
  const read = () => {
    text ??= client.host.readOpened({ id });
    return text;
  };
  openFileToOpen({ id, name, kind, read });
}
