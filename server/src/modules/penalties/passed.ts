import { alarmTypes } from '@vigil/contract/alarms/types.ts'
import type { Kernel, Trx } from '../../kernel/kernel.ts'
import type { AlarmService } from '../alarms/index.ts'
import type { BarredPass } from '../traffic/index.ts'
import type { After } from './taken.ts'

const { code: alarmType, level: alarmLevel, zh: alarmName } = alarmTypes.barredVehicle

/** Raises the alarm of a vehicle that is barred and passes all the same: one a pass. */
export const createPassed =
  ({ clock, live }: Pick<Kernel, 'clock' | 'live'>, alarms: Pick<AlarmService, 'apply'>) =>
  async (trx: Trx, pass: BarredPass, after: After): Promise<void> => {
    const { place, plateNumber, passTime } = pass
    const told = await alarms.apply(trx, [
      {
        kind: 'raise',
        alarm: {
          conditionKey: `${alarmType}/pass/${pass.passId}`,
          source: { kind: place.kind === 'speedCamera' ? 'speedCamera' : 'gate', id: place.id, label: place.place },
          device: null,
          alarmType,
          alarmLevel,
          alarmName,
          facts: { plate: plateNumber, place: place.place },
          findTime: new Date(clock.now()),
          startTime: passTime,
          areaId: null,
          areaName: null,
          ruleId: null,
          deptId: place.deptId,
          deptName: null,
          userName: pass.driver,
          plateNumber,
          lng: place.lng,
          lat: place.lat,
          floor: null,
          quiet: false,
          deviceTime: pass.deviceTime,
        },
      },
    ])
    after(() => live.publish(told))
  }
