import { BookOpenText, Paperclip, SlidersHorizontal, Square } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { CompareRun } from '#shared/contract/compare.ts';
import { estimateTokens } from '#shared/cost/estimate-tokens.ts';
import { familyOf } from '#shared/protocol/compose/text-parameters.ts';
import { attachmentsIn, uploadsOf, useUploadsOf } from '../../../lib/files/attachments.ts';
import { FileChips } from '../../../lib/files/file-chips.tsx';
import { chooseFiles } from '../../../lib/files/files.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { groupOf } from '../../../lib/generation/media-lane.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { firstBlocker, useBlockedSend } from '../../../lib/runs/send-blocker.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { onEnter } from '../../../ui/controls/on-enter.ts';
import { Composer, ComposerCost, ComposerRow, ComposerWarning } from '../../../ui/fields/composer.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import {
  activeLanes,
  type CompareLane,
  type Comparison,
  isTextLane,
  letterOf,
  ownOf,
  takesText,
  withOwn,
  withoutHistory,
} from '../model/comparison.ts';
import { lanesInput, needsPlan } from '../model/run-input.ts';
import { changeComparison, compareStore, type RunAct, startLanes, stopRun } from '../store.ts';
import s from './composer.module.css';
import { SharedDialog, SyncRow } from './shared-dialog.tsx';

interface ComposerProps {
  comparison: Comparison;
  run: CompareRun | null;
  act: RunAct;
  /** Appends the replies of the run to the lanes; `null` while there are none. */
  onContinue: (() => void) | null;
  /** The prompt is sent once per row. */
  isSheet: boolean;
  /** Shows the plan of a run before it starts. */
  onPlan: () => void;
}

/** The prompt of all lanes, what else they share, and Send or Stop in the same place. */
export function CompareComposer({ comparison, run, act, onContinue, isSheet, onPlan }: ComposerProps) {
  const t = useStrings().compare;
  const { composer: words, needs } = t;
  const { connections } = useActive();
  const [shared, setShared] = useState<'system' | 'parameters' | null>(null);
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = comparison.lanes.find(({ id }) => id === editedId) ?? comparison.lanes[0];
  const isOwnPrompt = !comparison.synced.prompt && comparison.lanes.length > 1 && edited !== undefined;
  const text = (isOwnPrompt ? edited.prompt : null) ?? comparison.prompt;
  const setText = (prompt: string) =>
    changeComparison((now) => (isOwnPrompt ? withOwn(now, edited.id, 'prompt', prompt) : { ...now, prompt }));
  const uploads = useUploadsOf(comparison.id);
  const files = uploadsOf(comparison.id);
  const isRunning = run?.state === 'running';
  const lanes = activeLanes(comparison);
  const hasText = takesText(comparison);
  const hasPrompt = comparison.prompt.trim() !== '' || lanes.some((lane) => ownOf(lane, comparison).prompt?.trim());
  const { attempt, reason } = useBlockedSend(
    firstBlocker([
      [comparison.lanes.length === 0, needs.lanes, { place: 'add-lane' }],
      [lanes.length === 0, needs.active, { place: 'add-lane' }],
      [lanes.some(({ model }) => model.trim() === ''), needs.model, { place: 'add-lane' }],
      [
        lanes.some(({ connectionId }) => !connections.some(({ id }) => id === connectionId)),
        needs.connection,
        { place: 'add-lane' },
      ],
      [uploads.some(({ file }) => !file), needs.files, { place: 'prompt' }],
      [!hasPrompt, needs.prompt, { place: 'prompt' }],
      [isSheet && comparison.rows.length === 0, needs.rows, { place: 'prompt' }],
    ]),
  );
  const send = () =>
    attempt(() => {
      if (isRunning || act.busy) return;
      changeComparison((now) => ({ ...now, attachments: [...keptIn(now), ...attachmentsIn(uploads)] }));
      if (isSheet || needsPlan(comparison)) onPlan();
      else void act.run(() => startLanes(lanesInput(compareStore().current())));
    });
  /** Files of the comparison that are not among the uploads, such as those that came from Chat. */
  const keptIn = ({ attachments }: Comparison) =>
    attachments.filter(({ file }) => !uploads.some((upload) => upload.file?.id === file.id));
  const removeUpload = (id: string) => {
    const fileId = uploads.find((upload) => upload.id === id)?.file?.id;
    files.remove(id);
    changeComparison((now) => ({ ...now, attachments: now.attachments.filter(({ file }) => file.id !== fileId) }));
  };
  const stop = () => isRunning && void act.run(() => stopRun(run.id));
  useShortcut('compare.send', send, !isRunning);
  const onKeyDown = (event: KeyboardEvent) => {
    onEnter(send)(event);
    if (event.key === 'Escape' && isRunning) stop();
  };
  const attach = async () => files.add(await chooseFiles());
  const hasHistory = comparison.lanes.some(({ history }) => history.length > 0);
  const tokens = lanes.filter(isTextLane).length * Math.round(estimateTokens(comparison.system + comparison.prompt));
  return (
    <div className={s.composer}>
      <Composer>
        {uploads.length > 0 && (
          <FileChips uploads={uploads} onRemove={removeUpload} onRetry={(id) => void files.retry(id)} />
        )}
        <Carried comparison={comparison} uploaded={new Set(uploads.flatMap(({ file }) => file?.id ?? []))} />
        <TextArea
          value={text}
          onValueChange={setText}
          dir="auto"
          aria-label={isOwnPrompt ? words.labelOf(letterOf(comparison.lanes.indexOf(edited))) : words.label}
          data-place="prompt"
          placeholder={isSheet ? words.placeholderSheet : hasHistory ? words.placeholderNext : words.placeholder}
          bare
          minRows={1}
          maxRows={8}
          onKeyDown={onKeyDown}
        />
        {comparison.lanes.length > 1 && edited && (
          <SyncRow comparison={comparison} laneId={edited.id} onLaneChange={setEditedId} />
        )}
        {reason !== undefined && <ComposerWarning>{reason}</ComposerWarning>}
        <ComposerRow>
          {hasText && <IconButton label={words.attach} icon={<Icon of={Paperclip} />} onClick={() => void attach()} />}
          <ComparePrompts comparison={comparison} text={text} onText={setText} />
          {hasText && (
            <Button
              size="sm"
              intent="quiet"
              icon={<Icon of={BookOpenText} size="s" />}
              pressed={comparison.system !== ''}
              onClick={() => setShared('system')}
            >
              {words.system}
            </Button>
          )}
          <Button
            size="sm"
            intent="quiet"
            icon={<Icon of={SlidersHorizontal} size="s" />}
            onClick={() => setShared('parameters')}
          >
            {words.parameters}
          </Button>
          {hasHistory && (
            <Button size="sm" intent="quiet" onClick={() => changeComparison(withoutHistory)}>
              {words.startOver}
            </Button>
          )}
          <ComposerCost>
            {hasPrompt &&
              lanes.some(isTextLane) &&
              !isSheet &&
              words.tokens(formatNumber(tokens), lanes.length * comparison.repeats)}
          </ComposerCost>
          {onContinue && !isRunning && (
            <Button size="sm" onClick={onContinue}>
              {words.continue}
            </Button>
          )}
          {isRunning ? (
            <Button
              key="stop"
              intent="stop"
              icon={<Icon of={Square} size="s" />}
              shortcut={keysLabel('Escape')}
              onClick={stop}
            >
              {words.stop}
            </Button>
          ) : (
            <Button key="send" intent="primary" busy={act.busy} shortcut={keysLabel('Enter')} onClick={send}>
              {isSheet ? t.sheet.run : words.send}
            </Button>
          )}
        </ComposerRow>
      </Composer>
      {shared && <SharedDialog what={shared} comparison={comparison} onClose={() => setShared(null)} />}
    </div>
  );
}

