import { useState } from 'react';
import type { InlineFile } from '#shared/protocol/compose/inline-file.ts';
import { parametersOf } from '#shared/protocol/compose/text-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { lazyOverlay } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { chat } from '../chat.ts';
import { pendingBody } from '../composer/pending-body.ts';
import { unsentOf } from '../composer/pending-turns.ts';
import type { Conversation } from '../model/conversation.ts';
import s from './parameters.module.css';

const RawBodyDialog = lazyOverlay(async () => (await import('./raw-body-dialog.tsx')).RawBodyDialog);

/** The whole body as text: follows the form until the user edits it, and is then sent as typed. */
export function RawBody({ conversation }: { conversation: Conversation }) {
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
