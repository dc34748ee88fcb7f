import { ConfigProvider } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { popupHome } from '../../shared/ui/free-area.tsx'
import { useLessMotion } from '../../shared/ui/use-media.ts'
import { antdThemeOf } from './antd-theme.ts'
import { useSize } from './size.ts'

/** Theme, locale and size of every antd component below it. */
export const AntdProvider = ({ children }: { readonly children: ReactNode }) => {
  const { mode, palette } = useThemeMode()
  const { language } = useLanguage()
  const { size } = useSize()
  const lessMotion = useLessMotion()
  const config = useMemo(() => antdThemeOf(mode, palette, !lessMotion), [mode, palette, lessMotion])
  useEffect(() => {
    dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')
  }, [language])
  return (
    <ConfigProvider
      theme={config}
      locale={language === 'zh' ? zhCN : enUS}
      componentSize={size}
      button={{ autoInsertSpace: true }}
      getPopupContainer={popupHome}
    >
      {children}
    </ConfigProvider>
  )
}
