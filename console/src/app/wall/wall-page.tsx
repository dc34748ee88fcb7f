import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../shared/api/queries.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { MapLayersContext } from '../../shared/map/map-layer.ts'
import { LiveLink } from '../live-link.tsx'
import { mapLayers } from '../map-layers.ts'
import { useTitle } from '../settings/use-title.ts'
import { AntdProvider } from '../theme/antd-provider.tsx'
import { wallTexts } from './texts.ts'
import { useNewerConsole } from './use-newer-console.ts'
import { useWallSession } from './use-wall-session.ts'
import { WallMessage } from './wall-message.tsx'
import { Wall } from './wall.tsx'

/** 大屏: what goes on, to be read by whoever walks by, without anything to click. */
export const WallPage = () => {
  const t = useTexts(wallTexts)
  const state = useWallSession()
  useTitle(wallTexts.table.wall)
  useNewerConsole()
  if (state === 'ended') return <WallMessage title={t('ended')}>{t('endedHint')}</WallMessage>
  if (state === 'unreachable') return <WallMessage title={t('unreachable')}>{t('unreachableHint')}</WallMessage>
  if (state === 'opening') return <WallMessage title={t('opening')}>{null}</WallMessage>
  return (
    <QueryClientProvider client={queryClient}>
      <AntdProvider>
        <LiveLink />
        <MapLayersContext value={mapLayers}>
          <Wall />
        </MapLayersContext>
      </AntdProvider>
    </QueryClientProvider>
  )
}
