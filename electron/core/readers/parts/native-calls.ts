import type { Part } from '#shared/protocol/part.ts';
import { asArray, asObject, asText, type JsonObject, jsonText, parseJson, scalarText } from '../intake/json-value.ts';
import { choiceField } from './choices.ts';
import { warning } from './compose.ts';
import { argumentsIn } from './tool-call.ts';

interface OpenCall {
  id: string;
  name: string;
  arguments: JsonObject;
  /** Arguments that arrive as text. */
  text: string;
  /** Every piece could be placed. */
  isWhole: boolean;
  /** The service said that more follows. */
  continues: boolean;
  /** The parts in which it arrived. */
  pieces: JsonObject[];
  /** Fields of the call that are not understood, such as a signature. */
  extras: JsonObject;
}

function extrasOf(piece: JsonObject): JsonObject {
  const { id: _id, name: _name, args: _args, arguments: _given, input: _input, parameters: _all, ...more } = piece;
  const { partialArgs: _piece, partial_args: _other, willContinue: _open, will_continue: _more, ...extras } = more;
  return extras;
}

/**
 * Assembles the function calls of one native candidate: whole ones, and those that are split over parts, with their
 * arguments value by value, as text, or after the name. A part without a name goes on with the call before it.
 */
export function createNativeCalls(
  choice: number,
  onCall: (call: JsonObject, pieces: readonly JsonObject[]) => void = () => {},
) {
  const choiceTag = choiceField(choice);
  let count = 0;
  let open: OpenCall | null = null;

  function report(call: OpenCall): Part[] {
    const parsed = call.text === '' ? call.arguments : asObject(parseJson(call.text));
    const text = parsed === null ? call.text : jsonText(parsed);
    const valid = call.isWhole && parsed !== null && text !== null;
    const { id, name } = call;
    const part: Part = { type: 'tool-call', index: count, id, name, arguments: text ?? '', valid, ...choiceTag };
    count += 1;
    onCall({ ...call.extras, ...(id ? { id } : {}), name, args: parsed ?? {} }, call.pieces);
    if (valid) return [part];
    const message = `The arguments of the call "${name}" are incomplete. Don't run it.`;
    return [part, warning('truncated-arguments', message)];
  }

  function close(isWhole: boolean): Part[] {
    const call = open;
    open = null;
    return call === null ? [] : report({ ...call, isWhole: call.isWhole && isWhole });
  }

  function continues(call: OpenCall, id: string | null, name: string | null): boolean {
    if (name === null) return true;
    return call.continues && name === call.name && (id === null || call.id === '' || id === call.id);
  }

  return {
    count: () => count + (open === null ? 0 : 1),
    /** `part`: the part that contains the piece. */
    take(piece: JsonObject, part: JsonObject): Part[] {
      const id = scalarText(piece.id);
      const name = asText(piece.name);
      const parts = open === null || continues(open, id, name) ? [] : close(true);
      const given = argumentsIn(piece);
      const partial = piece.partialArgs ?? piece.partial_args;
      const hadCall = open !== null;
      open ??= { id: '', name: '', arguments: {}, text: '', isWhole: true, continues: false, pieces: [], extras: {} };
      open.pieces.push(part);
      Object.assign(open.extras, extrasOf(piece));
      open.id = id ?? open.id;
      open.name = name ?? open.name;
      if (typeof given === 'string') open.text += given;
      else open.arguments = { ...open.arguments, ...asObject(given) };
      open.isWhole = addPartialArguments(open.arguments, partial) && open.isWhole;
      open.continues = (piece.willContinue ?? piece.will_continue) === true;
      const isTextOpen = open.text !== '' && asObject(parseJson(open.text)) === null;
      const isNameOnly = !hadCall && given === undefined && partial === undefined;
      return open.continues || isTextOpen || isNameOnly ? parts : [...parts, ...close(true)];
    },
    /** Call when another part follows: a call that waits for nothing that was announced is complete. */
    settle: (): Part[] => (open !== null && !open.continues ? close(true) : []),
    /** Call once. A call that was to continue is incomplete. */
    end: (): Part[] => close(open?.continues !== true),
  };
}

type Container = Record<string | number, unknown>;

const maxSteps = 50;

/** Parses `$.items[0].name` into its steps; `null` for a path in another form. */
function stepsOf(path: string): (string | number)[] | null {
  if (!path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  const pattern = /\.([\w-]+)|\[(\d{1,6})\]|\['([^']*)'\]/gy;
  pattern.lastIndex = 1;
  for (let match = pattern.exec(path); match !== null; match = pattern.exec(path)) {
    steps.push(match[2] === undefined ? (match[1] ?? match[3] ?? '') : Number(match[2]));
    if (pattern.lastIndex === path.length)
      return steps.length <= maxSteps && !steps.includes('__proto__') ? steps : null;
  }
  return null;
}

function valueIn(piece: JsonObject): unknown {
  const { stringValue, numberValue, boolValue, string_value, number_value, bool_value } = piece;
  return stringValue ?? numberValue ?? boolValue ?? string_value ?? number_value ?? bool_value ?? null;
}

/** An array only grows by one, so that a short path cannot create a long array. */
function canHold(container: Container, step: string | number): boolean {
  return !Array.isArray(container) || (typeof step === 'number' && step <= container.length);
}

/** Merges call arguments that the native surface streams value by value; false when a value has no valid path. */
export function addPartialArguments(target: JsonObject, pieces: unknown): boolean {
  return asArray(pieces).every((value) => {
    const piece = asObject(value);
    const steps = stepsOf(asText(piece?.jsonPath ?? piece?.json_path) ?? '');
    if (piece === null || steps === null) return false;
    let at = target as Container;
    for (const [position, step] of steps.entries()) {
      if (!canHold(at, step)) return false;
      const before = Object.hasOwn(at, step) ? at[step] : undefined;
      const next = steps[position + 1];
      if (next === undefined) {
        const added = valueIn(piece);
        at[step] = typeof before === 'string' && typeof added === 'string' ? before + added : added;
      } else {
        if (typeof before !== 'object' || before === null) at[step] = typeof next === 'number' ? [] : {};
        at = at[step] as Container;
      }
    }
    return true;
  });
}
