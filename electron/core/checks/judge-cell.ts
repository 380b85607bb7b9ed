import type { CheckCell, CheckVerdict, PlannedCell } from '#shared/contract/checks.ts';
import type { Failure, FailureCode } from '#shared/routes/failure.ts';
import type { RouteId } from '#shared/routes/route.ts';
import { routes } from '#shared/routes/table.ts';
import { expectedName, holdsExpected } from './expected-parts.ts';
import type { Observation } from './observation.ts';

export type Judgement = Pick<CheckCell, 'verdict' | 'proof' | 'sentence' | 'stage'>;

/** What each failure says of a route with a key and a model, whatever was asked. */
const byCode: Readonly<Partial<Record<FailureCode, CheckVerdict>>> = {
  auth: 'key-refused',
  'key-missing': 'key-refused',
  'key-style': 'key-refused',
  forbidden: 'forbidden',
  quota: 'quota',
  'route-absent': 'route-absent',
  'model-not-found': 'model-not-on-route',
  'rate-limited': 'overloaded',
  overloaded: 'overloaded',
  upstream: 'upstream-down',
  // The key got as far as the provider; what the gateway has there is the operator's.
  'upstream-account': 'upstream-down',
  server: 'upstream-down',
  dns: 'upstream-down',
  refused: 'upstream-down',
  unreachable: 'upstream-down',
  tls: 'upstream-down',
  proxy: 'upstream-down',
  reset: 'upstream-down',
  redirect: 'upstream-down',
  'upload-stalled': 'timed-out',
  'connect-timeout': 'timed-out',
  'headers-timeout': 'timed-out',
  'idle-timeout': 'timed-out',
  stalled: 'timed-out',
  'total-timeout': 'timed-out',
  'not-json': 'shape-unexpected',
  'bad-json': 'shape-unexpected',
  'wrong-type': 'shape-unexpected',
  empty: 'shape-unexpected',
  encoding: 'shape-unexpected',
  'too-large': 'shape-unexpected',
  protocol: 'shape-unexpected',
  'no-terminal': 'shape-unexpected',
  truncated: 'shape-unexpected',
};

/** Refusals that come only from a gateway that knows the route, accepts the key and has looked at the request. */
const refusals: ReadonlySet<FailureCode> = new Set([
  'parameter',
  'rejected',
  'moderated',
  'unsupported-media',
  'too-big-for-server',
  'in-band',
]);

/** The verdict on one probe, with the sentence that says what was seen, what it proves and what to do. */
export function judgeCell(cell: Pick<PlannedCell, 'routeId' | 'action' | 'model'>, seen: Observation): Judgement {
  const { error, state } = seen.end;
  if (state === 'cancelled') return { ...undecided, verdict: 'not-tried', sentence: 'Stopped before it was answered.' };
  if (error?.code === 'empty' && isListing(cell.routeId)) return emptyListing;
  if (error) return cell.action === 'refusal' ? judgeRefusal(cell, seen, error) : judgeFailure(seen, error);
  return cell.action === 'refusal' ? judgeAccepted(seen) : judgeAnswer(cell, seen);
}

const isListing = (routeId: RouteId): boolean => /models$/.test(routes[routeId].reader);
const emptyListing: Judgement = {
  proof: 'answered',
  stage: null,
  verdict: 'works-with-warnings',
  sentence: 'The key is accepted, and the list is empty: no model is open to it.',
};

const undecided = { proof: null, stage: null } as const;

function judgeAnswer({ routeId }: Pick<PlannedCell, 'routeId'>, seen: Observation): Judgement {
  const kind = routes[routeId].reader;
  const isMedia = (kind === 'speech' || kind === 'video') && /^(?:audio|video)\//.test(seen.mediaType ?? '');
  if (!holdsExpected(kind, seen.partTypes) && !isMedia)
    return {
      ...undecided,
      verdict: 'shape-unexpected',
      sentence: `The route answered with status ${seen.status}, but without ${expectedName(kind)}: most programs would find nothing in it.`,
    };
  if (kind === 'frames' && !seen.partTypes.includes('text-delta'))
    return {
      proof: 'answered',
      stage: null,
      verdict: 'works',
      sentence: 'The gateway made a session with this key and this model. It was only opened: nothing was generated.',
    };
  // A check asks for as few tokens as it can: that a reply stops there is what was asked for.
  const odd = seen.warnings.find(({ code }) => code !== 'retried' && code !== 'cut-short');
  if (odd)
    return { proof: 'answered', stage: null, verdict: 'works-with-warnings', sentence: `It answered. ${odd.message}` };
  return {
    proof: 'answered',
    stage: null,
    verdict: 'works',
    sentence: `It answered with ${expectedName(kind)}${seen.streamed ? ', as a stream' : ''}.`,
  };
}

/** A request that should have been refused was answered: the route is there, and it is careless. */
function judgeAccepted(seen: Observation): Judgement {
  return {
    proof: 'answered',
    stage: null,
    verdict: 'works-with-warnings',
    sentence: `The gateway answered a request that lacks what the route needs with status ${seen.status}: it may have generated something. The route and the key work.`,
  };
}

function judgeRefusal({ routeId }: Pick<PlannedCell, 'routeId'>, seen: Observation, error: Failure): Judgement {
  const asksForId = /\{(?:task_id|video_id)\}/.test(routes[routeId].path);
  if (refusals.has(error.code) || (asksForId && error.code === 'not-found'))
    return {
      proof: 'refused',
      stage: null,
      verdict: 'works',
      sentence: asksForId
        ? 'The gateway looked for a task that can not exist and did not find it: the route is there and the key is accepted. Nothing was generated.'
        : `The gateway refused an incomplete request for its content${error.param ? ` (${error.param})` : ''}: the route is there and the key is accepted. Nothing was generated.`,
    };
  // Without a task there is nothing else a gateway could mean by it.
  if (error.code === 'not-found')
    return {
      ...undecided,
      verdict: 'route-absent',
      sentence: `The gateway does not know this route: ${error.message}`,
    };
  return judgeFailure(seen, error);
}

function judgeFailure(seen: Observation, error: Failure): Judgement {
  const verdict = byCode[error.code];
  if (verdict === undefined) {
    const isOurs = seen.end.sent === 'not-sent';
    return { ...undecided, verdict: isOurs ? 'not-tried' : 'parameter-refused', sentence: sentenceOf(error) };
  }
  const stage = verdict === 'timed-out' ? stageOf(error.code, seen) : null;
  const head = stage === null ? '' : `${stageSentences[stage]} `;
  return { ...undecided, verdict, stage, sentence: `${head}${sentenceOf(error)}` };
}

const stageSentences = {
  connect: 'No connection came about in time.',
  'first-byte': 'It was connected and sent, and nothing came back in time.',
  body: 'The answer began and did not go on.',
} as const;

function stageOf(code: FailureCode, { end: { timeline } }: Observation): 'connect' | 'first-byte' | 'body' {
  if (code === 'connect-timeout') return 'connect';
  if (code === 'idle-timeout' || code === 'stalled') return 'body';
  if (timeline.firstByteMs !== null) return 'body';
  return timeline.sentMs === null && code === 'total-timeout' ? 'connect' : 'first-byte';
}

const sentenceOf = ({ message, hint }: Failure): string => (hint === '' ? message : `${message} ${hint}`);
