import type { SipAccount } from '@vigil/contract/telephony/entities.ts'
import { createHelmetLink, type HelmetLinkOptions } from '@vigil/simulator/links/helmet-service.ts'

/** The SIP account of a helmet, as the helmet service tells it. */
export const sipAccountOf = (helmet: Omit<HelmetLinkOptions, 'fwVersion' | 'onSipAccount'>): Promise<SipAccount> =>
  new Promise((resolve) => {
    const link = createHelmetLink({
      ...helmet,
      fwVersion: '',
      onSipAccount: (told) => {
        resolve(told)
        link.close()
      },
    })
    link.open()
  })
