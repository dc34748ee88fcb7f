import { deviceCalls } from '@vigil/contract/devices/calls.ts'
import { car } from '@vigil/contract/devices/car.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, remarks } from '../../shared/spec/groups.ts'
import { askingTerminal } from './asking-terminal.ts'
import { Bindings } from './bindings.tsx'
import { equipment, listRefresh, people } from './groups.ts'
import { fixColumn, lastOnlineColumn, onlineColumn, wearerColumn } from './health.tsx'
import { CarNotices } from './notices.tsx'
import { onlineSummary } from './online-summary.tsx'
import { TerminalDialog } from './terminal-dialog.tsx'
import { deviceTexts } from './texts.ts'
import { unbind } from './unbind.ts'

/** 车辆管理: the vehicles that the site knows, and how their terminals do. */
export const Cars = listScreen(car, {
  calls: {
    list: deviceCalls.listBsCarByDeptId,
    save: deviceCalls.saveBsCar,
    remove: deviceCalls.deleteBsCarById,
    counts: deviceCalls.countBsCarByDeptId,
  },
  columns: [
    'plateNumber',
    onlineColumn,
    'carType',
    'carUse',
    'deptName',
    wearerColumn('carMgmt'),
    lastOnlineColumn,
    fixColumn,
    'enable',
    { field: 'whiteList', width: 100 },
    { field: 'validTo', width: 120 },
    { field: 'terminalNo', width: 150 },
    { field: 'plateColor', hidden: true },
    { field: 'owner', hidden: true },
    { field: 'mobile', hidden: true },
    { field: 'validFrom', hidden: true },
    { field: 'emissionStd', hidden: true },
    { field: 'points', hidden: true },
    { field: 'fixTime', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['plateNumber', 'plateColor', 'carType', 'carUse', 'terminalNo', 'enable'] },
    { title: people, fields: ['deptId', 'userId', 'owner', 'mobile'] },
    {
      title: { zh: '通行', en: 'Access' },
      fields: ['whiteList', 'points', 'validFrom', 'validTo', 'emissionStd'],
    },
    { title: equipment, fields: ['lastOnline', 'fixTime'] },
    { title: remarks, fields: ['remark'] },
  ],
  filters: ['online', 'carType', 'enable', 'whiteList', 'lastOnline'],
  alarmed: 'device',
  summary: onlineSummary(deviceCalls.listBsCarByDeptId),
  notices: CarNotices,
  below: Bindings,
  bulkActions: [unbind(deviceCalls.saveBsCar)],
  rowActions: (vehicle, { mayActOn }) =>
    mayActOn(vehicle) ? [{ label: { zh: '终端参数', en: 'Terminal parameters' }, run: () => askingTerminal.open(vehicle) }] : [],
  above: TerminalDialog,
  check: ({ validFrom, validTo }): Readonly<Record<string, { zh: string; en: string }>> =>
    typeof validFrom === 'string' && typeof validTo === 'string' && validFrom !== '' && validTo !== '' && validTo < validFrom
      ? { validTo: { zh: '不能早于开始日期', en: 'must not be before the start date' } }
      : {},
  deleteHint: deviceTexts.table.deleteHint,
  refetchEvery: listRefresh,
  icon: 'truck',
})
