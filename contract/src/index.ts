import { declaredCalls } from './collected/calls.ts'
import { declaredDomains } from './collected/domains.ts'
import { fileCallsFor, uploadNeeds } from './files/calls.ts'
import type { Call } from './kernel/call.ts'
import { inOrder, type DomainName } from './kernel/domain.ts'

/** Who may upload follows from the calls of all others. */
const savedElsewhere = Object.values(inOrder(declaredDomains, declaredCalls)).flatMap((calls) => Object.values<Call>(calls))
/** Every call of the product by domain: server, console, simulator, documentation and tests all derive from this list. */
export const domains = inOrder(declaredDomains, { ...declaredCalls, files: fileCallsFor(uploadNeeds(savedElsewhere)) })
export type Domain = keyof typeof domains

export const domainNames: Readonly<Record<Domain, DomainName>> = inOrder(declaredDomains, declaredDomains)
