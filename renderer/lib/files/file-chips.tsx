import { FileText, RotateCw, TriangleAlert } from 'lucide-react';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { Chip } from '../../ui/controls/chip.tsx';
import { ProgressRing } from '../../ui/feedback/progress.tsx';
import { FailureText } from '../failures/failure-text.tsx';
import { formatBytes } from '../i18n/format.ts';
import { useStrings } from '../i18n/strings.ts';
import s from './file-chips.module.css';
import type { Upload } from './uploads.ts';

export interface FileChipsProps {
  uploads: readonly Upload[];
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
}

/** Files that are uploading or uploaded. One that failed says why and can be retried. */
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
