import type { BrowserWindowConstructorOptions, TitleBarOverlay } from 'electron';

/** Height of the page's own title bar. */
const titleBarHeight = 40;

/** `--desk` and `--text` of the page's tokens: what shows before the page paints, and behind the window's buttons. */
const colours = {
  light: { ground: '#ece8e0', ink: '#1a1e20' },
  dark: { ground: '#0c1012', ink: '#e9e6df' },
};

export const groundColour = (isDark: boolean): string => colours[isDark ? 'dark' : 'light'].ground;

export const overlayLook = (isDark: boolean): TitleBarOverlay => {
  const { ground, ink } = colours[isDark ? 'dark' : 'light'];
  return { color: ground, symbolColor: ink, height: titleBarHeight };
};

/**
 * The page draws the title bar where the system lets it keep the window's own buttons: on macOS beside them, on Windows
 * under them. Elsewhere the system's title bar stays, for there every desktop has another idea of its buttons.
 */
export function frameLook(platform: NodeJS.Platform, isDark: boolean): BrowserWindowConstructorOptions {
  if (platform === 'darwin')
    return {
      titleBarStyle: 'hiddenInset',
      titleBarOverlay: { height: titleBarHeight },
      trafficLightPosition: { x: 14, y: 13 },
    };
  if (platform === 'win32') return { titleBarStyle: 'hidden', titleBarOverlay: overlayLook(isDark) };
  return {};
}
