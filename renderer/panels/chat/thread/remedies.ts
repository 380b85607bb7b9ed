import type { convertBody } from '#shared/protocol/convert-body.ts';
import type { Answer } from '../model/answer.ts';
import { compose } from '../model/compose.ts';
import { type AssistantTurn, pathTo } from '../model/conversation.ts';
import type { TextRouteId } from '../model/parameters.ts';
import { parametersOf, setParameter, settingOf } from '../model/parameters.ts';
import type { ChatStore } from '../store.ts';

export interface Remedy {
  label: string;
  onSelect: () => void;
  intent?: 'primary';
}

interface Words {
  sendWithout: (name: string) => string;
  convert: string;
  sendAnyway: string;
  retry: string;
  retryPaid: string;
}

/** What helps against a failure, best first: leave out the parameter that was refused, convert the body, send again. */
export function remedies(
  turn: AssistantTurn,
  answer: Answer,
  words: Words,
  store: ChatStore,
  convert: typeof convertBody,
): Remedy[] {
  const found: Remedy[] = [];
  const { failure } = answer;
  if (failure?.param && isTicked(store, turn.routeId, failure.param)) {
    const name = failure.param;
    found.push({
      label: words.sendWithout(name),
      intent: 'primary',
      onSelect: () => {
        untick(store, turn.routeId, name);
        store.retry(turn.id);
      },
    });
  }
  if (failure?.code === 'misuse') {
    const from = protocolOf(failure.param);
    if (from)
      found.push({
        label: words.convert,
        intent: 'primary',
        onSelect: () => {
          const now = store.current();
          const { text } = compose(now, pathTo(now, turn.parentId));
          const converted = convert(text, from, turn.routeId, now.model);
          if (!converted) return;
          store.change((conversation) => ({ ...conversation, override: converted.text }));
          store.retry(turn.id);
        },
      });
    found.push({ label: words.sendAnyway, onSelect: () => store.retry(turn.id, { allowMisuse: true }) });
  }
  found.push({
    label: answer.sent === 'maybe-processed' ? words.retryPaid : words.retry,
    onSelect: () => store.retry(turn.id),
  });
  return found;
}

function isTicked(store: ChatStore, routeId: TextRouteId, name: string): boolean {
  const parameter = parametersOf[routeId].find((known) => known.name === name);
  return parameter !== undefined && settingOf(store.current().parameters, routeId, parameter).on;
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

/** A misuse names the field by which the other protocol was known. */
function protocolOf(field: string | null): TextRouteId | null {
  if (field === 'messages') return 'chat.completions';
  if (field === 'input') return 'responses';
  return field === 'contents' ? 'native.generateContent' : null;
}
