import { useStore } from 'zustand';
import { type TextRouteId, textRouteIds } from '#shared/protocol/compose/text-parameters.ts';
import { routes } from '#shared/protocol/table.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPicker } from '../../../lib/gateway/models/model-picker.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { chat } from '../chat.ts';
import type { AssistantTurn } from '../model/conversation.ts';
import s from './thread.module.css';

export interface RetryChoicesProps {
  turn: AssistantTurn;
  onChoose: (sockets: { routeId: TextRouteId; model: string }) => void;
}

/** The other routes, and every model: one click sends the prompt of `turn` again. */
export function RetryChoices({ turn, onChoose }: RetryChoicesProps) {
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
