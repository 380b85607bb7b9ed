import { customPathProblem } from '#shared/protocol/custom-path.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { type GatewayDetails, gatewayDetailsOf } from '#shared/protocol/gateway-details.ts';
import { keyHeaderRefusal, namesSecret } from '#shared/protocol/header-rules.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { pathParameters, routes } from '#shared/protocol/table.ts';

/**
 * Validates the details of a gateway for storage: paths stay below the base URL, because the key is sent with them, and
 * neither a header nor a query parameter is one that Patchbay sets itself.
 *
 * @throws AppError `bad-draft` with the field as `param`.
 */
export function checkGatewayDetails(given: GatewayDetails): GatewayDetails {
  const details = gatewayDetailsOf(given);
  const { name, prefix } = details.keyHeader;
  return {
    ...details,
    prefixes: {
      compatible: checkPrefix(details.prefixes.compatible),
      native: checkPrefix(details.prefixes.native),
    },
    routePaths: Object.fromEntries(
      routeIds.flatMap((id) => {
        const path = details.routePaths[id]?.trim() ?? '';
        return path === '' ? [] : [[id, checkRoutePath(id, path)]];
      }),
    ),
    query: details.query.filter(([field]) => field !== '').map(checkQuery),
    keyHeader: checkKeyHeader(name.trim(), prefix),
    reasoningTags: details.reasoningTags
      .map(([open, close]): [string, string] => [open.trim(), close.trim()])
      .filter(([open, close]) => open !== '' && close !== ''),
  };
}

function checkPrefix(typed: string): string {
  const trimmed = typed.trim().replace(/(?<!\/)\/+$/, '');
  if (trimmed === '') return '';
  const prefix = trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
  const problem = customPathProblem(prefix);
  if (problem) throw refused(problem, 'Enter a path such as /v1, or nothing.', 'prefixes');
  return prefix;
}

function checkRoutePath(id: RouteId, path: string): string {
  const route = routes[id];
  if (route.family === 'custom')
    throw refused('The path of a custom request is set in each request.', again, 'routePaths');
  const wanted = pathParameters(route);
  const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const problem = customPathProblem(path.replace(/\{\w+\}/g, 'x'));
  if (problem) throw refused(problem, again, 'routePaths');
  if (wanted.length !== named.length || wanted.some((name) => !named.includes(name)))
    throw refused(
      wanted.length === 0
        ? `The path of ${id} takes no parameters, but contains {${named[0]}}.`
        : `The path of ${id} must contain ${wanted.map((name) => `{${name}}`).join(' and ')} once.`,
      again,
      'routePaths',
    );
  return path;
}

function checkQuery([field, value]: [string, string]): [string, string] {
  if (namesSecret(field) || /^(?:sk|pk|gsk|xai|hf)[-_]|^(?:AIza|eyJ)/.test(value))
    throw refused(
      `The query parameter ${field} looks like a secret, and URLs are logged.`,
      'Enter the key as a key of the connection.',
      'query',
    );
  return [field, value];
}

function checkKeyHeader(name: string, prefix: string): GatewayDetails['keyHeader'] {
  const refusal = keyHeaderRefusal(name, prefix);
  if (refusal === null) return { name, prefix };
  const message = {
    'no-name': `${JSON.stringify(name.slice(0, 80))} is not a valid header name.`,
    own: `The header ${name} is set by Patchbay and can't contain the key.`,
    value: 'The text before the key contains a character that a header cannot contain.',
  }[refusal];
  throw refused(message, 'Use a header such as api-key or x-api-key.', 'keyHeader');
}

const again = 'Enter a path such as /v2/rerank, relative to the base URL.';

const refused = (message: string, hint: string, param: keyof GatewayDetails): AppError =>
  new AppError(failure('bad-draft', message, { effect: 'not-saved', hint, param }) satisfies Failure);
