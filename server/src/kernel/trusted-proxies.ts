import { BlockList, isIP } from 'node:net'

/** Names for networks, as Fastify and Express have them. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The machines whose word is taken for where a request comes from. */
export interface TrustedProxies {
  readonly trusts: (address: string) => boolean
  /** Who asks, where `forwardedFor` is what the header of that name says. */
  readonly clientOf: (remote: string, forwardedFor: string | undefined) => string
}

/** Reads addresses, networks as 10.0.0.0/8, and names, apart by commas; null when one of them is none of these. */
export const readTrustedProxies = (list: string): TrustedProxies | null => {
  const trusted = new BlockList()
  for (const part of list.split(',').flatMap((name) => named[name.trim()] ?? [name.trim()])) {
    const [address = '', bits, ...more] = part.split('/')
    const version = isIP(address)
    const family = version === 6 ? 'ipv6' : 'ipv4'
    if (version === 0 || more.length > 0) return null
    if (bits === undefined) trusted.addAddress(address, family)
    else {
      // A network of all addresses would take everybody's word.
      if (!/^[1-9]\d{0,2}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return null
      trusted.addSubnet(address, Number(bits), family)
    }
  }
  const trusts = (address: string): boolean => {
    const version = isIP(address)
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
  return {
    trusts,
    clientOf: (remote, forwardedFor) => {
      // Each proxy writes down who spoke to it, the last one at the end.
      const said = (forwardedFor ?? '').split(',').map((address) => address.trim())
      let client = remote
      while (trusts(client) && said.length > 0) client = said.pop() || client
      return client
    },
  }
}

export const noProxies: TrustedProxies = { trusts: () => false, clientOf: (remote) => remote }

/**
 * The part of an address that belongs to one customer: all of an IPv4 address, the first half of an IPv6 address, of which
 * anybody has as many as he likes.
 */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(plain) !== 6) return plain
  const [before = '', after] = plain.toLowerCase().split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  const groups = after === undefined ? left : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
