import { Image as ImageGlyph, Plus, Undo2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { FileRef } from '#shared/protocol/part.ts';
import { onBringBack } from '../../../lib/documents/prompt-texts.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FileChips } from '../../../lib/files/file-chips.tsx';
import { chooseFiles } from '../../../lib/files/files.ts';
import { createUploads, type Uploads } from '../../../lib/files/uploads.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { type SendBlocker, useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { DropZone } from '../../../ui/controls/drop-zone.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { putBack, submitVideos } from '../acts.ts';
import { titleOf } from '../model/task-face.ts';
import { sentParameters } from '../model/video-parameters.ts';
import { mostModels, useVideo } from '../store.ts';
import type { VideoDrafts } from '../use-video-draft.ts';
import s from './video-composer.module.css';

/** The order: prompt, reference pictures, further models, and what it comes to. */
export function VideoComposer({ drafts, missing, origin }: VideoDrafts) {
  const t = useStrings().video.composer;
  const { prompt, setAside, references, dialect, referenceForm } = useVideo();
  const uploads = useStore(referenceUploads.store, (state) => state.uploads);
  const submit = useAction(submitVideos);
  const [complaint, setComplaint] = useState<string | null>(null);
  // What has arrived is no upload any more.
  const isUploading = uploads.some(({ failure }) => !failure);
  const blocked: SendBlocker | undefined = uploads.some(({ failure }) => failure)
    ? { reason: t.referenceFailed, at: { place: 'reference' } }
    : isUploading
      ? { reason: t.referenceArriving, at: { place: 'prompt' } }
      : missing;
  const { said, attempt } = useBlockedSend(blocked);
  const texts = { text: prompt, aside: setAside };

  const send = () => {
    if (!submit.busy) attempt(() => void submit.run(drafts, origin));
  };
  const take = (files: readonly File[]) => {
    const refused = files.find((file) => !isImage(file));
    setComplaint(refused ? t.referenceKind(refused.name) : null);
    void referenceUploads.add(files.filter(isImage));
  };
  const browse = async () => take(await chooseFiles({ accept: 'image/*' }));
  const takesOne = dialect === 'strict' && referenceForm === 'json' && references.length > 1;

  return (
    <DropZone title={t.dropTitle} onFiles={take} className={s.zone}>
      <div className={s.composer}>
        {origin && (
          <div className={s.origin}>
            {t.remixOf} <b className="cut-text">{titleOf(origin)}</b>
            <IconButton
              label={t.noRemix}
              size="sm"
              intent="quiet"
              icon={<Icon of={X} size="s" />}
              onClick={() => useVideo.setState({ remixOf: null })}
            />
          </div>
        )}
        <TextArea
          value={prompt}
          onValueChange={(next) => useVideo.setState({ prompt: next })}
          aria-label={t.label}
          placeholder={origin ? t.remixPlaceholder : t.placeholder}
          bare
          minRows={1}
          maxRows={8}
          autoFocus
          data-place="prompt"
          onKeyDown={(event) => {
            onEnter(send)(event);
            onBringBack(texts, putBack)(event);
          }}
        />
        {said !== undefined && <p className={s.complaint}>{said}</p>}
        {complaint && (
          <p className={s.complaint} role="alert">
            {complaint}
          </p>
        )}
        {takesOne && <p className={s.complaint}>{t.moreReferences}</p>}
        <FileChips
          uploads={uploads}
          onRemove={referenceUploads.remove}
          onRetry={(id) => void referenceUploads.retry(id)}
        />
        <div className={s.foot}>
          {!origin && (
            <>
              <IconButton
                label={t.reference}
                data-place="reference"
                intent="quiet"
                size="sm"
                icon={<Icon of={ImageGlyph} />}
                onClick={() => void browse()}
              />
              {references.map(({ id, name }) => (
                <Chip key={id} onRemove={() => removeReference(id)} removeLabel={t.referenceRemove(name)}>
                  {name}
                </Chip>
              ))}
              <AlsoModels />
            </>
          )}
          {setAside[0] && (
            <IconButton
              label={t.putBack}
              shortcut="↑"
              size="sm"
              intent="quiet"
              icon={<Icon of={Undo2} size="s" />}
              onClick={putBack}
            />
          )}
          <span className={s.cost}>{!origin && <Cost models={drafts.length} />}</span>
          <Button intent="primary" busy={submit.busy} disabledReason={blocked?.reason} onClick={send}>
            {origin ? t.remix : drafts.length > 1 ? t.submitMany(drafts.length) : t.submit}
          </Button>
        </div>
      </div>
      {submit.failure && <FailureCard failure={submit.failure} />}
    </DropZone>
  );
}

/** What is ordered, in the unit that films are billed in. */
function Cost({ models }: { models: number }) {
  const t = useStrings().video.composer;
  const { settings, dialect } = useVideo();
  const { fields } = sentParameters(settings, dialect);
  const seconds = Number(fields.seconds ?? fields.duration);
  return Number.isFinite(seconds) ? t.seconds(seconds, Math.max(1, models)) : null;
}

const modelPicker = lazyModule(() => import('../../../lib/gateway/models/model-picker.tsx'));

/** Further models that get the same prompt. */
function AlsoModels() {
  const t = useStrings().video.composer;
  const { also, model, routeId } = useVideo();
  const { connection, key } = useActive();
  const [open, setOpen] = useState(false);
  const picker = useLazyModule(modelPicker, open);
  const taken = useMemo(() => [model, ...also], [model, also]);
  const add = (next: string) => {
    setOpen(false);
    if (next !== model && !also.includes(next)) useVideo.setState({ also: [...also, next] });
  };
  return (
    <>
      {also.map((name) => (
        <Chip
          key={name}
          onRemove={() => useVideo.setState({ also: also.filter((other) => other !== name) })}
          removeLabel={t.removeModel(name)}
        >
          <span className="mono">{name}</span>
        </Chip>
      ))}
      {model !== '' && also.length + 1 < mostModels && (
        <Popover
          label={t.addModel}
          open={open && picker !== null}
          onOpenChange={setOpen}
          near={modelPicker.load}
          trigger={<IconButton label={t.addModel} intent="quiet" size="sm" icon={<Icon of={Plus} />} />}
        >
          {picker && (
            <picker.ModelPicker
              connectionId={connection?.id}
              keyId={key?.id}
              routeId={routeId}
              except={taken}
              value=""
              onValueChange={add}
            />
          )}
        </Popover>
      )}
    </>
  );
}

/** Pictures on their way in. What has arrived moves to the desk, which is kept. */
const referenceUploads: Uploads = createUploads();

referenceUploads.store.subscribe(({ uploads }) => {
  for (const { id, file } of uploads) if (file) arrived(id, file);
});

function arrived(uploadId: string, file: FileRef): void {
  referenceUploads.remove(uploadId);
  useVideo.setState(({ references }) => ({
    references: references.some(({ id }) => id === file.id) ? references : [...references, file],
  }));
}

const removeReference = (fileId: string): void =>
  useVideo.setState(({ references }) => ({ references: references.filter(({ id }) => id !== fileId) }));

const isImage = ({ type }: File): boolean => type.startsWith('image/');
