import { ImageOff } from 'lucide-react';
import { useFileAddress } from '../../../lib/files/use-file-address.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import s from './stored-image.module.css';

interface StoredImageProps {
  fileId: string;
  /** What a person hears; empty for a picture whose words stand beside it. */
  label: string;
  className?: string | undefined;
  /** Decoded before it is drawn, so that one picture takes another's place without a gap. */
  eager?: boolean;
}

/** A picture of the file store, or the sign that its file is gone. */
export function StoredImage({ fileId, label, className, eager = false }: StoredImageProps) {
  const t = useStrings().images.picture;
  const { address, missing, renew } = useFileAddress(fileId);
  if (missing)
    return (
      <span className={s.missing} role="img" aria-label={t.missing}>
        <Icon of={ImageOff} />
      </span>
    );
  return address ? (
    <img
      src={address}
      alt={label}
      className={className}
      draggable={false}
      decoding={eager ? 'sync' : 'async'}
      onError={renew}
    />
  ) : null;
}
