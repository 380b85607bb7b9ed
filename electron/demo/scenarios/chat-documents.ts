import { asList, asRecord, isRecord, type JsonRecord } from '../json-value.ts';
import type { Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';

/** Changes every choice of a chat document, whole or chunk; documents of other kinds stay as they are. */
function changeChoices(document: unknown, change: (choice: JsonRecord) => JsonRecord): unknown {
  if (!isRecord(document) || !Array.isArray(document.choices)) return document;
  return { ...document, choices: document.choices.map((choice) => change(asRecord(choice))) };
}

/** Changes what a choice says: its `delta` in a chunk, its `message` in a whole answer. */
export function changeSaid(document: unknown, change: (said: JsonRecord) => JsonRecord): unknown {
  return changeChoices(document, (choice) =>
    isRecord(choice.delta)
      ? { ...choice, delta: change(choice.delta) }
      : { ...choice, message: change(asRecord(choice.message)) },
  );
}

/** Changes every choice of every document of a chat reply. */
export const mapChoices = (reply: Reply, change: (choice: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(reply, (document) => changeChoices(document, change));

/** Changes everything that is said in a chat reply. */
export const mapSaid = (reply: Reply, change: (said: JsonRecord) => JsonRecord): Reply =>
  mapDocuments(reply, (document) => changeSaid(document, change));

/** What the first choice of a document says. */
export function saidIn(document: unknown): JsonRecord {
  const choice = asRecord(asList(asRecord(document).choices)[0]);
  return asRecord(choice.delta ?? choice.message);
}
