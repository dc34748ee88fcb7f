import { expect, it } from 'vitest'
import { networkOf, noProxies, readTrustedProxies } from './trusted-proxies.ts'

it.each(['127.0.0.1', 'loopback, 10.0.0.0/8', '::1,fd00::/8', 'uniquelocal'])('reads %s', (list) => {
  expect(readTrustedProxies(list)).not.toBeNull()
})

it.each(['1', 'true', '', 'the proxy', '10.0.0.0/99', '10.0.0.0/8/8', '0.0.0.0/0', '::/0', '10.0.0.0/', '127.0.0.1,'])(
  'takes %j for none',
  (list) => expect(readTrustedProxies(list)).toBeNull(),
)

it.each([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  // What a client says of itself stands before what the proxies saw.
  ['127.0.0.1', '192.0.2.1, 203.0.113.7', '203.0.113.7'],
  ['127.0.0.1', '203.0.113.7, 10.1.2.3', '203.0.113.7'],
  ['203.0.113.9', '192.0.2.1', '203.0.113.9'],
  ['127.0.0.1', '', '127.0.0.1'],
])('from %s with %s it is %s who asks', (remote, forwardedFor, client) => {
  expect(readTrustedProxies('loopback,10.0.0.0/8')?.clientOf(remote, forwardedFor)).toBe(client)
  expect(noProxies.clientOf(remote, forwardedFor)).toBe(remote)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['seeding', 'seeding'],
])('of %s all of %s is one customer', (address, network) => expect(networkOf(address)).toBe(network))
