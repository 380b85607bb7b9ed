import { ImageOff } from 'lucide-react';
import { Icon } from '../../ui/base/icon.tsx';
import { useFileAddress } from '../files/file-address.ts';
import { useStrings } from '../i18n/strings.ts';
import s from './stored-image.module.css';

interface StoredImageProps {
  fileId: string;
  /** Text for screen readers; empty for an image that is described next to it. */
  label: string;
  className?: string | undefined;
  /** Decoded before it is painted, so that one image replaces another without a gap. */
  eager?: boolean;
  /** Called with its own size once it has loaded, px. */
  onSize?: ((size: { width: number; height: number }) => void) | undefined;
}

/** An image of the file store, or a placeholder if its file is missing. */
export function StoredImage({ fileId, label, className, eager = false, onSize }: StoredImageProps) {
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
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize?.({ width, height })}
    />
  ) : null;
}
