/** Addresses within SIP messages: URIs, what stands in From, To and Contact, and the hops of Via. */

/** `sip:user@host:port;name=value`; names of parameters in lower case. */
export interface SipUri {
  readonly scheme: 'sip' | 'sips'
  readonly user: string
  readonly host: string
  readonly port: number | null
  readonly params: ReadonlyMap<string, string>
}

const uri =
  /^(sips?):(?:([\w.!~*'()&=+$,;?/%-]{1,512})(?::[^@]{0,128})?@)?(\[[0-9a-f:.]{2,45}\]|[\w.-]{1,253})(?::(\d{1,5}))?((?:;[^?\s]{1,1024})?)(?:\?\S{0,1024})?$/i

/** Characters of an address with what belongs to it; nobody looks through longer ones. */
const longest = 2_048

const parametersOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/;\s*([\w.!%*+`'~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s,]*)))?/g)].map(
      ([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ''],
    ),
  )

const plainOf = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Null for what is none, and for one in which signs are hidden that end lines or texts. */
export const readUri = (text: string): SipUri | null => {
  const found = text.length > longest ? null : uri.exec(text)
  if (!found) return null
  const [, scheme = '', written = '', host = '', port, params = ''] = found
  const user = plainOf(written)
  if (/\p{Control}/u.test(user)) return null
  return {
    scheme: scheme.toLowerCase() === 'sips' ? 'sips' : 'sip',
    user,
    host: host.toLowerCase(),
    port: port === undefined ? null : Number(port),
    params: parametersOf(params),
  }
}

/** `"Name" <sip:…>;tag=…` */
export interface NameAddress {
  readonly name: string
  /** As it is written. */
  readonly uri: string
  readonly params: ReadonlyMap<string, string>
}

/** Null for what is none. */
export const readNameAddress = (text: string): NameAddress | null => {
  if (text.length > longest) return null
  const bracketed = /^\s*(?:"((?:[^"\\]|\\.)*)"\s*|([^<"]*))<([^<>\s]{1,1024})>(.*)$/.exec(text)
  if (bracketed) {
    const [, quoted, plain = '', address = '', rest = ''] = bracketed
    return { name: quoted?.replaceAll(/\\(.)/g, '$1') ?? plain.trim(), uri: address, params: parametersOf(rest) }
  }
  // Without brackets what follows a semicolon is of the header and not of the address.
  const bare = /^\s*([^;<>\s]{1,1024})\s*(.*)$/.exec(text)
  return bare ? { name: '', uri: bare[1] ?? '', params: parametersOf(bare[2] ?? '') } : null
}

/** Of the newest hop: by which its request and its answers belong together. */
export const branchOf = (via: string): string | null =>
  via.length > longest ? null : (parametersOf(via.slice(Math.max(via.indexOf(';'), 0))).get('branch') ?? null)
