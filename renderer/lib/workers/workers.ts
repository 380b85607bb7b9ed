/** The part of Trusted Types that is used; the browser typings do not include it yet. */
interface ScriptPolicy {
  createScriptURL(address: string): string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): ScriptPolicy;
}

/** The only policy name that the page's content security policy allows; a second policy of it is refused. */
const policyName = 'patchbay-workers';

let policy: ScriptPolicy | undefined;

/** The page's only policy: only an address of our own origin is a script. */
function scriptPolicy(): ScriptPolicy {
  if (policy) return policy;
  const rules = { createScriptURL: ownAddress };
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  policy = factory ? factory.createPolicy(policyName, rules) : rules;
  return policy;
}

/** @throws TypeError for an address of another origin. */
function ownAddress(address: string): string {
  const { origin, href } = new URL(address, location.href);
  if (origin !== location.origin) throw new TypeError(`${origin} may not give scripts to this page`);
  return href;
}

/**
 * Starts a worker from a script of this page. The address comes from the bundler:
 * `import address from './some-worker.ts?worker&url'`, then `openWorker(new URL(address, import.meta.url))`.
 *
 * @throws TypeError for an address of another origin.
 */
export const openWorker = (url: URL): Worker =>
  new Worker(scriptPolicy().createScriptURL(url.href), { type: 'module' });

/**
 * Adds an audio processor to an audio context, from a script of this page; the address comes as for `openWorker`.
 * Rejects with a `TypeError` for an address of another origin, and as the browser does when the script fails.
 */
export async function addWorklet(context: BaseAudioContext, url: URL): Promise<void> {
  await context.audioWorklet.addModule(scriptPolicy().createScriptURL(url.href));
}
