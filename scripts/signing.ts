import { existsSync } from 'node:fs';

const certificates = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'CSC_NAME', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];
/** Each is a complete way to authenticate with Apple's notary service; APPLE_API_KEY is the path of a .p8 file. */
const notaries = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

export interface Signing {
  isSigned: boolean;
  /** macOS only: Apple has notarized the app, so that it opens on other computers. */
  isNotarized: boolean;
  /** For electron-builder. */
  env: NodeJS.ProcessEnv;
}

/**
 * Reads from the environment how a release is signed. Without any of its variables nothing is signed, not even by a
 * certificate that happens to be in the keychain of this computer. An empty variable counts as absent: that is how a
 * workflow passes a secret that the repository does not have, and electron-builder would take it for a certificate.
 *
 * @throws Error when the variables are incomplete.
 */
export function readSigning(platform: NodeJS.Platform, given: NodeJS.ProcessEnv): Signing {
  const env = { ...given };
  for (const name of [...certificates, ...notaries.flat()]) if (!env[name]?.trim()) delete env[name];
  if (platform === 'win32') {
    const isSigned = Boolean(env.WIN_CSC_LINK ?? env.CSC_LINK);
    return { isSigned, isNotarized: false, env };
  }
  if (platform !== 'darwin') return { isSigned: false, isNotarized: false, env };

  const isSigned = Boolean(env.CSC_LINK ?? env.CSC_NAME);
  if (!isSigned) env.CSC_IDENTITY_AUTO_DISCOVERY = 'false';
  const begun = notaries.find((names) => names.some((name) => env[name]));
  const absent = begun?.filter((name) => !env[name]) ?? [];
  if (absent.length) throw new Error(`notarizing needs ${absent.join(' and ')} as well`);
  if (begun && !isSigned) throw new Error('notarizing needs a certificate in CSC_LINK or CSC_NAME');
  if (env.APPLE_API_KEY && !existsSync(env.APPLE_API_KEY))
    throw new Error('APPLE_API_KEY is not the path of a .p8 file');
  return { isSigned, isNotarized: begun !== undefined, env };
}
