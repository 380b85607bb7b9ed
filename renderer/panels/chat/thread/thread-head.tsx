import { BookOpenText, Columns2, Pencil, Share } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import { TotalCost } from '../../../lib/cost/cost-fact.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { chat } from '../chat.ts';
import { exportConversation } from '../list/export-conversation.ts';
import { type Conversation, hasNoTurns, repliesOf } from '../model/conversation.ts';
import { compareWith } from './compare-with.ts';
import s from './thread-head.module.css';

/** The title of a conversation, editable in place, and what belongs to all of its turns. */
export function ThreadHead({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat.list;
  const [isRenaming, setRenaming] = useState(false);
  const title = conversation.title || words.untitled;
  // A conversation without turns is not in the list yet, and its first turn names it.
  const isNamed = !hasNoTurns(conversation);
  return (
    <>
      <h1 className={isRenaming ? 'sr-only' : 'cut-text'} dir="auto" title={title}>
        {title}
      </h1>
      {isRenaming ? (
        <TitleField title={conversation.title} onDone={() => setRenaming(false)} />
      ) : (
        isNamed && (
          <IconButton
            label={words.renameTitle}
            icon={<Icon of={Pencil} size="s" />}
            size="sm"
            onClick={() => setRenaming(true)}
          />
        )
      )}
      <span className="space" />
      {isNamed && <ConversationCost conversation={conversation} />}
      <SystemButton conversation={conversation} />
      {conversation.connectionId && conversation.model && (
        <Button
          intent="quiet"
          size="sm"
          icon={<Icon of={Columns2} size="s" />}
          onClick={() => compareWith(conversation)}
        >
          <span className={s.label}>{words.compare}</span>
        </Button>
      )}
      {isNamed && <ExportButton conversation={conversation} />}
    </>
  );
}

/** What all replies cost, those of other branches included. */
function ConversationCost({ conversation }: { conversation: Conversation }) {
  // Thousands of replies are counted after the conversation is shown.
  const shown = useDeferredValue<Conversation | null>(conversation, null);
  return shown && <TotalCost exchangeIds={repliesOf(shown)} />;
}

function TitleField({ title, onDone }: { title: string; onDone: () => void }) {
  const words = useStrings().chat.list;
  const [text, setText] = useState(title);
  const save = () => {
    const next = text.trim();
    if (next && next !== title) chat().change((now) => ({ ...now, title: next, named: true }));
    onDone();
  };
  return (
    <TextField
      value={text}
      onValueChange={setText}
      aria-label={words.name}
      dir="auto"
      width="min(420px, 100%)"
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') onDone();
      }}
    />
  );
}

function SystemButton({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat.composer;
  return (
    <Popover
      label={words.system}
      align="end"
      trigger={
        <Button intent="quiet" size="sm" icon={<Icon of={BookOpenText} size="s" />}>
          <span className={s.label}>{words.system}</span>
          {conversation.system && (
            <span className={s.count}>{words.systemTokens(Math.ceil(conversation.system.length / 4))}</span>
          )}
        </Button>
      }
    >
      <SystemPrompt />
    </Popover>
  );
}

function ExportButton({ conversation: { id } }: { conversation: Conversation }) {
  const words = useStrings().chat;
  const save = (format: 'markdown' | 'json') => exportConversation(id, format, words);
  return (
    <Menu
      align="end"
      trigger={
        <Button intent="quiet" size="sm" icon={<Icon of={Share} size="s" />}>
          <span className={s.label}>{words.list.export}</span>
        </Button>
      }
      items={[
        menuAction('markdown', words.list.exportMarkdown, () => void save('markdown')),
        menuAction('json', words.list.exportJson, () => void save('json')),
      ]}
    />
  );
}

/** Edits the system prompt of the open conversation. */
function SystemPrompt() {
  const words = useStrings().chat.composer;
  const system = useStore(chat(), ({ open, openId }) => open[openId]?.system ?? '');
  return (
    <div className={s.system}>
      <Field label={words.system} hint={words.systemHint}>
        <TextArea
          value={system}
          onValueChange={(text) => chat().change((conversation) => ({ ...conversation, system: text }))}
          minRows={4}
          maxRows={16}
          autoFocus
          dir="auto"
        />
      </Field>
    </div>
  );
}
