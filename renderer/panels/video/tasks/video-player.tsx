import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useCall } from '../../../lib/client/query.ts';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { titleOf } from '../model/task-face.ts';
import s from './task-dialogs.module.css';

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

/** A frame that was decoded, and the position in seconds at which the decoder stands. */
interface Frame {
  seconds: number;
  image: ImageBitmap;
}

/** From the first to the last frame, at equal distances. */
const frameCount = 6;
const frameWidth = 240;
/** A decoder without progress for this long has stopped. */
const stuckMs = 10_000;

/** The decoded frames of a saved video, first and last included; a press shows the video there. */
function VideoFrames({ address, onShow }: { address: string; onShow: (seconds: number) => void }) {
  const t = useStrings().video.frames;
  const [frames, setFrames] = useState<readonly Frame[]>([]);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    void readFrames(address, ending.signal, (frame) => setFrames((known) => [...known, frame])).finally(
      () => ending.signal.aborted || setOver(true),
    );
    return () => ending.abort();
  }, [address]);
  const note = !isOver ? t.reading : frames.length === 0 ? t.none : t.partly(frames.length, frameCount);
  return (
    <section className={s.frames} aria-label={t.title}>
      {frames.map((frame, at) => {
        const time = formatMs(frame.seconds * 1000);
        const isLast = isOver && at === frameCount - 1;
        return (
          <button
            key={frame.seconds}
            type="button"
            className={s.frame}
            aria-label={t.show(time)}
            onClick={() => onShow(frame.seconds)}
          >
            <canvas
              ref={(canvas) => {
                if (canvas) draw(canvas, frame.image);
              }}
            />
            <span className="num">{at === 0 && frame.seconds === 0 ? t.first : isLast ? t.last : time}</span>
          </button>
        );
      })}
      {(!isOver || frames.length < frameCount) && (
        <p className={s.quiet} role="status">
          {note}
        </p>
      )}
    </section>
  );
}

function draw(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
}

/** Decodes frames one by one and reports each that could be decoded; ends early where the decoder gives up. */
async function readFrames(address: string, signal: AbortSignal, onFrame: (frame: Frame) => void): Promise<void> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.src = address;
  try {
    await reached(video, 'loadeddata', signal);
    if (!Number.isFinite(video.duration)) return;
    for (let at = 0; at < frameCount; at += 1) {
      const seconds = (video.duration * at) / (frameCount - 1);
      if (seconds !== video.currentTime) {
        video.currentTime = seconds;
        await reached(video, 'seeked', signal);
      }
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) continue;
      const image = await createImageBitmap(video, { resizeWidth: frameWidth, resizeQuality: 'medium' });
      if (signal.aborted) return;
      onFrame({ seconds: video.currentTime, image });
    }
  } catch {
    // What was decoded until then is shown, with how many frames that are.
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function reached(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('stuck')), stuckMs);
  const ends = new AbortController();
  const options = { signal: ends.signal };
  video.addEventListener(event, () => resolve(), options);
  video.addEventListener('error', () => reject(new Error('undecodable')), options);
  signal.addEventListener('abort', () => reject(new Error('closed')), options);
  return promise.finally(() => {
    clearTimeout(timer);
    ends.abort();
  });
}
