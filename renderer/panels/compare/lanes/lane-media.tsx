import { Download } from 'lucide-react';
import { useState } from 'react';
import type { CellHead } from '#shared/contract/compare.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { useFileAddress } from '../../../lib/files/file-address.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { ImageViewer } from '../../../lib/generation/image-viewer.tsx';
import { StoredImage } from '../../../lib/generation/stored-image.tsx';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useRun } from '../runs.ts';
import s from './lane-media.module.css';

const isImage = ({ type }: FileRef): boolean => type.startsWith('image/');

interface LaneMediaProps {
  runId: string;
  cell: CellHead;
  /** Names nothing, and opens nothing that names the lanes. */
  isBlind?: boolean;
}

/** The images of a reply as a gallery, and its audio with players. */
export function LaneMedia({ runId, cell, isBlind = false }: LaneMediaProps) {
  const t = useStrings().compare.media;
  const [shownId, setShownId] = useState<string | null>(null);
  const images = cell.files.filter(isImage);
  return (
    <>
      {images.length > 0 && (
        <div className={s.gallery} data-many={images.length > 1}>
          {images.map((file, at) => (
            <button
              key={file.id}
              type="button"
              className={s.image}
              disabled={isBlind}
              onClick={() => setShownId(file.id)}
            >
              <StoredImage fileId={file.id} label={t.image(at + 1, images.length)} />
            </button>
          ))}
        </div>
      )}
      {cell.files.map((file) => (
        <div key={file.id} className={s.file}>
          {!isImage(file) && <Player file={file} />}
          {!isBlind && (
            <span className={s.caption}>
              <span className="cut-text">{file.name}</span>
              <span className="num">{formatBytes(file.sizeBytes)}</span>
              <IconButton
                label={t.save(file.name)}
                size="sm"
                icon={<Icon of={Download} size="s" />}
                onClick={() => void saveFile(file).catch(notifyFailure)}
              />
            </span>
          )}
        </div>
      ))}
      {shownId !== null && <Viewer runId={runId} shownId={shownId} onShow={setShownId} />}
    </>
  );
}

/** One player; starting it pauses the one that plays. */
function Player({ file }: { file: FileRef }) {
  const t = useStrings().compare.media;
  const { address, missing, renew } = useFileAddress(file.id);
  if (missing) return <p className={s.missing}>{t.missing}</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: generated speech has no captions; its text is the prompt
    <audio
      controls
      src={address ?? undefined}
      aria-label={file.name}
      onError={renew}
      onPlay={({ currentTarget }) => {
        for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause();
      }}
    />
  );
}

/** An image of the run in full, with the images of all lanes before and after it. */
function Viewer({ runId, shownId, onShow }: { runId: string; shownId: string; onShow: (id: string | null) => void }) {
  const { media: t, lane } = useStrings().compare;
  const { shown } = useRun(runId);
  const [size, setSize] = useState({ width: 1024, height: 1024 });
  const all = (shown?.cells ?? []).flatMap(({ laneId, files }) =>
    files
      .filter(isImage)
      .map((file) => ({ file, model: shown?.run.input.lanes.find(({ id }) => id === laneId)?.model })),
  );
  const at = all.findIndex(({ file }) => file.id === shownId);
  const current = all[at];
  if (!current) return null;
  const step = (to: number) => {
    const next = all[to];
    return next ? () => onShow(next.file.id) : null;
  };
  const label = t.viewed(current.model ?? '', at + 1, all.length);
  return (
    <Dialog open onOpenChange={(open) => open || onShow(null)} title={label} size="xl" closeLabel={lane.close}>
      <div className={s.viewer}>
        <ImageViewer
          of={current.file.id}
          size={size}
          file={current.file}
          label={label}
          onNext={step(at + 1)}
          onPrevious={step(at - 1)}
        >
          <StoredImage fileId={current.file.id} label={label} className={s.full} eager onSize={setSize} />
        </ImageViewer>
      </div>
    </Dialog>
  );
}
