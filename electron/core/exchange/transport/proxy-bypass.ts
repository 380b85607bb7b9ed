import net from 'node:net';

/**
 * Whether a list in the grammar of `NO_PROXY` names an address: `*`, a host with all its subdomains (`corp.example`,
 * `.corp.example`, `*.corp.example`), a host with a port, an IP address, or a range such as `10.0.0.0/8` or `fd00::/8`,
 * split by commas or spaces. Names are compared and never looked up.
 */
export function isBypassed(url: URL, list: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (/^(?:https|wss):$/.test(url.protocol) ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .some((rule) => {
      if (rule === '*') return true;
      if (rule.includes('/')) return isInRange(host, rule);
      const [name, rulePort] = splitPort(rule);
      const isNamed = net.isIP(host) ? isSameIp(host, name) : host === name || host.endsWith(`.${name}`);
      return name !== '' && isNamed && (rulePort === null || rulePort === port);
    });
}

/** Without the brackets of IPv6 and without the dot at the end of a whole name. */
const bare = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** A rule's host, without the wildcard before it, and its port. */
function splitPort(rule: string): [name: string, port: string | null] {
  if (net.isIPv6(rule)) return [rule, null];
  const [, host = '', port = null] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(rule) ?? [];
  return [bare(host).replace(/^\*?\./, ''), port];
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
