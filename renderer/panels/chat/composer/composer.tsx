import { ArrowUp, BookOpenText, Paperclip, Square } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useStore } from 'zustand';
import { announce } from '../../../lib/announce.ts';
import { formatBytes } from '../../../lib/format.ts';
import { keysLabel } from '../../../lib/shortcuts.ts';
import { useStrings } from '../../../lib/strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { onEnter } from '../../../ui/on-enter.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { chat } from '../chat.ts';
import { type Conversation, shownTurns } from '../model/conversation.ts';
import { uploadsOf, useUploadsOf } from './attachments.ts';
import s from './composer.module.css';
import { composerBox } from './composer-box.ts';
import { putUnsentText, useUnsentText } from './composer-text.ts';
import { usePendingBody } from './pending-body.ts';
import { pendingTurn, unsentOf } from './pending-turns.ts';

const fileChips = lazyModule(() => import('../../../lib/file-chips.tsx'));
/** Fetched before the press, which the browser wants to have led straight to its file dialog. */
const fileDoor = lazyModule(() => import('../../../lib/files.ts'));
const fetchFiles = () => void fileDoor.load().catch(() => undefined);
const systemPrompt = lazyModule(() => import('./system-prompt.tsx'));

/** The floating composer: the next turn, its files, the system prompt, and Send or Stop in the same place. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat.composer;
  const runs = useStore(chat(), ({ runs: all }) => all);
  const text = useUnsentText(conversation);
  const uploads = useUploadsOf(conversation.id);
  const [systemOpen, setSystemOpen] = useState(false);
  /** What Enter was refused for; shown for as long as it is true. */
  const [refused, setRefused] = useState<string>();
  const chips = useLazyModule(fileChips, uploads.length > 0);
  const system = useLazyModule(systemPrompt, systemOpen);
  const { sizeBytes, problems } = usePendingBody(conversation).body;

  const files = uploadsOf(conversation.id);
  const turns = shownTurns(conversation);
  const last = turns.at(-1);
  const runningId = turns.find((turn) => runs[turn.id])?.id;
  const pendingCalls = last?.role === 'assistant' && !runningId && last.answer.calls.length > 0;
  const needs: [isMissing: boolean, word: string][] = [
    [!conversation.connectionId, words.needConnection],
    [!conversation.model && conversation.override === null, words.needModel],
    [pendingCalls, words.needOutputs],
    [uploads.some(({ failure }) => failure), words.failedFiles],
    [uploads.some(({ file }) => !file), words.needFiles],
    [!text.trim() && uploads.length === 0, words.needText],
  ];
  const refusal = needs.find(([isMissing]) => isMissing)?.[1];

  const send = () => {
    setRefused(refusal);
    if (refusal !== undefined) announce(refusal);
    if (refusal !== undefined || runningId) return;
    const turn = pendingTurn(conversation, unsentOf(conversation));
    putUnsentText(conversation, '');
    chat().send(last?.id ?? null, [turn]);
    files.clear();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    onEnter(send)(event);
    if (event.key === 'Escape' && runningId) chat().stop(runningId);
  };
  const attach = async () => {
    const { chooseFiles } = await fileDoor.load();
    await files.add(await chooseFiles());
  };

  return (
    <div className={s.composer}>
      {systemOpen && system && <system.SystemPrompt onDone={() => setSystemOpen(false)} />}
      {chips && <chips.FileChips uploads={uploads} onRemove={files.remove} onRetry={(id) => void files.retry(id)} />}
      <TextArea
        ref={composerBox}
        value={text}
        onValueChange={(next) => putUnsentText(conversation, next)}
        aria-label={words.label}
        placeholder={runningId ? words.placeholderStreaming : turns.length ? words.placeholderNext : words.placeholder}
        bare
        minRows={1}
        maxRows={12}
        autoFocus
        onKeyDown={onKeyDown}
      />
      {refused && refused === refusal && <p className={s.problems}>{refused}</p>}
      {problems.length > 0 && <p className={s.problems}>{words.problems(problems.join(', '))}</p>}
      <div className={s.foot}>
        <IconButton
          label={words.attach}
          icon={<Icon of={Paperclip} />}
          intent="quiet"
          onPointerEnter={fetchFiles}
          onFocus={fetchFiles}
          onClick={() => void attach()}
        />
        <Button
          intent="quiet"
          icon={<Icon of={BookOpenText} />}
          pressed={systemOpen}
          onClick={() => setSystemOpen(!systemOpen)}
        >
          {words.system}
          {conversation.system && (
            <span className={s.count}>{words.systemTokens(Math.ceil(conversation.system.length / 4))}</span>
          )}
        </Button>
        <span className={s.size}>{words.bytes(formatBytes(sizeBytes))}</span>
        {runningId ? (
          <Button
            intent="stop"
            icon={<Icon of={Square} size="s" />}
            shortcut={keysLabel('Escape')}
            onClick={() => chat().stop(runningId)}
          >
            {words.stop}
          </Button>
        ) : (
          <IconButton
            label={words.send}
            icon={<Icon of={ArrowUp} />}
            intent="primary"
            {...(refusal === undefined ? {} : { disabledReason: refusal })}
            onClick={send}
          />
        )}
      </div>
    </div>
  );
}
