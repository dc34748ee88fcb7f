import { z } from 'zod'
import { call, noData, type Needs } from '../kernel/call.ts'
import { listing } from '../kernel/listings.ts'
import { deleteCall, id, listCall, requiredText } from '../kernel/shapes.ts'
import type { Text } from '../kernel/text.ts'
import { newPushLogin, pushLogin, pushQuota, pushWay, unknownPush } from './entities.ts'

const seesCameras: Needs = { anyOf: ['speedOverMgmt'] }
const editsCameras: Needs = { anyOf: ['speedOverMgmt:edit'] }
const seesGates: Needs = { anyOf: ['barrierGateMgmt'] }
const editsGates: Needs = { anyOf: ['barrierGateMgmt:edit'] }

/** `id` is the record's. Null where it has no login: then its address alone lets it in. */
const getLogin = (path: `/${string}`, describe: Text, needs: Needs) =>
  call({ path, describe, needs, reads: 'privately', body: z.object({ id }), data: pushLogin.nullable(), codes: ['notFound'] })
/** Makes one where there is none; the one that was holds no more. */
const renewLogin = (path: `/${string}`, describe: Text, needs: Needs) =>
  call({ path, describe, needs, body: z.object({ id }), data: newPushLogin, codes: ['notFound'] })

/** `id` is the record's. */
const getQuota = (path: `/${string}`, describe: Text, needs: Needs) =>
  call({ path, describe, needs, reads: 'privately', body: z.object({ id }), data: pushQuota, codes: ['notFound'] })

export const pushingCalls = {
  getBsSpeedOverPushLogin: getLogin(
    '/bs/bsSpeedOver/getBsSpeedOverPushLogin',
    { zh: '测速点的推送账号（不含密码）', en: 'The push login of a speed camera, without the password' },
    seesCameras,
  ),
  renewBsSpeedOverPushLogin: renewLogin(
    '/bs/bsSpeedOver/renewBsSpeedOverPushLogin',
    {
      zh: '生成或更换测速点的推送账号；密码只显示这一次',
      en: 'Make or replace the push login of a speed camera; the password is shown only this once',
    },
    editsCameras,
  ),
  revokeBsSpeedOverPushLogin: deleteCall(
    '/bs/bsSpeedOver/revokeBsSpeedOverPushLogin',
    { zh: '吊销测速点的推送账号', en: 'Revoke the push login of a speed camera' },
    editsCameras,
  ),
  getBsSpeedOverPushQuota: getQuota(
    '/bs/bsSpeedOver/getBsSpeedOverPushQuota',
    {
      zh: '测速点当天推送图片的用量，以及无法解析的推送',
      en: 'What a speed camera pushed of pictures today, and what of its pushes could not be read',
    },
    seesCameras,
  ),
  getBsBarrierGatePushQuota: getQuota(
    '/bs/bsBarrierGate/getBsBarrierGatePushQuota',
    {
      zh: '道闸当天推送图片的用量，以及无法解析的推送',
      en: 'What a barrier gate pushed of pictures today, and what of its pushes could not be read',
    },
    seesGates,
  ),
  getBsBarrierGatePushLogin: getLogin(
    '/bs/bsBarrierGate/getBsBarrierGatePushLogin',
    { zh: '道闸的推送账号（不含密码）', en: 'The push login of a barrier gate, without the password' },
    seesGates,
  ),
  renewBsBarrierGatePushLogin: renewLogin(
    '/bs/bsBarrierGate/renewBsBarrierGatePushLogin',
    {
      zh: '生成或更换道闸的推送账号；密码只显示这一次',
      en: 'Make or replace the push login of a barrier gate; the password is shown only this once',
    },
    editsGates,
  ),
  revokeBsBarrierGatePushLogin: deleteCall(
    '/bs/bsBarrierGate/revokeBsBarrierGatePushLogin',
    { zh: '吊销道闸的推送账号', en: 'Revoke the push login of a barrier gate' },
    editsGates,
  ),

  listUnknownPushAll: listing(
    ['unknownPush'],
    listCall({
      path: '/bs/bsDevice/listUnknownPushAll',
      describe: { zh: '未登记的推送设备', en: 'Unregistered devices that have pushed' },
      needs: { anyOf: ['speedOverMgmt', 'barrierGateMgmt'] },
      reads: 'privately',
      filter: {},
      item: unknownPush,
    }),
  ),
  forgetUnknownPush: call({
    path: '/bs/bsDevice/forgetUnknownPush',
    describe: { zh: '清除一台未登记的推送设备', en: 'Forget an unregistered pushing device' },
    needs: { anyOf: ['speedOverMgmt:edit', 'barrierGateMgmt:edit'] },
    body: z.object({ way: pushWay.schema, address: requiredText(64) }),
    data: noData,
    codes: ['notFound'],
  }),
}
