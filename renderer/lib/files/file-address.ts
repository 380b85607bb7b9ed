import { client } from '../client/client.ts';

/** Links hold for ten minutes; they are made anew before that. */
const freshMs = 8 * 60_000;
const links = new Map<string, { address: Promise<string>; at: number }>();

/** An address of a stored file that the page can load and play for a while. Rejects with an `AppError` when it is gone. */
export function addressOf(fileId: string): Promise<string> {
  const known = links.get(fileId);
  if (known && Date.now() - known.at < freshMs) return known.address;
  const address = client.files.link({ id: fileId });
  links.set(fileId, { address, at: Date.now() });
  address.catch(() => links.delete(fileId));
  return address;
}

/** The address did not load: the next who asks gets a new one. */
export const forgetAddress = (fileId: string): void => void links.delete(fileId);
