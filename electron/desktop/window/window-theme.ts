import type { BrowserWindowConstructorOptions, NativeTheme, TitleBarOverlay } from 'electron';
import type { Core } from '#shared/contract/index.ts';
import { themes } from '#shared/contract/theme.ts';
import type { AppWindows } from '../windows.ts';

/** Height of the page's own title bar. */
const titleBarHeight = 40;

/**
 * `--desk` and `--text` of the page's tokens: the background before the page paints, and the colors of the window's
 * buttons.
 */
const colors = {
  light: { ground: '#ece8e0', ink: '#1a1e20' },
  dark: { ground: '#0c1012', ink: '#e9e6df' },
};

export const windowBackground = (isDark: boolean): string => colors[isDark ? 'dark' : 'light'].ground;

export const overlayOptions = (isDark: boolean): TitleBarOverlay => {
  const { ground, ink } = colors[isDark ? 'dark' : 'light'];
  return { color: ground, symbolColor: ink, height: titleBarHeight };
};

/**
 * Returns the frame options. The page draws the title bar where the system lets it keep the window's own buttons: on
 * macOS beside them, on Windows under them. Elsewhere the system's title bar stays, because every Linux desktop
 * places its buttons differently.
 */
export function frameOptions(platform: NodeJS.Platform, isDark: boolean): BrowserWindowConstructorOptions {
  if (platform === 'darwin')
    return {
      titleBarStyle: 'hiddenInset',
      titleBarOverlay: { height: titleBarHeight },
      trafficLightPosition: { x: 14, y: 13 },
    };
  if (platform === 'win32') return { titleBarStyle: 'hidden', titleBarOverlay: overlayOptions(isDark) };
  return {};
}

/** Colors every window again whenever the theme of the system or of the page changes. */
export function paintWindows(windows: Pick<AppWindows, 'all'>, native: NativeTheme, platform: NodeJS.Platform): void {
  native.on('updated', () => {
    for (const window of windows.all()) {
      window.setBackgroundColor(windowBackground(native.shouldUseDarkColors));
      if (platform === 'win32') window.setTitleBarOverlay(overlayOptions(native.shouldUseDarkColors));
    }
  });
}

/**
 * Applies the theme chosen in the page to the window, its buttons and the native dialogs. Resolves when the theme is
 * in effect, so that a window opened afterwards does not start with another background; follows every change until
 * the signal fires.
 */
export async function followTheme(
  core: Pick<Core, 'host' | 'settings'>,
  native: Pick<NativeTheme, 'themeSource'>,
  signal: AbortSignal,
): Promise<void> {
  const apply = async () => {
    const { appearance } = await core.settings.all({}, { signal });
    const theme = (appearance as { theme?: unknown } | undefined)?.theme;
    native.themeSource = themes.find((known) => known === theme) ?? 'system';
  };
  const follow = async () => {
    for await (const change of core.host.changes({}, { signal })) if (change.area === 'settings') await apply();
  };
  await apply();
  follow().catch(() => {});
}
