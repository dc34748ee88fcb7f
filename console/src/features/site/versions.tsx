import { siteCalls } from '@vigil/contract/site/calls.ts'
import { firmware } from '@vigil/contract/site/firmware.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, remarks } from '../../shared/spec/groups.ts'
import { Running } from './running.tsx'
import { versionTexts } from './version-texts.ts'

/** 版本管理: what runs here, and the firmware of the devices. */
export const Versions = listScreen(firmware, {
  calls: { list: siteCalls.listVersionAll, save: siteCalls.saveVersion, remove: siteCalls.deleteVersionById },
  columns: [
    'number',
    'target',
    { field: 'model', width: 150 },
    { field: 'releasedOn', width: 130 },
    { field: 'devices', width: 120 },
    { field: 'notes', width: 320, hidden: false },
  ],
  form: [
    { title: basics, fields: ['target', 'number', 'model', 'releasedOn', 'devices'] },
    { title: remarks, fields: ['notes'] },
  ],
  filters: ['target'],
  above: Running,
  icon: 'devices',
  emptyHint: versionTexts.table.emptyHint,
})
