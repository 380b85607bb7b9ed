import { Film, Play } from 'lucide-react';
import type { FileRef } from '#shared/protocol/part.ts';
import { useCall } from '../../../lib/client/query.ts';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { playVideos } from './shown-task.ts';
import s from './task-card.module.css';
import { VideoStill } from './video-still.tsx';

/** A still of a saved video, which plays it, and can be dragged out of the window as its file. */
export function SavedThumb({ taskId, title, file }: { taskId: string; title: string; file: FileRef }) {
  const t = useStrings().video.task;
  const link = useCall('files', 'link', { id: file.id });
  return (
    <div className={s.thumb} {...dragOut(file)}>
      {link.data ? <VideoStill address={link.data} /> : <Icon of={Film} />}
      <button type="button" className={s.play} aria-label={t.play(title)} onClick={() => playVideos([taskId])}>
        <Icon of={Play} />
      </button>
    </div>
  );
}
