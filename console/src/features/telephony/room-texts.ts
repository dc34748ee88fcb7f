import { defineTexts } from '../../shared/i18n/texts.ts'

export const roomTexts = defineTexts('features/telephony/room', {
  offered: { zh: '等待接听', en: 'Waiting to be answered' },
  joining: { zh: '正在进入房间', en: 'Joining the room' },
  inRoom: { zh: '房间内 {n} 人', en: '{n} in the room' },
  over: { zh: '已离开房间', en: 'Left the room' },
  'over.refused': { zh: '房间不存在、已结束或无权进入', en: 'The room is not there, is over, or is not yours to join' },
  'over.full': { zh: '房间已满，最多 8 人', en: 'The room is full: 8 at most' },
  'over.tooMany': {
    zh: '进入房间过于频繁，或房间过多，请稍后再试',
    en: 'Too many joins or rooms just now: try again in a moment',
  },
  'over.media': { zh: '音视频无法建立', en: 'Sound and picture could not be set up' },
  'over.silent': { zh: '服务器收不到您的音视频，已离开房间', en: 'Nothing was heard from here, so you are out of the room' },
  'over.ended': { zh: '房间已结束', en: 'The room is over' },
  'over.lost': { zh: '与服务器的连接中断，可重新接听进入', en: 'The line to the server was lost: answer again to come back' },
  members: { zh: '房间成员', en: 'Who is in the room' },
  nobody: { zh: '接听后显示房间内的画面', en: 'Pictures come once you answer' },
  you: { zh: '{name}（本机）', en: '{name} (you)' },
  picture: { zh: '{name} 的画面', en: 'Picture of {name}' },
  isMuted: { zh: '已静音', en: 'Muted' },
  with: { zh: '与多顶安全帽通话', en: 'Speak with several helmets' },
  open: { zh: '开房间', en: 'Open a room' },
  add: { zh: '邀请进房间', en: 'Add to room' },
  choose: { zh: '选择安全帽', en: 'Choose a helmet' },
  asked: { zh: '已邀请', en: 'Asked in' },
  notAsked: { zh: '安全帽不在线，未能邀请', en: 'The helmet is not on line and was not asked in' },
})
