import type { DeviceType } from '@vigil/contract/devices/entities.ts'
import type { ListContext } from '../../shared/spec/definitions.ts'
import { ClockSkews } from './clock-skews.tsx'
import { UnknownDevices } from './unknown-devices.tsx'

/** What somebody should know of devices before he looks at their list: those that are not in it, and those that tell a wrong time. */
const noticesOf = (kind: DeviceType) => {
  const Notices = (context: ListContext) => (
    <>
      <UnknownDevices kind={kind} {...context} />
      <ClockSkews kind={kind} />
    </>
  )
  return Notices
}

export const HatNotices = noticesOf('hat')
export const BadgeNotices = noticesOf('badge')
export const CarNotices = noticesOf('car')
