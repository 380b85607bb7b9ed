import { Paperclip, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { chat } from '../chat.ts';
import { gotNoReply, isLeftOut } from '../model/context.ts';
import { setInContext, type Turn, type UserTurn } from '../model/conversation.ts';
import { AttachedImage } from './answer-content.tsx';
import s from './thread.module.css';
import { Versions } from './versions.tsx';

/** A prompt with its files; editing it creates a new branch. */
export function UserTurnView({ turn, next }: { turn: UserTurn; next: Turn | undefined }) {
  const words = useStrings().chat.turn;
  const dates = useDates();
  const [editing, setEditing] = useState(false);
  const editButton = useFocusReturn(editing);
  const leftOut = isLeftOut(turn, next);
  const images = turn.attachments.filter(({ file }) => file.type.startsWith('image/'));
  return (
    <article className={classes(s.turn, s.asks)} aria-label={words.you}>
      <span className={s.who} aria-hidden="true">
        {words.you.slice(0, 1)}
      </span>
      <div className={s.body}>
        {editing ? (
          <EditTurn turn={turn} onDone={() => setEditing(false)} />
        ) : (
          <>
            <div className={s.prompt} dir="auto">
              {turn.continues ? (
                <span className={s.why}>{words.continued}</span>
              ) : (
                <span className={classes(s.plain, leftOut && s.leftOut)}>
                  <OutsideText text={turn.text} />
                </span>
              )}
              <div className={classes(s.actions, s.beside)} dir="ltr">
                <span className={s.when}>{dates.formatWhen(turn.createdAt)}</span>
                <Versions turn={turn} />
                <CopyButton
                  text={turn.text}
                  labels={{ copy: words.copy, copied: words.copied, failed: words.copyFailed }}
                  size="sm"
                />
                <IconButton
                  ref={editButton}
                  label={words.edit}
                  icon={<Icon of={Pencil} size="s" />}
                  size="sm"
                  onClick={() => setEditing(true)}
                />
              </div>
            </div>
            {images.length > 0 && (
              <div className={s.pictures}>
                {images.map(({ file }) => (
                  <AttachedImage key={file.id} file={file} />
                ))}
              </div>
            )}
            {turn.attachments.length > 0 && (
              <div className={s.chips}>
                {turn.attachments.map(({ file }) => (
                  <Chip key={file.id} icon={<Icon of={Paperclip} size="s" />}>
                    {file.name} {formatBytes(file.sizeBytes)}
                  </Chip>
                ))}
              </div>
            )}
            {gotNoReply(next) && <PromptContext turn={turn} next={next} />}
          </>
        )}
      </div>
    </article>
  );
}

/** Returns the focus to the button when what it opened is closed. */
function useFocusReturn(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

function EditTurn({ turn, onDone }: { turn: UserTurn; onDone: () => void }) {
  const words = useStrings().chat.turn;
  const [text, setText] = useState(turn.text);
  const branch = (): UserTurn => ({
    ...turn,
    id: crypto.randomUUID(),
    createdAt: Date.now(),
    text,
  });
  const send = () => {
    if (chat().send(turn.parentId, [branch()])) onDone();
  };
  const save = () => {
    chat().addVersion(branch());
    onDone();
  };
  return (
    <div className={layout.stackTight}>
      <TextArea
        value={text}
        onValueChange={setText}
        aria-label={words.editLabel}
        dir="auto"
        minRows={2}
        maxRows={16}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <div className={s.editButtons}>
        <Button intent="primary" shortcut={keysLabel('$mod+Enter')} onClick={send}>
          {words.saveAndSend}
        </Button>
        <Button {...tip(words.saveOnlyHint)} onClick={save}>
          {words.saveOnly}
        </Button>
        <Button intent="quiet" shortcut={keysLabel('Escape')} onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Shows whether a prompt that got no reply is sent with later requests, and changes it. */
function PromptContext({ turn, next }: { turn: UserTurn; next: Turn | undefined }) {
  const words = useStrings().chat.turn;
  const leftOut = isLeftOut(turn, next);
  return (
    <p className={s.context}>
      {leftOut ? words.leftOut : words.leftIn}
      <Button
        intent="quiet"
        size="sm"
        onClick={() => chat().change((conversation) => setInContext(conversation, turn.id, leftOut))}
      >
        {leftOut ? words.include : words.leaveOut}
      </Button>
    </p>
  );
}
