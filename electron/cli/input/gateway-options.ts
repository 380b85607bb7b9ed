import type { NativeKeyChoice } from '#shared/contract/connections.ts';
import type { GatewayOverrides } from '#shared/contract/gateway-overrides.ts';
import type { MediaOrigins } from '#shared/protocol/gateway-details.ts';
import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { didYouMean } from '../did-you-mean.ts';
import { UsageError } from '../usage-error.ts';
import { readPair } from './assignments.ts';

/** The options that say where a gateway differs from most. */
export interface GatewayValues {
  prefix?: string | undefined;
  'native-prefix'?: string | undefined;
  'route-path'?: string[] | undefined;
  'key-header'?: string | undefined;
  'native-key-style'?: NativeKeyChoice | undefined;
  'reasoning-tags'?: string[] | undefined;
  'media-origins'?: MediaOrigins | undefined;
}

/**
 * Reads what the options change about a gateway; what they do not name is absent. The core validates paths and headers.
 *
 * @throws UsageError for an option that cannot be read.
 */
export function readGatewayOptions(values: GatewayValues): GatewayOverrides {
  const { prefix, 'native-prefix': nativePrefix, 'key-header': header, 'reasoning-tags': tags } = values;
  const prefixes = {
    ...(prefix !== undefined && { compatible: readPrefix(prefix) }),
    ...(nativePrefix !== undefined && { native: readPrefix(nativePrefix) }),
  };
  return {
    ...(Object.keys(prefixes).length > 0 && { prefixes }),
    ...(values['route-path'] && { routePaths: Object.fromEntries(values['route-path'].map(readRoutePath)) }),
    ...(header !== undefined && { keyHeader: readKeyHeader(header) }),
    ...(values['native-key-style'] && { nativeKeyStyle: values['native-key-style'] }),
    ...(tags && { reasoningTags: tags.filter((text) => text !== '').map(readTags) }),
    ...(values['media-origins'] && { mediaOrigins: values['media-origins'] }),
  };
}

/** An empty value is easily lost in a shell: `/` and `none` mean that nothing is added. */
const readPrefix = (text: string): string => (text === '/' || text === 'none' ? '' : text);

function readRoutePath(text: string): [RouteId, string] {
  const [name, path] = readPair(text, '=', '--route-path ROUTE=PATH');
  const id = routeIds.find((known) => known === name);
  if (id) return [id, path];
  throw new UsageError(
    `--route-path: there is no route ${name}.${didYouMean(name, routeIds)}`,
    'Routes: patchbay routes',
  );
}

/** `api-key`, `X-Auth: Token`, or `bearer` for the usual one. */
function readKeyHeader(text: string): { name: string; prefix: string } {
  if (/^bearer$/i.test(text.trim())) return { name: 'Authorization', prefix: 'Bearer ' };
  const colon = text.indexOf(':');
  if (colon === -1) return { name: text.trim(), prefix: '' };
  const prefix = text.slice(colon + 1).trim();
  return { name: text.slice(0, colon).trim(), prefix: prefix === '' ? '' : `${prefix} ` };
}

function readTags(text: string): [open: string, close: string] {
  const [open, close, ...more] = text.trim().split(/\s+/);
  if (open && close && more.length === 0) return [open, close];
  throw new UsageError('--reasoning-tags takes the opening and the closing tag, such as "<thought> </thought>".');
}
