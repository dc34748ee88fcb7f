import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect } from '../support/expect.ts'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { listPage } from './list.ts'

const words = {
  zh: { exporting: /^导出/, all: '所有列', export: '导出', importing: /^导入/, done: '导入完成', close: '关闭' },
  en: {
    exporting: /^Export /,
    all: 'All columns',
    export: 'Export',
    importing: /^Import /,
    done: 'Import complete',
    close: 'Close',
  },
}

/** The dialogs by which records leave as a sheet and come back; each is opened by a button of the screen. */
export const sheetsPage = (page: Page, language: Language = 'zh') => {
  const said = words[language]
  const { button } = listPage(page, language)
  const incoming = page.getByRole('dialog', { name: said.importing })
  return {
    incoming,
    /** What is downloaded, with every column. */
    exportCsv: async (): Promise<string> => {
      const dialog = page.getByRole('dialog', { name: said.exporting })
      await dialog.getByRole('radio', { name: 'CSV' }).check()
      await dialog.getByRole('radio', { name: said.all }).check()
      const download = page.waitForEvent('download')
      await button(dialog, said.export).click()
      return await readFile(await (await download).path(), 'utf8')
    },
    importCsv: async (text: string, start: string): Promise<void> => {
      await incoming
        .locator('input[type=file]')
        .setInputFiles({ name: 'sheet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await button(incoming, start).click()
      await expect(incoming.getByText(said.done)).toBeVisible()
      await button(incoming, said.close).last().click()
      await expect(incoming).toHaveCount(0)
    },
  }
}
