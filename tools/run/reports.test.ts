import { expect, test } from 'vitest'
import { reportOfPlaywright, reportOfVitest } from './reports.ts'

test('what failed in a run of vitest is told with its file and why, a file that could not be set up too', () => {
  const at = { startTime: 1000, endTime: 3500 }
  const json = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        ...at,
        name: '/made/up/a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          {
            fullName: 'takes away',
            status: 'failed',
            failureMessages: ['AssertionError: expected 1 to be 2\n    at a.test.ts:3'],
          },
        ],
      },
      { ...at, name: '/made/up/b.test.ts', status: 'failed', message: '\nError: no database', assertionResults: [] },
    ],
  }
  expect(reportOfVitest(json, '/made')).toEqual({
    passed: 1,
    failed: 1,
    files: [
      { file: 'up/a.test.ts', seconds: 2.5 },
      { file: 'up/b.test.ts', seconds: 2.5 },
    ],
    failures: ['up/a.test.ts › takes away: AssertionError: expected 1 to be 2', 'up/b.test.ts › the file: Error: no database'],
  })
})

test('what failed in a browser is told, in a group of tests too; whoever passes at the second try only has failed', () => {
  const ran = (...errors: (string | null)[]) => [
    { results: errors.map((message) => ({ duration: 500, ...(message === null ? {} : { error: { message } }) })) },
  ]
  const json = {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [
      {
        file: 'list.spec.ts',
        specs: [{ title: 'opens', ok: true, tests: ran(null) }],
        suites: [{ file: 'list.spec.ts', specs: [{ title: 'closes', ok: false, tests: ran('it stays', 'it stays') }] }],
      },
    ],
  }
  expect(reportOfPlaywright(json, 'e2e')).toEqual({
    passed: 1,
    failed: 2,
    files: [{ file: 'e2e/list.spec.ts', seconds: 1.5 }],
    failures: ['e2e/list.spec.ts › closes: it stays'],
  })
})
