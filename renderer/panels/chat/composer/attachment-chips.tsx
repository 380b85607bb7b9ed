import { Paperclip, TriangleAlert } from 'lucide-react';
import { formatBytes } from '../../../lib/format.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressRing } from '../../../ui/progress-ring.tsx';
import { uploadsOf, useUploadsOf } from './attachments.ts';
import s from './composer.module.css';

/** The files of the next turn: there, on their way, or refused with the reason. */
export function AttachmentChips({ conversationId }: { conversationId: string }) {
  const words = useStrings().chat.composer;
  const uploads = useUploadsOf(conversationId);
  const list = uploadsOf(conversationId);
  const good = uploads.filter(({ failure }) => failure === null);
  const failed = uploads.filter(({ failure }) => failure !== null);
  return (
    <>
      {good.length > 0 && (
        <div className={s.chips}>
          {good.map(({ id, name, sizeBytes, progress, file }) => (
            <Chip
              key={id}
              icon={
                file ? (
                  <Icon of={Paperclip} size="s" />
                ) : (
                  <ProgressRing value={progress} label={words.uploading(name)} size={14} />
                )
              }
              onRemove={() => list.remove(id)}
              removeLabel={words.removeFile(name)}
            >
              {name} {formatBytes(sizeBytes)}
            </Chip>
          ))}
        </div>
      )}
      {failed.map(({ id, name, failure }) => (
        <Note
          key={id}
          intent="bad"
          icon={<Icon of={TriangleAlert} size="s" />}
          action={
            <Chip
              onRemove={() => list.remove(id)}
              removeLabel={words.removeFile(name)}
              onClick={() => void list.retry(id)}
            >
              {words.attachAgain}
            </Chip>
          }
        >
          {words.attachFailed(name)}: {failure?.message} {failure?.hint}
        </Note>
      ))}
    </>
  );
}
