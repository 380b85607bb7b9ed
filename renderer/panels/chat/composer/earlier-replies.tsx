import { fitsTarget, imagesFor } from '#shared/protocol/compose/context.ts';
import type { PromptReplyTurn } from '#shared/protocol/compose/material.ts';
import { isAlwaysSent } from '#shared/protocol/compose/reply-form.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Tick } from '../../../ui/controls/tick.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { chat } from '../chat.ts';
import { targetOf } from '../model/compose-body.ts';
import { turnsInContext } from '../model/context.ts';
import { type Conversation, shownTurns } from '../model/conversation.ts';
import s from './composer.module.css';

/** Returns what of the shown replies is sent, or can be, besides their texts and tool calls. */
export function earlierReplies(conversation: Conversation): { images: number; unsent: number; hasForms: boolean } {
  const replies = turnsInContext(shownTurns(conversation)).filter((turn) => turn.role === 'assistant');
  const target = { ...targetOf(conversation), sendsImages: true };
  const final = (reply: PromptReplyTurn) => (reply.answer.images ?? []).filter(({ isPreview }) => !isPreview).length;
  const all = replies.reduce((sum, reply) => sum + final(reply), 0);
  const images = replies.reduce((sum, reply) => sum + imagesFor(reply, target).length, 0);
  const hasForm = (reply: PromptReplyTurn) => {
    const { form, calls } = reply.answer;
    return form !== undefined && fitsTarget(reply, target) && isAlwaysSent(form, calls);
  };
  return { images, unsent: all - images, hasForms: replies.some(hasForm) };
}

/** What is added to a request from earlier replies, each with its tick; nothing where there is none. */
export function EarlierReplies({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat.composer;
  const { images, unsent, hasForms } = earlierReplies(conversation);
  if (conversation.override !== null || images + unsent + Number(hasForms) === 0) return null;
  const put = (change: Pick<Conversation, 'sendsImages' | 'sendsForms'>) =>
    chat().change((before) => ({ ...before, ...change }));
  return (
    <div className={s.earlier}>
      {images + Number(hasForms) > 0 && (
        <fieldset className={s.ticks} aria-label={words.earlier}>
          <span aria-hidden>{words.earlier}</span>
          {images > 0 && (
            <Tick
              checked={conversation.sendsImages ?? true}
              onCheckedChange={(sendsImages) => put({ sendsImages })}
              label={words.earlierImages(images)}
            />
          )}
          {hasForms && (
            <span {...tip(words.earlierStateHint)}>
              <Tick
                checked={conversation.sendsForms ?? true}
                onCheckedChange={(sendsForms) => put({ sendsForms })}
                label={words.earlierState}
              />
            </span>
          )}
        </fieldset>
      )}
      {unsent > 0 && <p>{words.earlierUnsent(unsent)}</p>}
    </div>
  );
}
