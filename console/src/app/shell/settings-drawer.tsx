import { Button, Drawer, Input, Segmented, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useTexts } from '../../shared/i18n/texts.ts'
import { useThemeMode } from '../../shared/theme/mode.ts'
import { useSize, type Size } from '../theme/size.ts'
import { defaultSettings, useSettings } from '../settings/settings.ts'
import { shellTexts } from './texts.ts'

const longestTitle = 12

interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Theme, size, language, header, tabs, logo and short title. Each takes effect at once and is kept on this computer. */
export const SettingsDrawer = ({ open, onClose }: DrawerProps) => {
  const t = useTexts(shellTexts)
  const { settings, change } = useSettings()
  const { mode, setMode } = useThemeMode()
  const { size, setSize } = useSize()
  const { language, setLanguage } = useLanguage()
  const restore = (): void => {
    change(defaultSettings)
    setMode('light')
    setSize('medium')
    setLanguage('zh')
  }
  return (
    <Drawer
      aria-modal={false}
      open={open}
      onClose={onClose}
      title={t('settings')}
      // The right side belongs to alarm pop-ups, which nothing covers.
      placement="left"
      mask={false}
      size={340}
      footer={<Button onClick={restore}>{t('restoreDefaults')}</Button>}
    >
      <Row label={t('theme')}>
        <Segmented
          value={mode}
          onChange={setMode}
          options={[
            { value: 'light' as const, label: t('light') },
            { value: 'dark' as const, label: t('dark') },
          ]}
        />
      </Row>
      <Row label={t('size')}>
        <Segmented<Size>
          value={size}
          onChange={setSize}
          options={[
            { value: 'small', label: t('sizeSmall') },
            { value: 'medium', label: t('sizeMedium') },
            { value: 'large', label: t('sizeLarge') },
          ]}
        />
      </Row>
      <Row label={t('language')}>
        <Segmented
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'zh' as const, label: '中文' },
            { value: 'en' as const, label: 'English' },
          ]}
        />
      </Row>
      {(['fixedHeader', 'tagsView', 'sidebarLogo'] as const).map((name) => (
        <Row key={name} label={t(name)}>
          <Switch checked={settings[name]} aria-label={t(name)} onChange={(on) => change({ [name]: on })} />
        </Row>
      ))}
      <Row label={t('productTitle')}>
        <Input
          value={settings.title}
          maxLength={longestTitle}
          aria-label={t('productTitle')}
          style={{ width: 160 }}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Row>
    </Drawer>
  )
}

const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12, minHeight: 48 }}>
    <span>{label}</span>
    {children}
  </div>
)
