import { videoCalls } from '@vigil/contract/video/calls.ts'
import { camera } from '@vigil/contract/video/camera.ts'
import { listScreen } from '../../shared/list/list-screen.tsx'
import { basics, place, remarks } from '../../shared/spec/groups.ts'

/** 摄像机: what the site sees with, and where each of them looks. */
export const Cameras = listScreen(camera, {
  calls: {
    list: videoCalls.listBsCameraByDeptId,
    save: videoCalls.saveBsCamera,
    remove: videoCalls.deleteBsCameraById,
    counts: videoCalls.countBsCameraByDeptId,
  },
  columns: [
    { field: 'name', width: 150 },
    // Until cameras register with a video service nothing is known of them: a dash, and not 离线.
    { field: 'lastSeen', width: 120 },
    { field: 'areaName', width: 124 },
    { field: 'deptName', width: 120 },
    { field: 'ptzType', width: 96 },
    { field: 'roomType', width: 96 },
    { field: 'ipAddress', width: 124 },
    { field: 'heading', width: 96 },
    { field: 'gbDeviceId', width: 190 },
    'enable',
    { field: 'manufacturer', hidden: true },
    { field: 'model', hidden: true },
    { field: 'address', hidden: true },
    { field: 'floor', hidden: true },
    { field: 'fov', hidden: true },
    { field: 'range', hidden: true },
    { field: 'port', hidden: true },
    { field: 'channelId', hidden: true },
    { field: 'streamMode', hidden: true },
    { field: 'resolution', hidden: true },
    { field: 'online', hidden: true },
    { field: 'position', hidden: true },
    { field: 'remark', hidden: true },
  ],
  form: [
    { title: basics, fields: ['name', 'gbDeviceId', 'manufacturer', 'model', 'ptzType', 'enable'] },
    { title: place, fields: ['deptId', 'areaId', 'roomType', 'floor', 'address', 'position'] },
    { title: { zh: '视野', en: 'View' }, fields: ['heading', 'fov', 'range', 'resolution'] },
    {
      title: { zh: '接入', en: 'Connection' },
      fields: ['ipAddress', 'port', 'channelId', 'streamMode', 'civilCode', 'parentId', 'businessGroupId'],
    },
    { title: remarks, fields: ['remark', 'lastSeen'] },
  ],
  icon: 'camera',
})
