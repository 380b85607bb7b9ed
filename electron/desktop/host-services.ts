import path from 'node:path';
import type { SaveDialogOptions, Session } from 'electron';
import type { HostServices, Updater, Vault } from '#core/host-services.ts';
import { proxyFromEnv } from '../hosting/proxy-from-env.ts';
import type { AppDialogs } from './dialogs/app-dialogs.ts';
import type { Notify } from './notify.ts';
import { appOrigin } from './security/app-origin.ts';

export interface DesktopHostServicesParts {
  version: string;
  platform: NodeJS.Platform;
  dataFolder: string;
  vault: Vault;
  dialog: Pick<AppDialogs, 'showSaveDialog'>;
  /** A session that uses the system's proxy settings; the window's own session has none. */
  session: Pick<Session, 'resolveProxy'>;
  /** Folder in which a save dialog opens. */
  downloads: string;
  env: NodeJS.ProcessEnv;
  /** Asks the user for confirmation, then opens the link. */
  openLink(address: string): Promise<void>;
  notify: Notify;
  updater: Updater;
}

/** Creates the host services of the desktop. */
export function createDesktopHostServices(parts: DesktopHostServicesParts): HostServices {
  const { version, platform, dataFolder, vault, dialog, session, downloads, env, openLink, notify, updater } = parts;
  return {
    hostName: 'desktop',
    lifetime: 'app',
    version,
    capabilities: {
      dialogs: true,
      notifications: notify !== null,
      admit: true,
      menuButton: platform === 'win32',
      windows: true,
      dragOut: true,
    },
    dataFolder,
    vault,
    shell: {
      openLink,
      notify: (title, body, to) => notify?.(title, body, to),
      async chooseSavePath(name) {
        const options: SaveDialogOptions = {
          defaultPath: path.join(downloads, path.basename(name)),
          // macOS and Windows ask before they replace a file; Linux asks only with this.
          properties: ['showOverwriteConfirmation', 'createDirectory'],
        };
        const { canceled, filePath } = await dialog.showSaveDialog(options);
        return canceled || !filePath ? null : filePath;
      },
    },
    fileAddress: (id) => `${appOrigin}/files/${encodeURIComponent(id)}`,
    // A proxy set for this start of the program takes precedence over the system's.
    proxyFor: async (address) =>
      proxyFromEnv(address, env) ?? readProxyRule(await session.resolveProxy(withWebScheme(address))),
    // Loaded on demand: otherwise every start would wait for 400 KB of code.
    startDemo: async () => (await import('#demo/gateway.ts')).startDemoGateway(),
    updater,
  };
}

/** Proxy rules match web addresses, not WebSocket ones. */
const withWebScheme = (address: string) => address.replace(/^ws/, 'http');

/** The types in Chromium's proxy list. It writes SOCKS version 4 without its number. */
const schemes: Record<string, string> = {
  PROXY: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * Returns the first usable entry of a proxy list in Chromium's format (`PROXY host:8080; DIRECT`) as an address, or
 * `null` for a direct connection. The list is in order of preference; unreadable entries and SOCKS, which Patchbay
 * does not support, are skipped. A list of only SOCKS proxies returns the first of them, so that the request fails
 * and names it: such a list does not allow a direct connection.
 */
export function readProxyRule(list: string): string | null {
  let socks: string | null = null;
  for (const choice of list.split(';')) {
    const [kind = '', place = ''] = choice.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = schemes[kind.toUpperCase()];
    const address = `${scheme}://${place}`;
    if (!scheme || !place || !URL.canParse(address)) continue;
    if (scheme.startsWith('http')) return address;
    socks ??= address;
  }
  return socks;
}
