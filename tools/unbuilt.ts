import { domainNames, domains, type Domain } from '@vigil/contract/index.ts'
import type { Calls } from '@vigil/contract/kernel/call.ts'

// Lists the calls that answer `notAvailableYet`; the server refuses to start when contract and handlers disagree on them.

let planned = 0
let all = 0
for (const [domain, calls] of Object.entries(domains) as [Domain, Calls][]) {
  const list = Object.values(calls)
  all += list.length
  const open = list.filter((call) => call.planned === true)
  planned += open.length
  if (open.length > 0) console.log(`\n${domainNames[domain].zh} / ${domainNames[domain].en}`)
  for (const { method, path, describe } of open) console.log(`  ${method.padEnd(4)} /api${path}  ${describe.zh}`)
}
console.log(`\n${planned} / ${all}`)
