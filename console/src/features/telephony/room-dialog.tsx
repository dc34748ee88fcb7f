import { telephonyCalls } from '@vigil/contract/telephony/calls.ts'
import { roomSize, type RoomMember } from '@vigil/contract/telephony/rooms.ts'
import { Button, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useCallMutation } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { positions } from '../../shared/live/live.ts'
import { useDirectoryRevision } from '../../shared/live/hooks.ts'
import { notify } from '../../shared/notices/notices.ts'
import { Icon } from '../../shared/ui/icon.tsx'
import { Row } from '../../shared/ui/layout.tsx'
import { Control } from './control.tsx'
import { isInRoom, room, useRoom } from './room-store.ts'
import { roomTexts } from './room-texts.ts'
import { telephonyTexts } from './texts.ts'
import { warn } from './warn.ts'
import styles from './calling-dialog.module.css'

/** The calling dialog as a helmet's room has it: which room, of which helmet, who is in it, and what each shows. */
export const RoomParts = () => {
  const t = useTexts(telephonyTexts)
  const { invitation, state, isMuted, media } = useRoom()
  const [isHidden, setHidden] = useState(false)
  const isIn = state === 'in'
  const hide = (): void => {
    media?.showCamera(isHidden)
    setHidden(!isHidden)
  }
  return (
    <>
      <div className={styles['fields']}>
        <span className={styles['label']}>{t('room')}</span>
        <span className={styles['told']}>{invitation?.roomId}</span>
        <span className={styles['label']}>{t('device')}</span>
        <span className={styles['told']}>{invitation?.deviceId}</span>
      </div>
      <Problem />
      <Tiles />
      <Row gap={12} justify="center" className="wrap">
        <Control
          icon={isMuted ? 'micOff' : 'mic'}
          label={t(isMuted ? 'unmute' : 'mute')}
          pressed={isMuted}
          disabled={!isIn}
          onClick={() => room.mute(!isMuted)}
        />
        <Control
          icon="video"
          label={t(isHidden && isIn ? 'cameraOn' : 'cameraOff')}
          pressed={isHidden && isIn}
          disabled={!isIn || !(media?.hasCamera() ?? false)}
          onClick={hide}
        />
      </Row>
      {isIn && <Inviting />}
    </>
  )
}

export const RoomStanding = () => {
  const t = useTexts(roomTexts)
  const { state, members } = useRoom()
  return (
    <span className={styles['standing']} data-state={state === 'in' ? 'connected' : state} role="status">
      {state === 'in' ? t('inRoom', { n: members.length }) : t(state)}
    </span>
  )
}

const Problem = () => {
  const t = useTexts(roomTexts)
  const said = useTexts(telephonyTexts)
  const { why } = useRoom()
  const text = !globalThis.isSecureContext
    ? said('insecure')
    : why === null
      ? null
      : why === 'noMicrophone' || why === 'mediaRefused'
        ? said(why)
        : t(`over.${why}`)
  return (
    text !== null && (
      <p className={styles['problem']} role="alert">
        {text}
      </p>
    )
  )
}

const Tiles = () => {
  const t = useTexts(roomTexts)
  const { members, you, streams, media } = useRoom()
  if (members.length === 0) return <p className={`${styles['tiles'] ?? ''} ${styles['nobody'] ?? ''}`}>{t('nobody')}</p>
  return (
    <ul className={styles['tiles']} aria-label={t('members')}>
      {members.map((member) => (
        <Tile
          key={member.id}
          member={member}
          isOwn={member.id === you}
          stream={member.id === you ? (media?.local ?? null) : (streams.get(member.id) ?? null)}
        />
      ))}
    </ul>
  )
}

interface TileProps {
  readonly member: RoomMember
  readonly isOwn: boolean
  readonly stream: MediaStream | null
}

const Tile = ({ member: { name, isMuted }, isOwn, stream }: TileProps) => {
  const t = useTexts(roomTexts)
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const shown = video.current
    if (!shown) return undefined
    shown.srcObject = stream
    if (stream) shown.play().catch((error: unknown) => warn(`playback rejected: ${String(error)}`))
    return () => {
      shown.srcObject = null
    }
  }, [stream])
  const label = isOwn ? t('you', { name }) : name
  return (
    <li>
      {/* Oneself, heard, would whistle. */}
      <video ref={video} playsInline autoPlay muted={isOwn} aria-label={t('picture', { name: label })}>
        <track kind="captions" />
      </video>
      <span>
        {isMuted && <Icon name="micOff" size={14} />}
        {isMuted ? `${label} · ${t('isMuted')}` : label}
      </span>
    </li>
  )
}

