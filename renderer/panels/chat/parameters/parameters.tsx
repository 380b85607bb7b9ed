import { useStore } from 'zustand';
import { familyOf } from '#shared/protocol/compose/text-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { PresetMenu } from '../../../lib/saved/preset-menu.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { chat } from '../chat.ts';
import type { Conversation } from '../model/conversation.ts';
import { ParameterRows } from './parameter-rows.tsx';
import { RawBody } from './raw-body.tsx';

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
