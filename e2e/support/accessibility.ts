import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Language } from '@vigil/contract/kernel/text.ts'
import { isDeep } from './languages.ts'
import { expect } from './site.ts'

/** Of what axe calls good practice, or tries out, what holds here: each fails whatever its impact. */
const always = [
  'aria-dialog-name',
  'empty-heading',
  'heading-order',
  'label-content-name-mismatch',
  'landmark-one-main',
  'page-has-heading-one',
  'region',
]
const grave = ['serious', 'critical']

/** What another language or theme can spoil: colours, names, and what overflows. */
const ofLanguageAndTheme = [
  'color-contrast',
  'link-in-text-block',
  'label-content-name-mismatch',
  'scrollable-region-focusable',
  'html-lang-valid',
  'valid-lang',
]

const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] },
  rules: Object.fromEntries(always.map((rule) => [rule, { enabled: true }])),
  resultTypes: ['violations'],
  // Style sheets need not be fetched again for the one rule that reads them.
  preload: false,
}

const seen: RunOptions = { ...everything, runOnly: { type: 'rule', values: ofLanguageAndTheme }, rules: {} }

/** Where `region` asks for no landmark: beyond axe's own, what belongs to a button or a field and is hung elsewhere by antd. */
const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], svg, [role=menu], [role=tooltip], .ant-select-dropdown'

/**
 * Looks while the screens that are kept behind the one in front are out of the document: nobody is told of them, and axe would
 * walk through every element of theirs, which takes longer than all the rest.
 */
const withoutKept = `async (look) => {
  const kept = [...document.querySelectorAll('main > *')].filter((screen) => !screen.checkVisibility())
  const places = kept.map((screen) => {
    const place = document.createComment('')
    screen.replaceWith(place)
    return place
  })
  try {
    return await look()
  } finally {
    places.forEach((place, at) => place.replaceWith(kept[at]))
  }
}`

/** What axe finds wrong with what a page shows, one line an element: the rule, its impact, which element, what to do. */
const findingsOf = async (page: Page, options: RunOptions): Promise<string[]> => {
  // Evaluated and not added as a script, which the site's own policy forbids.
  if (!(await page.evaluate<boolean>('"axe" in window'))) {
    await page.evaluate(axe.source)
    await page.evaluate(`axe.configure(${JSON.stringify({ checks: [{ id: 'region', options: { regionMatcher } }] })})`)
  }
  const { violations } = await page.evaluate<AxeResults>(`(${withoutKept})(() => axe.run(document, ${JSON.stringify(options)}))`)
  return violations
    .filter(({ id, impact }) => always.includes(id) || grave.includes(impact ?? ''))
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, html, failureSummary = '' }) => {
        const advice = failureSummary.replaceAll(/\s+/g, ' ')
        return `${id} (${impact}): ${target.flat().join(' > ')}\n  ${html.slice(0, 160)}\n  ${advice}`
      }),
    )
}

/**
 * Nothing serious is wrong for whoever cannot see the screen, or not well; goes on to the next screen if there is. Everything is
 * looked at in Chinese, of English what a language or theme can spoil, and everything when the run looks longer.
 */
export const expectAccessible = async (page: Page, what: string, language: Language): Promise<void> => {
  expect.soft(await findingsOf(page, isDeep || language === 'zh' ? everything : seen), what).toEqual([])
}
