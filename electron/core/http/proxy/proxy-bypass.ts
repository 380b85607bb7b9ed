import net from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Tells whether a list in the grammar of `NO_PROXY` matches an address: `*`, a host with all its subdomains
 * (`corp.example`, `.corp.example`, `*.corp.example`), a host with a port, an IP address, a range such as `10.0.0.0/8`,
 * `fd00::/8` or `10.*`, a whole address (`https://corp.example/`), or `<local>` for names without a dot, separated by
 * commas or spaces. Names are compared and never looked up.
 */
export function isBypassed(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (/^(?:https|wss):$/.test(url.protocol) ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((rule) => rule.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/\/$/, ''))
    .some((rule) => {
      if (rule === '*') return true;
      if (rule === '<local>') return !net.isIP(host) && !host.includes('.');
      if (rule.includes('/')) return isInRange(host, rule);
      const [name, rulePort] = splitPort(rule);
      const isNamed = name.includes('*')
        ? isLike(host, name)
        : net.isIP(host)
          ? isSameIp(host, name)
          : host === name || host.endsWith(`.${name}`);
      return name !== '' && isNamed && (rulePort === null || rulePort === port);
    });
}

/** Strips the brackets of IPv6 and the trailing dot of a fully qualified name. */
const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** Returns a rule's host, without a leading wildcard, and its port. */
function splitPort(rule: string): [name: string, port: string | null] {
  if (net.isIPv6(rule)) return [rule, null];
  const [, host = '', port = null] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(rule) ?? [];
  const name = bare(host).replace(/^\*?\./, '');
  // As in the URL: non-ASCII names in their ASCII form.
  return [/[^\x20-\x7e]/.test(name) ? domainToASCII(name) : name, port];
}

/** A star matches any characters, within one label or across several. */
function isLike(host: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (!host.startsWith(first) || !host.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = host.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at + last.length <= host.length;
}

const familyOf = (ip: string) => (net.isIPv6(ip) ? 'ipv6' : 'ipv4');

/** IPv6 has many spellings of one address. */
function isSameIp(first: string, second: string): boolean {
  if (!net.isIP(second)) return false;
  const same = new net.BlockList();
  same.addAddress(second, familyOf(second));
  return same.check(first, familyOf(first));
}

function isInRange(host: string, rule: string): boolean {
  const [start = '', bits = ''] = rule.split('/');
  const ip = bare(start);
  if (!net.isIP(host) || !net.isIP(ip) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (net.isIPv6(ip) ? 128 : 32)) return false;
  const range = new net.BlockList();
  range.addSubnet(ip, Number(bits), familyOf(ip));
  return range.check(host, familyOf(host));
}
