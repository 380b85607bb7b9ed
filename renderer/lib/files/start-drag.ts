import type { HostInfo } from '#shared/contract/host.ts';
import { client } from '../client/client.ts';
import { askKey, queryClient } from '../client/query.ts';
import { notifyFailure } from '../failures/failure-text.tsx';
import type { Dragged, Pressed } from './drag-out.ts';
import { addressOf } from './file-address.ts';

const isBySystem = () => queryClient.getQueryData<HostInfo>(askKey('host', 'info', {}))?.capabilities.dragOut === true;

/** Stores the address from which the browser can load a pressed file. Rejects with an `AppError` when it is missing. */
export async function findLink(pressed: Pressed): Promise<void> {
  const file = await pressed.file;
  if (!file || isBySystem()) return;
  const address = new URL(await addressOf(file.id), location.href).href;
  pressed.link = `${file.type.split(';')[0]}:${file.name}:${address}`;
}

/**
 * Has the host drag a file. The system drags only while the button is down: if it is released before the file is ready,
 * nothing is dragged.
 */
export async function dragBySystem(pressed: Promise<Dragged>, release: AbortController): Promise<void> {
  try {
    const file = isBySystem() ? await pressed : null;
    if (file && !release.signal.aborted) await client.host.dragOut({ id: file.id }, { signal: release.signal });
  } catch (thrown) {
    if (!release.signal.aborted) notifyFailure(thrown);
  } finally {
    release.abort();
  }
}
