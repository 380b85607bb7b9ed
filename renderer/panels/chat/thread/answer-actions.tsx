import { Activity, ChevronDown, ClipboardList, Ellipsis, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { type TextRouteId, textRouteIds } from '#shared/protocol/compose/text-parameters.ts';
import { routes } from '#shared/protocol/table.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPicker } from '../../../lib/gateway/models/model-picker.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { copyItems } from '../../../lib/inspector/snippets.ts';
import { copyCurl, copyReport } from '../../../lib/inspector/wire-acts.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { chat } from '../chat.ts';
import type { Answer } from '../model/answer.ts';
import type { AssistantTurn } from '../model/conversation.ts';
import s from './thread.module.css';

interface AnswerActionsProps {
  turn: AssistantTurn;
  answer: Answer;
  /** Actions that the end of the reply already offers as a button and that are not repeated here. */
  offered: { retry: boolean; wire: boolean };
}

/** What can be done with a reply, as icons at the end of its line of facts. */
export function AnswerActions({ turn, answer, offered }: AnswerActionsProps) {
  const words = useStrings().chat.turn;
  const { exchangeId } = turn;
  const { text } = answer;
  return (
    <div className={s.actions}>
      {text && (
        <CopyButton
          text={text}
          labels={{ copy: words.copy, copied: words.copied, failed: words.copyFailed }}
          size="sm"
        />
      )}
      {exchangeId && answer.failure && (
        <IconButton
          label={words.copyReport}
          icon={<Icon of={ClipboardList} size="s" />}
          size="sm"
          onClick={() => void copyReport(exchangeId)}
        />
      )}
      {exchangeId && !offered.wire && (
        <IconButton
          label={words.openWire}
          icon={<Icon of={Activity} size="s" />}
          size="sm"
          onClick={() => openWireRecord(exchangeId)}
        />
      )}
      {exchangeId && <MoreActions exchangeId={exchangeId} />}
      {!offered.retry && (
        <IconButton
          label={words.retry}
          icon={<Icon of={RotateCcw} size="s" />}
          size="sm"
          onClick={() => chat().retry(turn.id)}
        />
      )}
      <RetryWith turn={turn} />
    </div>
  );
}

function MoreActions({ exchangeId }: { exchangeId: string }) {
  const { list, turn: words } = useStrings().chat;
  const wire = useStrings().wire;
  const items = (): MenuItem[] => [
    menuAction('curl', words.copyCurl, () => void copyCurl(exchangeId)),
    { kind: 'submenu', id: 'copy', label: wire.copyAs, items: copyItems(exchangeId) },
    menuAction('report', words.copyReport, () => void copyReport(exchangeId)),
  ];
  return (
    <Menu
      align="end"
      items={items}
      trigger={<IconButton label={list.more} icon={<Icon of={Ellipsis} size="s" />} size="sm" />}
    />
  );
}

/** Retries with another model or on another route; the reply becomes another version of this one. */
function RetryWith({ turn }: { turn: AssistantTurn }) {
  const words = useStrings().chat.turn;
  const [open, setOpen] = useState(false);
  const isTyped = useStore(chat(), ({ open: all, openId }) => all[openId]?.override !== null);
  const button = (
    <IconButton
      label={words.retryWith}
      icon={<Icon of={ChevronDown} size="s" />}
      size="sm"
      {...(isTyped ? { disabledReason: words.retryTyped } : {})}
    />
  );
  // An edited body names its own model and fits one protocol.
  if (isTyped) return button;
  return (
    <Popover title={words.retryWith} align="end" open={open} onOpenChange={setOpen} trigger={button}>
      <RetryChoices
        turn={turn}
        onChoose={(sockets) => {
          setOpen(false);
          chat().retry(turn.id, sockets);
        }}
      />
    </Popover>
  );
}

interface RetryChoicesProps {
  turn: AssistantTurn;
  onChoose: (sockets: { routeId: TextRouteId; model: string }) => void;
}

/** The other routes, and every model: one click sends the prompt of `turn` again. */
function RetryChoices({ turn, onChoose }: RetryChoicesProps) {
  const words = useStrings().chat.turn;
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  const exposed = useActive().connections.find(({ id }) => id === conversation?.connectionId)?.exposedRoutes ?? [];
  const others = textRouteIds.filter((id) => id !== turn.routeId && (!routes[id].optIn || exposed.includes(id)));
  return (
    <div className={s.retryChoices}>
      <p className={s.caption}>{words.otherRoute}</p>
      {others.map((routeId) => (
        <Button
          key={routeId}
          intent="quiet"
          title={routes[routeId].path}
          onClick={() => onChoose({ routeId, model: turn.model })}
        >
          {words.routes[routeId]}
        </Button>
      ))}
      <p className={s.caption}>{words.otherModel}</p>
      <ModelPicker
        connectionId={conversation?.connectionId ?? undefined}
        keyId={conversation?.keyId ?? undefined}
        routeId={turn.routeId}
        value={turn.model}
        onValueChange={(model) => onChoose({ routeId: turn.routeId, model })}
      />
    </div>
  );
}
