import type { FileRef } from '#shared/protocol/part.ts';
import { useFileAddress } from '../../../lib/files/use-file-address.ts';

/** A picture of the file store. The chip below still names the file when its bytes can not be shown. */
export function AttachedImage({ file, label = file.name }: { file: FileRef; label?: string }) {
  const { address } = useFileAddress(file.id);
  return address ? <img src={address} alt={label} /> : null;
}
