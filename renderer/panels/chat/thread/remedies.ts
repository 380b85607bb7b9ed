import {
  isSent,
  parametersOf,
  setParameter,
  settingOf,
  type TextRouteId,
} from '#shared/protocol/compose/text-parameters.ts';
import type { convertBody } from '#shared/protocol/convert-body.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { addedFieldIn, entryFieldIn, namesField } from '#shared/protocol/refused-field.ts';
import { earlierReplies } from '../composer/earlier-replies.tsx';
import type { Answer } from '../model/answer.ts';
import { compose } from '../model/compose-body.ts';
import { type AssistantTurn, pathTo } from '../model/conversation.ts';
import type { ChatStore } from '../store.ts';

interface Remedy {
  label: string;
  onSelect: () => void;
  intent?: 'primary';
  again?: true;
}

interface Words {
  sendWithout: (name: string) => string;
  convert: string;
  sendAnyway: string;
  retry: string;
  retryPaid: string;
}

/** Returns the remedies for a failure, best first: leave out the rejected parameter, convert the body, send again. */
export function remedies(
  turn: AssistantTurn,
  answer: Answer,
  words: Words,
  store: ChatStore,
  convert: typeof convertBody,
): Remedy[] {
  const found: Remedy[] = [];
  const { failure } = answer;
  const name = failure && selectedFieldIn(failure, store, turn.routeId);
  if (name) {
    found.push({
      label: words.sendWithout(name),
      intent: 'primary',
      onSelect: () => {
        untick(store, turn.routeId, name);
        store.retry(turn.id);
      },
    });
  }
  const form = failure && entryFieldIn(failure);
  if (form && earlierReplies(store.current()).hasForms && store.current().sendsForms !== false)
    found.push({
      label: words.sendWithout(form),
      intent: 'primary',
      onSelect: () => {
        store.change((conversation) => ({ ...conversation, sendsForms: false }));
        store.retry(turn.id);
      },
    });
  if (failure?.code === 'misuse') {
    const from = protocolOf(failure.param);
    if (from)
      found.push({
        label: words.convert,
        intent: 'primary',
        onSelect: () => void convertAndRetry(turn, from, store, convert),
      });
    found.push({ label: words.sendAnyway, onSelect: () => store.retry(turn.id, { allowMisuse: true }) });
  }
  found.push({
    label: answer.sent === 'maybe-processed' ? words.retryPaid : words.retry,
    onSelect: () => store.retry(turn.id),
    again: true,
  });
  return found;
}

async function convertAndRetry(turn: AssistantTurn, from: TextRouteId, store: ChatStore, convert: typeof convertBody) {
  if (store.current().unread) await store.load(store.current().id);
  const now = store.current();
  const { text } = compose(now, pathTo(now, turn.parentId));
  const converted = convert(text, from, turn.routeId, now.model);
  if (!converted) return;
  store.change((conversation) => ({ ...conversation, override: converted.text }));
  store.retry(turn.id);
}

/** Returns the selected parameter that a refusal is about. */
function selectedFieldIn(failure: Failure, store: ChatStore, routeId: TextRouteId): string | undefined {
  const { parameters } = store.current();
  const sent = parametersOf[routeId].filter((parameter) => isSent(parameters, routeId, parameter));
  const named = sent.find(({ name }) => failure.param !== null && namesField(failure.param, name))?.name;
  return (
    named ??
    addedFieldIn(
      failure,
      sent.flatMap(({ name, added }) => (added ? name : [])),
    ) ??
    undefined
  );
}

function untick(store: ChatStore, routeId: TextRouteId, name: string): void {
  const parameter = parametersOf[routeId].find((known) => known.name === name);
  if (!parameter) return;
  store.change((conversation) => ({
    ...conversation,
    parameters: setParameter(conversation.parameters, routeId, name, {
      ...settingOf(conversation.parameters, routeId, parameter),
      on: false,
    }),
  }));
}

/** Returns the protocol that the field of a `misuse` failure belongs to. */
function protocolOf(field: string | null): TextRouteId | null {
  if (field === 'messages') return 'chat.completions';
  if (field === 'input') return 'responses';
  return field === 'contents' ? 'native.generateContent' : null;
}
