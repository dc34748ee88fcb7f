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
            failureMessages: ['\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n\n    - 2\n    + 1\n    at a.test.ts:3'],
          },
        ],
      },
      { ...at, name: '/made/up/b.test.ts', status: 'failed', message: '\nError: no database', assertionResults: [] },
    ],
  }
  expect(reportOfVitest(json, '/made')).toEqual({
    passed: 1,
    failed: 2,
    files: [
      { file: 'up/a.test.ts', seconds: 2.5 },
      { file: 'up/b.test.ts', seconds: 2.5 },
    ],
    failures: [
      'up/a.test.ts › takes away: AssertionError: expected 1 to be 2 | - 2 | + 1',
      'up/b.test.ts › the file: Error: no database',
    ],
  })
})

test('what failed in a browser is told, in a group of tests too; whoever passes at the second try only has failed', () => {
  const ran = (status: string, ...errors: (string | null)[]) => [
    { status, results: errors.map((message) => ({ duration: 500, ...(message === null ? {} : { error: { message } }) })) },
  ]
  const file = 'list.spec.ts'
  const json = {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    errors: [{ message: 'no such module' }],
    suites: [
      {
        file,
        title: file,
        specs: [
          { title: 'opens', tests: ran('expected', null) },
          { title: 'waits', tests: ran('flaky', 'it was late', null) },
        ],
        suites: [{ file, title: 'in English', specs: [{ title: 'closes', tests: ran('unexpected', 'it stays') }] }],
      },
    ],
  }
  expect(reportOfPlaywright(json, 'e2e')).toEqual({
    passed: 1,
    failed: 3,
    files: [{ file: 'e2e/list.spec.ts', seconds: 2 }],
    failures: [
      'e2e › the run: no such module',
      'e2e/list.spec.ts › waits: it was late',
      'e2e/list.spec.ts › in English › closes: it stays',
    ],
  })
})
