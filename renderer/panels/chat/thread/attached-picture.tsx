import { useEffect, useState } from 'react';
import type { FileRef } from '#shared/routes/part.ts';
import { client } from '../../../lib/client.ts';

/** A picture of the file store, loaded by a link that is good for a while. */
export function AttachedPicture({ file, label = file.name }: { file: FileRef; label?: string }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    client.files.link({ id: file.id }).then(
      (link) => gone || setAddress(link),
      // The chip below still names the file when its bytes can not be shown.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [file.id]);
  return address ? <img src={address} alt={label} /> : null;
}
