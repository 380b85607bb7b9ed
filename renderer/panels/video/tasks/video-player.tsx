import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useCall } from '../../../lib/client/query.ts';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { titleOf } from '../model/task-face.ts';
import s from './task-dialogs.module.css';
import { VideoFrames } from './video-frames.tsx';

/** Plays a saved video as soon as it can be played, or several of one prompt side by side and in sync. */
export function VideoPlayer({ videos, onClose }: { videos: readonly TaskSummary[]; onClose: () => void }) {
  const t = useStrings().video.player;
  const stage = useRef<HTMLDivElement>(null);
  const [first] = videos;
  /** Videos that are ready; several start in sync once all of them are. */
  const ready = useRef(new Set<string>());
  const onReady = (id: string) => {
    const isFirst = !ready.current.has(id);
    ready.current.add(id);
    if (isFirst && ready.current.size === videos.length) together();
  };
  const together = () => {
    for (const video of stage.current?.querySelectorAll('video') ?? []) {
      video.currentTime = 0;
      void video.play().catch(() => undefined);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={videos.length === 1 && first ? titleOf(first) : t.title}
      size="lg"
      closeLabel={t.close}
      footer={
        videos.length > 1 ? (
          <Button icon={<Icon of={Play} size="s" />} onClick={together}>
            {t.together}
          </Button>
        ) : undefined
      }
    >
      <div className={s.stage} ref={stage} data-count={videos.length}>
        {videos.map((video) => (
          <Video key={video.id} video={video} hasFrames={videos.length === 1} onReady={() => onReady(video.id)} />
        ))}
      </div>
    </Dialog>
  );
}

interface VideoProps {
  video: TaskSummary;
  /** Shows its frames below it. */
  hasFrames: boolean;
  onReady: () => void;
}

function Video({ video, hasFrames, onReady }: VideoProps) {
  const t = useStrings().video.player;
  const { file } = video.result;
  const player = useRef<HTMLVideoElement>(null);
  const [isUnplayable, setUnplayable] = useState(false);
  const link = useCall('files', 'link', { id: file?.id ?? '-' }, { enabled: file !== null });
  return (
    <figure className={s.film}>
      {isUnplayable ? (
        <Note intent="warn">{t.unplayable}</Note>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: a generated video has no captions
        <video
          ref={player}
          src={link.data}
          controls
          playsInline
          onCanPlay={onReady}
          onError={() => setUnplayable(true)}
          aria-label={titleOf(video)}
        />
      )}
      {hasFrames && link.data && !isUnplayable && (
        <VideoFrames
          address={link.data}
          onShow={(seconds) => {
            if (!player.current) return;
            player.current.pause();
            player.current.currentTime = seconds;
          }}
        />
      )}
      <figcaption {...dragOut(file)}>
        <span className="mono">{video.model}</span>
        {file && (
          <Button size="sm" onClick={() => void saveFile(file)}>
            {t.save}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}
