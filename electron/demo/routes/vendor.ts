import { authorizeVendor } from '../auth.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import { asRecord, asText, type JsonRecord } from '../json-value.ts';
import { videoAddress } from '../media/video/video-reply.ts';
import type { VideoTask } from '../media/video/video-tasks.ts';
import {
  eventText,
  jsonReply,
  Refusal,
  type Reply,
  rawReply,
  refusedWith,
  relayError,
  type Step,
} from '../responses/reply.ts';

const taskPath = /^\/vendor\/tasks\/(task_\w+)$/;
/** Lifetime of a result address. */
const addressMs = 600_000;
/** A recipe with this word in it burns halfway through. */
const burnt = /burn/i;

/**
 * Responds to routes of the demo's own vendor, which are no part of the service: an oven that bakes videos with its own
 * status words (`/vendor/tasks`), an echo (`/vendor/echo`) and a few events (`/vendor/events`). The key may be sent in
 * any of the ways that vendors accept. `null` when the path is not one of these.
 */
export async function respondVendor(incoming: IncomingRequest): Promise<Reply | null> {
  const { method, path } = incoming;
  if (!path.startsWith('/vendor/')) return null;
  const key = authorizeVendor(incoming);
  if (path === '/vendor/tasks' && method === 'POST') return placeRequest(incoming, key, await readBody(incoming));
  const id = taskPath.exec(path)?.[1];
  if (id !== undefined && (method === 'GET' || method === 'POST')) return show(incoming, key, id);
  if (path === '/vendor/echo') return echo(incoming, await readText(incoming));
  if (path === '/vendor/events') return events();
  throw new Refusal(refusedWith(404, { fault: { text: `No such vendor route: ${method} ${path}` } }));
}

async function readText(incoming: IncomingRequest): Promise<string> {
  const body = await incoming.content.whole();
  if (body === null) throw new Refusal(relayError(incoming, 413, { message: 'request body too large' }));
  return body.toString('utf8');
}

async function readBody(incoming: IncomingRequest): Promise<JsonRecord> {
  try {
    return asRecord(JSON.parse(await readText(incoming)));
  } catch {
    throw new Refusal(refusedWith(400, { fault: { text: 'The order is not JSON' } }));
  }
}

function placeRequest({ gateway }: IncomingRequest, key: string, body: JsonRecord): Reply {
  const recipe = asText(body.recipe);
  if (recipe === '') throw new Refusal(refusedWith(400, { fault: { text: 'There is no recipe' } }));
  const task = gateway.videos.create(key, {
    ...{ model: 'vendor-oven', prompt: recipe, seed: 'vendor' },
    ...{ seconds: 2, reference: null, remixedFrom: null, scenario: null },
  });
  return jsonReply({ outcome: 'ok', output: { job: { ref: task.id } } });
}

function show({ gateway }: IncomingRequest, key: string, id: string): Reply {
  const task = gateway.videos.find(key, id);
  if (!task) throw new Refusal(refusedWith(404, { fault: { text: 'No such job' } }));
  const { percent } = task.state();
  const job = { ref: task.id, phase: phaseOf(task, percent), done_percent: Math.min(100, percent) };
  if (job.phase === 'Burnt')
    return jsonReply({ outcome: 'ok', output: { job, fault: { text: 'The oven was too hot' } } });
  const media = job.phase === 'Baked' ? [{ href: videoAddress(gateway.origin, task, Date.now() + addressMs) }] : [];
  return jsonReply({ outcome: 'ok', output: { job, media } });
}

function phaseOf({ prompt }: VideoTask, percent: number): string {
  if (percent >= 50 && burnt.test(prompt)) return 'Burnt';
  if (percent >= 100) return 'Baked';
  return percent < 20 ? 'Mixing' : 'In the oven';
}

function echo({ method, path, query, request }: IncomingRequest, body: string): Reply {
  const headers = Object.keys(request.headers).sort();
  const type = request.headers['content-type'] ?? null;
  const pairs = [...query].filter(([name]) => name !== 'key');
  return jsonReply({ method, path, query: pairs, headers, type, body });
}

function events(): Reply {
  const lines = ['Mixing', 'In the oven', 'Baked'].map((phase, index) => ({ type: 'phase', index, phase }));
  const steps: Step[] = lines.map((line) => ({
    do: 'raw',
    bytes: eventText(line, 'phase'),
    tokens: 4,
  }));
  return { ...rawReply(200, 'text/event-stream', ''), steps };
}