interface CarriedProps {
  comparison: Comparison;
  /** Ids of files that are listed as uploads. */
  uploaded: ReadonlySet<string>;
}

/** Files, tools and a schema that belong to the comparison, such as those that came from Chat; each can be removed. */
function Carried({ comparison: { attachments, tools, schema }, uploaded }: CarriedProps) {
  const t = useStrings().compare.composer;
  const files = attachments.filter(({ file }) => !uploaded.has(file.id));
  if (files.length === 0 && tools.length === 0 && schema === null) return null;
  return (
    <div className={s.sync}>
      {files.map(({ file }) => (
        <Chip
          key={file.id}
          onRemove={() =>
            changeComparison((now) => ({
              ...now,
              attachments: now.attachments.filter((one) => one.file.id !== file.id),
            }))
          }
          removeLabel={t.removeFile(file.name)}
        >
          {file.name}
        </Chip>
      ))}
      {tools.map(({ name }) => (
        <Chip
          key={name}
          onRemove={() => changeComparison((now) => ({ ...now, tools: now.tools.filter((one) => one.name !== name) }))}
          removeLabel={t.removeTool(name)}
        >
          {t.tool} <span className="mono">{name}</span>
        </Chip>
      ))}
      {schema && (
        <Chip onRemove={() => changeComparison((now) => ({ ...now, schema: null }))} removeLabel={t.removeSchema}>
          {t.schema} <span className="mono">{schema.name}</span>
        </Chip>
      )}
    </div>
  );
}

/** The presets of a lane have the scope and the names that its own panel gives them. */
function presetPlace(lane: CompareLane): { scope: string; prefix: string } | null {
  if (isTextLane(lane)) {
    const family = familyOf(lane.routeId);
    return { scope: `chat ${family}`, prefix: `${family}:` };
  }
  if (lane.routeId !== 'images.generations') return null;
  const family = groupOf(lane.routeId, lane.model);
  return { scope: `images ${family}`, prefix: `${family}.` };
}

interface ComparePromptsProps {
  comparison: Comparison;
  text: string;
  onText: (text: string) => void;
}

/** The saved prompts in the composer, and the presets of Chat and Images for the lanes. */
function ComparePrompts({ comparison: { lanes, parameters }, text, onText }: ComparePromptsProps) {
  const places = new Map(lanes.flatMap((lane) => presetPlace(lane) ?? []).map((place) => [place.scope, place]));
  return (
    <PromptMenu
      text={text}
      onText={onText}
      presets={[...places.values()].map((place) => ({
        ...place,
        settings: parameters as Settings,
        onChange: (next) => changeComparison((now) => ({ ...now, parameters: next })),
      }))}
    />
  );
}
