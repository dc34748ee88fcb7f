import type { Alarm } from '@vigil/contract/alarms/entities.ts'
import { Component, type ReactNode } from 'react'
import { logError } from '../../shared/error-log/error-log.ts'
import { useAlarmParts } from '../../shared/screens/alarm-part.ts'

/** What other features know of an alarm of this type. */
export const AlarmPartsOf = ({ alarm }: { readonly alarm: Alarm }) =>
  useAlarmParts(alarm.alarmType).map(({ component: Part }, index) => (
    <Spared key={index}>
      <Part alarm={alarm} />
    </Spared>
  ))

/** Who confirms an alarm does so whatever fails beside it. React asks for a class here. */
class Spared extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    logError(error, 'alarm part')
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
