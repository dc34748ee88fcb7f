import { BlockList, isIP } from 'node:net'

/** Pure: where nothing is ever sent to, whatever somebody enters: this machine, its neighbours on the wire, and what clouds tell their machines there. */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/** An IPv4 address also where it is written as one of IPv6. */
const plain = (host: string): string => host.replace(/^::ffff:(?=\d+\.)/i, '')

/** `host` or `host:port`, IPv6 in brackets. */
const entryOf = (host: string, port: number): readonly string[] => {
  const written = isIP(host) === 6 ? `[${host}]` : host
  return [host, written, `${written}:${port}`]
}

/** Whether something may be sent to an address; `own` are this server's, `allowed` those that whoever runs it lists. */
export const mayReach = (
  { host, port }: { readonly host: string; readonly port: number },
  { own, allowed }: { readonly own: ReadonlySet<string>; readonly allowed: ReadonlySet<string> },
): boolean => {
  const address = plain(host)
  const version = isIP(address)
  if (version === 0) return false
  if (entryOf(address, port).some((entry) => allowed.has(entry))) return true
  return !own.has(address) && !closed.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
