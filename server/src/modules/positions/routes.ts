import { positionCalls } from '@vigil/contract/positions/calls.ts'
import { served } from '../../kernel/serve.ts'
import type { PositionService } from './service.ts'

export const positionRoutes = (positions: PositionService) =>
  served(positionCalls, {
    listRealGpsAll: (_, asked) => positions.listLatest(asked),
    listHisGpsByDevId: (body, asked) => positions.track(body, asked),
    listTrackDevices: (_, asked) => positions.trackDevices(asked),
    listHisTracks: (body, asked) => positions.tracks(body, asked),
    listHisInside: (body, asked) => positions.inside(body, asked),
    listHisRewind: (body, asked) => positions.rewind(body, asked),
    listOnlineStaNumber: (_, asked) => positions.countOnline(asked),
    saveRealHatList: (body, asked) => positions.saveHelmets(body, asked),
    saveRealHatSosAlarm: (body, asked) => positions.saveSos(body, asked),
  })
