import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { chat } from '../chat.ts';
import { isLeftOut } from '../model/context.ts';
import { putInContext, type Turn, type UserTurn } from '../model/conversation.ts';
import s from './thread.module.css';

/** Says whether a prompt that got no reply is sent with later requests, and changes it. */
export function PromptContext({ turn, next }: { turn: UserTurn; next: Turn | undefined }) {
  const words = useStrings().chat.turn;
  const leftOut = isLeftOut(turn, next);
  return (
    <p className={s.context}>
      {leftOut ? words.leftOut : words.leftIn}
      <Button
        intent="quiet"
        size="sm"
        onClick={() => chat().change((conversation) => putInContext(conversation, turn.id, leftOut))}
      >
        {leftOut ? words.include : words.leaveOut}
      </Button>
    </p>
  );
}
