import { Image as ImageGlyph, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useAction } from '../../../lib/client/use-action.ts';
import { EstimateAll } from '../../../lib/cost/estimate.tsx';
import { onRestoreKey } from '../../../lib/documents/prompt-texts.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FileChips } from '../../../lib/files/file-chips.tsx';
import { chooseFiles } from '../../../lib/files/files.ts';
import { createUploads, type Uploads } from '../../../lib/files/uploads.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../../lib/gateway/models/model-popover.tsx';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { type SendBlocker, useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { DropZone } from '../../../ui/controls/drop-zone.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import {
  Composer,
  ComposerCost,
  ComposerRow,
  ComposerWarning,
  RestoreTextButton,
} from '../../../ui/fields/composer.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { restorePrompt, submitVideos } from '../acts.ts';
import { titleOf } from '../model/task-face.ts';
import { hasSurplus, sentVideoFields } from '../model/video-request.ts';
import s from '../panel.module.css';
import { maxModels, useVideo } from '../store.ts';
import type { VideoDrafts } from '../use-video-draft.ts';

/** The composer: prompt, reference images, further models, and the cost. */
export function VideoComposer({ drafts, missing, origin }: VideoDrafts) {
  const t = useStrings().video.composer;
  const { prompt, setAside, settings, references, roles, dialect, referenceForm } = useVideo();
  const uploads = useStore(referenceUploads.store, (state) => state.uploads);
  const submit = useAction(submitVideos);
  const [complaint, setComplaint] = useState<string | null>(null);
  // A finished file is no longer an upload.
  const isUploading = uploads.some(({ failure }) => !failure);
  const blocked: SendBlocker | undefined = uploads.some(({ failure }) => failure)
    ? { reason: t.referenceFailed, at: { place: 'reference' } }
    : isUploading
      ? { reason: t.referenceArriving, at: { place: 'prompt' } }
      : missing;
  const { reason, attempt } = useBlockedSend(blocked);
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
  const takesOne = hasSurplus({ references, roles, dialect, referenceForm });

  return (
    <DropZone title={t.dropTitle} onFiles={take} className={s.zone}>
      <Composer>
        {origin && (
          <div className={s.origin}>
            {t.remixOf} <b className="cut-text">{titleOf(origin)}</b>
            <IconButton
              label={t.noRemix}
              size="sm"
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
            onRestoreKey(texts, restorePrompt)(event);
          }}
        />
        {reason !== undefined && <ComposerWarning>{reason}</ComposerWarning>}
        {complaint && <ComposerWarning role="alert">{complaint}</ComposerWarning>}
        {takesOne && <ComposerWarning>{t.moreReferences}</ComposerWarning>}
        <FileChips
          uploads={uploads}
          onRemove={referenceUploads.remove}
          onRetry={(id) => void referenceUploads.retry(id)}
        />
        <ComposerRow>
          <PromptMenu
            text={prompt}
            onText={(next) => useVideo.setState({ prompt: next })}
            presets={[
              {
                scope: `video ${dialect}`,
                settings,
                prefix: `${dialect}.`,
                onChange: (next) => useVideo.setState({ settings: next as Settings }),
              },
            ]}
          />
          {!origin && (
            <>
              <IconButton
                label={t.reference}
                data-place="reference"
                size="sm"
                icon={<Icon of={ImageGlyph} />}
                onClick={() => void browse()}
              />
              {references.map(({ id, name }) => (
                <Chip key={id} onRemove={() => removeReference(id)} removeLabel={t.referenceRemove(name)}>
                  {name}
                </Chip>
              ))}
              <FurtherModels />
            </>
          )}
          {setAside[0] && <RestoreTextButton label={t.putBack} onClick={restorePrompt} />}
          <ComposerCost>{!origin && <Cost />}</ComposerCost>
          <Button
            intent="primary"
            shortcut={keysLabel('Enter')}
            busy={submit.busy}
            disabledReason={blocked?.reason}
            onClick={send}
          >
            {origin ? t.remix : drafts.length > 1 ? t.submitMany(drafts.length) : t.submit}
          </Button>
        </ComposerRow>
      </Composer>
      {submit.failure && <FailureCard failure={submit.failure} />}
    </DropZone>
  );
}

/** The request in the unit that videos are billed in. */
function Cost() {
  const t = useStrings().video.composer;
  const { settings, dialect, model, also } = useVideo();
  const models = [...new Set([model, ...also])].filter(Boolean);
  const { connection } = useActive();
  const { fields } = sentVideoFields(settings, dialect);
  const seconds = Number(fields.seconds ?? fields.duration);
  if (!Number.isFinite(seconds)) return null;
  return (
    <>
      {t.seconds(seconds, Math.max(1, models.length))}
      <EstimateAll
        connectionId={connection?.id}
        requests={models.map((model) => ({ model, billed: { usage: null, images: 0, videoSeconds: seconds } }))}
      />
    </>
  );
}

/** Further models that get the same prompt. */
function FurtherModels() {
  const t = useStrings().video.composer;
  const { also, model, routeId } = useVideo();
  const { connection, key } = useActive();
  const add = (next: string) => {
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
      {model !== '' && also.length + 1 < maxModels && (
        <ModelPopover
          label={t.addModel}
          trigger={<IconButton label={t.addModel} size="sm" icon={<Icon of={Plus} />} />}
          connectionId={connection?.id}
          keyId={key?.id}
          routeId={routeId}
          except={[model, ...also]}
          value=""
          onValueChange={add}
        />
      )}
    </>
  );
}

/** Uploads of reference images. A finished one moves to the form, which is saved. */
const referenceUploads: Uploads = createUploads();

referenceUploads.store.subscribe(({ uploads }) => {
  for (const { id: uploadId, file } of uploads) {
    if (!file) continue;
    referenceUploads.remove(uploadId);
    useVideo.setState(({ references }) => ({
      references: references.some(({ id }) => id === file.id) ? references : [...references, file],
    }));
  }
});

const removeReference = (fileId: string): void =>
  useVideo.setState(({ references }) => ({ references: references.filter(({ id }) => id !== fileId) }));

const isImage = ({ type }: File): boolean => type.startsWith('image/');
