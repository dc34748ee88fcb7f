import { App, ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useEffect, useMemo, type ReactNode } from 'react'
import { useLanguage } from '../i18n/language.ts'
import { popupHome } from '../ui/free-area.tsx'
import { useLessMotion } from '../ui/use-media.ts'
import { useSize } from './size.ts'
import { useThemeMode } from './mode.ts'
import type { Palette, ThemeMode } from './palette.ts'

const fontFamily = '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif'

const themeOf = (mode: ThemeMode, palette: Palette, motion: boolean): ThemeConfig => ({
  algorithm: mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
  token: {
    fontFamily,
    fontSize: 14,
    fontSizeSM: 14,
    borderRadius: 6,
    borderRadiusLG: 8,
    borderRadiusSM: 4,
    colorPrimary: palette.primary,
    colorLink: palette.link,
    colorLinkHover: palette.primary,
    colorInfo: palette.primary,
    colorSuccess: palette.successDot,
    colorWarning: palette.level2,
    colorError: palette.level1,
    colorErrorText: palette.level1Text,
    colorText: palette.text,
    colorTextSecondary: palette.textSecondary,
    colorTextTertiary: palette.textTertiary,
    colorTextPlaceholder: palette.textTertiary,
    colorBgBase: palette.bgContainer,
    colorBgLayout: palette.bgLayout,
    colorBgContainer: palette.bgContainer,
    colorBgElevated: palette.bgContainer,
    colorFillQuaternary: palette.bgPanel,
    colorBorder: palette.border,
    colorBorderDisabled: palette.border,
    colorBorderSecondary: palette.borderSecondary,
    colorSplit: palette.borderSecondary,
    controlItemBgActive: palette.primarySoft,
    controlItemBgHover: palette.bgPanel,
    controlHeight: 32,
    boxShadow: palette.shadow,
    boxShadowSecondary: palette.shadow,
    motion,
    motionDurationFast: '0.12s',
    motionDurationMid: '0.2s',
    motionDurationSlow: '0.2s',
  },
  components: {
    Button: {
      colorPrimary: palette.button,
      colorPrimaryHover: palette.buttonHover,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
    },
    Table: {
      headerBg: palette.bgPanel,
      headerColor: palette.textSecondary,
      headerSplitColor: palette.border,
      rowHoverBg: palette.bgPanel,
      rowSelectedBg: palette.primarySoft,
      rowSelectedHoverBg: palette.primarySoft,
      cellPaddingBlock: 10,
      cellPaddingInline: 12,
      cellPaddingBlockMD: 8,
      cellPaddingInlineMD: 12,
      cellPaddingBlockSM: 5,
      cellPaddingInlineSM: 12,
    },
    Modal: { contentBg: palette.bgContainer, headerBg: palette.bgContainer, titleFontSize: 16 },
    Tree: { titleHeight: 33, nodeSelectedBg: palette.primarySoft, nodeHoverBg: palette.bgPanel },
    Select: { optionSelectedBg: palette.primarySoft },
    Segmented: { trackBg: palette.borderSecondary, itemSelectedBg: palette.bgContainer },
    Tooltip: { fontSize: 14 },
    Badge: { colorError: palette.danger, textFontSize: 14 },
  },
})

/** Theme, locale and size of every antd component below it, and antd's `App` for `App.useApp()`. */
export const AntdProvider = ({ children }: { readonly children: ReactNode }) => {
  const { mode, palette } = useThemeMode()
  const { language } = useLanguage()
  const { size } = useSize()
  const lessMotion = useLessMotion()
  const config = useMemo(() => themeOf(mode, palette, !lessMotion), [mode, palette, lessMotion])
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
      <App message={{ duration: 3, maxCount: 3 }} component={false}>
        {children}
      </App>
    </ConfigProvider>
  )
}
