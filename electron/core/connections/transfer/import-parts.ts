import type { Connection, ImportPart, RiskyPart } from '#shared/contract/connections.ts';
import { counted } from '#shared/format.ts';
import { headerText, usualGateway } from '#shared/protocol/gateway-details.ts';
import { plainName } from '../../plain-name.ts';
import { readCertificates } from '../certificates.ts';
import { type CheckedDraft, connectionDefaults } from '../connection-of.ts';

/** Lists everything that an imported connection would set besides its name, address, headers and keys. */
export function partsOf(connection: Connection): ImportPart[] {
  const { proxy, extraCa, retries, deadlines, prefixes, routePaths, query, keyHeader, nativeKeyStyle } = connection;
  const usual = usualGateway();
  const login = proxy.user === '' ? '' : `${proxy.user} at `;
  const bypass = proxy.bypass === '' ? '' : `, not for ${proxy.bypass}`;
  const part = (kind: ImportPart['kind'], value: string, isSet = true): ImportPart[] =>
    isSet ? [{ kind, value: plainName(value), certificates: [] }] : [];
  return [
    part('proxy', `${login}${proxy.address}${bypass}`, proxy.address !== ''),
    part('no-proxy', '', proxy.mode === 'none'),
    extraCa.pem === ''
      ? []
      : [
          {
            kind: 'certificates' as const,
            value: plainName(extraCa.name),
            certificates: readCertificates(extraCa.pem).map((facts) => ({
              ...facts,
              subject: plainName(facts.subject),
            })),
          },
        ],
    part('media-origins', '', connection.mediaOrigins !== usual.mediaOrigins),
    part('key-in-url', '', nativeKeyStyle === 'query'),
    part('key-style', nativeKeyStyle, nativeKeyStyle !== 'auto' && nativeKeyStyle !== 'query'),
    part('key-header', headerText(keyHeader), headerText(keyHeader) !== headerText(usual.keyHeader)),
    part(
      'prefixes',
      `${prefixes.compatible || '/'}, ${prefixes.native || '/'}`,
      prefixes.compatible !== usual.prefixes.compatible || prefixes.native !== usual.prefixes.native,
    ),
    Object.entries(routePaths).flatMap(([route, path]) => part('route-path', `${route} ${path}`)),
    query.flatMap(([name, value]) => part('query', `${name}=${value}`)),
    part('routes', connection.exposedRoutes.join(', '), connection.exposedRoutes.length > 0),
    part('retries', String(retries), retries > 0),
    part(
      'deadlines',
      Object.entries(deadlines)
        .map(([name, ms]) => `${name.replace(/Ms$/, '')} ${ms === null ? 'none' : `${ms} ms`}`)
        .join(', '),
      Object.keys(deadlines).length > 0,
    ),
    part('reasoning-tags', counted(connection.reasoningTags.length, 'pair'), connection.reasoningTags.length > 0),
  ].flat();
}

/** Returns a draft without parts that the user did not accept: they are as in a new connection. */
export function withoutParts(draft: CheckedDraft, left: readonly RiskyPart[]): CheckedDraft {
  const { proxy: usual, extraCa, mediaOrigins } = connectionDefaults();
  const proxy = draft.proxy.mode === 'none' ? { ...usual, mode: 'none' as const } : usual;
  return {
    ...draft,
    ...(left.includes('proxy') && { proxy }),
    ...(left.includes('certificates') && { extraCa }),
    ...(left.includes('media-origins') && { mediaOrigins }),
    ...(left.includes('key-in-url') && draft.nativeKeyStyle === 'query' && { nativeKeyStyle: 'auto' as const }),
  };
}