interface HelmetOption {
  /** By which it reports. */
  readonly value: string
  readonly label: string
  readonly sipId: string
}
/** Those that this console sees, as they are chosen of. */
const useHelmets = (): HelmetOption[] => {
  useDirectoryRevision()
  return Array.from({ length: positions.size }, (_, slot) => positions.object(slot)).flatMap((one) =>
    one?.deviceType === 'hat'
      ? [
          {
            value: one.deviceId,
            label: one.userName === null ? one.label : `${one.userName} · ${one.label}`,
            sipId: one.sipId,
          },
        ]
      : [],
  )
}

/** Opens a room with helmets that this console sees; the one that it was going to call is among them. */
export const RoomOpening = ({ number }: { readonly number: string }) => {
  const t = useTexts(roomTexts)
  const helmets = useHelmets()
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const { mutate, isPending } = useCallMutation(telephonyCalls.saveCallRoom, {})
  const called = helmets.find(({ sipId }) => number !== '' && sipId === number)
  const deviceIds = chosen ?? (called ? [called.value] : [])
  const open = (): void => {
    const name = deviceIds.map((id) => helmets.find(({ value }) => value === id)?.label ?? id).join(' / ')
    mutate(
      { deviceIds: [...deviceIds] },
      { onSuccess: ({ roomId, deviceId }) => room.offer({ roomId, deviceId, name, isAnswered: true }) },
    )
  }
  return (
    <Row gap={8} className={styles['inviting'] ?? ''}>
      <Select
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        className="grow"
        aria-label={t('with')}
        placeholder={t('with')}
        maxCount={roomSize - 1}
        value={[...deviceIds]}
        onChange={setChosen}
        options={helmets}
      />
      <Button
        icon={<Icon name="video" />}
        autoInsertSpace={false}
        disabled={deviceIds.length === 0 || !globalThis.isSecureContext}
        loading={isPending}
        onClick={open}
      >
        {t('open')}
      </Button>
    </Row>
  )
}

/** Asks one more helmet in, of those that this console sees. */
const Inviting = () => {
  const t = useTexts(roomTexts)
  const { invitation, members } = useRoom()
  const [guestId, setGuest] = useState<string | null>(null)
  const { mutate, isPending } = useCallMutation(telephonyCalls.addToCallRoom, {})
  const helmets = useHelmets()
  if (!invitation) return null
  const ask = (): void => {
    if (guestId === null) return
    const { roomId, deviceId } = invitation
    mutate(
      { roomId, deviceId, guestId },
      {
        onSuccess: (receipt) => {
          if (receipt === 'sent' || receipt === 'accepted') notify.success(t('asked'))
          else notify.info(t('notAsked'))
          setGuest(null)
        },
      },
    )
  }
  return (
    <Row gap={8} className={styles['inviting'] ?? ''}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        className="grow"
        aria-label={t('add')}
        placeholder={t('choose')}
        value={guestId}
        onChange={setGuest}
        options={helmets.filter(({ value }) => value !== invitation.deviceId)}
      />
      <Button
        icon={<Icon name="plus" />}
        autoInsertSpace={false}
        disabled={guestId === null || members.length >= roomSize}
        loading={isPending}
        onClick={ask}
      >
        {t('add')}
      </Button>
    </Row>
  )
}

export const RoomButtons = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useTexts(telephonyTexts)
  const { state } = useRoom()
  const isIn = isInRoom({ state })
  return (
    <>
      <span className="grow quiet">{t('onlyOne')}</span>
      <Button
        type="primary"
        autoInsertSpace={false}
        icon={<Icon name="phone" />}
        disabled={isIn || !globalThis.isSecureContext}
        onClick={room.join}
      >
        {t('answer')}
      </Button>
      <Button danger type="primary" autoInsertSpace={false} icon={<Icon name="hangUp" />} disabled={!isIn} onClick={room.hangUp}>
        {t('hangUp')}
      </Button>
      <Button autoInsertSpace={false} onClick={onClose}>
        {t('close')}
      </Button>
    </>
  )
}
