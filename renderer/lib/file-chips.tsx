import { FileText, RotateCw, TriangleAlert } from 'lucide-react';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressRing } from '../ui/progress-ring.tsx';
import { FailureText } from './failure-text.tsx';
import s from './file-chips.module.css';
import { formatBytes } from './format.ts';
import { useStrings } from './strings.ts';
import type { Upload } from './uploads.ts';

export interface FileChipsProps {
  uploads: readonly Upload[];
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
}

/** Files on their way in, and files that are there. One that failed says why and can be tried again. */
export function FileChips({ uploads, onRemove, onRetry }: FileChipsProps) {
  const t = useStrings().pieces.files;
  if (uploads.length === 0) return null;
  return (
    <ul className={s.chips} aria-label={t.list}>
      {uploads.map((upload) => (
        <li key={upload.id} className={s.chip}>
          <Chip
            icon={<UploadMark upload={upload} />}
            onRemove={() => onRemove(upload.id)}
            removeLabel={t.remove(upload.name)}
          >
            {upload.name} <span className={s.size}>{formatBytes(upload.sizeBytes)}</span>
          </Chip>
          {upload.failure && (
            <span className={s.failed} role="alert">
              <FailureText failure={upload.failure} alone brief />
              <IconButton
                label={t.retry(upload.name)}
                size="sm"
                icon={<Icon of={RotateCw} size="s" />}
                onClick={() => onRetry(upload.id)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function UploadMark({ upload }: { upload: Upload }) {
  const t = useStrings().pieces.files;
  if (upload.failure) return <Icon of={TriangleAlert} size="xs" />;
  if (upload.file) return <Icon of={FileText} size="xs" />;
  return <ProgressRing value={upload.progress} label={t.adding(upload.name)} size={12} />;
}
