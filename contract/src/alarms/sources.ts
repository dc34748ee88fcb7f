import { declaredDomains } from '../collected/domains.ts'
import { inOrder, joined, type DomainName } from '../kernel/domain.ts'
import { enumeration } from '../kernel/enumeration.ts'
import type { Text } from '../kernel/text.ts'

type KindsOf<Domain> = Domain extends { readonly alarmSources: infer Sources } ? keyof Sources & string : never
type SourceKind = KindsOf<(typeof declaredDomains)[keyof typeof declaredDomains]>

const declared: Readonly<Record<string, Text>> = joined(
  Object.fromEntries(
    Object.entries<DomainName>(inOrder(declaredDomains, declaredDomains)).map(([domain, { alarmSources = {} }]) => [
      domain,
      alarmSources,
    ]),
  ),
)
/** What an alarm may come from, by the domains whose records these are. */
export const alarmSourceKind = enumeration(
  Object.fromEntries(Object.entries(declared).map(([code, { zh, en }]) => [code, { code, zh, en }])) as {
    readonly [Kind in SourceKind]: Text & { readonly code: Kind }
  },
)
