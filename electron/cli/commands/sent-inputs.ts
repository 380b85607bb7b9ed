import { countInputs } from '#core/readers/asked.ts';
import { spellingsOf } from '#shared/protocol/field-spellings.ts';
import { asObject, parseJson } from '#shared/protocol/json.ts';
import type { DraftPlan } from '../input/plan-draft.ts';
import type { SentInputs } from '../output/part-printer.ts';

/** Returns what a request contains, to compare its response with. */
export function sentInputs({ route, body }: Pick<DraftPlan, 'route' | 'body'>): SentInputs {
  const followTask = route.reader === 'images' ? followImages : null;
  if (body.kind !== 'json' || (route.reader !== 'rerank' && route.reader !== 'embeddings')) return { followTask };
  const sent = asObject(parseJson(body.text)) ?? {};
  if (route.reader === 'embeddings')
    return {
      inputs: countInputs(
        spellingsOf('input')
          .map((name) => sent[name])
          .find((input) => input !== undefined),
      ),
    };
  const documents =
    spellingsOf('documents')
      .map((name) => sent[name])
      .find(Array.isArray) ?? [];
  return { documents: documents.map(textOf) };
}

const followImages = (taskId: string) => `patchbay tasks adopt ${taskId} --family custom --rule images`;

function textOf(document: unknown): string | null {
  const text = typeof document === 'string' ? document : asObject(document)?.text;
  return typeof text === 'string' ? text : null;
}
