import { Refusal } from '../answers/errors.ts';
import { jsonReply } from '../answers/reply.ts';

/** The shape in which the task routes refuse: no `error` around it. */
export function taskError(code: string, message: string, status = 400): Refusal {
  return new Refusal({ ...jsonReply({ code, message, data: null }), status });
}
