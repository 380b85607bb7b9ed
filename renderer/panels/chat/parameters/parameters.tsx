import { useState } from 'react';
import { useStore } from 'zustand';
import type { InlineFile } from '#shared/protocol/compose/inline-file.ts';
import { familyOf, parametersOf } from '#shared/protocol/compose/text-parameters.ts';
import { base64Bytes } from '../../../lib/files/uploads.ts';
import { jsonProblem } from '../../../lib/gateway/parameters/tool-definition.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { PresetMenu } from '../../../lib/saved/preset-menu.tsx';
import { JsonEditor } from '../../../ui/code/json-editor.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { chat } from '../chat.ts';
import { pendingBody } from '../composer/pending-request.ts';
import { unsentOf } from '../composer/pending-turns.ts';
import { bodyBytes } from '../model/compose-body.ts';
import type { Conversation } from '../model/conversation.ts';
import { ParameterRows } from './parameter-rows.tsx';
import s from './parameters.module.css';

/** Fetched with the rows. */

function ChatPresets({ conversation: { parameters, routeId } }: { conversation: Conversation }) {
  const family = familyOf(routeId);
  return (
    <PresetMenu
      scope={`chat ${family}`}
      settings={parameters}
      prefix={`${family}:`}
      onChange={(next) => chat().change((before) => ({ ...before, parameters: next }))}
    />
  );
}

/** The parameters column: a selected field is in the body, any other is absent. */
export function Parameters() {
  const words = useStrings().chat.parameters;
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  if (!conversation) return null;
  const typed = conversation.override !== null;
  return (
    <>
      <ParamColumn
        // Another chat or protocol starts at its first parameter.
        key={`${conversation.id} ${conversation.routeId}`}
        title={words.title}
        actions={typed ? <Badge intent="odd">{words.rawOn}</Badge> : <ChatPresets conversation={conversation} />}
        inert={typed}
      >
        <ParameterRows conversation={conversation} />
      </ParamColumn>
      <RawBody conversation={conversation} />
    </>
  );
}

/** The whole body as text: follows the form until the user edits it, and is then sent as typed. */
function RawBody({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat;
  const [text, setText] = useState<string | null>(null);
  const [inline, setInline] = useState<readonly InlineFile[]>([]);
  const isTyped = conversation.override !== null;
  const put = (override: string | null) => {
    chat().change((before) => ({ ...before, override }));
    setText(null);
  };
  const open = () => {
    const body = pendingBody(conversation, unsentOf(conversation));
    setInline(body.inline);
    setText(body.text);
  };
  return (
    <div className={s.raw}>
      <Button stretch {...(conversation.unread ? { disabledReason: words.turn.loadingEarlier } : {})} onClick={open}>
        {words.parameters.raw}
        <span className={s.rawState}>{isTyped ? words.parameters.rawOn : words.parameters.rawFollows}</span>
      </Button>
      <RawBodyDialog
        open={text !== null}
        text={text ?? ''}
        inline={inline}
        isTyped={isTyped}
        fields={parametersOf[conversation.routeId].map(({ name }) => name)}
        onChange={setText}
        onUse={put}
        onClose={() => setText(null)}
      />
    </div>
  );
}

interface RawBodyDialogProps {
  open: boolean;
  text: string;
  /** Files whose base64 replaces their tokens. */
  inline: readonly InlineFile[];
  /** The body is already sent as typed. */
  isTyped: boolean;
  /** Field names suggested while a key is typed. */
  fields: readonly string[];
  onChange: (text: string) => void;
  /** `null` goes back to the body composed from the form. */
  onUse: (text: string | null) => void;
  onClose: () => void;
}

/** Edits the whole body. */
function RawBodyDialog({ open, text, inline, isTyped, fields, onChange, onUse, onClose }: RawBodyDialogProps) {
  const words = useStrings().chat;
  const problem = open ? jsonProblem(text) : null;
  const folds = inline.map(({ token, name, sizeBytes }) => ({
    text: token,
    label: words.parameters.rawMedia(name, formatBytes(base64Bytes(sizeBytes))),
  }));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={words.parameters.raw}
      description={words.parameters.rawHint(inline.length > 0)}
      size="lg"
      closeLabel={words.list.cancel}
      footer={
        <>
          {isTyped && <Button onClick={() => onUse(null)}>{words.parameters.rawFollow}</Button>}
          <Button intent="primary" disabled={problem !== null} onClick={() => onUse(text)}>
            {words.parameters.rawUse}
          </Button>
        </>
      }
    >
      <div className={layout.stackTight}>
        <JsonEditor
          value={text}
          onValueChange={onChange}
          label={words.parameters.rawLabel}
          fields={fields}
          folds={folds}
        />
        <p className={s.rawSize}>{words.composer.bytes(formatBytes(bodyBytes({ text, inline })))}</p>
        {problem && <p className={s.complaint}>{words.parameters.rawInvalid(problem)}</p>}
      </div>
    </Dialog>
  );
}
